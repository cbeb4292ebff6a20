#include "erfd/motion/recorded_motion.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/io/motion_file.hpp"
#include "erfd/report/plan_csv.hpp"

#include "report/models.hpp"
#include "support/scratch_folder.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double usual = 0.01;

RecordedMotion read(const ScratchFolder& folder, const std::string& text,
                    std::optional<double> period = {}, const Payload& own = {}) {
  folder.write("a.csv", text);
  const Model model = elbow_and_lift();
  const ReadStates states = read_motion_file(folder.path("a.csv"), model);
  EXPECT_FALSE(states.findings.has_errors()) << states.findings.text();
  return recorded_motion(states, "a.csv", model, own, period, usual);
}

/// A smooth swing from rest to rest in `seconds`.
double swing(double t, double seconds) {
  const double x = std::clamp(t / seconds, 0.0, 1.0);
  return (10 - 15 * x + 6 * x * x) * x * x * x;
}

TEST(RecordedMotion, SamplesAtEqualDistancesAreTakenAsTheyAre) {
  const ScratchFolder folder;
  std::string text = "time_ms,q1_rad,q2_mm\n";
  for (int k = 0; k <= 200; ++k)
    text += fmt::format("{},{},{}\n", 3 * k, swing(0.003 * k, 0.6), 100 * swing(0.003 * k, 0.6));
  const RecordedMotion motion = read(folder, text);
  ASSERT_EQ(motion.remarks.size(), 1u);
  EXPECT_EQ(
      motion.remarks[0],
      "a.csv: judged at the 3 ms of its samples; the cycle of the robot's controller is 10 ms");
  EXPECT_NEAR(motion.plan.period, 0.003, 1e-12);
  ASSERT_EQ(motion.plan.samples(), 201);
  EXPECT_NEAR(motion.plan.duration(), 0.6, 1e-12);
  const Model model = elbow_and_lift();
  Workspace ws(model);
  for (int k = 0; k <= 200; ++k) {
    EXPECT_EQ(motion.plan.q(0, k), swing(0.003 * k, 0.6));
    const VectorX<double> q = motion.plan.q.col(k);
    EXPECT_EQ(motion.plan.X_WT[static_cast<std::size_t>(k)].p,
              frame_pose<double>(model, ws, q, model.tool()).p);
  }
  ASSERT_EQ(motion.program.instructions.size(), 1u);
  EXPECT_EQ(motion.program.dialect, &recorded_dialect());
  EXPECT_EQ(motion.program.name, "a");
  EXPECT_EQ(motion.program.instructions[0].at.line, 2);
  EXPECT_EQ(motion.plan.moves[0].end_sample, 201);
  EXPECT_NEAR(motion.plan.moves[0].end_time, 0.6, 1e-12);
}

TEST(RecordedMotion, OtherSamplesAreTakenAtThePeriodAndThatIsSaid) {
  const ScratchFolder folder;
  std::string text = "time_s,q1_rad,q2_m\n";
  for (int k = 0; k <= 400; ++k) {
    const double jitter = k == 0 || k == 400 ? 0 : 0.0004 * std::sin(7.0 * k);
    const double t = 1.005 * k / 400 + jitter;
    text += fmt::format("{},{},{}\n", t, swing(t, 1.005), 0.1 * swing(t, 1.005));
  }
  const RecordedMotion motion = read(folder, text);
  ASSERT_EQ(motion.remarks.size(), 1u);
  EXPECT_EQ(motion.remarks[0],
            "a.csv: 401 samples at unequal distances; taken every 10 ms, by a cubic between them");
  EXPECT_EQ(motion.plan.period, usual);
  ASSERT_EQ(motion.plan.samples(), 102);  // the last one stands where the motion ends
  // Fourth power of the step times the fourth derivative; at both ends velocities below a thousandth
  // of the largest, 1.9 rad/s, count as rest, which a cubic feels with 4/27 of the distance between
  // two samples.
  for (int k = 0; k < 101; ++k)
    EXPECT_NEAR(motion.plan.q(0, k), swing(0.01 * k, 1.005),
                k < 5 || k > 95 ? 1.9e-3 * 0.0034 * 4 / 27 : 1e-8)
        << k;
  EXPECT_NEAR(motion.plan.q(0, 101), 1, 1e-12);
  const RecordedMotion finer = read(folder, text, 0.004);
  EXPECT_EQ(finer.plan.period, 0.004);
  EXPECT_NEAR(finer.plan.q(1, 100), 0.1 * swing(0.4, 1.005), 1e-8);
}

TEST(RecordedMotion, MovesAndLoadsOfTheFileAreMoves) {
  const ScratchFolder folder;
  std::string text = "time_s,q1_rad,q2_m,move,payload_kg,payload_x_m,payload_y_m,payload_z_m\n";
  for (int k = 0; k < 40; ++k)
    text += fmt::format("{},0,0,{},{},0,0,0.1\n", 0.01 * k,
                        k < 10   ? 1
                        : k < 30 ? 2
                                 : 5,
                        k < 20 ? 0 : 3);
  const RecordedMotion motion = read(folder, text, {}, Payload{.mass = 7});
  ASSERT_EQ(motion.plan.moves.size(), 4u);
  const int first[] = {0, 10, 20, 30};
  for (std::size_t m = 0; m < 4; ++m) {
    const PlannedMove& move = motion.plan.moves[m];
    EXPECT_EQ(move.first_sample, first[m]);
    EXPECT_EQ(move.end_sample, m < 3 ? first[m + 1] : 40);
    const Instruction& made = motion.program.instructions[m];
    EXPECT_EQ(made.at.line, first[m] + 2);
    EXPECT_EQ(carried(made.conditions).mass, m < 2 ? 0 : 3);  // what the file says, not its tool
  }
  EXPECT_EQ(std::get<Move>(motion.program.instructions[3].action).target_name, "5");
  EXPECT_NEAR(motion.plan.moves[3].end_time, 0.39, 1e-12);
  const RecordedMotion silent =
      read(folder, "time_s,q1_rad,q2_m\n0,0,0\n0.01,0,0\n", {}, Payload{.mass = 7});
  EXPECT_EQ(carried(silent.program.instructions[0].conditions).mass, 7);
}

