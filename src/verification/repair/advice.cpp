// Every run that is beyond a limit is lowered twice, in its speeds and in its accelerations (lower_limits.cpp);
// what costs less time works. Each of the answers is proven by the whole program.
#include "erfd/verification/advice.hpp"

#include "erfd/verification/fastest_runs.hpp"

#include "verification/repair/lower_limits.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// From the first move to the last between two stops.
struct RunOfMoves {
  int first = 0, last = 0;
  bool beyond = false;
};

std::vector<RunOfMoves> runs_of(const Plan& plan, const Verification& verified) {
  std::vector<RunOfMoves> runs;
  for (int m = 0; m < static_cast<int>(plan.moves.size()); ++m) {
    const auto at = static_cast<std::size_t>(m);
    if (m == 0 || plan.moves[at].run != plan.moves[at - 1].run) runs.push_back({m, m, false});
    runs.back().last = m;
    if (exceeds_lowerable(verified.moves[at])) runs.back().beyond = true;
  }
  return runs;
}

/// A program that passes, at shares of its numbers.
struct Lowered {
  ProgramShares shares;
  Trial trial;
};

class Adviser {
 public:
  Adviser(const Case& c, const Verification& verified, const AdviceSettings& settings)
      : case_(c),
        verified_(verified),
        settings_(settings),
        ways_(way_limits(c.program, c.plan)),
        runs_(runs_of(c.plan, verified)),
        hopeless_(c.plan.moves.size()) {}

  Advice advise() {
    for (std::size_t m = 0; m < ways_.size(); ++m)
      result_.moves.push_back({.move = static_cast<int>(m),
                               .measure = ways_[m].measure,
                               .asked_speed = ways_[m].speed,
                               .asked_acceleration = ways_[m].acceleration});
    const bool heats =
        std::any_of(verified_.moves.begin(), verified_.moves.end(),
                    [](const MoveVerdict& v) { return exceeds(v, Limit::rated_torque); });
    if (heats || std::any_of(runs_.begin(), runs_.end(), [](const auto& r) { return r.beyond; }))
      find_what_works(heats);
    if (settings_.least_times && static_cast<int>(runs_.size()) <= settings_.most_runs)
      find_least_times();
    return std::move(result_);
  }

 private:
  void find_what_works(bool heats) {
    PlannerSettings planner = case_.settings;
    planner.progress = {};
    const TrialCase whole(case_, case_.program, planner, settings_.verification);
    find_hopeless();
    const auto beyond =
        std::count_if(runs_.begin(), runs_.end(), [](const auto& r) { return r.beyond; });
    if (heats || beyond > std::max(1, settings_.most_runs))
      return tell(settled(whole, shares_of_kept_path()), {}, {});
    const auto by_speed = settled(whole, lowered_by(Lowering::speed));
    const auto by_acceleration = settled(whole, lowered_by(Lowering::acceleration));
    tell(faster(whole, by_speed, by_acceleration), by_speed, by_acceleration);
  }

  ProgramShares lowered_by(Lowering how) {
    ProgramShares shares(case_.program.instructions.size());
    for (const RunOfMoves& run : runs_) {
      if (!run.beyond || hopeless_[static_cast<std::size_t>(run.first)]) continue;
      const RunTrial trial(case_, settings_.verification, ways_, run.first, run.last);
      std::vector<LimitShares> own;
      for (int m = run.first; m <= run.last; ++m) own.push_back(shares[instruction_of(m)]);
      RunInRepair repair(trial, std::move(own), slowest_share(run));
      if (!repair.lower(how)) {
        std::fill(hopeless_.begin() + run.first, hopeless_.begin() + run.last + 1, true);
        continue;
      }
      for (int m = run.first; m <= run.last; ++m)
        shares[instruction_of(m)] = repair.shares()[static_cast<std::size_t>(m - run.first)];
    }
    return shares;
  }

  /// The share of all its speeds at which a run is known to pass; a small one where that is not known.
  double slowest_share(const RunOfMoves& run) const {
    constexpr double unknown = 0.05;
    const auto& kept = verified_.kept_path;
    return kept && kept->keeps_limits() ? kept->speeds[instruction_of(run.first)] : unknown;
  }

