// The planner against its own promises on programs at random: 200, ten thousand with ERFD_LONG=1.
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "motion/path/rotation_vector.hpp"
#include "motion/plan/chain_builder.hpp"
#include "motion/plan/chain_sampler.hpp"
#include "motion/programmed_way.hpp"
#include "motion/random_program.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double on_way = 1e-9;                                   // [m]: 1e-6 mm
constexpr double on_orientation = 1e-6 * std::numbers::pi / 180;  // [rad]
constexpr double relative = 1e-9;

struct Lola {
  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model = build(read.robot);
  InverseKinematics kinematics{model};
  PlannerSettings settings = planner_settings(read.robot, model);
};

int program_count() { return std::getenv("ERFD_LONG") != nullptr ? 10'000 : 200; }

struct Worst {
  double way = 0, angle = 0, speed = 0, acceleration = 0, parabola = 0;
  int programs = 0, complete = 0, samples = 0, on_curve = 0, on_parabola = 0;
};

const Move* move_of(const Program& program, const Plan& plan, int m) {
  return std::get_if<Move>(&program.instructions[plan.moves[m].instruction].action);
}

/// Shares of joint speed and acceleration in the samples of one ptp move.
void check_ptp(const Lola& lola, const Move& move, const Plan& plan, int m, Worst& worst) {
  const PlannedMove& planned = plan.moves[m];
  const double dt = plan.period, share = *move.limits.speed_share;
  const double acc =
      std::max(*move.limits.acceleration_share, move.limits.deceleration_share.value_or(0));
  for (int i = planned.first_sample + 1; i < planned.end_sample; ++i)
    for (int j = 0; j < 6; ++j) {
      const JointLimits& limits = lola.model.bodies()[j].limits;
      const double v = std::abs(plan.q(j, i) - plan.q(j, i - 1)) / dt;
      worst.speed = std::max(worst.speed, v / (share * limits.speed) - 1);
      if (i < planned.first_sample + 2) continue;
      const double a = std::abs(plan.q(j, i) - 2 * plan.q(j, i - 1) + plan.q(j, i - 2)) / (dt * dt);
      // Rounding of three positions of some radians.
      worst.acceleration =
          std::max(worst.acceleration, (a - 8e-16 / (dt * dt)) / (acc * limits.acceleration) - 1);
    }
}

/// Speed and acceleration along a line, by differences of its samples.
void check_line_speed(const ProgrammedWay& way, const Move& move, const std::vector<double>& s,
                      double dt, Worst& worst) {
  const double v = *move.limits.speed, a = *move.limits.acceleration,
               d = move.limits.deceleration.value_or(a);
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (std::isnan(s[i]) || std::isnan(s[i - 1])) continue;
    worst.speed = std::max(worst.speed, (s[i] - s[i - 1]) / dt / v - 1);
    if (i < 2 || std::isnan(s[i - 2]) || !way.is_line()) continue;
    const double change = (s[i] - 2 * s[i - 1] + s[i - 2]) / (dt * dt);
    const double rounding = 8e-15 / (dt * dt);  // of places behind kinematics there and back
    worst.acceleration = std::max(worst.acceleration, (change - rounding) / a - 1);
    worst.acceleration = std::max(worst.acceleration, (-change - rounding) / d - 1);
  }
}

/// A way of the program with the blends that it asks for at its ends.
struct Stretch {
  ProgrammedWay way;
  double d_before = 0, d_behind = 0;
  int before = -1, behind = -1;  ///< corners in the list of parabolas; −1: none between lines
};

/// The corner in whose parabola a point off the way lies; −1 where it is an arc's, or not clear.
int corner_of(const Stretch& stretch, const std::vector<Parabola>& corners,
              const Vector3<double>& p, bool near_start, bool near_end) {
  if (!near_start) return stretch.behind;
  if (!near_end) return stretch.before;
  if (stretch.before < 0 || stretch.behind < 0) return -1;
  const double before = corners[stretch.before].off_corner(p),
               behind = corners[stretch.behind].off_corner(p);
  constexpr double clearly_off = 1e-6;  // [m]
  if (std::max(before, behind) < clearly_off) return -1;
  return before < behind ? stretch.before : stretch.behind;
}

