// Every run that is beyond a limit is lowered twice, in its speeds and in its accelerations (lower_limits.cpp);
// what costs less time works. Each of the answers is proven by the whole program.
#include "erfd/verification/advice.hpp"

#include "erfd/verification/fastest_runs.hpp"

#include "verification/repair/program_lowering.hpp"

#include <algorithm>

namespace erfd {
namespace {

class Adviser {
 public:
  Adviser(const Case& c, const Verification& verified, const AdviceSettings& settings)
      : case_(c),
        verified_(verified),
        settings_(settings),
        lowering_(c, verified, settings.verification) {}

  Advice advise() {
    for (std::size_t m = 0; m < case_.plan.moves.size(); ++m)
      result_.moves.push_back({.move = static_cast<int>(m),
                               .measure = way(m).measure,
                               .asked_speed = way(m).speed,
                               .asked_acceleration = way(m).acceleration});
    const auto& runs = lowering_.runs();
    const auto beyond =
        std::count_if(runs.begin(), runs.end(), [](const auto& r) { return r.beyond; });
    // Of very many runs nothing finer is looked for than the share of all their speeds.
    if (lowering_.heats() || beyond > std::max(1, settings_.most_runs))
      tell(lowering_.settled(lowering_.shares_of_kept_path()), {}, {});
    else if (beyond > 0)
      find_what_works();
    if (settings_.least_times && static_cast<int>(runs.size()) <= settings_.most_runs)
      find_least_times();
    return std::move(result_);
  }

 private:
  void find_what_works() {
    const auto by_speed = lowering_.settled(lowering_.lowered_by(Lowering::speed));
    const auto by_acceleration = lowering_.settled(lowering_.lowered_by(Lowering::acceleration));
    tell(faster(by_speed, by_acceleration), by_speed, by_acceleration);
  }

  /// Of each run the answer that takes less time.
  std::optional<LoweredProgram> faster(const std::optional<LoweredProgram>& a,
                                       const std::optional<LoweredProgram>& b) const {
    if (!a || !b) return a ? a : b;
    ProgramShares best = a->shares;
    bool mixed = false;
    for (const RunOfMoves& run : lowering_.runs()) {
      double gain = 0;
      for (int m = run.first; m <= run.last; ++m)
        gain += time_of(a->trial, m) - time_of(b->trial, m);
      if (!(gain > 0)) continue;
      for (int m = run.first; m <= run.last; ++m)
        best[lowering_.instruction_of(m)] = b->shares[lowering_.instruction_of(m)];
      mixed = true;
    }
    if (!mixed) return a;
    return best == b->shares ? b : lowering_.settled(best);
  }

  void tell(const std::optional<LoweredProgram>& works,
            const std::optional<LoweredProgram>& by_speed,
            const std::optional<LoweredProgram>& by_acceleration) {
    if (!works) return;
    if (works->trial.passes()) result_.time = works->trial.plan.duration();
    for (MoveAdvice& advice : result_.moves) {
      const auto m = static_cast<std::size_t>(advice.move);
      const std::size_t k = lowering_.instruction_of(advice.move);
      const WayLimits now = lowered(way(m), works->shares[k]);
      if (works->shares[k].lowers())
        advice.works = {now.speed, now.acceleration, time_of(works->trial, advice.move)};
      if (by_speed && by_speed->shares[k].speed < 1 && by_speed->shares[k].acceleration == 1)
        advice.speed = lowered(way(m), by_speed->shares[k]).speed;
      if (by_acceleration && by_acceleration->shares[k].acceleration < 1 &&
          by_acceleration->shares[k].speed == 1)
        advice.acceleration = lowered(way(m), by_acceleration->shares[k]).acceleration;
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

  const WayLimits& way(std::size_t move) const { return lowering_.ways()[move]; }
  static double time_of(const Trial& trial, int move) {
    const PlannedMove& planned = trial.plan.moves[static_cast<std::size_t>(move)];
    return planned.end_time - planned.start_time;
  }

  const Case& case_;
  const Verification& verified_;
  const AdviceSettings& settings_;
  ProgramLowering lowering_;
  Advice result_;
};

}  // namespace

Advice advise(const Case& judged, const Verification& verified, const AdviceSettings& settings) {
  const bool known = !judged.is_recorded() && judged.plan.complete && verified.fault.empty() &&
                     verified.moves.size() == judged.plan.moves.size();
  return known ? Adviser(judged, verified, settings).advise() : Advice{};
}

}  // namespace erfd
