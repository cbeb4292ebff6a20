#include "verification/repair/program_lowering.hpp"

#include <algorithm>

namespace erfd {
namespace {

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

PlannerSettings without_progress(PlannerSettings planner) {
  planner.progress = {};
  return planner;
}

}  // namespace

ProgramLowering::ProgramLowering(const Case& c, const Verification& verified,
                                 const VerificationSettings& settings)
    : case_(c),
      verified_(verified),
      settings_(settings),
      ways_(way_limits(c.program, c.plan)),
      runs_(runs_of(c.plan, verified)),
      hopeless_(c.plan.moves.size()),
      whole_(c, c.program, without_progress(c.settings), settings) {
  find_hopeless();
}

bool ProgramLowering::heats() const {
  return std::any_of(verified_.moves.begin(), verified_.moves.end(),
                     [](const MoveVerdict& v) { return exceeds(v, Limit::rated_torque); });
}

bool ProgramLowering::any_hopeless() const {
  return std::find(hopeless_.begin(), hopeless_.end(), true) != hopeless_.end();
}

std::size_t ProgramLowering::instruction_of(int move) const {
  return static_cast<std::size_t>(case_.plan.moves[static_cast<std::size_t>(move)].instruction);
}

void ProgramLowering::give_up(const RunOfMoves& run) {
  std::fill(hopeless_.begin() + run.first, hopeless_.begin() + run.last + 1, true);
}

/// A motor that cannot even hold the arm there is not helped.
void ProgramLowering::find_hopeless() {
  if (!verified_.kept_path) return;
  for (const KeptPath::Obstacle& obstacle : verified_.kept_path->obstacles)
    for (const RunOfMoves& run : runs_)
      if (run.first <= obstacle.move && obstacle.move <= run.last) give_up(run);
}

/// The share of all its speeds at which a run is known to pass; a small one where that is not known.
double ProgramLowering::slowest_share(const RunOfMoves& run) const {
  constexpr double unknown = 0.05;
  const auto& kept = verified_.kept_path;
  return kept && kept->keeps_limits() ? kept->speeds[instruction_of(run.first)] : unknown;
}

ProgramShares ProgramLowering::lowered_by(Lowering how) {
  ProgramShares shares(case_.program.instructions.size());
  for (const RunOfMoves& run : runs_) {
    if (!run.beyond || is_hopeless(run.first)) continue;
    const RunTrial trial(case_, settings_, ways_, run.first, run.last);
    std::vector<LimitShares> own;
    for (int m = run.first; m <= run.last; ++m) own.push_back(shares[instruction_of(m)]);
    RunInRepair repair(trial, std::move(own), slowest_share(run));
    if (!repair.lower(how)) {
      give_up(run);
      continue;
    }
    for (int m = run.first; m <= run.last; ++m)
      shares[instruction_of(m)] = repair.shares()[static_cast<std::size_t>(m - run.first)];
    share_among_statements(case_.program, shares);
  }
  return shares;
}

std::optional<ProgramShares> ProgramLowering::shares_of_kept_path() const {
  if (!verified_.kept_path || !verified_.kept_path->keeps_limits()) return std::nullopt;
  ProgramShares shares;
  for (const double c : verified_.kept_path->speeds) shares.push_back({c, c * c});
  return shares;
}

std::optional<LoweredProgram> ProgramLowering::settled(std::optional<ProgramShares> shares) const {
  if (!shares) return std::nullopt;
  std::optional<Trial> trial = settle(whole_, case_.plan, ways_, hopeless_, *shares);
  if (!trial) return std::nullopt;
  return LoweredProgram{std::move(*shares), std::move(*trial)};
}

Program ProgramLowering::program_at(const ProgramShares& shares) const {
  return lowered(case_.program, case_.plan, ways_, shares);
}

}  // namespace erfd
