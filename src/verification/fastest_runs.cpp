// From a planned run to a path: the postures of its cycles, laid out anew at equal ways of the joints, so
// that the path has a speed where the motion starts and stops, too.
#include "erfd/verification/fastest_runs.hpp"

#include "erfd/math/cubic_spline.hpp"

#include "verification/load_cases.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace erfd {
namespace {

/// Postures at equal ways between the samples of a motion.
class EvenRows {
 public:
  explicit EvenRows(const MatrixX<double>& q) : q_(q), qd_(q), way_(1, 0.0) {
    const auto n = static_cast<std::size_t>(q.cols());
    std::vector<double> t(n), y(n), yd(n), ydd(n);
    for (std::size_t k = 0; k < n; ++k) t[k] = static_cast<double>(k);
    for (Eigen::Index j = 0; j < q.rows(); ++j) {
      for (std::size_t k = 0; k < n; ++k) y[k] = q(j, static_cast<Eigen::Index>(k));
      spline_derivatives(t, y, yd, ydd);
      for (std::size_t k = 0; k < n; ++k) qd_(j, static_cast<Eigen::Index>(k)) = yd[k];
    }
    for (Eigen::Index k = 1; k < q.cols(); ++k)
      way_.push_back(way_.back() + (q.col(k) - q.col(k - 1)).norm());
  }

  double way() const { return way_.back(); }
  double way_to(std::size_t sample) const { return way_[sample]; }

  MatrixX<double> rows(int count) const {
    MatrixX<double> even(q_.rows(), count);
    std::size_t k = 0;
    for (int i = 0; i < count; ++i) {
      const double s = way() * i / (count - 1);
      while (k + 2 < way_.size() && way_[k + 1] < s) ++k;
      const double x = std::clamp((s - way_[k]) / (way_[k + 1] - way_[k]), 0.0, 1.0);
      even.col(i) = between(static_cast<Eigen::Index>(k), x);
    }
    even.col(count - 1) = q_.rightCols(1);
    return even;
  }

 private:
  /// The cubic of a cycle, at the place where this part of its way is gone at about even speed.
  VectorX<double> between(Eigen::Index k, double x) const {
    const double x2 = x * x, x3 = x2 * x;
    return (2 * x3 - 3 * x2 + 1) * q_.col(k) + (x3 - 2 * x2 + x) * qd_.col(k) +
           (3 * x2 - 2 * x3) * q_.col(k + 1) + (x3 - x2) * qd_.col(k + 1);
  }