  /// A motor that cannot even hold the arm there is not helped.
  void find_hopeless() {
    if (!verified_.kept_path) return;
    for (const KeptPath::Obstacle& obstacle : verified_.kept_path->obstacles)
      for (const RunOfMoves& run : runs_)
        if (run.first <= obstacle.move && obstacle.move <= run.last)
          std::fill(hopeless_.begin() + run.first, hopeless_.begin() + run.last + 1, true);
  }

  /// Rated torques ask all moves alike; of very many runs nothing finer is looked for.
  std::optional<ProgramShares> shares_of_kept_path() const {
    if (!verified_.kept_path || !verified_.kept_path->keeps_limits()) return std::nullopt;
    ProgramShares shares;
    for (const double c : verified_.kept_path->speeds) shares.push_back({c, c * c});
    return shares;
  }

  std::optional<Lowered> settled(const TrialCase& whole,
                                 std::optional<ProgramShares> shares) const {
    if (!shares) return std::nullopt;
    std::optional<Trial> trial = settle(whole, case_.plan, ways_, hopeless_, *shares);
    if (!trial) return std::nullopt;
    return Lowered{std::move(*shares), std::move(*trial)};
  }

  /// Of each run the answer that takes less time.
  std::optional<Lowered> faster(const TrialCase& whole, const std::optional<Lowered>& a,
                                const std::optional<Lowered>& b) const {
    if (!a || !b) return a ? a : b;
    ProgramShares best = a->shares;
    bool mixed = false;
    for (const RunOfMoves& run : runs_) {
      double gain = 0;
      for (int m = run.first; m <= run.last; ++m)
        gain += time_of(a->trial, m) - time_of(b->trial, m);
      if (!(gain > 0)) continue;
      for (int m = run.first; m <= run.last; ++m)
        best[instruction_of(m)] = b->shares[instruction_of(m)];
      mixed = true;
    }
    if (!mixed) return a;
    return best == b->shares ? b : settled(whole, best);
  }

  void tell(const std::optional<Lowered>& works, const std::optional<Lowered>& by_speed,
            const std::optional<Lowered>& by_acceleration) {
    if (!works) return;
    if (works->trial.passes()) result_.time = works->trial.plan.duration();
    for (MoveAdvice& advice : result_.moves) {
      const auto m = static_cast<std::size_t>(advice.move);
      const std::size_t k = instruction_of(advice.move);
      const WayLimits now = lowered(ways_[m], works->shares[k]);
      if (works->shares[k].lowers())
        advice.works = {now.speed, now.acceleration, time_of(works->trial, advice.move)};
      if (by_speed && by_speed->shares[k].speed < 1 && by_speed->shares[k].acceleration == 1)
        advice.speed = lowered(ways_[m], by_speed->shares[k]).speed;
      if (by_acceleration && by_acceleration->shares[k].acceleration < 1 &&
          by_acceleration->shares[k].speed == 1)
        advice.acceleration = lowered(ways_[m], by_acceleration->shares[k]).acceleration;
    }
  }

  void find_least_times() {
    const FastestRunsSettings effort{
        .rows = 30, .cells = settings_.cells, .checks = 1, .rounds = 1, .tolerance = 5e-3};
    for (const FastestRun& run : fastest_runs(case_, verified_, effort))
      for (int m = run.first_move; m <= run.last_move; ++m) {
        MoveAdvice& advice = result_.moves[static_cast<std::size_t>(m)];
        advice.why = run.why;
        if (run.fastest)
          advice.least_time = run.move_times[static_cast<std::size_t>(m - run.first_move)];
      }
  }

  std::size_t instruction_of(int move) const {
    return static_cast<std::size_t>(case_.plan.moves[static_cast<std::size_t>(move)].instruction);
  }
  static double time_of(const Trial& trial, int move) {
    const PlannedMove& planned = trial.plan.moves[static_cast<std::size_t>(move)];
    return planned.end_time - planned.start_time;
  }

  const Case& case_;
  const Verification& verified_;
  const AdviceSettings& settings_;
  const std::vector<WayLimits> ways_;
  const std::vector<RunOfMoves> runs_;
  std::vector<bool> hopeless_;  ///< moves of runs that no lowering helps
  Advice result_;
};

}  // namespace

Advice advise(const Case& judged, const Verification& verified, const AdviceSettings& settings) {
  const bool known = !judged.is_recorded() && judged.plan.complete && verified.fault.empty() &&
                     verified.moves.size() == judged.plan.moves.size();
  return known ? Adviser(judged, verified, settings).advise() : Advice{};
}

}  // namespace erfd
