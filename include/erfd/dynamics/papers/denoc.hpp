// Forward dynamics by the decoupled natural orthogonal complement: H = U D Uᵀ, factor by factor.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <vector>

namespace erfd {

/// Symmetric 6×6 mass matrix about the origin of a link, by the blocks of [MS07]: force = vv · v̇ +
/// vw · ω̇, moment = vwᵀ · v̇ + ww · ω̇.
template <class S>
struct MassMatrix {
  Matrix3<S> vv;  ///< [kg], symmetric
  Matrix3<S> vw;  ///< [kg m]
  Matrix3<S> ww;  ///< [kg m^2], symmetric
};

/// Scratch of denoc() and denoc_factors(), one a thread. All in axes of the body, at its origin.
template <class S>
class BasicDenocWorkspace {
 public:
  explicit BasicDenocWorkspace(const Model& model);

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

  BasicWorkspace<S> tree;            ///< poses, and the scratch of the bias
  VectorX<S> phi;                    ///< φ, then φ̂
  std::vector<MassMatrix<S>> M_hat;  ///< M̂: mass matrix of the articulated body
  std::vector<Force<S>> psi;         ///< ψ = ψ̂ / m̂
  std::vector<S> m_hat;              ///< m̂, the diagonal of D
  std::vector<Force<S>> eta;         ///< sum of η_{i,k} of the children, then η_i
  std::vector<Motion<S>> mu;         ///< μ
};

using DenocWorkspace = BasicDenocWorkspace<double>;

/// Solves H(q) qdd = tau − C(q, qd) qd − g(q) + Jᵀ w for qdd in O(n): bias by Newton-Euler, then
/// the recursive solution with H = U D Uᵀ. Trees with revolute and prismatic joints on a fixed
/// base.
///
/// @param q    joint positions     [rad or m],         size nq
/// @param qd   joint velocities    [rad/s or m/s],     size nv
/// @param tau  joint torques       [N m or N],         size nv
/// @param qdd  joint accelerations [rad/s^2 or m/s^2], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void denoc(const Model& model, BasicDenocWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau, Out<S> qdd,
           Wrenches<S> wrenches = {});

/// The factors of the joint-space inertia matrix: H = U diag(D) Uᵀ, O(n d) with d the depth.
///
/// @param q  joint positions [rad or m], size nq
/// @param U  nv × nv, written: ones on the diagonal, zeros below it and between branches
/// @param D  size nv, written: positive [kg m^2 or kg]
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void denoc_factors(const Model& model, BasicDenocWorkspace<S>& ws, In<S> q, OutMatrix<S> U,
                   Out<S> D);

}  // namespace erfd
