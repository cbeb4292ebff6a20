// Jumps: at a joint that is passed at speed v without a blend the path goes on, its derivatives need
// not.
//
//   Δq̇ = (q'(s+) − q'(s−)) v,   q'(s±) by one-sided differences of postures           (1)
//   a jump:  |Δq̇_i| > a_i · 1 ms  for some axis                                       (2)
//
// (2) tells a jump from rounding: targets of three decimals are tangent within 1e-5 rad. What an axis
// makes up for within a millisecond by its acceleration is below it at every period from 1 ms on.
// (1) has nothing of the period, so that a jump is one at any.
#include "motion/plan/jumps.hpp"

#include "motion/path/path_blend.hpp"
#include "motion/plan/path_follower.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::planning {
namespace {

constexpr double at_once = 1e-3;    // [s]
constexpr double short_way = 1e-5;  // of the moves around the joint, for differences

/// A joint between two moves of a run.
struct Border {
  const PathRun& run;
  int k = 0;         ///< the move before it
  double s = 0;      ///< where on the run
  double speed = 0;  ///< along the path
};

/// Joint rates a unit of path just before (−1) and just behind (+1) a border.
std::optional<VectorX<double>> rates(PathFollower& follower, const Border& border, int side) {
  const auto way = [&](int k) {
    const TimedRun::Span& span = border.run.timing().spans[k];
    return span.end - span.begin;
  };
  const double h = side * short_way * std::min(way(border.k), way(border.k + 1));
  const IkResult here = follower.posture_at(border.s), near = follower.posture_at(border.s + h),
                 far = follower.posture_at(border.s + 2 * h);
  for (const IkResult* const result : {&here, &near, &far})
    if (!reaches(*result)) return std::nullopt;
  return VectorX<double>((4 * near.q - 3 * here.q - far.q) / (2 * h));
}

void describe_direction(const Border& border, Jump& jump) {
  const std::vector<PathMove>& moves = border.run.moves();
  jump.quantity = Jump::Quantity::direction;
  jump.from = jump.to = border.speed;
  jump.angle = corner_between(moves[border.k], moves[border.k + 1]);
  jump.step = 2 * border.speed * std::sin(jump.angle / 2);
}

void describe_turning(const Border& border, Jump& jump) {
  const OrientationLaw &a = border.run.moves()[border.k].orientation,
                       &b = border.run.moves()[border.k + 1].orientation;
  jump.quantity = Jump::Quantity::turning_speed;
  jump.from = a.rate(a.length).norm() * border.speed;
  jump.to = b.rate(0).norm() * border.speed;
  jump.step = border.run.turn_step(border.k).norm() * border.speed;
}

std::optional<Jump> jump_at(const Arm& arm, PathFollower follower, const Border& border) {
  const auto before = rates(follower, border, -1), behind = rates(follower, border, +1);
  if (!before || !behind) return std::nullopt;
  const VectorX<double> from = *before * border.speed, to = *behind * border.speed;
  Jump jump;
  const double worst =
      (to - from).cwiseAbs().cwiseQuotient(arm.axes().acceleration).maxCoeff(&jump.axis);
  if (!(worst > at_once)) return std::nullopt;  // (2)
  const std::vector<PathMove>& moves = border.run.moves();
  if (moves[border.k].linear_wrist || moves[border.k + 1].linear_wrist) {
    jump.quantity = Jump::Quantity::joint_speed;
    jump.from = from[jump.axis];
    jump.to = to[jump.axis];
    jump.step = std::abs(jump.to - jump.from);
  } else if (corner_between(moves[border.k], moves[border.k + 1]) > tangent_joint) {
    describe_direction(border, jump);
  } else {
    describe_turning(border, jump);
  }
  return jump;
}

void add_jumps(const Arm& arm, const SampledChain& sampled, const ChainRun& run,
               std::vector<Jump>& jumps) {
  const auto* path = std::get_if<PathRun>(&run.run);
  if (path == nullptr) return;
  for (int k = 0; k + 1 < static_cast<int>(path->moves().size()); ++k) {
    const std::optional<double> s = path->plain_joint(k);
    if (!s) continue;
    const double t = run.law.time_at(*s);
    const Border border{*path, k, *s, run.law.at(t).v / sampled.stretch()};
    const double time = (run.begin + t) * sampled.stretch();
    const auto cycle = static_cast<std::size_t>(time / sampled.period);
    if (border.speed <= 0 || cycle >= sampled.samples.size()) continue;
    const PathFollower follower(arm, *path, run.X_FlangeT, sampled.samples[cycle].q);
    std::optional<Jump> jump = jump_at(arm, follower, border);
    if (!jump) continue;
    jump->before = run.moves[k];
    jump->behind = run.moves[k + 1];
    jump->time = time;
    jumps.push_back(*jump);
  }
}

}  // namespace

std::vector<Jump> jumps_of(const Arm& arm, const SampledChain& sampled) {
  std::vector<Jump> jumps;
  for (const ChainRun& run : sampled.chain.runs) {
    arm.tick();
    add_jumps(arm, sampled, run, jumps);
  }
  return jumps;
}

}  // namespace erfd::planning
