// Closing the runs of a chain: geometry, time law, figures.
#include "motion/path/path_blend.hpp"
#include "motion/path/rotation_vector.hpp"
#include "motion/plan/chain_builder.hpp"
#include "motion/plan/path_follower.hpp"
#include "motion/plan/tool_limits.hpp"

#include <algorithm>

namespace erfd::planning {

double overlap(const TimeLaw& before, const TimeLaw& behind, double share) {
  return share * std::min(before.brake_time(), behind.rise_time());
}

/// A fly-by with a distance: neither motion is further from the corner while both act.
double ChainBuilder::overlap_with(const ChainRun& before, const ChainRun& behind) const {
  const double most = overlap(before.law, behind.law, overlap_share_);
  if (overlap_distance_ <= 0) return most;
  const Pose<double> X_FT = arm_.X_FlangeT(instruction(taken_[0]).conditions);
  const double T = before.law.duration();
  const Vector3<double> corner = tool_centre(before, X_FT, T);
  const double away = way_within(0, most, [&](double t) {
    return (tool_centre(before, X_FT, T - t) - corner).norm() <= overlap_distance_;
  });
  return way_within(0, away, [&](double t) {
    return (tool_centre(behind, X_FT, t) - corner).norm() <= overlap_distance_;
  });
}

Vector3<double> ChainBuilder::tool_centre(const ChainRun& run, const Pose<double>& X_FT,
                                          double t) const {
  const double s = run.law.at(t).s;
  if (const auto* path = std::get_if<PathRun>(&run.run)) return path->at(s).p;
  return (arm_.X_WFlange(std::get<JointRun>(run.run).at(s)) * X_FT).p;
}

void ChainBuilder::append(ChainRun run) {
  auto& runs = result_.chain.runs;
  if (!runs.empty()) run.begin = runs.back().end() - overlap_with(runs.back(), run);
  run.moves = planned_;
  const TimedRun& timing = timing_of(run);
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    arm_.tick();
    PlannedMove& planned = plan_.moves[planned_[i]];
    const TimedRun::Span& span = timing.spans[i];
    planned.start_time = run.begin + (i == 0 ? 0 : run.law.time_at(span.begin));
    planned.end_time = run.begin + run.law.time_at(span.end);
    planned.peak_speed = speed_ * run.law.peak_speed(span.begin, span.end);
  }
  runs.push_back(std::move(run));
  taken_.clear();
  planned_.clear();
}

void ChainBuilder::finish_joint_run() {
  if (joint_moves_.empty()) return;
  JointRun run(q_, std::move(joint_moves_), arm_.axes());
  joint_moves_.clear();
  const bool alone = run.moves().size() == 1 && !run.moves()[0].time;
  const double jerk_time = arm_.settings().ptp_jerk_time;
  TimeLaw law = alone && jerk_time > 0 && run.length() > 0
                    ? s_curve(run.timing().pieces[0].limits, jerk_time)
                    : time_law(run.timing());
  ChainRun chain_run{std::move(run), std::move(law), 0, {}, {}, q_};
  q_ = std::get<JointRun>(chain_run.run).end();
  append(std::move(chain_run));
}

void ChainBuilder::finish_path_run() {
  if (path_moves_.empty()) return;
  std::vector<double> lengths;
  for (const PathMove& m : path_moves_) lengths.push_back(m.length());
  const std::vector<double> wanted = std::move(blends_);
  std::vector<double> fitted =
      fitted_blends(lengths, wanted, arm_.settings().half_blends || program_.half_blends);
  for (std::size_t i = 0; i + 1 < fitted.size(); ++i)
    fitted[i] = even_blend(path_moves_[i].curve, path_moves_[i + 1].curve, fitted[i]);
  PathRun run(std::move(path_moves_), fitted);
  path_moves_.clear();
  blends_.clear();
  TimeLaw law = time_law(run.timing());
  if (arm_.settings().smoothed) smooth_turns(run, law);
  const Pose<double> X_FT = arm_.X_FlangeT(instruction(taken_[0]).conditions);
  ChainRun chain_run{std::move(run), std::move(law), 0, {}, X_FT, q_};
  report_path_run(chain_run, wanted, fitted);
  append(std::move(chain_run));
}

bool ChainBuilder::walk_to_end() {
  const ChainRun& last = result_.chain.runs.back();
  const PathRun& run = std::get<PathRun>(last.run);
  PathFollower follower(arm_, run, last.X_FlangeT, last.q_start);
  const double dt = arm_.settings().period, T = last.law.duration();
  for (double t = speed_ * dt; t < T; t += speed_ * dt) {
    arm_.tick();
    if (follower.go_to(last.law.at(t).s, dt)) return false;
  }
  if (follower.go_to(run.length(), dt)) return false;
  q_ = follower.q();
  return true;
}

void ChainBuilder::smooth_turns(PathRun& run, const TimeLaw& law) const {
  for (int k = 0; k + 1 < static_cast<int>(run.moves().size()); ++k) {
    arm_.tick();
    run.smooth(k, smoothing_width(run, law, k));
  }
}

// Δω over a window ± w that is passed at speed v asks joint i for the acceleration
//   1.875 |J⁻¹ Δω|_i v / (2w) ≤ amax_i,  1.875 the steepest slope of the quintic weight
// J⁻¹ Δω by a difference of postures.
double ChainBuilder::smoothing_width(const PathRun& run, const TimeLaw& law, int k) const {
  const double most = run.free_way_around(k) / 4;
  const PathMove& before = run.moves()[k];
  if (before.linear_wrist || run.moves()[k + 1].linear_wrist) return 0;
  const Vector3<double> step = run.turn_step(k);
  if (most <= 0 || step.norm() == 0) return 0;
  if (!arm_.kinematics().is_closed_form()) return most;
  const Branch branch = arm_.kinematics().branch_of(q_);
  const Pose<double> X_TF = arm_.X_FlangeT(instruction(taken_[0]).conditions).inverse();
  const Pose<double> corner = before.at(before.length());
  constexpr double h = 1e-5;
  const IkResult here = arm_.kinematics().in_branch(corner * X_TF, branch, q_);
  if (!here.ok()) return most;
  const Pose<double> turned{rotation_by(h * step.normalized()) * corner.R, corner.p};
  const IkResult there = arm_.kinematics().in_branch(turned * X_TF, branch, here.q);
  if (!there.ok()) return most;
  const double v = law.at(law.time_at(run.timing().spans[k].end)).v;
  const VectorX<double> rate = (there.q - here.q).cwiseAbs() / h * step.norm() * v;
  const double width = 1.875 * v / 2 * rate.cwiseQuotient(arm_.axes().acceleration).maxCoeff();
  return std::min(width, most);
}

}  // namespace erfd::planning
