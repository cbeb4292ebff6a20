// Equation of motion by Lagrange's coefficients from homogeneous transforms.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <span>
#include <vector>

namespace erfd {

/// Pseudo-inertia ∫ r rᵀ dm of a body, r = (x, y, z, 1) in its frame.
template <class S>
using PseudoInertia = Eigen::Matrix<S, 4, 4>;

/// Derivative of a homogeneous transform, or such a derivative times a pseudo-inertia. The fourth
/// row is zero and is left out.
template <class S>
using TransformDerivative = Eigen::Matrix<S, 3, 4>;

/// Scratch memory of lagrange(): one a thread, made once for a model, never an answer.
template <class S>
class BasicLagrangeWorkspace {
 public:
  /// @throws Error for a free base.
  explicit BasicLagrangeWorkspace(const Model& model);

  /// Fills with NaN everything that a call writes.
  void poison();

  // of the robot, written by the constructor alone
  std::vector<PseudoInertia<S>> J;  ///< J_p, in the body
  // of one call
  BasicWorkspace<S> poses;                 ///< joint transforms and T_p
  std::vector<Motion<S>> Delta;            ///< Δ_i as (δ, d): unit motion of joint i, in the world
  std::vector<TransformDerivative<S>> dT;  ///< ∂T_p/∂q_i of the body p at hand
  std::vector<MatrixX<S>> D_ijk;           ///< lagrange: matrix i holds D_ijk in row j, column k
};

using LagrangeWorkspace = BasicLagrangeWorkspace<double>;

/// The coefficients of F_i = Σ_j D_ij qdd_j + Σ_jk D_ijk qd_j qd_k + D_i, O(n d³) with d the depth
/// of the tree. D_ijk are the Christoffel symbols of D_ij: symmetric in j and k.
///
/// @param q      joint positions [rad or m], size nq
/// @param D_ij   inertia matrix, nv × nv, written completely
/// @param D_ijk  nv matrices of size nv × nv, written completely; matrix i holds row j, column k
/// @param D_i    gravity torques [N m or N], size nv, written
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void lagrange_coefficients(const Model& model, BasicLagrangeWorkspace<S>& ws, In<S> q,
                           OutMatrix<S> D_ij, std::type_identity_t<std::span<MatrixX<S>>> D_ijk,
                           Out<S> D_i);

/// H and bias of tau = H qdd + bias from these coefficients, bias = C qd + g − Jᵀ w.
///
/// @param q     joint positions  [rad or m],     size nq
/// @param qd    joint velocities [rad/s or m/s], size nv
/// @param H     nv × nv, written completely
/// @param bias  [N m or N], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void lagrange(const Model& model, BasicLagrangeWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> H,
              Out<S> bias, Wrenches<S> wrenches = {});

}  // namespace erfd
