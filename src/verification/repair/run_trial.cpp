#include "verification/repair/run_trial.hpp"

#include "verification/judge.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// The instructions of the moves from `first` to `last`, from where the robot stands before them.
Program part_of(const Program& whole, const Plan& plan, int first, int last) {
  Program part;
  part.name = whole.name;
  part.file = whole.file;
  part.dialect = whole.dialect;
  part.half_blends = whole.half_blends;
  for (int m = first; m <= last; ++m)
    part.instructions.push_back(whole.instructions[static_cast<std::size_t>(
        plan.moves[static_cast<std::size_t>(m)].instruction)]);
  return part;
}

PlannerSettings planner_of_part(const Case& c, int first, int last) {
  PlannerSettings settings = c.settings;
  const PlannedMove& begin = c.plan.moves[static_cast<std::size_t>(first)];
  settings.home = c.plan.q.col(std::min(begin.first_sample, c.plan.samples() - 1));
  settings.progress = {};
  settings.instruction_speeds.clear();
  if (c.settings.instruction_speeds.empty()) return settings;
  for (int m = first; m <= last; ++m)
    settings.instruction_speeds.push_back(c.settings.instruction_speeds[static_cast<std::size_t>(
        c.plan.moves[static_cast<std::size_t>(m)].instruction)]);
  return settings;
}

VerificationSettings quiet(const Case& c, VerificationSettings settings) {
  settings.algorithm.period = c.plan.period;
  settings.progress = {};
  settings.replan = {};
  return settings;
}

}  // namespace

bool is_lowerable(Limit limit) {
  switch (limit) {
    case Limit::motor_torque:
    case Limit::torque_speed_curve:
    case Limit::motor_current:
    case Limit::motor_voltage:
    case Limit::motor_speed:
    case Limit::joint_speed:
    case Limit::joint_effort:
    case Limit::felt_acceleration:
    case Limit::felt_rate:
      return true;
    default:
      return false;
  }
}

bool exceeds_lowerable(const MoveVerdict& verdict) {
  return std::any_of(verdict.exceeded.begin(), verdict.exceeded.end(),
                     [](const Binding& b) { return is_lowerable(b.limit); });
}

bool exceeds(const MoveVerdict& verdict, Limit limit) {
  return std::any_of(verdict.exceeded.begin(), verdict.exceeded.end(),
                     [limit](const Binding& b) { return b.limit == limit; });
}

Program lowered(Program program, const Plan& plan, const std::vector<WayLimits>& ways,
                const ProgramShares& shares) {
  for (std::size_t m = 0; m < plan.moves.size(); ++m) {
    const auto k = static_cast<std::size_t>(plan.moves[m].instruction);
    auto* const move = std::get_if<Move>(&program.instructions[k].action);
    if (move != nullptr && shares[k].lowers()) lower(*move, ways[m], shares[k]);
  }
  return program;
}

bool Trial::passes() const {
  return judged && plan.complete &&
         std::all_of(moves.begin(), moves.end(), [](const MoveVerdict& v) { return v.achievable; });
}

TrialCase::TrialCase(const Case& c, Program program, PlannerSettings planner,
                     const VerificationSettings& settings)
    : case_(c),
      program_(std::move(program)),
      planner_(std::move(planner)),
      settings_(quiet(c, settings)),
      loads_(program_, c.model, c.drives, settings_.algorithm) {}

Trial TrialCase::judge(const Program& program) const {
  return judge(plan(program, case_.model, *case_.kinematics, planner_), program);
}

Trial TrialCase::judge(Plan plan, const Program& program) const {
  Trial trial;
  trial.plan = std::move(plan);
  if (trial.plan.moves.empty()) return trial;
  const CaseInWork work{program, trial.plan, case_.model, case_.drives, settings_, loads_};
  Verification result;
  trial.judged = record_asked(work, result.motion).empty();
  if (!trial.judged) return trial;
  judge_asked(work, result);
  trial.moves = std::move(result.moves);
  return trial;
}

RunTrial::RunTrial(const Case& c, const VerificationSettings& settings,
                   const std::vector<WayLimits>& ways, int first_move, int last_move)
    : ways_(ways.begin() + first_move, ways.begin() + last_move + 1) {
  trial_ = std::make_unique<TrialCase>(c, part_of(c.program, c.plan, first_move, last_move),
                                       planner_of_part(c, first_move, last_move), settings);
  tables_ = TabledRun::make(c, first_move, last_move);
}

RunTrial::Answer RunTrial::ask(const std::vector<LimitShares>& shares, int about) const {
  if (!tables_.empty()) return ask_tables(shares, about);
  Program program = trial_->program();
  for (std::size_t m = 0; m < ways_.size(); ++m)
    if (auto* const move = std::get_if<Move>(&program.instructions[m].action);
        move != nullptr && shares[m].lowers())
      lower(*move, ways_[m], shares[m]);
  const Trial trial = trial_->judge(program);
  Answer answer;
  answer.judged = trial.judged && trial.plan.complete && trial.moves.size() == ways_.size();
  if (!answer.judged) return answer;
  for (const MoveVerdict& verdict : trial.moves)
    answer.beyond.push_back(exceeds_lowerable(verdict));
  answer.time = trial.plan.segments->empty()
                    ? trial.plan.duration()
                    : trial.plan.duration() / trial.plan.segments->back().stretch;
  return answer;
}

RunTrial::Answer RunTrial::ask_tables(const std::vector<LimitShares>& shares, int about) const {
  Answer answer;
  answer.judged = true;
  answer.beyond.assign(ways_.size(), false);
  int first = 0;
  for (const auto& table : tables_) {
    const auto begin = static_cast<std::size_t>(first),
               count = static_cast<std::size_t>(table->moves());
    const int from = about < 0 ? 0 : std::max(0, about - 1 - first);
    const int to = about < 0 ? table->moves() - 1 : std::min(table->moves() - 1, about + 1 - first);
    const TabledRun::Motion motion =
        table->at(std::span(ways_).subspan(begin, count), std::span(shares).subspan(begin, count),
                  std::min(from, table->moves() - 1), to);
    answer.time += motion.duration;
    if (from <= to && to >= 0) judge(motion.plan, first, from, answer);
    first += table->moves();
  }
  return answer;
}

/// The cycles of a part of a way, whose first move is `from` behind the way's own first one.
void RunTrial::judge(Plan part, int first, int from, Answer& answer) const {
  for (PlannedMove& move : part.moves) move.instruction += first;
  const Trial trial = trial_->judge(std::move(part), trial_->program());
  answer.judged = answer.judged && trial.judged;
  for (std::size_t k = 0; k < trial.moves.size(); ++k)
    answer.beyond[static_cast<std::size_t>(first + from) + k] = exceeds_lowerable(trial.moves[k]);
}

}  // namespace erfd
