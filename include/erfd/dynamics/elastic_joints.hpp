// Springs in joints: what they give, and dynamics of robots whose sprung joints no drive leads.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <span>

namespace erfd {

/// What the springs of the model give at its joints: −K (q − rest) − D qd there, 0 elsewhere.
/// @param tau  [N m or N], size nv, written
template <class S>
void spring_torques(const Model& model, In<S> q, In<S> qd, Out<S> tau);

/// Energy in the springs: Σ ½ K (q − rest)² [J].
template <class S>
S spring_energy(const Model& model, In<S> q);

/// Forward dynamics: aba() with what the springs give added to tau.
///
/// @param tau  [N m or N], size nv: what drives give; 0 at a joint that has a spring alone
/// Other arguments and errors as aba().
template <class S>
void elastic_forward(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau,
                     Out<S> qdd, Wrenches<S> wrenches = {}, std::span<const double> armature = {});

/// Inverse dynamics: joints without a spring are led, those with one go where that takes them, and so
/// does a free base.
///
/// @param q    positions  [rad or m],     size nq
/// @param qd   velocities [rad/s or m/s], size nv
/// @param qdd  accelerations [rad/s^2 or m/s^2], size nv: those of joints without a spring are read, the
///             others and a free base's written
/// @param tau  [N m or N], size nv, written: what drives must give, and what the springs give
/// @param wrenches  wrenches of the environment on the robot
/// @param armature  empty, or size nv: inertia that turns with the joint alone [kg m^2 or kg]
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void elastic_inverse(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> qdd,
                     Out<S> tau, Wrenches<S> wrenches = {}, std::span<const double> armature = {});

}  // namespace erfd
