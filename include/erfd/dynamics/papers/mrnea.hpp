// Inertia matrix and bias torques in one modified Newton-Euler pass.
#pragma once

#include "erfd/dynamics/body_in_world.hpp"
#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <vector>

namespace erfd {

/// Scratch memory of mrnea(), O(n²): one a thread, made once, never an answer. World axes.
template <class S>
class BasicMrneaWorkspace {
 public:
  explicit BasicMrneaWorkspace(const Model& model);

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

  BasicWorkspace<S> tree;            ///< poses
  std::vector<BodyInWorld<S>> body;  ///< axis, origin, centre of mass, inertia
  std::vector<Vector3<S>> w;         ///< ω_i, angular velocity [rad/s]
  std::vector<Vector3<S>> w_dot;     ///< ω̇_i without joint accelerations [rad/s^2]
  std::vector<Vector3<S>> a;         ///< acceleration of p_i without them, minus gravity [m/s^2]
  std::vector<Vector3<S>> e, d;      ///< e_i [N], d_i [N m]
  std::vector<std::vector<Vector3<S>>> e_k, d_k;  ///< e_ik, d_ik: the same for a unit of qdd_k
};

using MrneaWorkspace = BasicMrneaWorkspace<double>;

/// H(q) and bias u'(q, qd, w) of tau = H qdd + u' with u' = C qd + g − Jᵀ w, in one forward and one
/// backward sweep: O(n) for the bias, O(n d) for H with d the depth of the tree. Fixed bases only.
///
/// @param q     joint positions  [rad or m],     size nq
/// @param qd    joint velocities [rad/s or m/s], size nv
/// @param H     nv × nv, both triangles written; entries of bodies on different branches are zero
/// @param bias  torques at zero accelerations [N m or N], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void mrnea(const Model& model, BasicMrneaWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> H,
           Out<S> bias, Wrenches<S> wrenches = {});

}  // namespace erfd
