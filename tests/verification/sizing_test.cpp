// erfd size: every number against the verdict, which knows nothing of it, or a closed form.
#include "erfd/verification/sizing.hpp"

#include "erfd/base/text_file.hpp"

#include "support/source_tree.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// Up and down with the whole arm, nothing carried.
constexpr const char* swing = R"(program Swing;
seq
  move ptp joint(mainjoint(0, -20, 40, 10, 30, 0)) speed_ptp=40%;
  move ptp joint(mainjoint(50, 10, -10, 60, -40, 90)) speed_ptp=60%;
  move ptp joint(mainjoint(-30, -40, 60, -20, 60, 0)) speed_ptp=50%;
endseq
endprogram;
)";

Case swing_of(const std::string& robot, std::vector<std::string> settings = {},
              const Payload& payload = {}) {
  RobotChoice choice{.robot = robot, .payload = payload, .without = {"elastic"}};
  choice.settings = std::move(settings);
  return read_case(choice, {.program = "swing.irl", .text = swing});
}

MotorCatalogue servos() {
  const std::string path = source_tree("examples/motors/servos.toml");
  return read_motor_catalogue(read_text_file(path, "a catalogue").text, path);
}

Sizing sizing_of(Case judged, const MotorCatalogue& catalogue = {},
                 const SizingSettings& settings = {}) {
  std::vector<Case> programs;
  programs.push_back(std::move(judged));
  return size_drives(programs, catalogue, settings);
}

/// The largest share that the verdict finds of a limit of a motor.
double share_in_verdict(const Verification& verified, int motor, bool torque) {
  const MotionRecord& record = verified.motion;
  double most = 0;
  for (Eigen::Index k = 0; k < record.ua_asked.cols(); ++k) {
    const double u = record.ua_asked(motor, k);
    const double there = u >= 0 ? record.ua_high(motor, k) : -record.ua_low(motor, k);
    if (record.jumps[static_cast<std::size_t>(k)]) continue;
    most = std::max(most, torque ? std::abs(u) / there : std::abs(record.qda_asked(motor, k)));
  }
  return most;
}

TEST(Sizing, NeedsAreThoseOfTheVerdict) {
  for (const auto& [robot, program] :
       std::vector<std::pair<std::string, std::string>>{{"lola15", "pick_and_place"},
                                                        {"lola15", "lola15_reference"},
                                                        {"irb6", "irb6_lift"},
                                                        {"delta", "delta_pick_and_place"}}) {
    SCOPED_TRACE(robot + " " + program);
    Case judged = read_case({.robot = robot, .closes_loops = true}, {.program = program});
    const Verification verified = verify(judged.program, judged.plan, judged.model, judged.drives);
    const int motors = judged.drives.count();
    const Sizing sizing = sizing_of(std::move(judged));
    for (int i = 0; i < motors; ++i) {
      const MotorNeed& need = sizing.motors[static_cast<std::size_t>(i)].need;
      EXPECT_NEAR(need.strain.torque, share_in_verdict(verified, i, true),
                  1e-9 * (1 + need.strain.torque))
          << i;
      EXPECT_NEAR(need.speed.value, share_in_verdict(verified, i, false), 1e-9 * need.speed.value)
          << i;
      EXPECT_NEAR(need.torque_rms.value, verified.torque_rms[i],
                  1e-9 * (1 + verified.torque_rms[i]))
          << i;
    }
  }
}

/// The keys that put a motor of the catalogue into a drive.
std::vector<std::string> keys_of(const DriveDescription& motor, const std::string& drive) {
  std::string speeds, torques;
  for (const TorqueSpeedPoint& point : motor.torque_speed_curve->value) {
    speeds += fmt::format("{}{:.17g}", speeds.empty() ? "" : ", ", point.speed);
    torques += fmt::format("{}{:.17g}", torques.empty() ? "" : ", ", point.torque);
  }
  return {
      fmt::format("drive.{}.torque_peak_N_m={:.17g}", drive, motor.torque_peak->value),
      fmt::format("drive.{}.torque_rated_N_m={:.17g}", drive, motor.torque_rated->value),
      fmt::format("drive.{}.speed_max_rad_s={:.17g}", drive, motor.speed_max->value),
      fmt::format("drive.{}.rotor_inertia_kg_m2={:.17g}", drive, motor.rotor_inertia->value),
      fmt::format("drive.{}.torque_constant_N_m_A={:.17g}", drive, motor.torque_constant->value),
      fmt::format("drive.{}.current_peak_A=1e9", drive),
      fmt::format("drive.{}.torque_speed_curve={{ speed_rad_s = [{}], torque_N_m = [{}] }}", drive,
                  speeds, torques)};
}

TEST(Sizing, AChosenMotorDoesWhatItIsSaidToDoAndASmallerOneDoesNot) {
  const MotorCatalogue catalogue = servos();
  const Sizing sizing = sizing_of(swing_of("lola15"), catalogue);
  int smaller_tried = 0;
  for (int i = 0; i < 6; ++i) {
    const MotorSizing& motor = sizing.motors[static_cast<std::size_t>(i)];
    for (std::size_t c = 0; c < motor.choices.size(); ++c) {
      const DriveDescription& tried = catalogue.motors[c];
      const Case with = swing_of("lola15", keys_of(tried, fmt::format("motor{}", i + 1)));
      const Verification verified = verify(with);
      const MotorStrain& strain = *motor.choices[c].at_present;
      SCOPED_TRACE(fmt::format("motor{} as {}", i + 1, tried.name));
      EXPECT_NEAR(strain.torque, share_in_verdict(verified, i, true), 1e-9 * (1 + strain.torque));
      EXPECT_NEAR(strain.speed, share_in_verdict(verified, i, false) / tried.speed_max->value,
                  1e-9);
      EXPECT_NEAR(strain.heat, verified.torque_rms[i] / tried.torque_rated->value,
                  1e-9 * (1 + strain.heat));
    }
    ASSERT_GE(motor.with_present_gear, 0);
    const auto chosen = static_cast<std::size_t>(motor.with_present_gear);
    EXPECT_LE(motor.choices[chosen].at_present->most(), 1);
    for (std::size_t c = 0; c < chosen;
         ++c, ++smaller_tried)  // the catalogue rises with the peak torque
      EXPECT_GT(motor.choices[c].at_present->most(), 1);
  }
  EXPECT_GT(smaller_tried, 0);
}