TEST(RecordedMotion, AMotionThatDoesNotStartAtRestIsRemarked) {
  const ScratchFolder folder;
  const RecordedMotion motion = read(
      folder, "time_s,q1_rad,q2_m\n2,0,0\n2.01,0.01,0\n2.02,0.02,0\n2.03,0.02,0\n2.04,0.02,0\n");
  ASSERT_EQ(motion.remarks.size(), 2u);
  EXPECT_EQ(motion.remarks[0], "a.csv: starts at 2 s; times of the verdict count from there");
  EXPECT_EQ(motion.remarks[1],
            "a.csv: starts while joint elbow moves at 1 rad/s; a verification starts and ends at "
            "rest: record from rest to rest");
}

TEST(RecordedMotion, OneSampleAFreeBaseAndNoPeriodAreRefused) {
  const ScratchFolder folder;
  const std::string two = "time_s,q1_rad,q2_m\n0,0,0\n0.01,0,0\n";
  EXPECT_THROW(read(folder, two, 0.0), Error);
  EXPECT_THROW(read(folder,
                    "time_s,q1_rad,q2_m,qd1_rad_s,qd2_m_s,qdd1_rad_s2,qdd2_m_s2\n"
                    "0,0,0,0,0,0,0\n"),
               Error);
  const Model free = elbow_and_lift(true);
  ReadStates states;
  states.states.assign(2, rest_state(free));
  EXPECT_THROW(recorded_motion(states, "a.csv", free, {}, {}, usual), Error);
}

// What a plan writes is read as the same plan, with the cycles that verify() computes with.
TEST(PlanCsv, IsReadBackAsTheSameCycles) {
  const ScratchFolder folder;
  const Model model = elbow_and_lift();
  RecordedMotion made;
  Plan& plan = made.plan;
  plan.period = 0.004;
  plan.q.resize(2, 60);
  for (int k = 0; k < 60; ++k) {
    plan.q.col(k) << swing(0.004 * k, 0.2), -0.3 * swing(0.004 * k, 0.236);
    plan.move.push_back(k < 25 ? 0 : 1);
    plan.X_WT.push_back({});
  }
  made.program.instructions.resize(2);
  made.program.instructions[1].conditions.gripped.mass = 2;
  plan.moves.resize(2);
  plan.moves[1].instruction = 1;
  folder.write("plan.csv", plan_csv(made.program, plan, model));
  const ReadStates states = read_motion_file(folder.path("plan.csv"), model);
  EXPECT_EQ(states.findings.text(),
            folder.path("plan.csv") +
                ": note: 7 columns are not read: x_m, y_m, z_m, qw and 3 more [state-head]");
  EXPECT_TRUE(states.in_cycles && states.has_move && states.has_payload);
  for (std::size_t k = 0; k < 60; ++k) {
    EXPECT_EQ(states.states[k].q, plan.q.col(static_cast<Eigen::Index>(k)));
    EXPECT_EQ(states.states[k].payload.mass, k < 25 ? 0 : 2);
    EXPECT_EQ(states.states[k].move, k < 25 ? 1 : 2);
  }
  // The velocities that a cycle ends with are the differences of its positions; it ends at rest.
  for (std::size_t k = 0; k + 1 < 60; ++k) {
    const VectorX<double> end =
        (plan.q.col(static_cast<Eigen::Index>(k) + 1) - plan.q.col(static_cast<Eigen::Index>(k))) /
        0.004;
    EXPECT_LT((friction_velocities(states, k) - end).cwiseAbs().maxCoeff(), 1e-12);
  }
  EXPECT_LT(friction_velocities(states, 59).cwiseAbs().maxCoeff(), 1e-9);
  const RecordedMotion again = recorded_motion(states, "plan.csv", model, {}, {}, usual);
  EXPECT_LT((again.plan.q - plan.q).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(again.plan.move, plan.move);
}

// Velocities and accelerations of a smooth motion are no differences of its samples.
TEST(MotionFile, ASmoothMotionIsNotInCycles) {
  const ScratchFolder folder;
  std::string text = "time_s,q1_rad,q2_m,qd1_rad_s,qd2_m_s,qdd1_rad_s2,qdd2_m_s2\n";
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.001 * k;
    text += fmt::format("{},{},0,{},0,{},0\n", t, t * t / 2, t, 1);
  }
  folder.write("a.csv", text);
  const ReadStates states = read_motion_file(folder.path("a.csv"), elbow_and_lift());
  EXPECT_FALSE(states.in_cycles);
  EXPECT_EQ(friction_velocities(states, 50)[0], states.states[50].qd[0]);
}

// The first target is out of reach: there is a start, and no move.
TEST(PlanCsv, OfNoMoveIsTheStart) {
  const Model model = elbow_and_lift();
  Plan plan;
  plan.period = 0.01;
  plan.q = VectorX<double>::Constant(2, 0.25);
  plan.move.push_back(0);
  plan.X_WT.push_back({});
  const std::string text = plan_csv({}, plan, model);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
  EXPECT_NE(text.find("\n0,1,0.25,0.25,"), std::string::npos) << text;
}

}  // namespace
}  // namespace erfd::test
