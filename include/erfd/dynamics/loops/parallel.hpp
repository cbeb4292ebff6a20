// Parallel robots: a platform that several legs carry. The loops are solved leg by leg, in the
// coordinates of the platform.
#pragma once

#include "erfd/dynamics/engine.hpp"
#include "erfd/model/workspace.hpp"

#include <span>

namespace erfd {

/// One leg: a branch from the ground, closed at the platform by one cut joint that takes as many
/// freedoms as the leg has.
struct ParallelLeg {
  std::vector<int> joints;  ///< indices into q, from the ground up
  int cut = 0;              ///< index into Model::constraints()
  int first_row = 0;        ///< of the cut joint among all rows
};

/// Which joints belong to what. All indices into q and qd.
struct ParallelStructure {
  std::vector<int> platform;  ///< passive joints that carry the platform itself, from the ground up
  std::vector<ParallelLeg> legs;
  std::vector<int> active;  ///< as many as the platform has freedoms
};

/// @throws Error that says in what the robot is no parallel robot: it has a fixed base; every loop
/// joins one leg to the platform; the platform hangs on passive joints of its own, one a freedom.
ParallelStructure parallel_structure(const Model& model);

/// Scratch memory, made once.
template <class S>
struct BasicParallelWorkspace {
  ParallelStructure structure;
  BasicEngine<S> engine;
  BasicEngineWorkspace<S> fast;
  BasicWorkspace<S> tree;
  std::vector<Pose<S>> X_WB;
  MatrixX<S> J;         ///< constraints
  MatrixX<S> K;         ///< qd = K xd
  MatrixX<S> leg;       ///< J_i of one leg and its right sides
  MatrixX<S> H, HK, A;  ///< of the tree; H K; inertia in the platform's coordinates
  MatrixX<S> square;    ///< of the size of the platform
  VectorX<S> rows, v1, v2, v3, small;

  explicit BasicParallelWorkspace(const Model& model);
};
using ParallelWorkspace = BasicParallelWorkspace<double>;

/// Velocities and accelerations of the legs from those of the platform, which stand in its entries.
/// @throws Error naming a leg that is stretched out or otherwise singular
template <class S>
void parallel_velocity(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, Out<S> qd);
template <class S>
void parallel_acceleration(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, In<S> qd,
                           Out<S> qdd);

/// Torques of the active joints for a motion that keeps the loops closed.
///
/// @param platform_force  generalized force that would move all at the platform's own joints, size
/// of the platform, written: the bracket of [K10] (66) in these coordinates
/// @param tau  size active, written
/// @throws Error where the active joints do not rule the platform
template <class S>
void parallel_inverse_dynamics(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, In<S> qd,
                               In<S> qdd, Out<S> platform_force, Out<S> tau,
                               Wrenches<S> wrenches = {});

/// Accelerations of all joints under torques of the active ones.
template <class S>
void parallel_forward_dynamics(const Model& model, BasicParallelWorkspace<S>& ws, In<S> q, In<S> qd,
                               In<S> tau, Out<S> qdd, Wrenches<S> wrenches = {},
                               std::span<const double> armature = {});

/// Leg positions in closed form from those of the platform in q, each leg on the branch on which q
/// has it. For legs with two turns whose axes meet and a third joint, ending in a spherical cut
/// joint: UPS, RUS.
/// @return false, and which leg, where a leg does not reach; q is then partly written
struct LegReach {
  bool reached = true;
  int leg = -1;
};
LegReach parallel_inverse_kinematics(const Model& model, ParallelWorkspace& ws,
                                     Eigen::Ref<VectorX<double>> q);

/// The platform from the active joints: Newton on the closed form of the legs, from the platform of
/// q, whose branch it continues.
struct PlatformClosure {
  bool closed = false;
  int iterations = 0;
  double gap = 0;  ///< largest error of an active joint [rad or m]
};
PlatformClosure parallel_forward_kinematics(const Model& model, ParallelWorkspace& ws,
                                            const VectorX<double>& active_positions,
                                            Eigen::Ref<VectorX<double>> q);

}  // namespace erfd
