// What the loop algorithms share. Private to the layer.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/math/ldlt.hpp"

#include "dynamics/loops/rates.hpp"
#include "dynamics/tree.hpp"
#include "model/loops/newton.hpp"

namespace erfd {

template <class S>
struct LoopMemory {
  BasicWorkspace<S> tree;
  LoopScratch<S> s;
  MatrixX<S> H, factor;  ///< inertia of the tree; its Cholesky factor
  MatrixX<S> weighted;   ///< J L⁻ᵀ
  OrthogonalDecomposition<S> of_weighted;
  MatrixX<S> basis, H_basis;  ///< G or the null space, and H times it
  MatrixX<S> reduced;
  VectorX<S> rows, rows2;  ///< of the size of the constraints
  VectorX<S> v1, v2, v3;   ///< of size nv
  VectorX<S> small;        ///< of size nv, used in part

  explicit LoopMemory(const Model& model);
  void poison();
  int active_count() const { return static_cast<int>(s.active.size()); }
};

template <class S>
LoopMobility mobility_of(LoopMemory<S>& m, int nv) {
  LoopMobility mobility;
  const int rank_all = static_cast<int>(m.s.of_all.rank()),
            rank_passive = static_cast<int>(m.s.of_passive.rank());
  mobility.freedoms = nv - rank_all;
  mobility.redundant = static_cast<int>(m.s.J.rows()) - rank_all;
  mobility.undetermined = static_cast<int>(m.s.passive.size()) - rank_passive;
  mobility.dependent = rank_all - rank_passive;
  return mobility;
}

/// Poses, J and both decompositions of a position.
template <class S>
LoopMobility update_constraints(const Model& model, LoopMemory<S>& m,
                                const Eigen::Ref<const VectorX<S>>& q) {
  m.s.update_poses(model, q);
  m.s.update_passive_rows(model);
  m.s.of_all.compute(m.s.J, rank_tolerance<S>);
  return mobility_of<S>(m, model.nv());
}

/// J̇ qd; fills tree.X_PB, V and A. Poses of m.s must be those of q.
template <class S>
void update_bias(const Model& model, LoopMemory<S>& m, const Eigen::Ref<const VectorX<S>>& q,
                 const Eigen::Ref<const VectorX<S>>& qd, Eigen::Ref<VectorX<S>> bias) {
  second_rates<S>(model, m.tree, m.s.X_WB, q, qd, bias);
}

/// Fills `basis` with G. J and decompositions must be those of q.
template <class S>
void update_loop_matrix(LoopMemory<S>& m);

/// x of the passive joints from J x = right, given its active entries.
template <class S>
void solve_passive(LoopMemory<S>& m, Eigen::Ref<VectorX<S>> x);

/// @throws Error where the active joints do not rule the mechanism.
template <class S>
void expect_regular(const char* algorithm, const Model& model, BasicLoopWorkspace<S>& ws,
                    const LoopMobility& mobility, const Eigen::Ref<const VectorX<S>>& q) {
  if (mobility.regular()) return;
  throw Error(std::string(algorithm) + ": " + loop_trouble<S>(model, ws, q));
}

/// H with armature, and h without torques in v1.
template <class S>
void update_equation(const char* algorithm, const Model& model, LoopMemory<S>& m,
                     const Eigen::Ref<const VectorX<S>>& q, const Eigen::Ref<const VectorX<S>>& qd,
                     std::span<const ExternalWrench<S>> wrenches, std::span<const double> armature);

/// Solves A x = b in place for a symmetric positive definite A of size n, the first entries of `A`
/// and `b`; A is overwritten by its factor.
template <class S>
void solve_small(MatrixX<S>& A, VectorX<S>& b, int n) {
  solve_ldlt<S>(A.topLeftCorner(n, n), b.head(n));
}

}  // namespace erfd
