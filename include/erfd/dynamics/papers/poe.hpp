// Equation of motion by the product of exponentials.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <vector>

namespace erfd {

/// Scratch memory of poe(): one a thread, made once for a model, never an answer.
template <class S>
class BasicPoeWorkspace {
 public:
  /// Twists and inertias at joint position zero. @throws Error for a free base.
  explicit BasicPoeWorkspace(const Model& model);

  /// Fills with NaN everything that a call writes.
  void poison();

  // of the robot at q = 0 and in the world, written by the constructor alone
  std::vector<Motion<S>> xi;             ///< twist of joint i
  std::vector<BasicInertia<S>> M_prime;  ///< inertia of body l about the world's origin
  std::vector<Pose<S>> X_WB0;            ///< body in the world
  // of one call
  std::vector<Matrix3<S>> R;     ///< rotation of e^{ξ_1 q_1} … e^{ξ_l q_l}
  std::vector<Motion<S>> A_xi;   ///< A_lj ξ_j at l · n + j, for j on the path to l
  std::vector<Force<S>> M_A_xi;  ///< M'_l A_lj ξ_j of the body l at hand
  std::vector<MatrixX<S>> dM;    ///< matrix k is ∂M/∂q_k
  BasicWorkspace<S> wrenches;    ///< external wrenches
};

using PoeWorkspace = BasicPoeWorkspace<double>;

/// H and bias of tau = H qdd + bias, bias = C qd + g − Jᵀ w, from the twists of the joints and the
/// inertias of the bodies at q = 0, O(n d³) with d the depth of the tree.
///
/// @param q     joint positions  [rad or m],     size nq
/// @param qd    joint velocities [rad/s or m/s], size nv
/// @param H     nv × nv, written completely
/// @param bias  [N m or N], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void poe(const Model& model, BasicPoeWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> H,
         Out<S> bias, Wrenches<S> wrenches = {});

/// C(q, qd) by the Christoffel symbols of the same H: dH/dt − 2 C is skew-symmetric.
///
/// @param C  nv × nv, written completely
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void poe_coriolis_matrix(const Model& model, BasicPoeWorkspace<S>& ws, In<S> q, In<S> qd,
                         OutMatrix<S> C);

}  // namespace erfd