/// Every sample lies on the programmed way with the programmed orientation, or in a blend.
void check_path(const Stretch& stretch, const Move& move, bool smoothed, const Plan& plan, int m,
                std::vector<Parabola>& corners, Worst& worst) {
  std::vector<double> s;
  const ProgrammedWay& way = stretch.way;
  for (int i = plan.moves[m].first_sample; i < plan.moves[m].end_sample; ++i) {
    const Pose<double>& X = plan.X_WT[i];
    if (i > plan.moves[m].first_sample)  // in blends too
      worst.speed = std::max(
          worst.speed, (X.p - plan.X_WT[i - 1].p).norm() / plan.period / *move.limits.speed - 1);
    const auto near = way.nearest(X.p);
    const double from_start = near.share * way.length();
    // A blend along a strongly bent arc strays from what it leaves out.
    const auto around = [&](const Vector3<double>& corner, int parabola, double d) {
      return parabola < 0 && (X.p - corner).norm() < 2 * d;
    };
    const bool near_start = from_start < stretch.d_before ||
                            around(way.start().p, stretch.before, stretch.d_before),
               near_end = way.length() - from_start < stretch.d_behind ||
                          around(way.end().p, stretch.behind, stretch.d_behind);
    if (near.distance > on_way && (near_start || near_end)) {
      s.push_back(std::nan(""));
      const int corner = corner_of(stretch, corners, X.p, near_start, near_end);
      if (corner >= 0) corners[corner].add(X.p);
      continue;
    }
    if (!near_start && !near_end) worst.way = std::max(worst.way, near.distance);
    ++worst.on_curve;
    s.push_back(from_start);
    if (!smoothed && !near_start && !near_end)
      worst.angle =
          std::max(worst.angle, planning::angle_between(X.R, way.orientation(near.share)));
  }
  check_line_speed(way, move, s, plan.period, worst);
}

/// Ways in the order of the program: each starts where the one before ends.
std::vector<std::optional<Stretch>> stretches_of(const Program& program, const Plan& plan,
                                                 std::vector<Parabola>& corners) {
  std::vector<std::optional<Stretch>> list;
  for (int m = 0; m < static_cast<int>(plan.moves.size()); ++m) {
    const Move* move = move_of(program, plan, m);
    list.emplace_back();
    const int first = plan.moves[m].first_sample;
    if (!move || move->kind == MoveKind::ptp || first == 0) continue;
    Stretch* last = m > 0 && list[m - 1] ? &*list[m - 1] : nullptr;
    const Pose<double> start = last ? last->way.end() : plan.X_WT[first];
    list.back() = {ProgrammedWay(program.instructions[plan.moves[m].instruction], start)};
    Stretch& stretch = *list.back();
    const Move* before = last ? move_of(program, plan, m - 1) : nullptr;
    if (!before || before->fly_by != FlyBy::path) continue;
    stretch.d_before = last->d_behind = before->fly_by_size;
    if (!last->way.is_line() || !stretch.way.is_line()) continue;
    stretch.before = last->behind = static_cast<int>(corners.size());
    corners.emplace_back(start.p, last->way.direction(1), stretch.way.direction(0));
  }
  return list;
}

void check_samples(const Lola& lola, const RandomProgram& random, const Plan& plan, Worst& worst) {
  std::vector<Parabola> corners;
  const auto stretches = stretches_of(random.program, plan, corners);
  for (int m = 0; m < static_cast<int>(plan.moves.size()); ++m) {
    const Move* move = move_of(random.program, plan, m);
    if (move && move->kind == MoveKind::ptp) check_ptp(lola, *move, plan, m, worst);
    if (!stretches[m]) continue;
    check_path(*stretches[m], *move, random.settings.smoothed, plan, m, corners, worst);
  }
  for (const auto& stretch : stretches) {
    if (!stretch || stretch->behind < 0 || corners[stretch->behind].count() < 3) continue;
    const Parabola& corner = corners[stretch->behind];
    worst.parabola =
        std::max({worst.parabola, corner.residual(), corner.size() - stretch->d_behind});
    worst.on_parabola += corner.count();
  }
}

