// Scratch memory of the algorithms: one a thread, made once, never an answer.
#pragma once

#include "erfd/model/model.hpp"

#include <vector>

namespace erfd {

/// No algorithm reads a field that it has not written in the same call. All quantities in axes of
/// their own body frame unless the name says otherwise. The comment names who writes the field.
template <class S>
class BasicWorkspace {
 public:
  explicit BasicWorkspace(const Model& model);

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

  // position
  std::vector<Pose<S>> X_PB;  ///< body in its parent: all algorithms
  /// body in the world: kinematics, jacobian, energy, coriolis, external wrenches
  std::vector<Pose<S>> X_WB;
  // velocity and acceleration
  std::vector<Motion<S>> V;  ///< velocity: rnea, aba, energy, coriolis
  std::vector<Motion<S>> A;  ///< acceleration of the frame, minus gravity: rnea, aba
  // force
  std::vector<Force<S>> F;      ///< rnea: wrench from the parent on the body; aba: bias wrench β*
  std::vector<Force<S>> F_ext;  ///< wrench of the environment on the body: rnea, aba
  // inertia
  std::vector<BasicInertia<S>> I_c;  ///< composite inertia: crba
  /// aba: articulated inertia J*; coriolis: composite inertia in the world
  std::vector<Matrix6<S>> J;
  std::vector<Matrix6<S>> B;     ///< coriolis: composite velocity factor in the world
  std::vector<Motion<S>> gamma;  ///< aba: γ
  std::vector<Vector6<S>> JA;    ///< aba: J* a
  std::vector<S> H_inv;          ///< aba: 1 / (aᵀ J* a + Ia)
  std::vector<S> residual;       ///< aba: τ + aᵀ β*
  VectorX<S> zero;               ///< nv zeros, never written after set-up
  VectorX<S> with_springs;       ///< elastic_forward: torques of drives and springs
  std::vector<bool> sprung;      ///< of each body: a spring stands in its joint; from set-up
};

using Workspace = BasicWorkspace<double>;

}  // namespace erfd
