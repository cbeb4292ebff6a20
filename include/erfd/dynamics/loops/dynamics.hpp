// Dynamics of robots with closed loops.
//
//   H qdd + h = tau + Jᵀ λ,  J qdd = −J̇ qd
//
// h holds velocity terms, gravity and wrenches of the tree; λ are the forces of the cut joints.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/dynamics/loops/closure.hpp"

#include <span>

namespace erfd {

/// Torques of the active joints that move the closed mechanism so, passive joints without torque.
///
/// @param q, qd, qdd  of all joints; they keep the loops closed: closure.hpp
/// @param tau         size active().size(), written
/// @throws Error naming the place where the active joints do not rule the mechanism
template <class S>
void loop_inverse_dynamics(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                           In<S> qdd, Out<S> tau, Wrenches<S> wrenches = {});

/// Accelerations by projection on the active joints: Gᵀ H G qdd_a = Gᵀ (tau − h − H Ġ qd_a).
///
/// @param tau       torques of all joints [N m or N], size nv: also of springs and friction
/// @param qdd       size nv, written
/// @param armature  inertia that turns with a joint alone, size nv or empty
/// @throws Error naming the place where the active joints do not rule the mechanism
template <class S>
void loop_forward_by_projection(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                In<S> tau, Out<S> qdd, Wrenches<S> wrenches = {},
                                std::span<const double> armature = {});

/// The same by multipliers, for any rank of the constraints and without active joints.
///
/// @param lambda  forces of the cut joints, size constraint_rows(), written; where constraints are
/// redundant the smallest that do it
template <class S>
void loop_forward_by_multipliers(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                 In<S> tau, Out<S> qdd, Out<S> lambda, Wrenches<S> wrenches = {},
                                 std::span<const double> armature = {});

/// The same in minimal coordinates of the position itself: an orthonormal basis of all J v = 0.
template <class S>
void loop_forward_by_null_space(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                In<S> tau, Out<S> qdd, Wrenches<S> wrenches = {},
                                std::span<const double> armature = {});

/// λ of a motion and its torques; where constraints are redundant the smallest.
/// @param tau  of all joints, size nv
template <class S>
void loop_forces(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                 In<S> tau, Out<S> lambda, Wrenches<S> wrenches = {},
                 std::span<const double> armature = {});

/// What body A exerts on body B through a cut joint, about the origin of B's frame there, in world
/// axes; B exerts the opposite on A.
template <class S>
Force<S> cut_wrench(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> lambda, int cut);

/// Adds to the reactions of the open tree (rnea_with_reactions()) what the cut joints carry: the wrench of the
/// parent on each body, about the origin of the body frame and in its axes.
template <class S>
void add_cut_reactions(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> lambda,
                       std::type_identity_t<std::span<Force<S>>> reactions);

}  // namespace erfd
