// One time law: what a speed override does to it, and that every time of a plan is read from it.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "motion/random_program.hpp"
#include "motion/random_wrist_arm.hpp"
#include "motion/reference_program.hpp"
#include "support/random_robot.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double speeds[] = {0.6, 0.1, 0.37, 1.3};

Program without_waits(Program program) {
  std::erase_if(program.instructions,
                [](const Instruction& i) { return std::holds_alternative<Wait>(i.action); });
  return program;
}

/// q at speed c and period dt is q at full speed and period c · dt, sample by sample: q(c t).
void expect_scaled_time(const Program& program, const Model& model, PlannerSettings settings) {
  const InverseKinematics kinematics(model);
  const double dt = settings.period;
  for (const double c : speeds) {
    settings.speed = c;
    settings.period = dt;
    const Plan slow = plan(program, model, kinematics, settings);
    settings.speed = 1;
    settings.period = c * dt;
    const Plan full = plan(program, model, kinematics, settings);
    // A slower robot may pass a singularity that a faster one cannot.
    if (!slow.complete || !full.complete) continue;
    ASSERT_EQ(slow.samples(), full.samples()) << "speed " << c;
    EXPECT_LT((slow.q - full.q).cwiseAbs().maxCoeff(), 1e-12) << "speed " << c;
    ASSERT_EQ(slow.moves.size(), full.moves.size());
    for (std::size_t m = 0; m < slow.moves.size(); ++m) {
      EXPECT_NEAR(slow.moves[m].end_time, full.moves[m].end_time / c, 1e-12 * slow.duration());
      EXPECT_NEAR(slow.moves[m].peak_speed, full.moves[m].peak_speed * c, 1e-12);
    }
    EXPECT_EQ(slow.jumps.size() <= full.jumps.size(),
              c <= 1 || slow.jumps.size() == full.jumps.size());
  }
}

TEST(SpeedOverride, ScalesTheTimeOfProgramsWithBlends) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  std::mt19937 rng(21);
  for (int k = 0; k < 20; ++k) {
    SCOPED_TRACE(k);
    const RandomProgram random =
        random_program(model, planner_settings(read.robot, model), k % 2 == 0, rng);
    expect_scaled_time(without_waits(random.program), model, random.settings);
  }
}

/// From posture to posture, each ptp rounded off into the next; lines where the arm has six axes.
Program wandering(const Model& model, std::mt19937& rng, bool lines) {
  Program program;
  Workspace ws(model);
  VectorX<double> q = VectorX<double>::Zero(model.nq());
  for (int k = 0; k < 6; ++k) {
    q += random_vector(model.nq(), rng, 0.3);
    Target target = JointTarget{{q.begin(), q.end()}};
    CartesianTarget pose;
    pose.X_BaseT = frame_pose<double>(model, ws, q, model.tool());
    const bool line = lines && k % 3 == 2;
    if (line) target = pose;
    Instruction next = instruction(line ? MoveKind::lin : MoveKind::ptp, target);
    Move& move = std::get<Move>(next.action);
    move.fly_by = k < 5 ? FlyBy::ptp : FlyBy::stop;
    move.fly_by_size = uniform(rng, 0.2, 1);
    next.at = {k + 1, 1};
    program.instructions.push_back(next);
  }
  return program;
}

TEST(SpeedOverride, ScalesTheTimeOfUglyRobots) {
  std::mt19937 rng(22);
  for (const int joints : {1, 3, 5, 7}) {
    SCOPED_TRACE(joints);
    const Model model = random_robot({.joints = joints, .branching = 0, .prismatic = 0.4}, rng);
    expect_scaled_time(wandering(model, rng, false), model, {});
  }
  for (const bool oblique : {false, true}) {
    const Model model = random_wrist_arm({.kind = ArmKind::skew, .oblique_wrist = oblique}, rng);
    expect_scaled_time(wandering(model, rng, true), model, {});
  }
}

