// Inverse dynamics by the recursive Newton-Euler algorithm.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <span>

namespace erfd {

/// Solves tau = H(q) qdd + C(q, qd) qd + g(q) − Jᵀ w for tau without forming H, O(n).
///
/// @param q    joint positions     [rad or m],         size nq
/// @param qd   joint velocities    [rad/s or m/s],     size nv
/// @param qdd  joint accelerations [rad/s^2 or m/s^2], size nv
/// @param tau  joint torques       [N m or N],         size nv, written. Of a free base the first
/// six are the moment and
///             force that would have to act on the base, about its origin and in its axes.
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void rnea(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd, Out<S> tau,
          Wrenches<S> wrenches = {});

/// The same, and the whole wrench that each joint transmits (bearing loads).
///
/// @param reactions  size body_count(), written: wrench from the parent on the body, about the
/// origin of the body frame (on
///                   the joint axis) and in its axes. Its z component about or along the axis is
///                   tau.
template <class S>
void rnea_with_reactions(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                         Out<S> tau, std::type_identity_t<std::span<Force<S>>> reactions,
                         Wrenches<S> wrenches = {});

}  // namespace erfd
