// G profiles: what the pilot feels, from where he is alone: second differences of world positions.
#include "erfd/motion/g_profile.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"

#include "support/message_of.hpp"
#include "support/source_tree.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Model robot_named(const std::string& name) {
  return load_robot(source_tree("robots/" + name + ".toml"));
}

/// A pilot in the gimbal centre, where the profile is to hold.
Model with_pilot_in_the_centre(const Model& robot) {
  Model::Parts parts = robot.parts();
  parts.sensors.front().X_BS.p.setZero();
  return Model(parts);
}

GProfile profile_to(double level, double rate) {
  GProfile profile;
  profile.file = "p.toml";
  profile.stages = {{level, rate, 3, 7}, {2, rate, 2, 12}};
  return profile;
}

/// Specific force of a sensor in its axes, samples k − 1 to k + 1.
Vector3<double> measured(const Model& robot, const GMotion& motion, std::size_t k, double period) {
  const Sensor& sensor = robot.sensors()[static_cast<std::size_t>(motion.sensor)];
  Workspace ws(robot);
  std::vector<Pose<double>> X_WB(robot.bodies().size());
  const auto pose = [&](std::size_t i) {
    body_poses<double>(robot, ws, motion.motion.states[i].q, X_WB);
    return X_WB[static_cast<std::size_t>(sensor.body.value)] * sensor.X_BS;
  };
  const Pose<double> a = pose(k - 1), b = pose(k), c = pose(k + 1);
  return b.R.transpose() * ((c.p - 2 * b.p + a.p) / (period * period) - robot.gravity());
}

class Machines : public ::testing::TestWithParam<const char*> {};

TEST_P(Machines, TheResultantLiesAlongThePilotsZAndHasItsLevel) {
  const Model robot = with_pilot_in_the_centre(robot_named(GetParam()));
  const double period = 0.002;
  const double level = std::string(GetParam()) == "centrifuge3" ? 6 : 2.2, rate = 0.4;
  const GMotion motion = plan_g_profile(profile_to(level, rate), robot, period);
  double off_axis = 0, off_steady = 0, below = 0, largest = 0;
  for (std::size_t k = 1; k + 1 < motion.motion.states.size(); k += 7) {
    const Vector3<double> f = measured(robot, motion, k, period) / standard_gravity;
    const auto column = static_cast<Eigen::Index>(k);
    // What felt() says is what positions say: Gx, Gy, −z.
    const Vector3<double> said = motion.felt.col(column).head<3>() / standard_gravity;
    EXPECT_NEAR((said - Vector3<double>(f.x(), f.y(), -f.z())).norm(), 0, 2e-5 * (1 + f.norm()))
        << k;
    off_axis = std::max(off_axis, std::hypot(f.x(), f.y()));
    largest = std::max(largest, -f.z());
    const double wanted = motion.wanted[column];
    if (std::isnan(wanted)) continue;
    below = std::max(below, wanted - -f.z());
    const bool steady = motion.wanted[column + 1] == wanted && motion.wanted[column - 1] == wanted;
    if (steady) off_steady = std::max(off_steady, std::abs(-f.z() - wanted));
  }
  std::printf(
      "        %s: off the axis %.2g g, off the level %.2g g where it stands, largest %.4f g\n",
      GetParam(), off_axis, off_steady, largest);
  EXPECT_LT(off_axis, 2e-4);  // differences over 2 ms
  EXPECT_LT(off_steady, 2e-4);
  EXPECT_LT(below, 2e-4);  // the tangential acceleration only adds
  EXPECT_LT(largest, level + 0.2);
}

TEST_P(Machines, AHeadBesideTheGimbalCentreHasItsLevelWhereverThatStands) {
  const Model robot = robot_named(GetParam());
  const double period = 0.002;
  const GMotion motion = plan_g_profile(profile_to(2.2, 0.4), robot, period);
  double off = 0, off_changing = 0;
  int standing = 0;
  for (std::size_t k = 1; k + 1 < motion.motion.states.size(); k += 11) {
    const Vector3<double> f = measured(robot, motion, k, period) / standard_gravity;
    const auto column = static_cast<Eigen::Index>(k);
    const double wanted = motion.wanted[column];
    if (std::isnan(wanted)) continue;
    const double distance =
        (f + Vector3<double>(0, 0, wanted)).norm();  // z points down to the seat
    const bool stands = motion.wanted[column + 1] == wanted && motion.wanted[column - 1] == wanted;
    (stands ? off : off_changing) = std::max(stands ? off : off_changing, distance);
    standing += stands;
  }
  std::printf("        %s: off the level %.2g g where it stands, %.2g g where it changes\n",
              GetParam(), off, off_changing);
  EXPECT_GT(standing, 300);
  EXPECT_LT(off, 2e-4);
  EXPECT_LT(off_changing, 0.5);
}

