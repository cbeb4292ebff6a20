// Between samples k and k + 1, x = (t − k Δt)/Δt:
//
//   q(t) = (2x³ − 3x² + 1) q_k + (x³ − 2x² + x) Δt v_k + (3x² − 2x³) q_{k+1} + (x³ − x²) Δt v_{k+1}   (1)
//   v_k  = (q_{k+1} − q_{k−1})/(2 Δt), 0 at both ends                                                (2)
#include "erfd/motion/plan_match.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/frames.hpp"

#include "motion/path/rotation_vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace erfd {
namespace {

constexpr double behind = 0.2, ahead = 0.1;  ///< how far the next posture is looked for [s]
constexpr double quickest = 2;               ///< and this many times as far as time has gone
constexpr double lost = 0.2;  ///< a robot that is farther off is looked for everywhere [rad or m]

}  // namespace

PlanMatch::PlanMatch(const Program& program, const Plan& plan, const Model& model)
    : program_(program), plan_(plan), model_(model), ws_(model) {
  if (plan.samples() == 0) throw Error(program.name + ": the plan has no samples");
}

VectorX<double> PlanMatch::planned(double time) const {
  const int last = plan_.samples() - 1;
  const double place = std::clamp(time / plan_.period, 0.0, static_cast<double>(last));
  const int k = std::min(static_cast<int>(place), std::max(0, last - 1));
  if (last == 0) return plan_.q.col(0);
  const auto step = [&](int i) -> VectorX<double> {  // Δt v, (2)
    if (i == 0 || i == last) return VectorX<double>::Zero(plan_.q.rows());
    return (plan_.q.col(i + 1) - plan_.q.col(i - 1)) / 2;
  };
  const double x = place - k, x2 = x * x, x3 = x2 * x;
  return (2 * x3 - 3 * x2 + 1) * plan_.q.col(k) + (x3 - 2 * x2 + x) * step(k) +
         (3 * x2 - 2 * x3) * plan_.q.col(k + 1) + (x3 - x2) * step(k + 1);  // (1)
}

/// Distance and time of the nearest point of the lines from sample `first` to `end`.
std::pair<double, double> PlanMatch::nearest_of(In<double> q, int first, int end) const {
  std::pair<double, double> best{(q - plan_.q.col(first)).norm(), first * plan_.period};
  for (int k = first; k < end; ++k) {
    const VectorX<double> way = plan_.q.col(k + 1) - plan_.q.col(k), off = q - plan_.q.col(k);
    const double square = way.squaredNorm();
    if (!(square > 0)) continue;
    const double x = std::clamp(way.dot(off) / square, 0.0, 1.0);
    const double distance = (off - x * way).norm();
    if (distance < best.first) best = {distance, (k + x) * plan_.period};
  }
  return best;
}

double PlanMatch::nearest(In<double> q, double passed) const {
  const int last = plan_.samples() - 1;
  const auto sample = [&](double time) {
    return std::clamp(static_cast<int>(time / plan_.period), 0, last);
  };
  const double from = last_ ? last_->plan_time : 0;
  const auto near = nearest_of(q, sample(from - behind),
                               std::min(last, 1 + sample(from + ahead + quickest * passed)));
  if (near.first < lost) return near.second;
  const auto anywhere = nearest_of(q, 0, last);
  return anywhere.first < near.first / 2 ? anywhere.second : near.second;
}

Pose<double> PlanMatch::tool_at(In<double> q, int move) {
  const int instruction = plan_.moves[static_cast<std::size_t>(move)].instruction;
  const Conditions& conditions =
      program_.instructions[static_cast<std::size_t>(instruction)].conditions;
  return frame_pose<double>(model_, ws_, q, flange_of(model_)) * tool_in_flange(conditions, model_);
}

PlanDeviation PlanMatch::off(In<double> q, double time, std::optional<double> program_time) {
  PlanDeviation result;
  const double end = plan_.duration();
  const double passed = last_ ? time - last_->time : 0;
  result.time = program_time ? std::clamp(*program_time, 0.0, end) : nearest(q, passed);
  last_ = {time, result.time};
  const auto sample = static_cast<std::size_t>(
      std::min(static_cast<int>(result.time / plan_.period + 1e-9), plan_.samples() - 1));
  result.move = plan_.move[sample];
  const VectorX<double> asked = planned(result.time);
  result.q = q - asked;
  if (plan_.moves.empty()) return result;
  const Pose<double> X = tool_at(q, result.move), X_asked = tool_at(asked, result.move);
  result.tool = (X.p - X_asked.p).norm();
  result.turn = planning::angle_between(X_asked.R, X.R);
  return result;
}

}  // namespace erfd
