// A run that stops at a checkpoint and goes on is the same run, bit for bit.
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/block.hpp"
#include "support/message_of.hpp"
#include "support/random_drives.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// A robot with friction, a law and a change of payload; made anew for each run.
struct Scene {
  explicit Scene(const char* law_name) {
    std::mt19937 rng(71);
    const Model arm = random_robot({.joints = 3}, rng);
    Drives::Parts parts{"random", random_drives(3, rng).K(), {}, {}, {}};
    for (int i = 0; i < 3; ++i) {
      Motor motor;
      motor.name = "m" + std::to_string(i);
      motor.joint = i;
      motor.rotor_inertia = 1e-4;
      motor.limits.torque_peak = 0.1;  // less than the law asks for
      motor.limits.speed = 20;         // less than it turns
      motor.friction = {.viscous = 1e-4,
                        .moving_positive = 0.02,
                        .moving_negative = 0.03,
                        .starting_positive = 0.03,
                        .starting_negative = 0.04};
      parts.motors.push_back(motor);
    }
    parts.load_dependent = VectorX<double>::Constant(3, 0.1);
    plant.emplace(Plant::Parts{.models = {arm, arm.with_payload(arm.tool(), {.mass = 2})},
                               .drives = Drives(parts)});
    q = random_vector(3, rng);
    motion = sine_motion(q, VectorX<double>::Constant(3, 0.3), VectorX<double>::Constant(3, 4),
                         VectorX<double>::Zero(3));
    ControllerGains gains{.Kp = VectorX<double>::Constant(1, 80),
                          .Kd = VectorX<double>::Constant(1, 8)};
    if (std::string(law_name) == "pid") gains.Ki = VectorX<double>::Constant(1, 40);
    law = rate_limited(make_controller(law_name, arm, motion, gains),
                       VectorX<double>::Constant(3, 5000));
    settings = {.duration = 1, .output_period = 0.01, .control_period = 0.004};
    settings.switches = {{0.5, 1}};
    settings.reference = motion.get();
    input = [this](double t, In<double> at, In<double> speed, Out<double> u) {
      law->torque(t, at, speed, u);
    };
  }

  SimulationResult run() { return simulate(*plant, input, q, VectorX<double>::Zero(3), settings); }

  std::optional<Plant> plant;
  VectorX<double> q;
  std::shared_ptr<const Reference> motion;
  std::unique_ptr<Controller> law;
  InputFunction input;
  SimulationSettings settings;
};

class Resumed : public ::testing::TestWithParam<std::tuple<const char*, const char*, double>> {};

TEST_P(Resumed, RunGoesOnBitForBit) {
  const auto [law, integrator, when] = GetParam();
  Scene whole(law), first(law), second(law);
  for (Scene* scene : {&whole, &first, &second}) scene->settings.integrator = integrator;
  const SimulationResult expected = whole.run();
  ASSERT_EQ(expected.status, RunStatus::completed) << describe_fault(*whole.plant, expected);
  ASSERT_GT(expected.events.size(), 5u);  // else friction is not tried
  double limited = 0;
  for (const LimitRecord& record : expected.limits) limited += record.duration;
  ASSERT_GT(limited, 0.1);  // else limits are not tried

  std::optional<Checkpoint> checkpoint;
  first.settings.after_step = [&, at = when](double t, const TakeCheckpoint& take) {
    if (checkpoint || t < at) return;
    checkpoint = take();
    first.law->save(checkpoint->input_memory);
  };
  first.run();
  ASSERT_TRUE(checkpoint);
  std::span<const double> memory(checkpoint->input_memory);
  second.law->restore(memory);
  EXPECT_TRUE(memory.empty());
  second.settings.resume = &*checkpoint;
  const SimulationResult rest = second.run();

  EXPECT_EQ(rest.q, expected.q);
  EXPECT_EQ(rest.qd, expected.qd);
  EXPECT_EQ(rest.steps, expected.steps);
  EXPECT_EQ(rest.rejected, expected.rejected);
  EXPECT_EQ(rest.evaluations, expected.evaluations);
  EXPECT_EQ(rest.audit.residual(), expected.audit.residual());
  EXPECT_EQ(rest.audit.power_residual, expected.audit.power_residual);
  ASSERT_EQ(rest.events.size(), expected.events.size());
  for (std::size_t i = 0; i < rest.events.size(); ++i)
    EXPECT_EQ(rest.events[i].t, expected.events[i].t);
  for (std::size_t i = 0; i < rest.limits.size(); ++i)
    EXPECT_EQ(rest.limits[i].duration, expected.limits[i].duration);
  ASSERT_EQ(rest.motion.tracking.size(), 3u);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_GT(expected.rms_error(j), 0);
    EXPECT_EQ(rest.rms_error(j), expected.rms_error(j));
    EXPECT_EQ(rest.motion.tracking[j].largest, expected.motion.tracking[j].largest);
    EXPECT_EQ(rest.motion.tracking[j].time, expected.motion.tracking[j].time);
    EXPECT_EQ(rest.motion.motor_speeds[j].worst, expected.motion.motor_speeds[j].worst);
    EXPECT_EQ(rest.motion.motor_speeds[j].first, expected.motion.motor_speeds[j].first);
  }
  const std::size_t before = static_cast<std::size_t>(checkpoint->samples);
  ASSERT_EQ(before + rest.samples.size(), expected.samples.size());
  for (std::size_t k = 0; k < rest.samples.size(); ++k) {
    EXPECT_EQ(rest.samples[k].t, expected.samples[before + k].t);
    EXPECT_EQ(rest.samples[k].q, expected.samples[before + k].q);
    EXPECT_EQ(rest.samples[k].qdd, expected.samples[before + k].qdd);
    EXPECT_EQ(rest.samples[k].torque, expected.samples[before + k].torque);
  }
}

