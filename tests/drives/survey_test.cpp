// What the motors meet over the workspace.
#include "erfd/drives/survey.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/compare.hpp"
#include "support/random_mechanisms.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

// While motor i alone turns, the energy of links and rotors is half its effective inertia times its
// speed squared.
TEST(EffectiveInertia, HasTheKineticEnergyOfAMotorThatTurnsAlone) {
  std::mt19937 rng(1);
  for (int k = 0; k < 30; ++k) {
    const int n = 1 + k % 6;
    const Model robot = random_robot({.joints = n}, rng);
    const DrivesAtPosition part = random_mechanism_drives(n, rng);
    DriveState state(part.drives);
    ASSERT_TRUE(set_position(part.drives, part.q, state));
    Workspace ws(robot);
    MatrixX<double> H(n, n);
    crba(robot, ws, part.q, H);
    VectorX<double> inertias(n), qd(n);
    effective_inertias(part.drives, state, H, inertias);
    for (int i = 0; i < n; ++i) {
      const VectorX<double> qd_a = VectorX<double>::Unit(n, i) * 50;
      joint_velocities(part.drives, state, qd_a, qd);
      const double energy =
          qd.dot(H * qd) / 2 + part.drives.rotor_inertias().dot(qd_a.cwiseAbs2()) / 2;
      EXPECT_NEAR(inertias[i] * 2500 / 2, energy, 1e-11 * energy) << "sample " << k;
    }
  }
}

struct Surveyed {
  ReadResult read;
  Model model;
  Drives drives;
  explicit Surveyed(const std::string& name)
      : read(read_robot_file(find_robot(name))),
        model(build(read.robot)),
        drives(make_drives(read.robot, model)) {}
  std::vector<MotorSurvey> survey(const SurveySettings& settings = {}) const {
    return survey_motors(model, drives, model.neutral(), settings);
  }
};

TEST(Survey, GivesTheSameAnswerAtEveryCallAndMoreSamplesOnlyWiden) {
  const Surveyed lola("lola15");
  const auto a = lola.survey(), b = lola.survey(), wide = lola.survey({.samples = 4000});
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(a[i].most_inertia.value, b[i].most_inertia.value);
    EXPECT_EQ(a[i].most_holding.q, b[i].most_holding.q);
    EXPECT_LE(wide[i].least_inertia.value, a[i].least_inertia.value);
    EXPECT_GE(wide[i].most_inertia.value, a[i].most_inertia.value);
    EXPECT_GE(a[i].least_inertia.value, lola.drives.rotor_inertias()[(int)i]);
  }
}

// Errata L10: 3495, 3932 and 3500 rpm for the joint speeds of axes 1 to 3.
TEST(Survey, FindsTheMotorSpeedsThatLola15Needs) {
  const auto found = Surveyed("lola15").survey({.samples = 1});
  const double rpm = 30 / std::numbers::pi;
  EXPECT_NEAR(found[0].most_speed.value * rpm, 3495, 1);
  EXPECT_NEAR(found[1].most_speed.value * rpm, 3932, 1);
  EXPECT_NEAR(found[2].most_speed.value * rpm, 3500, 1);
  EXPECT_EQ(found[2].fastest_joint, 2);
}

TEST(Survey, StaysWithinTheRangesOfJointsAndMechanisms) {
  const Surveyed irb6("irb6");
  const VectorX<double> home =
      Eigen::Map<const VectorX<double>>(irb6.read.robot.program->home->value.data(), 5);
  const auto found = survey_motors(irb6.model, irb6.drives, home);
  for (const MotorSurvey& motor : found) {
    for (const Extreme* e : {&motor.least_inertia, &motor.most_inertia, &motor.most_holding}) {
      EXPECT_TRUE(is_in_range(irb6.drives, e->q));
      for (const Body& body : irb6.model.bodies()) {
        EXPECT_GE(e->q[body.q_index], body.limits.lower);
        EXPECT_LE(e->q[body.q_index], body.limits.upper);
      }
    }
    EXPECT_LT(motor.most_inertia.value, 0.01);
  }
}

}  // namespace
}  // namespace erfd::test
