// The equations of a cut joint, row by row. Private to the library.
//
// F is its frame on body A, G its frame on body B; x, y, z with a letter are axes of that frame.
//
//   point row   φ = u · (p_G − p_F)              u an axis of F                    (1)
//   turn row    φ = u · w                        u an axis of F, w an axis of G    (2)
//   rate of both, with the unit wrench (n, f) on B about p_G, and the opposite on A:
//               φ̇ = n · (ω_B − ω_A) + f · (v_B − v_A)  at the point p_G            (3)
//               point row: n = 0, f = u;   turn row: n = w × u, f = 0
//
//   kind              point rows   turn rows u·w; for small errors the turn about
//   spherical         x y z
//   universal         x y z        z_F·z_G                          z_G × z_F
//   revolute          x y z        −y_F·z_G,  x_F·z_G               x, y
//   prismatic         x y          z_F·y_G,  x_F·z_G,  y_F·x_G      x, y, z
//   fixed             x y z        as prismatic
//   planar_position   x y
//
// Every row is exact, not only near the closed position, so that (3) is its derivative everywhere.
// The multiplier of a row is a force [N] along u or a moment [N m] about w × u.
#pragma once

#include "erfd/math/pose.hpp"
#include "erfd/model/model.hpp"

#include "model/screw.hpp"

#include <array>
#include <vector>

namespace erfd {

template <class S>
struct CutRow {
  bool turns = false;
  Vector3<S> u = Vector3<S>::Zero(), w = Vector3<S>::Zero();  ///< in world axes

  Force<S> wrench() const {
    return turns ? Force<S>{cross(w, u), Vector3<S>::Zero()} : Force<S>{Vector3<S>::Zero(), u};
  }
};

/// The frames of a cut joint in the world.
template <class S>
struct CutFrames {
  Pose<S> X_WF, X_WG;

  CutFrames(const CutJoint& cut, const std::vector<Pose<S>>& X_WB)
      : X_WF(in_world(cut.body_a, cut.X_AF, X_WB)), X_WG(in_world(cut.body_b, cut.X_BG, X_WB)) {}

  S gap(const CutRow<S>& row) const {
    return row.turns ? row.u.dot(row.w) : row.u.dot(X_WG.p - X_WF.p);  // (2), (1)
  }
  /// The rows are zero also where the frames stand the wrong way round.
  bool right_way_round(CutKind kind) const {
    const Matrix3<S> R_FG = X_WF.R.transpose() * X_WG.R;
    if (kind == CutKind::revolute) return R_FG(2, 2) > S(0);
    if (kind == CutKind::prismatic || kind == CutKind::fixed) return R_FG.trace() > S(0);
    return true;
  }

 private:
  static Pose<S> in_world(BodyIndex body, const Pose<double>& X_BF,
                          const std::vector<Pose<S>>& X_WB) {
    const Pose<S> X = X_BF.template cast<S>();
    return body.is_world() ? X : X_WB[static_cast<std::size_t>(body.value)] * X;
  }
};

template <class S>
struct CutRows {
  std::array<CutRow<S>, 6> row;
  std::array<Vector3<S>, 6> turn;  ///< w × u of the turn rows
  int count = 0;

  CutRows(CutKind kind, const CutFrames<S>& frames) {
    const auto F = [&](int k) { return Vector3<S>(frames.X_WF.R.col(k)); };
    const auto G = [&](int k) { return Vector3<S>(frames.X_WG.R.col(k)); };
    const bool in_plane = kind == CutKind::planar_position || kind == CutKind::prismatic;
    for (int k = 0; k < (in_plane ? 2 : 3); ++k) row[count++] = {false, F(k), Vector3<S>::Zero()};
    const auto turn = [&](const Vector3<S>& u, const Vector3<S>& w) {
      row[count++] = {true, u, w};
    };
    if (kind == CutKind::universal) turn(F(2), G(2));
    if (kind == CutKind::revolute) {
      turn(-F(1), G(2));
      turn(F(0), G(2));
    }
    if (kind == CutKind::prismatic || kind == CutKind::fixed) {
      turn(F(2), G(1));
      turn(F(0), G(2));
      turn(F(1), G(0));
    }
  }
};

/// Adds `sign` times the velocities (3) of all rows for a unit of each joint that carries the body,
/// seen at the point p. @param J  the rows of the cut joint
template <class S, class Rows>
void add_velocities(const Model& model, const std::vector<Pose<S>>& X_WB, BodyIndex on,
                    const CutRows<S>& rows, const Vector3<S>& p, double sign, Rows&& J) {
  for (BodyIndex i = on; !i.is_world(); i = model.body(i).parent) {
    const Body& body = model.body(i);
    const Pose<S>& X = X_WB[static_cast<std::size_t>(i.value)];
    const Vector3<S> arm = p - X.p;
    const auto add = [&](int column, const Vector3<S>& turn, const Vector3<S>& velocity) {
      for (int k = 0; k < rows.count; ++k)
        J(k, column) +=
            S(sign) * (rows.row[k].turns ? rows.turn[k].dot(turn) : rows.row[k].u.dot(velocity));
    };
    if (body.is_free()) {
      for (int k = 0; k < 3; ++k) {
        const Vector3<S> axis = X.R.col(k);
        add(k, axis, cross(axis, arm));
        add(3 + k, Vector3<S>::Zero(), axis);
      }
    } else {
      const Vector3<S> z = X.R.col(2);
      const Screw screw = body.screw();
      add(body.v_index, screw.turns ? z : Vector3<S>(Vector3<S>::Zero()),
          velocity_at<S>(screw, z, arm));
    }
  }
}

/// The gaps φ of all rows. @param X_WB  poses of the bodies
template <class S>
void cut_gaps(const Model& model, const std::vector<Pose<S>>& X_WB, Eigen::Ref<VectorX<S>> gap) {
  Eigen::Index r = 0;
  for (const CutJoint& cut : model.constraints()) {
    const CutFrames<S> frames(cut, X_WB);
    const CutRows<S> rows(cut.kind, frames);
    for (int k = 0; k < rows.count; ++k) gap[r++] = frames.gap(rows.row[k]);
  }
}

/// J = ∂φ/∂q of all rows, by (3).
template <class S>
void cut_jacobian(const Model& model, const std::vector<Pose<S>>& X_WB, Eigen::Ref<MatrixX<S>> J) {
  J.setZero();
  Eigen::Index r = 0;
  for (const CutJoint& cut : model.constraints()) {
    const CutFrames<S> frames(cut, X_WB);
    const CutRows<S> rows(cut.kind, frames);
    auto J_cut = J.middleRows(r, rows.count);
    add_velocities<S>(model, X_WB, cut.body_b, rows, frames.X_WG.p, 1, J_cut);
    add_velocities<S>(model, X_WB, cut.body_a, rows, frames.X_WG.p, -1, J_cut);
    r += rows.count;
  }
}

template <class S>
bool all_right_way_round(const Model& model, const std::vector<Pose<S>>& X_WB) {
  for (const CutJoint& cut : model.constraints())
    if (!CutFrames<S>(cut, X_WB).right_way_round(cut.kind)) return false;
  return true;
}

}  // namespace erfd