/// By hand: 100 mm at 250 mm/s and 1000 mm/s² take 0.65 s; at 20 % the speed is 50 mm/s, the
/// acceleration 40 mm/s².
TEST(SpeedOverride, ChangesAccelerationsByItsSquare) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  const InverseKinematics kinematics(model);
  PlannerSettings settings = planner_settings(read.robot, model);
  settings.speed = 0.2;
  VectorX<double> work(6);
  work << 0.2, 0.35, -0.35, 0.1, -1, 0.2;
  settings.home = work;
  Workspace ws(model);
  CartesianTarget goal;
  goal.X_BaseT = frame_pose<double>(model, ws, work, model.tool());
  const Vector3<double> start = goal.X_BaseT.p;
  goal.X_BaseT.p += Vector3<double>{0, 0.1, 0};
  Program program;
  program.instructions = {instruction(MoveKind::lin, goal)};
  const Plan asked = plan(program, model, kinematics, settings);
  EXPECT_NEAR(asked.duration(), 0.65 / 0.2, 1e-9);
  const auto way = [&](double t) {
    return (asked.X_WT[static_cast<std::size_t>(std::lround(t / asked.period))].p - start).norm();
  };
  EXPECT_NEAR(way(1), 0.04 / 2 * 1 * 1, 1e-9);
  EXPECT_NEAR(way(2) - way(1.9), 0.05 * 0.1, 1e-9);
}

TEST(SpeedOverride, OfAnInstructionHoldsForTheMovesThatRunIntoEachOther) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  const InverseKinematics kinematics(model);
  PlannerSettings settings = planner_settings(read.robot, model);
  const Program program = reference_program();
  const Plan full = plan(program, model, kinematics, settings);
  settings.instruction_speeds.assign(program.instructions.size(), 1);
  settings.instruction_speeds[0] = 0.5;  // moves 1 to 10 are one run
  const Plan half = plan(program, model, kinematics, settings);
  for (std::size_t m = 0; m < full.moves.size(); ++m) {
    const bool slowed = full.moves[m].run == full.moves[0].run;
    EXPECT_EQ(slowed, m <= 9) << m;
    const auto time = [&](const Plan& p) { return p.moves[m].end_time - p.moves[m].start_time; };
    EXPECT_NEAR(time(half), time(full) * (slowed ? 2 : 1), full.period) << m;
  }
  EXPECT_LT((half.q.col(half.samples() - 1) - full.q.col(full.samples() - 1)).norm(), 1e-12);
}

/// The same program, every move at half of its programmed speed and less acceleration.
Program slower(Program program) {
  for (Instruction& i : program.instructions)
    if (Move* const move = std::get_if<Move>(&i.action)) {
      move->limits.speed = 0.5 * move->limits.speed.value_or(0.25);
      move->limits.speed_share = 0.5 * move->limits.speed_share.value_or(1);
      move->limits.acceleration = 0.4;
    }
  return program;
}

void expect_same_path(const Plan& a, const Plan& b) {
  ASSERT_EQ(a.segments->size(), b.segments->size());
  for (std::size_t i = 0; i < a.segments->size(); ++i) {
    const PathSegment &first = (*a.segments)[i].path, &second = (*b.segments)[i].path;
    ASSERT_EQ(first.in_joint_space(), second.in_joint_space());
    ASSERT_EQ(first.pieces().size(), second.pieces().size());
    for (std::size_t k = 0; k < first.pieces().size(); ++k) {
      EXPECT_EQ(first.pieces()[k].move, second.pieces()[k].move);
      EXPECT_EQ(first.pieces()[k].blend, second.pieces()[k].blend);
    }
    EXPECT_NEAR(first.length(), second.length(), 1e-12);
    for (int k = 0; k <= 40; ++k) {
      const double s = first.length() * k / 40;
      if (first.in_joint_space()) {
        EXPECT_LT((first.q(s) - second.q(s)).cwiseAbs().maxCoeff(), 1e-9);
      } else {
        EXPECT_LT((first.X_WT(s).p - second.X_WT(s).p).norm(), 1e-9);
        EXPECT_LT((first.X_WT(s).R - second.X_WT(s).R).norm(), 1e-9);
      }
    }
  }
}

