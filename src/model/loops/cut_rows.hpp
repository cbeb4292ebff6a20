// The equations of a cut joint, row by row, and of joints that follow others. Private to the library.
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
//   following joint   φ = q_follower − multiplier q_leader − offset, behind all cut joints   (4)
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

/// Adds `sign` times the generalized force of a wrench on a body at the point p to a row of J.
template <class S, class Row>
void add_generalized_force(const Model& model, const std::vector<Pose<S>>& X_WB, BodyIndex on,
                           const Force<S>& F, const Vector3<S>& p, double sign, Row&& row) {
  for (BodyIndex i = on; !i.is_world(); i = model.body(i).parent) {
    const Body& body = model.body(i);
    const Pose<S>& X = X_WB[static_cast<std::size_t>(i.value)];
    const Vector3<S> moment = F.moment + cross(Vector3<S>(p - X.p), F.force);
    if (body.is_free()) {
      for (int k = 0; k < 3; ++k) {
        row[k] += S(sign) * X.R.col(k).dot(moment);
        row[3 + k] += S(sign) * X.R.col(k).dot(F.force);
      }
    } else {
      const Vector3<S> z = X.R.col(2);
      row[body.v_index] += S(sign) * combined<S, S>(body.screw(), z.dot(moment), z.dot(F.force));
    }
  }
}

/// The gaps φ of all rows. @param X_WB  poses of the bodies at q
template <class S>
void cut_gaps(const Model& model, const std::vector<Pose<S>>& X_WB,
              const Eigen::Ref<const VectorX<S>>& q, Eigen::Ref<VectorX<S>> gap) {
  Eigen::Index r = 0;
  for (const CutJoint& cut : model.constraints()) {
    const CutFrames<S> frames(cut, X_WB);
    const CutRows<S> rows(cut.kind, frames);
    for (int k = 0; k < rows.count; ++k) gap[r++] = frames.gap(rows.row[k]);
  }
  for (const FollowingJoint& f : model.following())
    gap[r++] = q[model.body(f.follower).q_index] -
               S(f.multiplier) * q[model.body(f.leader).q_index] - S(f.offset);  // (4)
}

/// J = ∂φ/∂q of all rows, by (3).
template <class S>
void cut_jacobian(const Model& model, const std::vector<Pose<S>>& X_WB, Eigen::Ref<MatrixX<S>> J) {
  J.setZero();
  Eigen::Index r = 0;
  for (const CutJoint& cut : model.constraints()) {
    const CutFrames<S> frames(cut, X_WB);
    const CutRows<S> rows(cut.kind, frames);
    for (int k = 0; k < rows.count; ++k, ++r) {
      const Force<S> F = rows.row[k].wrench();
      add_generalized_force<S>(model, X_WB, cut.body_b, F, frames.X_WG.p, 1, J.row(r));
      add_generalized_force<S>(model, X_WB, cut.body_a, F, frames.X_WG.p, -1, J.row(r));
    }
  }
  for (const FollowingJoint& f : model.following()) {
    J(r, model.body(f.follower).v_index) = S(1);
    J(r++, model.body(f.leader).v_index) -= S(f.multiplier);
  }
}

template <class S>
bool all_right_way_round(const Model& model, const std::vector<Pose<S>>& X_WB) {
  for (const CutJoint& cut : model.constraints())
    if (!CutFrames<S>(cut, X_WB).right_way_round(cut.kind)) return false;
  return true;
}

}  // namespace erfd
