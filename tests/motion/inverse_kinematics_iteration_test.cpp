// Robots without a closed form.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

#include "motion/random_wrist_arm.hpp"
#include "support/random_robot.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi;

double difference(const Pose<double>& a, const Pose<double>& b) {
  const auto q = quaternion_of(a.R * b.R.transpose());
  return std::max((a.p - b.p).norm(), 2 * std::atan2(std::hypot(q[1], q[2], q[3]), q[0]));
}

VectorX<double> random_posture(const Model& model, std::mt19937& rng) {
  VectorX<double> q(model.nq());
  for (const Body& body : model.bodies()) {
    const double half = body.kind == JointKind::revolute ? pi : 0.5;
    q[body.q_index] =
        uniform(rng, std::max(body.limits.lower, -half), std::min(body.limits.upper, half));
  }
  return q;
}

VectorX<double> near(const VectorX<double>& q, double width, std::mt19937& rng) {
  return q + random_vector(static_cast<int>(q.size()), rng, width);
}

void expect_reached(const Model& model, int poses, unsigned seed) {
  const InverseKinematics ik(model);
  ASSERT_FALSE(ik.is_closed_form());
  Workspace ws(model);
  std::mt19937 rng(seed);
  for (int k = 0; k < poses; ++k) {
    const VectorX<double> q = random_posture(model, rng);
    const Pose<double> X = frame_pose(model, ws, q, ik.flange());
    const IkResult found = ik.nearest(X, near(q, 0.5, rng));
    ASSERT_TRUE(found.ok()) << model.name() << " pose " << k << ", left " << found.distance
                            << " m, " << found.angle << " rad, q " << q.transpose();
    EXPECT_LE(difference(frame_pose(model, ws, found.q, ik.flange()), X), 2e-10);
    for (const Body& body : model.bodies()) {
      EXPECT_LE(found.q[body.q_index], body.limits.upper);
      EXPECT_GE(found.q[body.q_index], body.limits.lower);
    }
  }
}

TEST(InverseKinematicsIteration, ReachesPosesOfAScara) {
  expect_reached(load_robot("scara"), 40, 1);
}
TEST(InverseKinematicsIteration, ReachesPosesOfTheStanfordArm) {
  expect_reached(load_robot("stanford"), 40, 2);
}
TEST(InverseKinematicsIteration, ReachesPosesOfFiveAxes) {
  expect_reached(load_robot("irb6"), 40, 3);
}
TEST(InverseKinematicsIteration, ReachesPosesOfSevenSkewAxes) {
  std::mt19937 rng(4);
  expect_reached(random_robot({.joints = 7, .branching = 0, .prismatic = 0}, rng), 20, 4);
}
TEST(InverseKinematicsIteration, ReachesPosesAtTheEndOfABranch) {
  std::mt19937 rng(5);
  expect_reached(random_robot({.joints = 8, .branching = 0.3, .prismatic = 0.2}, rng), 20, 5);
}
TEST(InverseKinematicsIteration, ReachesPosesOfScrews) {
  std::mt19937 rng(6);
  expect_reached(random_robot({.joints = 7, .branching = 0, .prismatic = 0.1, .helical = 0.4}, rng),
                 20, 6);
}

TEST(InverseKinematicsIteration, StaysInTheBranchOfItsStartLikeTheClosedForm) {
  // The closed form as judge: a seventh, idle body of no consequence takes the arm out of the family.
  const Model lola = load_robot("lola15");
  Model::Parts parts = lola.parts();
  Body idle = parts.bodies.back();
  idle.name = idle.joint = "idle";
  idle.parent = {-1};
  parts.bodies.insert(parts.bodies.begin(), idle);
  for (std::size_t i = 1; i < parts.bodies.size(); ++i)
    parts.bodies[i].parent = {i == 1 ? -1 : static_cast<int>(i) - 1};
  for (Frame& frame : parts.frames) ++frame.body.value;
  const InverseKinematics iteration{Model(std::move(parts))}, closed(lola);
  ASSERT_FALSE(iteration.is_closed_form());
  Workspace ws(lola);
  std::mt19937 rng(6);
  for (int k = 0; k < 40; ++k) {
    const VectorX<double> q = random_vector(6, rng, pi);
    const auto clear = closed.clearance(q);
    if (std::min({clear.wrist, clear.elbow, clear.shoulder}) < 0.2) continue;
    const Pose<double> X = frame_pose(lola, ws, q, closed.flange());
    VectorX<double> start(7);
    start << 0.7, near(q, 0.02, rng);
    const IkResult found = iteration.nearest(X, start);
    ASSERT_TRUE(found.ok());
    EXPECT_LE((found.q.tail(6) - q).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_NEAR(found.q[0], 0.7, 1e-9);
  }
}

TEST(InverseKinematicsIteration, TellsWhatIsLeftWhereAxesAreMissing) {
  // A SCARA keeps its tool upright: a tilt of 0.1 rad stays, and the best compromise is no answer.
  const Model scara = load_robot("scara");
  const InverseKinematics ik(scara);
  Workspace ws(scara);
  VectorX<double> q(4);
  q << 0.3, 0.5, 0.1, 0.2;
  Pose<double> X = frame_pose(scara, ws, q, ik.flange());
  X.R = X.R * rotation_x(0.1);
  const IkResult found = ik.nearest(X, q);
  EXPECT_EQ(found.status, IkStatus::not_converged);
  EXPECT_NEAR(found.angle, 0.1, 1e-6);
  EXPECT_LE(found.distance, 1e-6);
}

TEST(InverseKinematicsIteration, TellsTheDistanceLeftBeyondTheReach) {
  const Model scara = load_robot("scara");
  const InverseKinematics ik(scara);
  Workspace ws(scara);
  const VectorX<double> q = VectorX<double>::Zero(4);
  Pose<double> X = frame_pose(scara, ws, q, ik.flange());
  X.p.x() += 0.05;  // stretched at zero: 0.6 m
  const IkResult found = ik.nearest(X, q);
  EXPECT_EQ(found.status, IkStatus::not_converged);
  EXPECT_NEAR(found.distance, 0.05, 1e-6);
}

TEST(InverseKinematicsIteration, NamesTheJointThatWouldHaveToLeaveItsRange) {
  const Model scara = load_robot("scara");  // axis 3: 0 to 0.21 m
  const InverseKinematics ik(scara);
  Workspace ws(scara);
  VectorX<double> q(4);
  q << 0.3, 0.5, 0.25, 0.2;
  const Pose<double> X = frame_pose(scara, ws, q, ik.flange());
  const IkResult found = ik.nearest(X, VectorX<double>::Zero(4));
  EXPECT_EQ(found.status, IkStatus::joint_limit);
  EXPECT_EQ(found.joint, 2);
  EXPECT_NEAR(found.distance, 0.04, 1e-9);
}

}  // namespace
}  // namespace erfd::test
