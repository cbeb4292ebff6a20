// Closing the loops of a position: Newton's method on the joints that may move. Private to the
// library.
//
//   J_p δ = −φ,  δ the shortest of those that come nearest      (1)
//   q_p := q_p + s δ,  s ≤ 1 so that no joint moves by more than `longest_step` and the gap
//                      gets smaller                             (2)
//
// The branch is kept because the shortest steps are taken from where the robot stands.
#pragma once

#include "erfd/math/orthogonal.hpp"

#include "model/joint_pose.hpp"
#include "model/loops/cut_rows.hpp"

#include <limits>
#include <type_traits>

namespace erfd {

/// Rows that depend on others up to this share count as redundant: the constants of a model are
/// doubles, so that finer scalars do not tell more.
template <class S>
constexpr double rank_tolerance = std::is_same_v<S, float> ? 1e-4 : 1e-9;

/// Passive joints this near to a dead centre count as not held by the active ones. A position closes
/// there only to the root of rounding.
template <class S>
constexpr double dead_centre_tolerance = std::is_same_v<S, float> ? 3e-3 : 1e-6;

template <class S>
struct LoopScratch {
  std::vector<Pose<S>> X_WB;
  std::vector<int> active, passive;  ///< velocities that are given, and that follow
  MatrixX<S> J, J_p;
  VectorX<S> gap, step, trial;
  OrthogonalDecomposition<S> of_passive, of_all;

  explicit LoopScratch(const Model& model)
      : LoopScratch(model, model.constraint_rows(), count_passive(model)) {}

  void update_poses(const Model& model, const Eigen::Ref<const VectorX<S>>& q) {
    for (int i = 0; i < model.body_count(); ++i) {
      const Body& body = model.body({i});
      const Pose<S> X_PB = joint_pose<S>(body, q);
      X_WB[static_cast<std::size_t>(i)] =
          body.parent.is_world() ? X_PB : X_WB[static_cast<std::size_t>(body.parent.value)] * X_PB;
    }
  }
  void update_gap(const Model& model, const Eigen::Ref<const VectorX<S>>& q) {
    update_poses(model, q);
    cut_gaps<S>(model, X_WB, q, gap);
  }
  /// J and J_p with its decomposition; after update_poses().
  void update_passive_rows(const Model& model) {
    cut_jacobian<S>(model, X_WB, J);
    for (std::size_t k = 0; k < passive.size(); ++k)
      J_p.col(static_cast<Eigen::Index>(k)) = J.col(passive[k]);
    of_passive.compute(J_p, dead_centre_tolerance<S>);
  }

 private:
  LoopScratch(const Model& model, int rows, int passive_count)
      : X_WB(static_cast<std::size_t>(model.body_count())),
        J(rows, model.nv()),
        J_p(rows, passive_count),
        gap(rows),
        step(passive_count),
        trial(model.nq()),
        of_passive(rows, passive_count),
        of_all(rows, model.nv()) {
    for (const Body& body : model.bodies()) {
      for (int k = 0; k < velocity_count(body.kind); ++k)
        (body.passive ? passive : active).push_back(body.v_index + k);
    }
  }
  static int count_passive(const Model& model) {
    int count = 0;
    for (const Body& body : model.bodies()) count += body.passive ? velocity_count(body.kind) : 0;
    return count;
  }
};

/// How a position closes.
struct NewtonResult {
  bool closed = false;
  int iterations = 0;
  double gap = 0;  ///< the largest, in metres or as the sine of an angle
};

template <class S>
double largest(const VectorX<S>& v) {
  double worst = 0;
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    const double size = std::abs(static_cast<double>(v[i]));
    if (!(size <= worst)) worst = size;  // keeps a NaN
  }
  return worst;
}

/// Moves the passive joints of q. On failure q is as near as they came.
template <class S>
NewtonResult close_by_newton(const Model& model, LoopScratch<S>& s, Eigen::Ref<VectorX<S>> q) {
  constexpr double longest_step = 0.5, enough = std::is_same_v<S, float> ? 2e-5 : 1e-11;
  constexpr int most = 60;
  const double rounding = 8 * static_cast<double>(std::numeric_limits<S>::epsilon());
  const int offset = model.nq() - model.nv();  // a free base is never passive
  NewtonResult result;
  s.update_gap(model, q);
  result.gap = largest<S>(s.gap);
  for (; result.iterations < most && result.gap > rounding; ++result.iterations) {
    s.update_passive_rows(model);
    s.gap = -s.gap;
    s.of_passive.solve(s.gap, s.step);  // (1)
    const double size = largest<S>(s.step);
    double share = size > longest_step ? longest_step / size : 1;
    double gap = std::numeric_limits<double>::infinity();
    for (int halvings = 0; halvings < 8 && !(gap < result.gap); ++halvings, share /= 2) {  // (2)
      s.trial = q;
      for (std::size_t k = 0; k < s.passive.size(); ++k)
        s.trial[offset + s.passive[k]] += S(share) * s.step[static_cast<Eigen::Index>(k)];
      s.update_gap(model, s.trial);
      gap = largest<S>(s.gap);
    }
    if (!(gap < result.gap)) break;  // no step comes nearer: closed to rounding, or not to be had
    q = s.trial;
    result.gap = gap;
  }
  s.update_gap(model, q);
  result.gap = largest<S>(s.gap);
  result.closed = result.gap <= enough && all_right_way_round<S>(model, s.X_WB);
  return result;
}

}  // namespace erfd
