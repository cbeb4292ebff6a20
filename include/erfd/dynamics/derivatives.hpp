// How joint torques and joint accelerations change with the state: exact, O(n d).
#pragma once

#include "erfd/model/workspace.hpp"

#include <vector>

namespace erfd {

/// Scratch of the derivatives: one a thread, made once, never an answer.
template <class S>
class BasicDerivativesWorkspace {
 public:
  explicit BasicDerivativesWorkspace(const Model& model);

  /// Of one body, in world axes about the body's origin.
  struct State {
    Matrix3<S> R_WB;
    Vector3<S> p_PB;                   ///< from the parent's origin
    Vector6<S> axis, v, a;             ///< S, velocity, acceleration minus gravity
    Vector6<S> axis_rate, axis_curve;  ///< Ψ̇ = v_λ × S,  Ψ̈ = a_λ × S + v_λ × Ψ̇
    BasicInertia<S> I;                 ///< composite
    Matrix3<S> spin;                   ///< composite: upper block of 2 B
    Vector3<S> momentum;               ///< composite: linear momentum, lower block of 2 B is −2 p^
    Vector6<S> f;                      ///< composite wrench
  };
  std::vector<State> states;
  BasicWorkspace<S> page;
  VectorX<S> vector;
  MatrixX<S> H, factor;
};
using DerivativesWorkspace = BasicDerivativesWorkspace<double>;

/// Derivatives of tau(q, qd, qdd) = H qdd + C qd + g, and H = dtau/dqdd.
///
/// @param dtau_dq   nv × nv, written: row i is joint i's torque
/// @param dtau_dqd  nv × nv, written
/// @param H         nv × nv, both triangles written
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void inverse_dynamics_derivatives(const Model& model, BasicDerivativesWorkspace<S>& ws, In<S> q,
                                  In<S> qd, In<S> qdd, OutMatrix<S> dtau_dq, OutMatrix<S> dtau_dqd,
                                  OutMatrix<S> H);

/// Derivatives of qdd(q, qd, tau), by those of tau at the accelerations that tau causes:
/// dqdd/dq = −H⁻¹ dtau/dq, dqdd/dqd = −H⁻¹ dtau/dqd, dqdd/dtau = H⁻¹.
///
/// @param qdd  nv, written: the accelerations themselves
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void forward_dynamics_derivatives(const Model& model, BasicDerivativesWorkspace<S>& ws, In<S> q,
                                  In<S> qd, In<S> tau, Out<S> qdd, OutMatrix<S> dqdd_dq,
                                  OutMatrix<S> dqdd_dqd, OutMatrix<S> dqdd_dtau);

}  // namespace erfd