  const MatrixX<double>& q_;
  MatrixX<double> qd_;
  std::vector<double> way_;
};

/// The postures of a run that differ from those before, and the samples that they are from.
struct Postures {
  MatrixX<double> q;
  std::vector<int> sample;
};

Postures postures(const Plan& plan, int first, int end) {
  std::vector<int> kept;
  for (int k = first; k <= end; ++k)
    if (kept.empty() || (plan.q.col(k) - plan.q.col(kept.back())).norm() > 1e-9) kept.push_back(k);
  MatrixX<double> q(plan.q.rows(), static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    q.col(static_cast<Eigen::Index>(i)) = plan.q.col(kept[i]);
  return {std::move(q), std::move(kept)};
}

/// When the fastest motion is as far as a share of the way.
double time_at_way(const TimeOptimal& motion, double share) {
  const double s = share * motion.nodes.back().s;
  const auto behind =
      std::lower_bound(motion.nodes.begin(), motion.nodes.end(), s,
                       [](const PathNode& node, double place) { return node.s < place; });
  if (behind == motion.nodes.begin()) return 0;
  if (behind == motion.nodes.end()) return motion.duration;
  const PathNode& before = *std::prev(behind);
  return before.time +
         (behind->time - before.time) * (s - before.s) / std::max(behind->s - before.s, 1e-300);
}

/// How long each move of a run lasts in its fastest motion.
std::vector<double> move_times(const Plan& plan, const FastestRun& run, const EvenRows& rows,
                               const std::vector<int>& samples) {
  std::vector<double> times;
  double begin = 0;
  for (int m = run.first_move; m <= run.last_move; ++m) {
    const int end_sample = plan.moves[static_cast<std::size_t>(m)].end_sample;
    const auto place = std::lower_bound(samples.begin(), samples.end(), end_sample);
    const double end =
        m == run.last_move || place == samples.end()
            ? run.fastest->duration
            : time_at_way(
                  *run.fastest,
                  rows.way_to(static_cast<std::size_t>(place - samples.begin())) / rows.way());
    times.push_back(end - begin);
    begin = end;
  }
  return times;
}

/// Why a run has no fastest motion; empty where it may have one.
std::string hindrance(const Case& c, const LoadCases& loads, const FastestRun& run) {
  const auto instruction = [&](int move) {
    return c.plan.moves[static_cast<std::size_t>(move)].instruction;
  };
  for (int m = run.first_move; m <= run.last_move; ++m) {
    const Instruction& i = c.program.instructions[static_cast<std::size_t>(instruction(m))];
    if (std::holds_alternative<Wait>(i.action)) return "waits";
    if (i.conditions.wrench) return "a force acts on the tool";
    if (loads.index_of_instruction(instruction(m)) !=
        loads.index_of_instruction(instruction(run.first_move)))
      return "its load changes";
  }
  for (const Jump& jump : c.plan.jumps)
    if (jump.before >= run.first_move && jump.before < run.last_move)
      return "a velocity jumps on the way: no motion passes there without a stop";
  return {};
}

void find_fastest(const Case& c, const LoadCases& loads, const FastestRunsSettings& effort,
                  FastestRun& run) {
  run.why = hindrance(c, loads, run);
  if (!run.why.empty()) return;
  const PlannedMove& first = c.plan.moves[static_cast<std::size_t>(run.first_move)];
  const PlannedMove& last = c.plan.moves[static_cast<std::size_t>(run.last_move)];
  const Postures kept =
      postures(c.plan, first.first_sample, std::min(last.end_sample, c.plan.samples() - 1));
  if (kept.q.cols() < 4) {
    run.why = "too short for a path";
    return;
  }
  const auto count = static_cast<int>(std::clamp<Eigen::Index>(kept.q.cols() / 2, 4, effort.rows));
  TimeOptimalSettings settings;
  settings.cells = effort.cells;
  settings.checks = effort.checks;
  settings.rounds = effort.rounds;
  settings.tolerance = effort.tolerance;
  settings.breakaway_time = c.plan.period;
  const EvenRows rows(kept.q);
  const SplinePath path(rows.rows(count));
  TimeOptimal fastest = fastest_motion(path, loads.of_instruction(first.instruction).split.model(),
                                       c.drives, settings);
  if (!fastest.found) {
    run.why = fastest.why;
    return;
  }
  run.fastest = std::move(fastest);
  run.move_times = move_times(c.plan, run, rows, kept.sample);
}

}  // namespace

std::vector<FastestRun> fastest_runs(const Case& c, const Verification& verified,
                                     const FastestRunsSettings& settings) {
  std::vector<FastestRun> runs;
  const LoadCases loads(c.program, c.model, c.drives, Algorithm1Settings{.period = c.plan.period});
  for (int m = 0; m < static_cast<int>(c.plan.moves.size()); ++m) {
    const PlannedMove& move = c.plan.moves[static_cast<std::size_t>(m)];
    if (m == 0 || move.run != c.plan.moves[static_cast<std::size_t>(m - 1)].run)
      runs.emplace_back().first_move = m;
    FastestRun& run = runs.back();
    run.last_move = m;
    run.asked_time += move.end_time - move.start_time;
  }
  for (FastestRun& run : runs) {
    bool jumps = false;  // which no slowing cures
    for (const MoveVerdict& verdict : verified.moves) {
      if (verdict.move < run.first_move || verdict.move > run.last_move) continue;
      run.achievable = run.achievable && verdict.achievable;
      for (const Binding& b : verdict.exceeded) jumps = jumps || b.limit == Limit::jump;
    }
    const auto instruction = static_cast<std::size_t>(
        c.plan.moves[static_cast<std::size_t>(run.first_move)].instruction);
    if (!jumps && verified.kept_path && verified.kept_path->possible())
      run.speed_share = verified.kept_path->speeds[instruction];
    find_fastest(c, loads, settings, run);
    if (settings.progress)
      settings.progress(static_cast<double>(&run - runs.data() + 1) /
                        static_cast<double>(runs.size()));
  }
  return runs;
}

double share_without_fastest(const std::vector<FastestRun>& runs) {
  double asked = 0, without = 0;
  for (const FastestRun& run : runs) {
    asked += run.asked_time;
    if (!run.fastest) without += run.asked_time;
  }
  return asked > 0 ? without / asked : 0;
}

}  // namespace erfd