INSTANTIATE_TEST_SUITE_P(GProfile, Machines, ::testing::Values("centrifuge3", "sdt4"),
                         [](const auto& i) { return std::string(i.param); });

TEST(GProfile, ItStartsAndEndsAtRestAndKeepsItsRate) {
  const Model robot = robot_named("centrifuge3");
  const double period = 0.01;
  const GMotion motion = plan_g_profile(profile_to(5, 0.8), robot, period);
  EXPECT_EQ(motion.speed[0], 0);
  EXPECT_NEAR(motion.speed[motion.speed.size() - 1], 0, 1e-9);
  double rate = 0;
  for (Eigen::Index k = 1; k < motion.wanted.size(); ++k)
    if (const double step = motion.wanted[k] - motion.wanted[k - 1]; !std::isnan(step))
      rate = std::max(rate, std::abs(step) / period);
  EXPECT_NEAR(rate, 0.8, 1e-9);
  // Positions are the integral of the speed that is told: by Simpson's rule over a whole profile.
  double turned = 0;
  for (Eigen::Index k = 0; k + 2 < motion.speed.size(); k += 2)
    turned += period / 3 * (motion.speed[k] + 4 * motion.speed[k + 1] + motion.speed[k + 2]);
  const Eigen::Index even = (motion.speed.size() - 1) / 2 * 2;
  EXPECT_NEAR(motion.motion.states[static_cast<std::size_t>(even)].q[0], turned, 1e-6);
}

TEST(GProfile, MovesAreTheStagesOfTheFile) {
  const GMotion motion = plan_g_profile(profile_to(3, 0.5), robot_named("centrifuge3"), 0.01);
  const auto& states = motion.motion.states;
  EXPECT_EQ(states.front().move, 1);
  EXPECT_EQ(states.back().move, 4);  // run-up, two stages, the way back
  for (const State& state : states)
    EXPECT_EQ(state.line, state.move == 1 ? 1 : state.move == 2 ? 7 : 12);
}

TEST(GProfile, WhatDoesNotFitIsNamed) {
  const Model robot = robot_named("centrifuge3");
  GProfile profile = profile_to(3, 0.5);
  const auto says = [&](const Model& model) {
    return message_of([&] { plan_g_profile(profile, model, 0.01); });
  };
  EXPECT_EQ(says(robot_named("lola15")),
            "p.toml: lola15 has no pilot, expected a [[sensor]] with type = \"pilot\"");
  profile.arm = "axis2";
  EXPECT_EQ(says(robot),
            "p.toml: the arm axis2 turns about another axis than the vertical one, up; "
            "expected arm = \"the joint that does\"");
  profile.arm = "axsi1";
  EXPECT_EQ(says(robot),
            "p.toml: unknown joint 'axsi1'; did you mean 'axis1'? (known: axis1, axis2, "
            "axis3)");
  profile.arm = "";
  profile.baseline = 1.005;
  EXPECT_EQ(says(robot),
            "p.toml: a level is 1.005 g, expected more than the 1.01 g that gravity gives "
            "alone");
}

TEST(GProfile, ErrorsOfTheFileComeAtOnce) {
  const std::string text = R"(format = "erfd-g-profile/1"
run_up_s = 0
gimbals = ["a"]
[[stage]]
level_g = 1
rate_g_s = 99
hodl_s = 2
)";
  const std::string said = message_of([&] { read_g_profile_text(text, "p.toml"); });
  for (const char* part :
       {"p.toml:2:1", "run_up is 0 s, expected from 0.1 to 600",
        "gimbals names 1 joints, expected two", "level is 1 g, expected from 1.1 to 30",
        "rate is 99 g/s, expected from 0.01 to 20", "did you mean 'hold_s'"})
    EXPECT_NE(said.find(part), said.npos) << part << "\n" << said;
}

}  // namespace
}  // namespace erfd::test
