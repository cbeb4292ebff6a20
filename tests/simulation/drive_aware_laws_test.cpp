// Laws that know the drives: rotors, couplings and friction are part of what they command.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

VectorX<double> constant(int n, double x) { return VectorX<double>::Constant(n, x); }

/// Goes on and on with a speed that swings around one: no shaft ever turns back.
class Drift final : public Reference {
 public:
  explicit Drift(VectorX<double> start) : start_(std::move(start)) {}
  int joint_count() const override { return static_cast<int>(start_.size()); }
  void at(double t, Out<double> q, Out<double> qd, Out<double> qdd) const override {
    for (Eigen::Index j = 0; j < start_.size(); ++j) {
      const double w = 2 + static_cast<double>(j), a = 0.05 / w;
      q[j] = start_[j] + 0.5 * t + a * std::sin(w * t);
      qd[j] = 0.5 + a * w * std::cos(w * t);
      qdd[j] = -a * w * w * std::sin(w * t);
    }
  }

 private:
  VectorX<double> start_;
};

struct Scene {
  Model robot;
  Drives drives;
  std::shared_ptr<const Reference> motion;
  VectorX<double> q, qd, qdd;  ///< of the motion at 0
};

/// Skew axes, sliding joints, trees, motors coupled with every joint.
Scene scene(int joints, const DrivesRecipe& recipe, std::mt19937& rng) {
  Model robot = random_robot({.joints = joints, .prismatic = 0.4}, rng);
  Drives drives = random_drives(joints, rng, recipe);
  auto motion = std::make_shared<Drift>(random_vector(joints, rng));
  VectorX<double> q(joints), qd(joints), qdd(joints);
  motion->at(0, q, qd, qdd);
  return {std::move(robot), std::move(drives), motion, q, qd, qdd};
}

/// Largest error of a joint [rad or m] in half a second that begins on the motion.
double largest_error(const Scene& s, const char* law_name, const DriveKnowledge& known) {
  const int n = s.robot.nv();
  const auto law = make_controller(law_name, s.robot, s.motion,
                                   {.Kp = constant(1, 400), .Kd = constant(1, 40)}, known);
  const Plant plant({.models = {s.robot}, .drives = s.drives, .motor_limits = false});
  SimulationSettings settings{.duration = 0.5, .output_period = 0.01};
  const SimulationResult run = simulate(
      plant,
      [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); }, s.q,
      s.qd, settings);
  EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
  double worst = 0;
  VectorX<double> q(n), qd(n), qdd(n);
  for (const Sample& sample : run.samples) {
    s.motion->at(sample.t, q, qd, qdd);
    worst = std::max(worst, (q - sample.q).cwiseAbs().maxCoeff());
  }
  return worst;
}

const DrivesRecipe no_dry_friction{.load_dependent = 0, .coulomb = 0};

TEST(ComputedTorqueWithDrives, TracksToTheAccuracyOfTheIntegrator) {
  std::mt19937 rng(1201);
  for (const int joints : {2, 5, 6, 7}) {
    const Scene s = scene(joints, no_dry_friction, rng);
    const double with = largest_error(s, "computed_torque", {&s.drives, {}});
    const double without = largest_error(s, "computed_torque", {});
    EXPECT_LT(with, 1e-8) << joints << " joints";
    std::printf("%d joints: off by %.1e with drives, %.1e without\n", joints, with, without);
    EXPECT_GT(without, 1e-3) << joints << " joints: the law without drives";
  }
}

TEST(ComputedTorqueWithDrives, CompensatesFrictionOfEveryKindWhileNothingTurnsBack) {
  std::mt19937 rng(1202);
  for (const int joints : {5, 7}) {
    const Scene s = scene(joints, {}, rng);
    const double with = largest_error(s, "computed_torque", {&s.drives, constant(1, 1e-3)});
    const double without = largest_error(s, "computed_torque", {&s.drives, {}});
    EXPECT_LT(with, 1e-8) << joints << " joints";
    std::printf("%d joints: off by %.1e with friction compensated, %.1e without\n", joints, with,
                without);
    EXPECT_GT(without, 1e-3) << joints << " joints: friction not compensated";
  }
}

// drive_torques() speaks of motors: K⁻ᵀ(u + f) + I_a K qdd + f_a. The laws speak of joints.
TEST(FeedForward, GivesTheMotorTorquesOfTheMotion) {
  std::mt19937 rng(1203);
  for (int k = 0; k < 20; ++k) {
    const Scene s = scene(2 + k % 6, {}, rng);
    const int n = s.robot.nv();
    Workspace ws(s.robot);
    VectorX<double> links(n), expected(n), u(n), found(n);
    rnea<double>(s.robot, ws, s.q, s.qd, s.qdd, links);
    drive_torques(s.drives, s.qd, s.qdd, links, expected);
    for (const char* name : {"feed_forward", "computed_torque"}) {
      const auto law =
          make_controller(name, s.robot, s.motion, {.Kp = constant(1, 50), .Kd = constant(1, 5)},
                          {&s.drives, constant(1, 1e-3)});
      law->torque(0, s.q, s.qd, u);
      motor_torques(s.drives, u, found);
      EXPECT_LT((found - expected).cwiseAbs().maxCoeff(),
                1e-11 * expected.cwiseAbs().maxCoeff() * tolerance_scale())
          << name << ", robot " << k;
    }
  }
}

