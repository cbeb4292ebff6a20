// Robots with closed loops at random: ugly on purpose.
#pragma once

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/closure.hpp"

#include "support/random_robot.hpp"

#include <algorithm>

#include <Eigen/QR>

namespace erfd::test {

/// A robot and a position at which its loops are closed.
struct LoopMechanism {
  Model model;
  VectorX<double> q;
};

/// Marks as passive as many joints as the constraints can hold, the best conditioned ones.
inline Model with_passive_joints(const Model& tree, const VectorX<double>& q) {
  LoopWorkspace ws(tree);
  MatrixX<double> J(tree.constraint_rows(), tree.nv());
  constraint_jacobian(tree, ws, q, J);
  const int base = tree.has_free_base() ? 6 : 0;
  Eigen::ColPivHouseholderQR<MatrixX<double>> qr(J.rightCols(tree.nv() - base));
  qr.setThreshold(1e-9);
  Model::Parts parts = tree.parts();
  for (Body& body : parts.bodies) body.passive = false;
  for (Eigen::Index k = 0; k < qr.rank(); ++k) {
    const auto joint = static_cast<std::size_t>(qr.colsPermutation().indices()[k]);
    parts.bodies[joint + (base > 0 ? 1 : 0)].passive = true;
  }
  return Model(std::move(parts));
}

/// Joins two bodies (-1: the ground) by a cut joint whose frames meet at q, turned at random.
inline void close_between(Model::Parts& parts, const std::vector<Pose<double>>& X_WB, int a, int b,
                          CutKind kind, const Pose<double>& X_WF) {
  const auto in = [&](int body) {
    return body < 0 ? X_WF : X_WB[static_cast<std::size_t>(body)].inverse() * X_WF;
  };
  Pose<double> X_WG = X_WF;
  if (kind == CutKind::universal)  // z of G is the second axis of the cross
    X_WG.R = X_WF.R * rotation_x(1.5707963267948966);
  const Pose<double> X_BG = b < 0 ? X_WG : X_WB[static_cast<std::size_t>(b)].inverse() * X_WG;
  parts.constraints.push_back(
      {"loop" + std::to_string(parts.constraints.size() + 1), kind, {a}, {b}, in(a), X_BG});
}

inline Pose<double> random_pose(std::mt19937& rng) {
  const VectorX<double> r = random_vector(4, rng), p = random_vector(3, rng);
  return {rotation_of_quaternion(r[0], r[1], r[2], r[3]), p};
}

/// A random tree with one or two loops of kinds that leave it at least one freedom. `redundant`
/// repeats a loop at the same place.
inline LoopMechanism random_loop_mechanism(std::mt19937& rng, bool redundant, bool free_base) {
  for (;;) {
    const int joints = std::uniform_int_distribution<int>(5, 12)(rng);
    const Model tree = random_robot({.joints = joints,
                                     .branching = 0.6,
                                     .prismatic = 0.25,
                                     .helical = 0.1,
                                     .free_base = free_base},
                                    rng);
    const VectorX<double> q = random_state(tree, rng).q;
    Workspace ws(tree);
    std::vector<Pose<double>> X_WB(static_cast<std::size_t>(tree.body_count()));
    body_poses<double>(tree, ws, q, X_WB);
    Model::Parts parts = tree.parts();
    const int loops = std::uniform_int_distribution<int>(1, 2)(rng);
    std::uniform_int_distribution<int> any_body(-1, tree.body_count() - 1), any_kind(0, 5);
    for (int k = 0; k < loops; ++k) {
      const int a = any_body(rng), b = any_body(rng);
      if (a == b) continue;
      const auto kind = static_cast<CutKind>(any_kind(rng));
      const Pose<double> X_WF = random_pose(rng);
      close_between(parts, X_WB, a, b, kind, X_WF);
      if (redundant) close_between(parts, X_WB, a, b, CutKind::spherical, X_WF);
    }
    if (parts.constraints.empty()) continue;
    const Model model = with_passive_joints(Model(std::move(parts)), q);
    BasicLoopWorkspace<double> loop_ws(model);
    const LoopMobility mobility = loop_mobility(model, loop_ws, q);
    if (mobility.freedoms > (free_base ? 6 : 0) && mobility.regular()) return {model, q};
  }
}

/// Chains in one plane, tilted in space, closed by pins: every pin has five rows of rank two.
inline LoopMechanism random_planar_mechanism(std::mt19937& rng) {
  for (;;) {
    Model::Parts parts;
    parts.name = "planar";
    const Vector3<double> g = random_vector(3, rng, 10);
    parts.gravity = g;
    const Pose<double> tilt{random_pose(rng).R, Vector3<double>::Zero()};
    const int joints = std::uniform_int_distribution<int>(3, 9)(rng);
    for (int i = 0; i < joints; ++i) {
      Body body;
      body.name = body.joint = "b" + std::to_string(i);
      body.parent = {std::uniform_int_distribution<int>(-1, i - 1)(rng)};
      const Vector3<double> at = random_vector(3, rng);
      const Pose<double> placed{rotation_z(uniform(rng, -3, 3)), at};
      body.X_PB0 = body.parent.is_world() ? tilt * placed : placed;
      const double m = uniform(rng, 0.5, 3);
      const Vector3<double> com = random_vector(3, rng, 0.4);
      body.I_B = Inertia::about_com(m, com, Matrix3<double>::Identity() * (0.1 * m));
      parts.bodies.push_back(body);
    }
    const Model tree(parts);
    const VectorX<double> q = random_state(tree, rng).q;
    Workspace ws(tree);
    std::vector<Pose<double>> X_WB(static_cast<std::size_t>(joints));
    body_poses<double>(tree, ws, q, X_WB);
    const int loops = std::uniform_int_distribution<int>(1, 2)(rng);
    for (int k = 0; k < loops; ++k) {
      const int a = std::uniform_int_distribution<int>(-1, joints - 1)(rng),
                b = std::uniform_int_distribution<int>(0, joints - 1)(rng);
      if (a == b) continue;
      const Vector3<double> at = random_vector(3, rng);
      close_between(parts, X_WB, a, b, CutKind::revolute, {tilt.R, at});
    }
    if (parts.constraints.empty()) continue;
    const Model model = with_passive_joints(Model(std::move(parts)), q);
    LoopWorkspace loop_ws(model);
    const LoopMobility mobility = loop_mobility(model, loop_ws, q);
    if (mobility.freedoms > 0 && mobility.regular()) return {model, q};
  }
}

/// A motion that keeps the loops closed.
inline State random_loop_state(const LoopMechanism& m, std::mt19937& rng) {
  State s = random_state(m.model, rng);
  s.q = m.q;
  LoopWorkspace ws(m.model);
  close_velocity(m.model, ws, s.q, s.qd);
  close_acceleration(m.model, ws, s.q, s.qd, s.qdd);
  for (const int p : ws.passive()) s.tau[p] = 0;
  return s;
}

}  // namespace erfd::test
