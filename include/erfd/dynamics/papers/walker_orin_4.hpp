// Forward dynamics without an inertia matrix: conjugate gradients on Newton-Euler.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

namespace erfd {

/// Scratch memory of walker_orin_4(): one a thread, made once, never an answer.
template <class S>
class BasicConjugateWorkspace {
 public:
  explicit BasicConjugateWorkspace(const Model& model);

  BasicWorkspace<S> tree;  ///< poses; A, F of the products
  VectorX<S> bias, residual, direction, H_direction;
};

/// Solves H(q) qdd = tau − bias for qdd by the conjugate gradient method; the product of H with a vector is one
/// Newton-Euler recursion, O(n), and H is never formed. Fixed bases only.
///
/// In exact arithmetic the number of iterations is at most that of the joints. It goes on until the residual
/// is one of rounding, so that an ill-conditioned robot takes more.
///
/// @param q    joint positions  [rad or m],     size nq
/// @param qd   joint velocities [rad/s or m/s], size nv
/// @param tau  joint torques    [N m or N],     size nv
/// @param qdd  [rad/s^2 or m/s^2], size nv, written
/// @returns    the number of iterations
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
int walker_orin_4(const Model& model, BasicConjugateWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau,
                  Out<S> qdd, Wrenches<S> wrenches = {});

}  // namespace erfd