TEST(FeedForward, IsPdOnTheTorqueOfTheAskedMotion) {
  std::mt19937 rng(1204);
  const Scene s = scene(5, {}, rng);
  const int n = s.robot.nv();
  const auto law = [&](double Kp, double Kd) {
    return make_controller("feed_forward", s.robot, s.motion,
                           {.Kp = constant(1, Kp), .Kd = constant(1, Kd)}, {&s.drives, {}});
  };
  const VectorX<double> dq = random_vector(n, rng, 0.1), dqd = random_vector(n, rng, 0.1);
  VectorX<double> u(n), u_asked(n);
  law(30, 7)->torque(0, s.q + dq, s.qd + dqd, u);
  law(0, 0)->torque(0, s.q, s.qd, u_asked);
  EXPECT_LT((u - u_asked + 30 * dq + 7 * dqd).cwiseAbs().maxCoeff(),
            1e-12 * (1 + u_asked.cwiseAbs().maxCoeff()));
}

// ½ sᵀ(H + KᵀI_aK)s never rises under the robust law without doubts; with doubts it ends small. The
// law that takes the rotors for nothing leaves the motion.
TEST(LyapunovLawsWithDrives, FollowWhereThoseWithoutLeave) {
  std::mt19937 rng(1205);
  for (const int joints : {5, 7}) {
    const Scene s = scene(joints, no_dry_friction, rng);
    for (const char* name : {"robust", "adaptive"}) {
      ControllerGains gains{.Kd = constant(1, 40), .lambda = constant(1, 20)};
      gains.uncertainty = VectorX<double>::Zero(10 * s.robot.body_count());
      if (std::string(name) == "robust")
        gains.layer = constant(1, 0.1);
      else
        gains.adaptation = constant(1, 1);
      const auto error = [&](const DriveKnowledge& known) {
        const auto law = make_controller(name, s.robot, s.motion, gains, known);
        const Plant plant({.models = {s.robot}, .drives = s.drives, .motor_limits = false});
        SimulationSettings settings{.duration = 0.5};
        const SimulationResult run = simulate(
            plant,
            [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
            s.q, s.qd, settings);
        EXPECT_EQ(run.status, RunStatus::completed) << describe_fault(plant, run);
        VectorX<double> q(joints), qd(joints), qdd(joints);
        s.motion->at(0.5, q, qd, qdd);
        return (q - run.q).cwiseAbs().maxCoeff();
      };
      EXPECT_LT(error({&s.drives, {}}), 1e-8) << name << ", " << joints << " joints";
      EXPECT_GT(error({}), 1e-4) << name << ", " << joints << " joints: the law without drives";
    }
  }
}

TEST(PdGravityWithDrives, AddsNothingAtASetPoint) {
  std::mt19937 rng(1206);
  const Scene s = scene(5, {}, rng);
  const ControllerGains gains{.Kp = constant(1, 50), .Kd = constant(1, 5)};
  VectorX<double> plain(5), knowing(5);
  const auto at = set_point(s.q);
  make_controller("pd_gravity", s.robot, at, gains)->torque(0, s.q, s.qd, plain);
  make_controller("pd_gravity", s.robot, at, gains, {&s.drives, constant(1, 1e-3)})
      ->torque(0, s.q, s.qd, knowing);
  EXPECT_EQ(plain, knowing);
}

TEST(FrictionCompensation, GrowsWithTheAskedSpeedAndChangesSignWithIt) {
  std::mt19937 rng(1207);
  Scene s = scene(1, {}, rng);
  const auto friction = [&](double speed) {
    const auto motion = sine_motion(s.q, constant(1, 1), constant(1, speed), constant(1, 0));
    const ControllerGains gains{.Kp = constant(1, 0), .Kd = constant(1, 0)};
    VectorX<double> with(1), without(1);
    make_controller("computed_torque", s.robot, motion, gains, {&s.drives, constant(1, 0.1)})
        ->torque(0, s.q, constant(1, speed), with);
    make_controller("computed_torque", s.robot, motion, gains, {&s.drives, {}})
        ->torque(0, s.q, constant(1, speed), without);
    return (with - without)[0];
  };
  EXPECT_EQ(friction(0), 0);
  EXPECT_GT(friction(0.1), 0);
  EXPECT_LT(friction(-0.1), 0);
  EXPECT_NEAR(friction(0.1) / friction(50), std::tanh(1.0), 0.2);  // µ|u| moves with the speed
}

TEST(FrictionCompensation, IsRefusedWhereTheLawHasNoModelOrTheNumbersMakeNoSense) {
  std::mt19937 rng(1208);
  const Scene s = scene(2, {}, rng);
  const auto refusal = [&](const char* law, const DriveKnowledge& known) {
    return message_of([&] {
      make_controller(law, s.robot, s.motion, {.Kp = constant(1, 1), .Kd = constant(1, 1)}, known);
    });
  };
  EXPECT_EQ(refusal("pd", {&s.drives, constant(1, 0.1)}),
            "controller 'pd': friction is to be compensated, but the law has no model; use "
            "pd_gravity, feed_forward, computed_torque, robust or adaptive");
  EXPECT_EQ(refusal("computed_torque", {nullptr, constant(1, 0.1)}),
            "controller 'computed_torque': friction is to be compensated, but no drives are given");
  EXPECT_EQ(refusal("computed_torque", {&s.drives, constant(3, 0.1)}),
            "controller 'computed_torque': friction_speed has size 3, expected 2 or one for all "
            "joints");
  EXPECT_EQ(refusal("computed_torque", {&s.drives, constant(1, 0)}),
            "controller 'computed_torque': friction_speed is 0.000000, expected a finite number "
            "above 0");
  const Drives others = random_drives(3, rng);
  EXPECT_EQ(refusal("computed_torque", {&others, {}}),
            "controller 'computed_torque': the drives of 'random' move 3 joints, but the model "
            "'random' has 2");
}

}  // namespace
}  // namespace erfd::test
