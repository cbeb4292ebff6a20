// Inverse dynamics of a robot on a free base: the joints are led, the base goes where that takes it.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <span>

namespace erfd {

/// What the joints must give, and what the base does, while the joints accelerate as asked and nothing
/// but the environment's wrenches acts on the base. Forward dynamics on a free base, torques in and all
/// accelerations out, is aba().
///
/// @param q    positions  [quaternion, m, rad or m], size nq
/// @param qd   velocities [rad/s or m/s],            size nv
/// @param qdd  accelerations [rad/s^2 or m/s^2],     size nv: the joints' are read, the first six, of the
///             base, are written (the rates of the components of qd)
/// @param tau  [N m or N], size nv, written: six zeros for the base, then the joints
/// @param wrenches  wrenches of the environment on the robot
/// @param armature  empty, or size nv: inertia that turns with the joint alone [kg m^2 or kg]. Entries
///                  of the base are not used.
/// @throws Error for a fixed base, or if a size is wrong. Never allocates otherwise.
template <class S>
void moving_base_inverse(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> qdd,
                         Out<S> tau, Wrenches<S> wrenches = {},
                         std::span<const double> armature = {});

}  // namespace erfd