/// The samples are the path at the places of the time law: postures of ptp moves, and of lines and
/// circles the tool by forward kinematics. Where two segments overlap neither is the motion.
void expect_composed(const Program& program, const Plan& asked) {
  const std::vector<TimedSegment>& segments = *asked.segments;
  int looked_at = 0;
  for (int k = 0; k < asked.samples(); ++k) {
    const double t = k * asked.period;
    const TimedSegment* active = nullptr;
    int count = 0;
    for (const TimedSegment& segment : segments)
      if (t > segment.start && t < segment.end()) {
        active = &segment;
        ++count;
      }
    if (count != 1) continue;
    ++looked_at;
    const PathState state = active->at(t);
    const auto& X_WT = asked.X_WT[static_cast<std::size_t>(k)];
    if (active->path.in_joint_space()) {
      EXPECT_LT((active->path.q(state.s) - asked.q.col(k)).cwiseAbs().maxCoeff(), 1e-9) << t;
      continue;
    }
    const Pose<double> place = active->path.X_WT(state.s);
    EXPECT_LT((place.p - X_WT.p).norm(), 1e-8) << t;
    const int instruction =
        asked.moves[static_cast<std::size_t>(asked.move[static_cast<std::size_t>(k)])].instruction;
    const auto& move =
        std::get<Move>(program.instructions[static_cast<std::size_t>(instruction)].action);
    if (move.orientation != OrientationMode::joint) {
      EXPECT_LT((place.R - X_WT.R).norm(), 1e-7) << t;
    }
  }
  EXPECT_GT(looked_at, asked.samples() / 4);
}

/// Returns whether the program could be planned at all speeds.
bool look_at_path(const Program& program, const Model& model, PlannerSettings settings) {
  const InverseKinematics kinematics(model);
  settings.smoothed = false;
  const Plan full = plan(program, model, kinematics, settings);
  const Plan tame = plan(slower(program), model, kinematics, settings);
  settings.speed = 0.5;
  const Plan half = plan(program, model, kinematics, settings);
  if (!full.complete || !half.complete || !tame.complete) return false;
  expect_same_path(full, half);
  expect_same_path(full, tame);
  for (const Plan* const asked : {&full, &half}) expect_composed(program, *asked);
  return true;
}

TEST(Path, DoesNotDependOnSpeedAndTheTimeLawLeadsTheSamplesAlongIt) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model lola15 = build(read.robot);
  std::mt19937 rng(23);
  int planned = 0;
  for (int k = 0; k < 12; ++k) {
    SCOPED_TRACE(k);
    const RandomProgram random =
        random_program(lola15, planner_settings(read.robot, lola15), k % 2 == 0, rng);
    planned += look_at_path(random.program, lola15, random.settings);
  }
  EXPECT_GT(planned, 5);
}

TEST(Path, OfUglyRobotsDoesNotDependOnSpeed) {
  std::mt19937 rng(24);
  int planned = 0;
  for (const int joints : {1, 3, 5, 7}) {
    SCOPED_TRACE(joints);
    const Model model = random_robot({.joints = joints, .branching = 0, .prismatic = 0.4}, rng);
    planned += look_at_path(wandering(model, rng, false), model, {});
  }
  for (const bool oblique : {false, true}) {
    const Model model = random_wrist_arm({.kind = ArmKind::skew, .oblique_wrist = oblique}, rng);
    planned += look_at_path(wandering(model, rng, true), model, {});
  }
  EXPECT_GT(planned, 4);
}

/// The cycle time is where the last move ends, where the last sample lies, and the sum of the ways
/// from stop to stop, whatever does not fit into periods.
TEST(CycleTime, IsOneNumber) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  const InverseKinematics kinematics(model);
  std::mt19937 rng(23);
  for (int k = 0; k < 30; ++k) {
    SCOPED_TRACE(k);
    RandomProgram random =
        random_program(model, planner_settings(read.robot, model), k % 2 == 0, rng);
    random.settings.period = uniform(rng, 0.002, 0.013);
    const Plan asked = plan(random.program, model, kinematics, random.settings);
    if (!asked.complete) continue;
    const double rounding = 1e-12 * asked.duration();
    EXPECT_EQ(asked.moves.back().end_time, asked.duration());
    EXPECT_NEAR(asked.duration(), (asked.samples() - 1) * asked.period, rounding);
    for (std::size_t m = 0; m + 1 < asked.moves.size(); ++m) {
      const PlannedMove &move = asked.moves[m], &next = asked.moves[m + 1];
      EXPECT_LE(move.start_time, move.end_time);
      if (move.run == next.run) continue;
      EXPECT_NEAR(move.end_time, next.start_time, rounding);
      EXPECT_NEAR(move.end_time, move.end_sample * asked.period, rounding);
    }
  }
}

}  // namespace
}  // namespace erfd::test
