// Forward dynamics by the articulated body algorithm.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <span>

namespace erfd {

/// Solves H(q) qdd = tau − C(q, qd) qd − g(q) + Jᵀ w for qdd without forming H, O(n).
///
/// @param q    joint positions     [rad or m],         size nq
/// @param qd   joint velocities    [rad/s or m/s],     size nv
/// @param tau  joint torques       [N m or N],         size nv; of a free base the first six act on
/// the base
/// @param qdd  joint accelerations [rad/s^2 or m/s^2], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @param armature  empty, or size nv: inertia that turns with the joint alone (rotor times ratio
/// squared) [kg m^2 or kg];
///                  H is then H + diag(armature). Entries of a free base are not used.
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void aba(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau, Out<S> qdd,
         Wrenches<S> wrenches = {}, std::span<const double> armature = {});

}  // namespace erfd
