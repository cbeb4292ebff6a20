// Reach, singularities, whole turns and ranges.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

#include "motion/random_wrist_arm.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi, degree = pi / 180;

struct Arm {
  explicit Arm(Model m) : model(std::move(m)), ws(model), ik(model) {}
  Pose<double> at(const VectorX<double>& q) { return frame_pose(model, ws, q, ik.flange()); }
  Model model;
  Workspace ws;
  InverseKinematics ik;
};

double difference(const Pose<double>& a, const Pose<double>& b) {
  const auto q = quaternion_of(a.R * b.R.transpose());
  return std::max((a.p - b.p).norm(), 2 * std::atan2(std::hypot(q[1], q[2], q[3]), q[0]));
}

VectorX<double> degrees(std::initializer_list<double> values) {
  VectorX<double> q(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (const double v : values) q[i++] = v * degree;
  return q;
}

TEST(InverseKinematicsReach, TellsByHowMuchTheArmIsTooShort) {
  Arm lola(load_robot("lola15"));
  const double reach = 0.2 + 0.6 + std::hypot(0.115, 0.825);  // a1 + a2 + hypot(a3, d4)
  const IkResult far = lola.ik.nearest({Matrix3<double>::Identity(), {reach + 0.05, 0, 0}},
                                       VectorX<double>::Zero(6));
  EXPECT_EQ(far.status, IkStatus::out_of_reach);
  EXPECT_EQ(far.part, ArmPart::elbow);
  EXPECT_NEAR(far.distance, 0.05, 1e-12);
  EXPECT_LE(far.angle, 1e-10);
  EXPECT_NEAR(lola.at(far.q).p.x(), reach, 1e-12);
}

TEST(InverseKinematicsReach, TellsByHowMuchThePoseIsTooNear) {
  Arm puma(load_robot("puma560"));
  // On axis 1; the arm's plane passes it at d3 = 0.15005 m.
  const IkResult near =
      puma.ik.nearest({Matrix3<double>::Identity(), {0, 0, 1.2}}, VectorX<double>::Zero(6));
  EXPECT_EQ(near.status, IkStatus::out_of_reach);
  EXPECT_EQ(near.part, ArmPart::shoulder);
  EXPECT_NEAR(near.distance, 0.15005, 1e-12);

  Arm irb(load_robot("irb140"));
  // The folded arm leaves 20 mm (0.38 − 0.36) about axis 2, which stands at x = 0.07, z = 0.352.
  const Vector3<double> wrist(0.075, 0, 0.352);
  const IkResult folded =
      irb.ik.in_branch({Matrix3<double>::Identity(), wrist + Vector3<double>(0, 0, 0.065)},
                       {1, 1, 1}, VectorX<double>::Zero(6));
  EXPECT_EQ(folded.status, IkStatus::out_of_reach);
  EXPECT_EQ(folded.part, ArmPart::elbow);
  EXPECT_NEAR(folded.distance, 0.015, 1e-12);
}

TEST(InverseKinematicsReach, NoPostureComesNearerThanTheDistanceTold) {
  std::mt19937 rng(12);
  int outside = 0;
  for (const char* name : {"lola15", "irb140", "puma560", "manutec_r3"}) {
    Arm arm(load_robot(name));
    // The flange at the wrist centre: its distance does not depend on q4, q5, q6.
    Model::Parts parts = arm.model.parts();
    Workspace& ws = arm.ws;
    std::vector<Pose<double>> X_WB(6);
    body_poses(arm.model, ws, arm.model.neutral(), X_WB);
    const Pose<double> X_W5 = X_WB[4], X_W6 = X_WB[5];
    for (Frame& frame : parts.frames)
      if (frame.body.value == 5)
        frame.X_BF = {Matrix3<double>::Identity(), X_W6.inverse() * X_W5.p};
    Arm centred(Model(std::move(parts)));
    std::vector<Vector3<double>> places;
    for (int k = 0; k < 20000; ++k) places.push_back(centred.at(random_vector(6, rng, pi)).p);
    for (int k = 0; k < 60; ++k) {
      const Pose<double> X = random_pose(rng, 3);
      const IkResult found = centred.ik.nearest(X, VectorX<double>::Zero(6));
      if (found.status != IkStatus::out_of_reach) continue;
      ++outside;
      for (const Vector3<double>& place : places)
        ASSERT_GE((place - X.p).norm(), found.distance - 1e-9) << name;
      EXPECT_NEAR((centred.at(found.q).p - X.p).norm(), found.distance, 1e-12);
    }
  }
  EXPECT_GE(outside, 60);
}

TEST(InverseKinematicsReach, TellsByWhichAngleAnObliqueWristMisses) {
  std::mt19937 rng(13);
  int missed = 0;
  for (int k = 0; k < 40; ++k) {
    Arm arm(random_wrist_arm({ArmKind::parallel_2_3, true, false}, rng));
    const VectorX<double> q = random_vector(6, rng, pi);
    const Pose<double> X{random_pose(rng, 1).R, arm.at(q).p};
    const IkResult found = arm.ik.in_branch(X, arm.ik.branch_of(q), q);
    ASSERT_TRUE(found.q.allFinite());
    if (found.status != IkStatus::out_of_reach || found.part != ArmPart::wrist) continue;
    ++missed;
    EXPECT_GT(found.angle, 0);
    EXPECT_NEAR(found.angle, difference({arm.at(found.q).R, X.p}, X), 1e-9);
  }
  EXPECT_GT(missed, 0);
}

TEST(InverseKinematicsReach, StaysExactUpToEverySingularity) {
  std::mt19937 rng(14);
  for (const char* name : {"lola15", "irb140", "puma560", "manutec_r3"}) {
    Arm arm(load_robot(name));
    for (int k = 0; k < 400; ++k) {
      const double small = k % 20 == 0 ? 0 : std::pow(10, -uniform(rng, 1, 17));
      VectorX<double> q = random_vector(6, rng, pi);
      // Wrist bent by `small`; q5 = 0 or π, whichever is stretched on this robot, is singular.
      q[4] = small + (k % 2 == 0 ? 0 : pi);
      if (k % 3 == 0) {  // and the arm stretched: where the reach of q3 is largest or smallest
        double low = -pi, best = 0;
        for (int i = 0; i < 3; ++i) {
          double least = 10;
          const double width = std::pow(0.02, i) * pi;
          for (int j = -100; j <= 100; ++j) {
            VectorX<double> t = q;
            t[2] = (i == 0 ? 0 : low) + width * j / 100;
            const double elbow = arm.ik.clearance(t).elbow;
            if (elbow < least) {
              least = elbow;
              best = t[2];
            }
          }
          low = best;
        }
        q[2] = low + small;
      }
      const Pose<double> X = arm.at(q);
      std::vector<IkSolution> solutions;
      arm.ik.all(X, solutions);
      ASSERT_GE(solutions.size(), 2U) << name << " sample " << k;
      for (const IkSolution& s : solutions)
        EXPECT_LE(difference(arm.at(s.q), X), 3e-10) << name << " sample " << k << " " << small;
    }
  }
}

TEST(InverseKinematicsReach, StaysExactWithTheWristCentreNearTheFirstAxis) {
  Arm lola(load_robot("lola15"));
  std::mt19937 rng(15);
  for (int k = 0; k < 200; ++k) {
    Pose<double> X = random_pose(rng, 0);
    const double small = k % 10 == 0 ? 0 : std::pow(10, -uniform(rng, 1, 17));
    X.p = {small * std::cos(k), small * std::sin(k), 1.0};
    std::vector<IkSolution> solutions;
    lola.ik.all(X, solutions);
    ASSERT_EQ(solutions.size(), 8U);
    for (const IkSolution& s : solutions) EXPECT_LE(difference(lola.at(s.q), X), 3e-10);
  }
}

TEST(InverseKinematicsReach, LeavesAxesThatThePoseDoesNotFixWhereTheyWere) {
  Arm lola(load_robot("lola15"));
  const Pose<double> stretched = lola.at(degrees({10, 20, 30, 0, 0, 50}));
  const VectorX<double> near = degrees({12, 18, 33, 200, 2, -100});
  const IkResult wrist = lola.ik.nearest(stretched, near);
  EXPECT_EQ(wrist.status, IkStatus::singular);
  EXPECT_EQ(wrist.part, ArmPart::wrist);
  EXPECT_NEAR(wrist.q[3], near[3], 1e-12);
  EXPECT_LE(difference(lola.at(wrist.q), stretched), 1e-10);

  const Pose<double> above{rotation_y(0.3), {0, 0, 1.0}};
  const IkResult shoulder = lola.ik.in_branch(above, {1, -1, 1}, near);
  EXPECT_EQ(shoulder.status, IkStatus::singular);
  EXPECT_EQ(shoulder.part, ArmPart::shoulder);
  EXPECT_NEAR(shoulder.q[0], near[0], 1e-12);
  EXPECT_LE(difference(lola.at(shoulder.q), above), 1e-10);
}

TEST(InverseKinematicsLimits, TurnsAxesByWholeTurnsTowardsTheGivenPosture) {
  Arm puma(load_robot("puma560"));  // axis 4: ±266 deg
  const VectorX<double> q = degrees({10, 20, -60, 100, 40, 50});
  const Branch branch = puma.ik.branch_of(q);
  const auto fourth = [&](double near) {
    VectorX<double> q_near = q;
    q_near[3] = near * degree;
    const IkResult found = puma.ik.in_branch(puma.at(q), branch, q_near);
    EXPECT_TRUE(found.ok());
    return found.q[3] / degree;
  };
  EXPECT_NEAR(fourth(-250), -260, 1e-9);
  EXPECT_NEAR(fourth(0), 100, 1e-9);
  EXPECT_NEAR(fourth(500), 100, 1e-9);    // 460 is outside
  EXPECT_NEAR(fourth(-900), -260, 1e-9);  // -980 and -620 are outside
}

TEST(InverseKinematicsLimits, NamesTheJointAndByHowMuchItIsOutside) {
  Arm puma(load_robot("puma560"));  // axis 2: ±110 deg, axis 5: ±100 deg
  const VectorX<double> q = degrees({10, 115, -60, 100, 40, 50});
  const IkResult found = puma.ik.in_branch(puma.at(q), puma.ik.branch_of(q), q);
  EXPECT_EQ(found.status, IkStatus::joint_limit);
  EXPECT_EQ(found.joint, 1);
  EXPECT_NEAR(found.distance, 5 * degree, 1e-10);
  EXPECT_NEAR(found.q[1], q[1], 1e-10);
}

TEST(InverseKinematicsLimits, StandsExactlyAtTheEndOfARange) {
  Arm puma(load_robot("puma560"));
  const VectorX<double> q = degrees({160, 110, -135, 266, 100, -266});
  const IkResult found = puma.ik.nearest(puma.at(q), q);
  ASSERT_TRUE(found.ok());
  for (const Body& body : puma.model.bodies()) {
    EXPECT_LE(found.q[body.q_index], body.limits.upper);
    EXPECT_GE(found.q[body.q_index], body.limits.lower);
  }
  EXPECT_LE((found.q - q).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(InverseKinematicsLimits, NearestNeedsTheLeastTimeOfAllBranches) {
  Arm lola(load_robot("lola15"));
  std::mt19937 rng(16);
  std::vector<IkSolution> solutions;
  for (int k = 0; k < 200; ++k) {
    const VectorX<double> q_near = random_vector(6, rng, 2 * pi);
    const Pose<double> X = lola.at(random_vector(6, rng, pi));
    lola.ik.all(X, solutions);
    const auto time = [&](const VectorX<double>& q) {
      double longest = 0;
      for (int i = 0; i < 6; ++i)
        longest = std::max(longest, std::abs(std::remainder(q[i] - q_near[i], 2 * pi)) /
                                        lola.model.body({i}).limits.speed);
      return longest;
    };
    double least = 1e9;
    for (const IkSolution& s : solutions) least = std::min(least, time(s.q));
    const IkResult found = lola.ik.nearest(X, q_near);
    ASSERT_TRUE(found.ok());
    EXPECT_NEAR(time(found.q), least, 1e-9);
    EXPECT_LE((found.q - q_near).cwiseAbs().maxCoeff(), pi + 1e-9);
    EXPECT_LE(difference(lola.at(found.q), X), 1e-10);
  }
}

}  // namespace
}  // namespace erfd::test
