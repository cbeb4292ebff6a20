// Program → asked motion → Algorithm 1 → achieved motion → verdict.
#include "erfd/base/error.hpp"

#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

double delay(const std::vector<double>& arrival, int cycle, double period) {
  const int known = std::min(cycle, static_cast<int>(arrival.size()) - 1);
  return arrival[static_cast<std::size_t>(known)] - known * period;
}

void add_errors(const CaseInWork& work, const PlannedMove& move, int last,
                const MotionRecord& record, MoveVerdict& verdict) {
  const int asked = static_cast<int>(record.q_asked.cols());
  for (int k = move.first_sample; k < last; ++k) {
    work.tell(judging, std::min(k, asked), asked);
    verdict.path_error = std::max(verdict.path_error, record.path_error[k]);
    verdict.turn_error = std::max(verdict.turn_error, record.turn_error[k]);
    const VectorX<double> off = record.q.col(k) - record.q_asked.col(std::min(k, asked - 1));
    verdict.joint_error = verdict.joint_error.cwiseMax(off.cwiseAbs());
  }
}

/// Times and errors of a move that was judged by what it asks.
void judge_achieved(const CaseInWork& work, const MotionRecord& record,
                    const std::vector<double>& arrival, MoveVerdict& verdict) {
  const PlannedMove& move = work.plan.moves[static_cast<std::size_t>(verdict.move)];
  verdict.achieved_time = verdict.asked_time + delay(arrival, move.end_sample, record.period) -
                          delay(arrival, move.first_sample, record.period);
  verdict.joint_error = VectorX<double>::Zero(record.q.rows());
  if (move.end_sample <= move.first_sample) return;  // nothing of its neighbours is its own
  const bool settles = move.end_sample == record.q_asked.cols();
  add_errors(work, move, settles ? static_cast<int>(record.q.cols()) : move.end_sample, record,
             verdict);
}

void add_causes(const CaseInWork& work, const MotionRecord& record,
                const std::vector<MoveVerdict>& moves, MoveVerdict& verdict) {
  const Binding& b = verdict.worst;
  const PlannedMove& move = work.plan.moves[static_cast<std::size_t>(verdict.move)];
  const int last = move.end_sample - 1;  // a speed may end with it
  const int cycle = std::min(static_cast<int>(std::lround(b.time / record.period)), last);
  if (b.motor >= 0 && b.limit != Limit::rated_torque && b.limit != Limit::joint_range)
    verdict.shares = shares_at(work, record, cycle, b.motor);
  else if (b.limit == Limit::joint_effort)
    verdict.shares = joint_shares_at(work, record, cycle, b.axis);
  verdict.reason = reason_of(work, moves, verdict);
}

/// Who is to blame for a move that is within its limits and yet off its path.
void blame(const Plan& plan, const MotionRecord& record, std::vector<MoveVerdict>& moves) {
  int last_bad = -1;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    MoveVerdict& verdict = moves[i];
    if (!verdict.achievable) last_bad = static_cast<int>(i);
    if (!verdict.achievable || last_bad < 0 || !(verdict.path_error >= visible_error)) continue;
    verdict.late_from = last_bad;
    verdict.late_error = record.path_error[plan.moves[i].first_sample];
  }
}

/// What the planner could not plan is not achievable, whatever the drives could do. A move that it
/// left in the middle stops there without warning: that is no motion to be judged.
void add_unplanned(const Plan& plan, Verification& result) {
  if (plan.complete) return;
  const std::size_t planned = result.moves.size();
  for (const Fault& fault : plan.faults) {
    MoveVerdict verdict;
    verdict.achievable = false;
    verdict.achieved_time = verdict.path_error = verdict.turn_error = std::nan("");  // it never ran
    verdict.worst.time = plan.duration();
    verdict.worst.limit = fault.limit;
    verdict.reason = fault.message;
    verdict.instruction = verdict.move = fault.instruction;
    verdict.exceeded.push_back(verdict.worst);
    result.moves.push_back(std::move(verdict));
  }
  const auto unplanned = result.moves.begin() + static_cast<std::ptrdiff_t>(planned);
  if (unplanned != result.moves.end()) {
    // The first of them may have begun; moves behind it, in the same chain, never ran.
    const int first = unplanned->instruction;
    const auto begun = std::find_if(result.moves.begin(), unplanned,
                                    [&](const MoveVerdict& v) { return v.instruction >= first; });
    result.moves.erase(begun, unplanned);
  }
  result.achieved_time = std::nan("");
}

}  // namespace

Verification verify(const Program& program, const Plan& plan, const Model& model,
                    const Drives& drives, const VerificationSettings& settings) {
  Verification result;
  result.not_judged = not_judged(model, drives);
  result.motors_judged = judges_motors(drives);
  result.anything_judged = judges_anything(model, drives);
  VerificationSettings used = settings;
  used.algorithm.period = plan.period;
  if (!plan.moves.empty()) {
    const LoadCases loads(program, model, drives, used.algorithm);
    const CaseInWork work{program, plan, model, drives, used, loads};
    std::vector<double> arrival;
    result.fault = record_asked(work, result.motion);
    if (result.fault.empty() && !drives.elastic_gears().empty())
      result.elastic_gears = elastic_gears(work, result.motion);
    if (result.fault.empty() && used.causes) record_causes(work, result.motion);
    if (result.fault.empty()) result.fault = record_achieved(work, result.motion, arrival);
    if (result.fault.empty()) {
      judge_asked(work, result);
      for (MoveVerdict& verdict : result.moves)
        judge_achieved(work, result.motion, arrival, verdict);
      if (used.signals) {
        record_signals(work, result.motion);
        sum_up_signals(result);
      }
      blame(plan, result.motion, result.moves);
      for (MoveVerdict& verdict : result.moves) {
        work.tell(explaining, 0, 1);
        add_causes(work, result.motion, result.moves, verdict);
      }
      result.asked_time = plan.duration();
      result.achieved_time = result.asked_time + delay(arrival, plan.samples() - 1, plan.period);
      if (plan.complete && settings.replan) find_cures(work, result);
    }
  }
  add_unplanned(plan, result);
  result.achievable = result.fault.empty() && plan.complete &&
                      std::all_of(result.moves.begin(), result.moves.end(),
                                  [](const MoveVerdict& v) { return v.achievable; });
  return result;
}

}  // namespace erfd