/// The analytic time law of a run against what the program says, at many instants.
void check_path_law(const RandomProgram& random, const Plan& plan, const planning::ChainRun& run,
                    Worst& worst) {
  const auto& path = std::get<planning::PathRun>(run.run);
  for (int k = 0; k <= 300; ++k) {
    const PathState state = run.law.at(run.law.duration() * k / 300);
    const auto place = path.place(state.s);
    const double near = 1e-9 * path.length();  // at a joint either side may count
    if (path.place(state.s - near).move != place.move ||
        path.place(state.s + near).move != place.move)
      continue;
    const Move& move = *move_of(random.program, plan, run.moves[place.move]);
    const planning::PathMove& made = path.moves()[place.move];
    const double turn_speed = move.limits.turn_speed.value_or(random.settings.turn_speed);
    const double turn_acceleration =
        move.limits.turn_acceleration.value_or(random.settings.turn_acceleration);
    const double rate = place.blend ? 0 : made.orientation.rate();
    const double a = *move.limits.acceleration, d = move.limits.deceleration.value_or(a);
    worst.speed =
        std::max({worst.speed, state.v / *move.limits.speed - 1, rate * state.v / turn_speed - 1});
    worst.acceleration = std::max({worst.acceleration, state.a / a - 1, -state.a / d - 1,
                                   rate * std::abs(state.a) / turn_acceleration - 1});
  }
}

void check_chains(const Lola& lola, const RandomProgram& random, Worst& worst) {
  Plan scratch;
  const planning::Arm arm(lola.model, lola.kinematics, random.settings, *random.program.dialect);
  planning::ChainBuilder builder(arm, random.program, scratch);
  VectorX<double> q = arm.home();
  for (std::size_t k = 0; k < random.program.instructions.size();) {
    if (std::holds_alternative<Wait>(random.program.instructions[k].action)) {
      ++k;
      continue;
    }
    const auto result = builder.build(k, q);
    for (const planning::ChainRun& run : result.chain.runs)
      if (std::holds_alternative<planning::PathRun>(run.run))
        check_path_law(random, scratch, run, worst);
    std::vector<planning::Sample> samples{{q, 0}};
    const bool stopped = planning::sample_chain(arm, result.chain, 1, samples).has_value();
    const double T = result.chain.duration(), period = random.settings.period;
    if (!stopped) {
      const double cycles = static_cast<double>(samples.size() - 1) * period;
      ASSERT_GE(cycles, T - 1e-9 * period);
      ASSERT_LT(cycles, T + period);
    }
    if (stopped || result.failed) return;
    q = samples.back().q;
    k = result.next;
  }
}

void run(bool mixed, unsigned seed, int count) {
  const Lola lola;
  std::mt19937 rng(seed);
  Worst worst;
  for (; worst.programs < count && !testing::Test::HasFailure(); ++worst.programs) {
    SCOPED_TRACE("program " + std::to_string(worst.programs));
    const RandomProgram random = random_program(lola.model, lola.settings, mixed, rng);
    const Plan plan = erfd::plan(random.program, lola.model, lola.kinematics, random.settings);
    worst.complete += plan.complete ? 1 : 0;
    worst.samples += plan.samples();
    ASSERT_TRUE(plan.q.allFinite());
    ASSERT_EQ(plan.complete, !plan.findings.has_errors()) << plan.findings.text();
    for (const Pose<double>& X : plan.X_WT) ASSERT_TRUE(X.p.allFinite() && X.R.allFinite());
    if (!mixed) check_samples(lola, random, plan, worst);  // overlapping motions are neither
    check_chains(lola, random, worst);
    ASSERT_LE(worst.way, on_way) << plan.findings.text();
    ASSERT_LE(worst.angle, on_orientation) << plan.findings.text();
    ASSERT_LE(worst.parabola, on_way) << plan.findings.text();
    ASSERT_LE(worst.speed, relative) << plan.findings.text();
    ASSERT_LE(worst.acceleration, relative) << plan.findings.text();
  }
  EXPECT_GT(worst.complete, worst.programs / 2);
  std::printf(
      "%d programs, %d complete, %d samples (%d on curves, %d on parabolas): off the way %.1e mm, "
      "off the parabola %.1e mm, orientation %.1e deg, speed %+.1e, acceleration %+.1e\n",
      worst.programs, worst.complete, worst.samples, worst.on_curve, worst.on_parabola,
      worst.way * 1e3, worst.parabola * 1e3, worst.angle * 180 / std::numbers::pi, worst.speed,
      worst.acceleration);
}

TEST(PlannerLong, KeepsItsPromisesOnRandomPrograms) { run(false, 11, program_count()); }

TEST(PlannerLong, KeepsItsPromisesWherePtpAndPathRunIntoEachOther) {
  run(true, 12, program_count() / 4);
}

}  // namespace
}  // namespace erfd::test
