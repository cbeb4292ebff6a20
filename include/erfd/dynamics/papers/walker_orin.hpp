// Inertia matrix and bias torques by the methods of Walker and Orin.
#pragma once

#include "erfd/dynamics/body_in_world.hpp"
#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <vector>

namespace erfd {

/// Body i and all that hangs on it, as one rigid body; world axes.
template <class S>
struct CompositeBody {
  double mass = 0;  ///< [kg]
  Vector3<S> c;     ///< centre of mass [m]
  Matrix3<S> I;     ///< inertia about it [kg m^2]
};

/// Scratch memory of the three methods: one a thread, made once, never an answer.
template <class S>
class BasicWalkerOrinWorkspace {
 public:
  explicit BasicWalkerOrinWorkspace(const Model& model);

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

  BasicWorkspace<S> tree;                   ///< poses, bias torques; A, F: methods 1 and 2
  std::vector<char> outward;                ///< method 2: the body moves with the joint in work
  std::vector<BodyInWorld<S>> body;         ///< method 3
  std::vector<CompositeBody<S>> composite;  ///< method 3
};

using WalkerOrinWorkspace = BasicWalkerOrinWorkspace<double>;

/// H(q) and bias C qd + g − Jᵀ w of tau = H qdd + bias: the bias by Newton-Euler at rest
/// accelerations, H column by column. Fixed bases only.
///
/// Method 1: each column is the torques of a unit acceleration, by the Newton-Euler recursion over
/// all bodies, O(n²).
///
/// @param q     joint positions  [rad or m],     size nq
/// @param qd    joint velocities [rad/s or m/s], size nv
/// @param H     nv × nv, both triangles written; entries of bodies on different branches are zero
/// @param bias  torques at zero accelerations [N m or N], size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong or the base is free. Never allocates otherwise.
template <class S>
void walker_orin_1(const Model& model, BasicWalkerOrinWorkspace<S>& ws, In<S> q, In<S> qd,
                   OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches = {});

/// Method 2: as method 1, over the bodies outward of the joint alone; the rest is symmetry.
template <class S>
void walker_orin_2(const Model& model, BasicWalkerOrinWorkspace<S>& ws, In<S> q, In<S> qd,
                   OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches = {});

/// Method 3: the bodies outward of the joint are one composite rigid body, whose wrench is carried
/// to the ancestors, O(n d) with d the depth of the tree.
template <class S>
void walker_orin_3(const Model& model, BasicWalkerOrinWorkspace<S>& ws, In<S> q, In<S> qd,
                   OutMatrix<S> H, Out<S> bias, Wrenches<S> wrenches = {});

}  // namespace erfd