TEST(Sizing, AnotherRatioIsWhatTheRobotFileWouldSay) {
  const MotorCatalogue catalogue = servos();
  const Case as_it_is = swing_of("manutec_r3");
  const Sizing sizing = sizing_of(swing_of("manutec_r3"), catalogue, {.ratios = 5});
  for (int i = 0; i < as_it_is.drives.count(); ++i) {
    const MotorSizing& motor = sizing.motors[static_cast<std::size_t>(i)];
    const std::string drive = as_it_is.drives.motor(i).name;
    const double sign = as_it_is.drives.coupling()(i, as_it_is.drives.motor(i).joint) < 0 ? -1 : 1;
    for (const std::size_t r : {std::size_t{0}, std::size_t{3}}) {
      std::vector<std::string> keys = keys_of(catalogue.motors[5], drive);
      keys.push_back(fmt::format("drive.{}.ratio={:.17g}", drive, sign * motor.ratios[r]));
      const Verification verified = verify(swing_of("manutec_r3", keys));
      const MotorStrain& strain = motor.choices[5].swept[r];
      EXPECT_NEAR(strain.speed,
                  share_in_verdict(verified, i, false) / catalogue.motors[5].speed_max->value, 1e-9)
          << drive;
      if (std::isfinite(strain.torque)) {
        EXPECT_NEAR(strain.torque, share_in_verdict(verified, i, true), 1e-8 * (1 + strain.torque))
            << drive;
      }
    }
  }
}

TEST(Sizing, TheProgramMovesThePayloadThatItIsSaidToMoveAndNoMore) {
  const double moved = sizing_of(swing_of("lola15")).payload.moved;
  ASSERT_GT(moved, 0);
  const auto worst_with = [](double mass) {
    const Verification verified = verify(swing_of("lola15", {}, {.mass = mass}));
    double most = 0;
    for (int i = 0; i < 6; ++i) most = std::max(most, share_in_verdict(verified, i, true));
    return most;
  };
  EXPECT_LE(worst_with(moved * (1 - 1e-5)), 1);
  EXPECT_GT(worst_with(moved * (1 + 1e-5)), 1);
}

/// One link of 1 m and 2 kg in the vertical plane, 100 N m at its joint: m = T / (g r) − 1 kg at the reach r.
TEST(Sizing, ALinkHoldsWhatItsLeverSays) {
  const std::string robot = R"(format = "erfd-robot/1"
name = "lever"
[[body]]
name = "link"
mass_kg = 2
shape = { type = "rod", from_m = [-1, 0, 0], to_m = [0, 0, 0] }
joint = { name = "axis1", dh = { a_m = 1 } , range_deg = [-90, 90], speed_max_deg_s = 100 }
[[tool]]
name = "tip"
body = "link"
[[drive]]
name = "motor"
joint = "axis1"
ratio = 10
rotor_inertia_kg_m2 = 0.001
torque_peak_N_m = 10
torque_rated_N_m = 4
)";
  RobotChoice choice{.robot = "lever.toml", .text = robot};
  choice.gravity = Vector3<double>(0, -9.81, 0);
  Case judged = read_case(
      choice,
      {.program = "p.irl",
       .text = "program P; seq move ptp joint(mainjoint(20)) speed_ptp=10%; endseq endprogram;"});
  const PayloadReach payload = sizing_of(std::move(judged), {}, {.postures = 20000}).payload;
  const auto formula = [](double torque, double reach) {
    return std::max(0.0, torque / (9.81 * reach) - 1);
  };
  ASSERT_EQ(payload.places.size(), 24u);
  const double half = payload.places.front().reach;
  for (const PayloadPlace& place : payload.places) {
    EXPECT_GE(place.held, formula(100, place.reach + half) * (1 - 1e-9)) << place.reach;
    EXPECT_LE(place.held, formula(100, place.reach + 0.9 * half)) << place.reach;
    EXPECT_GE(place.held_rated, formula(40, place.reach + half) * (1 - 1e-9)) << place.reach;
    EXPECT_LE(place.held_rated, formula(40, place.reach + 0.9 * half)) << place.reach;
  }
}

TEST(MotorCatalogue, TellsAllProblemsOfAFileAtOnce) {
  const char* const text = R"(format = "erfd-motors/1"
[[motor]]
name = "A"
torque_peak_N_m = 0
speed_max_rpm = 3000
rotor_inertia_kg_m2 = 1e-4
joint = "axis1"
[[motor]]
name = "A"
torque_peek_N_m = 3
)";
  try {
    read_motor_catalogue(text, "m.toml");
    FAIL() << "expected an error";
  } catch (const FileError& error) {
    const std::string all = error.what();
    for (const char* const part :
         {"m.toml:4:", "expected more than 0", "unknown key 'joint'", "given twice",
          "missing key 'rotor_inertia_kg_m2'", "did you mean 'torque_peak_N_m'?"})
      EXPECT_NE(all.find(part), std::string::npos) << part << " in\n" << all;
  }
}

}  // namespace
}  // namespace erfd::test
