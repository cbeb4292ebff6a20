// Where a robot with loops stands and moves: its constraints, and the passive joints from the active
// ones.
#pragma once

#include "erfd/dynamics/loops/workspace.hpp"

#include <span>

namespace erfd {

/// How well a position closes the loops.
struct LoopClosure {
  bool closed = false;
  int iterations = 0;
  double gap = 0;  ///< the largest of all rows: a length [m], or the sine of an angle
};

/// What the loops leave of the freedoms of the tree, by the rank of their Jacobian at a position.
struct LoopMobility {
  int freedoms = 0;      ///< of the closed mechanism
  int redundant = 0;     ///< constraint rows that the others contain
  int undetermined = 0;  ///< freedoms of passive joints that the active ones do not hold: in a dead
                         ///< centre, or with too few active joints
  int dependent = 0;     ///< active joints that cannot move of their own
  bool regular() const { return undetermined == 0 && dependent == 0; }
};

/// φ(q) of all cut joints, size constraint_rows(): lengths [m] and sines of angles; zero if closed.
template <class S>
void constraint_gap(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, Out<S> gap);

/// J = ∂φ/∂q (∂φ̇/∂qd for a free base), constraint_rows() × nv, also at positions that do not close.
template <class S>
void constraint_jacobian(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, OutMatrix<S> J);

/// J̇ qd, exact: φ̈ = J qdd + J̇ qd.
template <class S>
void constraint_bias(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> bias);

/// Moves the passive joints of q until the loops close; the active ones stay. Starts from q, whose
/// branch of assembly it keeps. A q that does not close is left as near as it came.
template <class S>
LoopClosure close_position(const Model& model, BasicLoopWorkspace<S>& ws,
                           std::type_identity_t<Eigen::Ref<VectorX<S>>> q);

/// Moves the active joints of a closed q to those of `target` in small steps and closes at each: the
/// branch of q is kept on the way. Stops where the loops cannot follow, `closed` is then false and
/// q the last position that closes.
/// @param target  size nq; its passive entries are not read
template <class S>
LoopClosure move_active(const Model& model, BasicLoopWorkspace<S>& ws, In<S> target,
                        std::type_identity_t<Eigen::Ref<VectorX<S>>> q);

/// Sets the passive entries of qd to what the active ones force upon them.
template <class S>
LoopMobility close_velocity(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, Out<S> qd);

/// The same of qdd: J_p qdd_p = −J̇ qd − J_a qdd_a.
template <class S>
LoopMobility close_acceleration(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                Out<S> qdd);

/// The nearest q that closes, all joints moving ([HLW06] IV.4), and the nearest qd that keeps it
/// closed: what an integrator does after its steps.
/// @param held  velocities of joints that stay as they are
template <class S>
LoopClosure project_position(const Model& model, BasicLoopWorkspace<S>& ws,
                             std::type_identity_t<Eigen::Ref<VectorX<S>>> q,
                             std::span<const int> held = {});
template <class S>
void project_velocity(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, Out<S> qd,
                      std::span<const int> held = {});

template <class S>
LoopMobility loop_mobility(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q);

/// G = ∂q_tr/∂q_a: qd = G qd_a for all motions that the loops allow.
/// @param G  nv × active().size(), written: the unit matrix in the rows of the active joints
template <class S>
LoopMobility loop_matrix(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, OutMatrix<S> G);

/// dG/dt for a velocity qd that keeps the loops closed. @throws Error for a free base.
template <class S>
LoopMobility loop_matrix_rate(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                              OutMatrix<S> G_rate);

/// A sentence about a position where the active joints do not rule the mechanism: which passive joints
/// stand in a dead centre, and where; empty for a regular one.
template <class S>
std::string loop_trouble(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q);

}  // namespace erfd