// 0.5 s: at the change of payload; 0.1234 s: within a control cycle.
INSTANTIATE_TEST_SUITE_P(All, Resumed,
                         ::testing::Combine(::testing::Values("pd", "pid"),
                                            ::testing::Values("dopri5", "implicit", "rk4", "paper"),
                                            ::testing::Values(0.0, 0.1234, 0.5, 0.9)));

TEST(Resume, CheckpointOfAnotherRobotIsRefused) {
  const Plant plant({.models = {block_model(1)}});
  const Checkpoint wrong;
  SimulationSettings settings;
  settings.resume = &wrong;
  const auto push = [](double, In<double>, In<double>, Out<double> u) { u.setZero(); };
  const VectorX<double> zero = VectorX<double>::Zero(1);
  EXPECT_EQ(message_of([&] { simulate(plant, push, zero, zero, settings); }),
            "simulate: the checkpoint is not one of 'block' with these drives, payloads and "
            "switches; start anew");
}

/// Counts its calls and does not say so.
class Secretive final : public Controller {
 public:
  void torque(double, In<double>, In<double>, Out<double> u) override { u.setConstant(++calls_); }
  bool has_memory() const override { return true; }

 private:
  int calls_ = 0;
};

TEST(Resume, ALawThatCannotSayWhatItRemembersIsRefused) {
  const auto law = saturated(std::make_unique<Secretive>(), VectorX<double>::Ones(1));
  std::vector<double> memory;
  EXPECT_EQ(message_of([&] { law->save(memory); }),
            "controller: this law has a memory that it cannot save; it cannot be resumed");
}

TEST(Resume, AMemoryThatIsTooShortIsRefused) {
  Scene scene("pid");
  std::vector<double> memory;
  scene.law->save(memory);
  std::span<const double> part(memory.data(), memory.size() - 1);
  EXPECT_EQ(message_of([&] { scene.law->restore(part); }),
            "controller: the memory to go on from is too short; it is not one of this law");
}

// A force that jumps within the run: steps end at the jump, so that no accuracy is lost there.
TEST(Breaks, AJumpOfAWrenchCostsNoAccuracy) {
  const Plant plant({.models = {block_model(2)}});
  const auto push = [](double t, In<double>, In<double>, Out<double> u) {
    u[0] = t < 0.3 ? 4 : t < 0.7 ? -2 : 0;
  };
  const VectorX<double> zero = VectorX<double>::Zero(1);
  SimulationSettings settings{.duration = 1};
  settings.breaks = {0.3, 0.7};
  const SimulationResult run = simulate(plant, push, zero, zero, settings);
  EXPECT_EQ(run.rejected, 0);
  const double speed = 0.3 * 2 - 0.4 * 1;
  EXPECT_NEAR(run.qd[0], speed, 1e-14);
  EXPECT_NEAR(run.q[0], 0.09 + 0.3 * 2 * 0.4 - 0.08 + speed * 0.3, 1e-14);
}

}  // namespace
}  // namespace erfd::test
