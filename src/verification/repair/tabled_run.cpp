#include "verification/repair/tabled_run.hpp"

#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/math/cubic_spline.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

bool turns_with_the_tool(const Case& c, int move) {
  const Conditions& conditions = c.program
                                     .instructions[static_cast<std::size_t>(
                                         c.plan.moves[static_cast<std::size_t>(move)].instruction)]
                                     .conditions;
  return conditions.wrench && conditions.wrench->axes == ToolWrench::Axes::tool;
}

/// A joint move counts its law in shares of full speed; its limits in shares of the programmed ones.
LawPiece slower(LawPiece piece, const WayLimits& way, const LimitShares& shares) {
  if (shares.speed < 1) piece.speed = std::min(piece.speed, shares.speed * way.speed);
  if (shares.acceleration == 1) return piece;
  if (way.measure == WayMeasure::share) {
    piece.acceleration *= shares.acceleration;
    piece.deceleration *= shares.acceleration;
  } else {
    piece.acceleration = std::min(piece.acceleration, shares.acceleration * way.acceleration);
    piece.deceleration = std::min(piece.deceleration, shares.acceleration * way.deceleration);
  }
  return piece;
}

/// What another way adds to the postures of this one while both are gone: q = q_A + q_B − q_corner.
VectorX<double> added_by_others(const Plan& plan, const TimedSegment& own, double time) {
  VectorX<double> added = VectorX<double>::Zero(plan.q.rows());
  for (const TimedSegment& other : *plan.segments) {
    if (&other == &own || time <= other.start || time >= other.end()) continue;
    if (!other.path.in_joint_space()) continue;
    const double corner = other.start < own.start ? other.path.length() : 0;
    added += other.path.q(other.at(time).s) - other.path.q(corner);
  }
  return added;
}

}  // namespace

std::vector<std::unique_ptr<TabledRun>> TabledRun::make(const Case& c, int first_move,
                                                        int last_move) {
  if (c.settings.ptp_jerk_time > 0 || is_closed(c.model)) return {};
  for (int m = first_move; m <= last_move; ++m) {
    const auto& action = c.program
                             .instructions[static_cast<std::size_t>(
                                 c.plan.moves[static_cast<std::size_t>(m)].instruction)]
                             .action;
    const auto* const move = std::get_if<Move>(&action);
    if (move == nullptr || move->limits.time || turns_with_the_tool(c, m)) return {};
  }
  std::vector<std::unique_ptr<TabledRun>> runs;
  int next = first_move;
  for (const TimedSegment& segment : *c.plan.segments) {
    const int move = segment.path.pieces().front().move;
    if (move < first_move || move > last_move) continue;
    if (move != next) return {};
    runs.emplace_back(new TabledRun(c, segment));
    if (runs.back()->s_.size() < 4) return {};
    next += runs.back()->moves_;
  }
  if (next != last_move + 1) return {};
  return runs;
}

TabledRun::TabledRun(const Case& c, const TimedSegment& segment)
    : moves_(segment.path.pieces().back().move - segment.path.pieces().front().move + 1),
      first_(segment.path.pieces().front().move),
      period_(c.plan.period),
      speed_(c.settings.speed),
      law_(segment.path.limits()),
      pieces_(segment.path.pieces()) {
  // Moves that run into each other have the speed of the first of them.
  std::size_t run = static_cast<std::size_t>(first_);
  while (run > 0 && c.plan.moves[run - 1].run == c.plan.moves[run].run) --run;
  const auto k = static_cast<std::size_t>(c.plan.moves[run].instruction);
  if (k < c.settings.instruction_speeds.size()) speed_ *= c.settings.instruction_speeds[k];
  tabulate(c, segment);
}

void TabledRun::tabulate(const Case& c, const TimedSegment& segment) {
  const Plan& plan = c.plan;
  const int begin = std::max(0, static_cast<int>(std::ceil(segment.start / plan.period - 1e-9)));
  const int end = std::min(plan.samples() - 1,
                           static_cast<int>(std::floor(segment.end() / plan.period + 1e-9)));
  const bool joints = segment.path.in_joint_space();
  const double least = 1e-7 * segment.path.length();
  std::vector<VectorX<double>> q;
  for (int k = begin; k <= end; ++k) {
    const double time = k * plan.period, s = segment.at(time).s;
    if (!s_.empty() && s - s_.back() < least) continue;
    s_.push_back(s);
    q.push_back(joints ? segment.path.q(s)
                       : VectorX<double>(plan.q.col(k) - added_by_others(plan, segment, time)));
  }
  const auto n = static_cast<Eigen::Index>(s_.size());
  q_.resize(plan.q.rows(), n);
  dq_.resize(plan.q.rows(), n);
  if (n < 4) return;
  std::vector<double> y(s_.size()), yd(s_.size()), ydd(s_.size());
  for (Eigen::Index j = 0; j < plan.q.rows(); ++j) {
    for (std::size_t k = 0; k < s_.size(); ++k) y[k] = q[k][j];
    spline_derivatives(s_, y, yd, ydd);
    for (std::size_t k = 0; k < s_.size(); ++k) {
      q_(j, static_cast<Eigen::Index>(k)) = y[k];
      dq_(j, static_cast<Eigen::Index>(k)) = yd[k];
    }
  }
}

