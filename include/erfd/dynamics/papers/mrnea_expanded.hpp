// Inertia matrix and bias torques by the expanded formulas of Kvrgić and Vidaković.
#pragma once

#include "erfd/dynamics/body_in_world.hpp"
#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <vector>

namespace erfd {

/// Scratch memory of mrnea_expanded(), O(n²): one a thread, made once, never an answer. World axes;
/// the paper's names.
template <class S>
class BasicMrneaExpandedWorkspace {
 public:
  explicit BasicMrneaExpandedWorkspace(const Model& model);

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

  BasicWorkspace<S> tree;                              ///< poses
  std::vector<BodyInWorld<S>> body;                    ///< z_{i−1}, p_{i−1}, c_i, I_i
  std::vector<std::vector<Vector3<S>>> b_k, d_k, e_k;  ///< b_ik, d_ik, e_ik
  std::vector<Vector3<S>> d, e;                        ///< d_i [N m], e_i [N]
  std::vector<Vector3<S>> n_out, f_out;      ///< of link i on the environment, about p_{i−1}
  std::vector<Vector3<S>> E_k;               ///< E_ik of the row in work
  std::vector<Vector3<S>> n_a1, n_a2, n_a3;  ///< columns of n'_ia1, n'_ia2, n'_ia3
};

using MrneaExpandedWorkspace = BasicMrneaExpandedWorkspace<double>;

/// The same results as mrnea() by the formulas as they are printed, with repaired indices: every
/// product of two speeds has its own vectors b_ikj and d_ikj, O(n³), and both triangles of H are
/// computed. To reproduce the paper; mrnea() is the one to use. Serial chains on a fixed base only.
///
/// @param q     joint positions  [rad or m],     size nq
/// @param qd    joint velocities [rad/s or m/s], size nv
/// @param H     nv × nv, both triangles written
/// @param bias  torques at zero accelerations [N m or N], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong, the base is free or the robot branches. Never allocates
/// otherwise.
template <class S>
void mrnea_expanded(const Model& model, BasicMrneaExpandedWorkspace<S>& ws, In<S> q, In<S> qd,
                    OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches = {});

}  // namespace erfd
