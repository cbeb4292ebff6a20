// Limits of what a pilot or an instrument feels: found where second differences of positions say so, kept
// by slowing as far as they come from motion.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/verification/case.hpp"

#include "support/source_tree.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd {
namespace {

Case profile_case(const std::string& setting) {
  RobotChoice robot;
  robot.robot = "centrifuge3";
  robot.settings = {setting};
  ProgramChoice program;
  program.program = test::source_tree("examples/profiles/rapid_onset.toml");
  return read_case(robot, program);
}

/// Largest Gz over the asked samples of a move, by positions alone [m/s^2].
double largest_gz(const Case& job, const MoveVerdict& move) {
  const Sensor& sensor = job.model.sensors().front();
  const PlannedMove& planned = job.plan.moves[static_cast<std::size_t>(move.move)];
  Workspace ws(job.model);
  std::vector<Pose<double>> X_WB(job.model.bodies().size());
  const auto pose = [&](int k) {
    body_poses<double>(job.model, ws, job.plan.q.col(k), X_WB);
    return X_WB[static_cast<std::size_t>(sensor.body.value)] * sensor.X_BS;
  };
  double most = 0;
  for (int k = std::max(1, planned.first_sample);
       k < std::min(planned.end_sample, job.plan.samples() - 1); ++k) {
    const Pose<double> a = pose(k - 1), b = pose(k), c = pose(k + 1);
    const Vector3<double> acceleration =
        (c.p - 2 * b.p + a.p) / (job.plan.period * job.plan.period);
    most = std::max(most, -(b.R.transpose() * (acceleration - job.model.gravity())).z());
  }
  return most;
}

TEST(FeltLimits, AStageThatIsTooMuchForThePilotIsNamedWithWhatHeFeels) {
  const Case job = profile_case("sensor.pilot.felt_max_g=[6, 2, 7]");
  const Verification result = verify(job);
  EXPECT_FALSE(result.achievable);
  ASSERT_EQ(result.moves.size(), 5U);
  for (const std::size_t m : {0U, 1U, 2U}) EXPECT_TRUE(result.moves[m].achievable) << m;
  const MoveVerdict& nine = result.moves[3];
  EXPECT_FALSE(nine.achievable);
  EXPECT_EQ(nine.worst.limit, Limit::felt_acceleration);
  EXPECT_EQ(nine.worst.sensor, 0);
  EXPECT_EQ(nine.worst.channel, 2);
  EXPECT_EQ(nine.worst.available, 7 * standard_gravity);
  const double measured = largest_gz(job, nine);
  EXPECT_NEAR(nine.worst.needed, measured, 1e-3 * measured);  // differences over 10 ms at 3.4 rad/s
  ASSERT_FALSE(result.rests_on.empty());
  EXPECT_EQ(result.rests_on.front().number, "pilot's upper limit of Gz");
  EXPECT_NEAR(result.rests_on.front().share, measured / (7 * standard_gravity), 2e-3);
  EXPECT_NE(nine.reason.find("pilot at "), nine.reason.npos) << nine.reason;
  EXPECT_NE(nine.reason.find("feels Gz of 9 g, 129 % of its 7 g"), nine.reason.npos) << nine.reason;
}

TEST(FeltLimits, RatesAreLimitsToo) {
  const Verification result = verify(profile_case("sensor.pilot.rate_max_rad_s=[4, 3, 4]"));
  const MoveVerdict& nine = result.moves[3];
  EXPECT_FALSE(nine.achievable);
  EXPECT_EQ(nine.worst.limit, Limit::felt_rate);
  EXPECT_EQ(nine.worst.channel,
            4);  // q: the arm turns him about his y axis when he lies on his side
  EXPECT_NEAR(nine.worst.needed, 3.46, 0.02);
}

/// sdt4 swings its arm with a pilot who bears little.
Case swing_case(const std::vector<std::string>& settings) {
  RobotChoice robot;
  robot.robot = "sdt4";
  robot.settings = settings;
  ProgramChoice program;
  program.program = "swing.irl";
  program.text = R"(program Swing;
seq
  move ptp joint(mainjoint(170, 20, 0, 0)) speed_ptp=100%;
endseq
endprogram;
)";
  return read_case(robot, program);
}

TEST(FeltLimits, SlowingTakesAwayWhatMotionAdds) {
  const std::vector<std::string> little{"sensor.pilot.felt_max_g=[0.1, 0.1, 3]",
                                        "sensor.pilot.felt_min_g=[-0.1, -0.1, -3]"};
  const Case job = swing_case(little);
  const Verification result = verify(job);
  ASSERT_FALSE(result.achievable);
  EXPECT_EQ(result.moves.front().worst.limit, Limit::felt_acceleration);
  ASSERT_TRUE(result.kept_path && result.kept_path->possible());
  // Proven by running it: with that speed nothing is beyond a limit.
  Case slow = swing_case(little);
  PlannerSettings settings = slow.settings;
  settings.instruction_speeds = result.kept_path->speeds;
  slow.plan = plan(slow.program, slow.model, *slow.kinematics, settings);
  EXPECT_TRUE(verify(slow).achievable);
}

TEST(FeltLimits, NoSlowingTakesGravityAway) {
  const Verification result = verify(swing_case({"sensor.pilot.felt_max_g=[3, 1.5, 0.5]"}));
  ASSERT_FALSE(result.achievable);
  ASSERT_TRUE(result.kept_path);
  EXPECT_FALSE(result.kept_path->possible());
  ASSERT_FALSE(result.kept_path->obstacles.empty());
  EXPECT_NE(result.kept_path->obstacles[0].reason.find("pilot feels Gz of 1 g, 200 % of its 0.5 g"),
            std::string::npos)
      << result.kept_path->obstacles[0].reason;
}

}  // namespace
}  // namespace erfd