VectorX<double> TabledRun::posture(double s, std::size_t& hint) const {
  while (hint + 2 < s_.size() && s_[hint + 1] < s) ++hint;
  const auto k = static_cast<Eigen::Index>(hint);
  const double h = s_[hint + 1] - s_[hint];
  const double x = std::clamp((s - s_[hint]) / h, 0.0, 1.0), x2 = x * x, x3 = x2 * x;
  return (2 * x3 - 3 * x2 + 1) * q_.col(k) + (x3 - 2 * x2 + x) * h * dq_.col(k) +
         (3 * x2 - 2 * x3) * q_.col(k + 1) + (x3 - x2) * h * dq_.col(k + 1);
}

/// Where a move begins on the way: blends count half to either side.
double TabledRun::begin_of(int move) const {
  for (const PathSegment::Piece& piece : pieces_) {
    if (piece.move - first_ >= move) return piece.begin;
    if (piece.blend && piece.move - first_ + 1 == move) return (piece.begin + piece.end) / 2;
  }
  return pieces_.back().end;
}

std::vector<LawPiece> TabledRun::law_at(std::span<const WayLimits> ways,
                                        std::span<const LimitShares> shares) const {
  std::vector<LawPiece> law = law_;
  for (std::size_t i = 0; i < law.size(); ++i) {
    const auto m = static_cast<std::size_t>(pieces_[i].move - first_);
    law[i] = slower(law[i], ways[m], shares[m]);
    if (pieces_[i].blend && m + 1 < shares.size())
      law[i] = slower(law[i], ways[m + 1], shares[m + 1]);
  }
  return law;
}

TabledRun::Motion TabledRun::at(std::span<const WayLimits> ways,
                                std::span<const LimitShares> shares, int from, int to) const {
  const TimeLaw law = trapezoids(law_at(ways, shares));
  Motion motion;
  motion.duration = law.duration() / speed_;
  const double cycles = std::max(1.0, std::ceil(motion.duration / period_ - 1e-9));
  const double scale = law.duration() / cycles;  // of the law, a cycle
  const auto cycle_at = [&](int move) {
    return move == 0 ? 0.0 : move == moves_ ? cycles : law.time_at(begin_of(move)) / scale;
  };
  const int first = std::max(0, static_cast<int>(std::ceil(cycle_at(from))) - 2);
  const int last =
      std::min(static_cast<int>(cycles), static_cast<int>(std::ceil(cycle_at(to + 1))) + 1);
  Plan& plan = motion.plan;
  plan.period = period_;
  plan.q.resize(q_.rows(), last - first + 1);
  plan.X_WT.resize(static_cast<std::size_t>(last - first + 1));
  std::size_t hint = 0;
  for (int k = first; k <= last; ++k) plan.q.col(k - first) = posture(law.at(k * scale).s, hint);
  for (int m = from; m <= to; ++m) {
    PlannedMove move;
    move.instruction = m;
    const auto begin = static_cast<int>(std::ceil(cycle_at(m)));
    const auto end = m + 1 == moves_ ? last + 1 : static_cast<int>(std::ceil(cycle_at(m + 1)));
    move.first_sample = std::max(0, begin - first);
    move.end_sample = std::max(move.first_sample, std::min(end, last + 1) - first);
    plan.moves.push_back(move);
  }
  plan.move.assign(static_cast<std::size_t>(plan.samples()), 0);
  for (int m = 0; m <= to - from; ++m)
    for (int k = plan.moves[static_cast<std::size_t>(m)].first_sample; k < plan.samples(); ++k)
      plan.move[static_cast<std::size_t>(k)] = m;
  if (first > 0) plan.jumps.push_back({.before = -1, .behind = 0, .time = 0});  // comes in at speed
  return motion;
}

}  // namespace erfd
