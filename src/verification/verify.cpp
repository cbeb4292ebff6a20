// Program → asked motion → Algorithm 1 → achieved motion → verdict.
#include "erfd/error.hpp"

#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

double delay(const std::vector<double>& arrival, int cycle, double period) {
  return arrival[static_cast<std::size_t>(cycle)] - cycle * period;
}

void add_errors(const Job& job, const PlannedMove& move, int last, MotionRecord& record,
                MoveVerdict& verdict) {
  const int asked = static_cast<int>(record.q_asked.cols());
  verdict.joint_error = VectorX<double>::Zero(record.q.rows());
  for (int k = move.first_sample; k < last; ++k) {
    job.tell(judging, std::min(k, asked), asked);
    verdict.path_error = std::max(verdict.path_error, record.path_error[k]);
    verdict.turn_error = std::max(verdict.turn_error, record.turn_error[k]);
    const VectorX<double> off = record.q.col(k) - record.q_asked.col(std::min(k, asked - 1));
    verdict.joint_error = verdict.joint_error.cwiseMax(off.cwiseAbs());
  }
}

MoveVerdict judge(const Job& job, MotionRecord& record, const std::vector<double>& arrival, int m) {
  const PlannedMove& move = job.plan.moves[static_cast<std::size_t>(m)];
  const int asked = static_cast<int>(record.q_asked.cols());
  const bool is_last = m + 1 == static_cast<int>(job.plan.moves.size());
  MoveVerdict verdict;
  verdict.move = m;
  verdict.instruction = move.instruction;
  verdict.asked_time = move.end_time - move.start_time;
  const int end = std::min(move.end_sample, asked - 1);
  verdict.achieved_time = verdict.asked_time + delay(arrival, end, record.period) -
                          delay(arrival, move.first_sample, record.period);
  add_errors(job, move, is_last ? static_cast<int>(record.q.cols()) : move.end_sample, record,
             verdict);
  if (move.end_sample <= move.first_sample) return verdict;
  const std::vector<Binding> bindings = bindings_of(job, record, move);
  verdict.worst = bindings.front();
  for (const Binding& b : bindings)
    if (b.cycles > 0) verdict.exceeded.push_back(b);
  verdict.achievable = verdict.exceeded.empty();
  return verdict;
}

void add_causes(const Job& job, const MotionRecord& record, MoveVerdict& verdict) {
  const Binding& b = verdict.worst;
  const int last = static_cast<int>(record.ua_asked.cols()) - 1;  // a speed may end with it
  const int cycle = std::min(static_cast<int>(std::lround(b.time / record.period)), last);
  if (b.motor >= 0 && b.limit != BindingLimit::rated_torque)
    verdict.shares = shares_at(job, record, cycle, b.motor);
  verdict.reason = reason_of(job, verdict);
}

double mean_square(const MotionRecord& record, int motor, int first, int end) {
  double sum = 0;
  for (int k = first; k < end; ++k) sum += record.ua_asked(motor, k) * record.ua_asked(motor, k);
  return end > first ? sum / (end - first) : 0;
}

/// The rated torque holds for the whole program; the move that strains it most is told so.
void judge_rated(const Job& job, Verification& result) {
  const MotionRecord& record = result.motion;
  const int cycles = static_cast<int>(record.ua_asked.cols());
  result.torque_rms.resize(job.drives.count());
  for (int i = 0; i < job.drives.count(); ++i) {
    result.torque_rms[i] = std::sqrt(mean_square(record, i, 0, cycles));
    const double rated = job.drives.motor(i).limits.torque_rated;
    if (!(result.torque_rms[i] > rated * (1 + 1e-9))) continue;
    MoveVerdict* worst = nullptr;
    double most = -1;
    for (MoveVerdict& verdict : result.moves) {
      const PlannedMove& move = job.plan.moves[static_cast<std::size_t>(verdict.move)];
      const double strain = mean_square(record, i, move.first_sample, move.end_sample);
      if (strain <= most) continue;
      most = strain;
      worst = &verdict;
    }
    if (worst == nullptr) continue;
    Binding binding;
    binding.limit = BindingLimit::rated_torque;
    binding.motor = i;
    binding.axis = axis_of(job.drives, i);
    binding.time =
        job.plan.moves[static_cast<std::size_t>(worst->move)].first_sample * record.period;
    binding.needed = result.torque_rms[i];
    binding.available = rated;
    binding.ratio = binding.needed / rated;
    binding.cycles = cycles;
    // Behind what a single cycle exceeds, worst first.
    auto& exceeded = worst->exceeded;
    const auto place = std::find_if(exceeded.begin(), exceeded.end(), [&](const Binding& b) {
      return b.limit == BindingLimit::rated_torque && b.ratio < binding.ratio;
    });
    exceeded.insert(place, binding);
    worst->worst = exceeded.front();
    worst->achievable = false;
  }
}

BindingLimit limit_of(const std::string& code) {
  if (code == "P0402") return BindingLimit::configuration;
  if (code == "P0403") return BindingLimit::joint_range;
  return code == "P0404" ? BindingLimit::singularity : BindingLimit::reach;
}

/// The instruction of an error of the planner, behind those of the moves that were told already.
int failed_instruction(const Program& program, const Plan& plan, const Diagnostic& finding,
                       const std::vector<MoveVerdict>& told) {
  for (const int k : plan.unplanned) {
    const bool is_told = std::any_of(told.begin(), told.end(), [&](const MoveVerdict& v) {
      return v.instruction == k && std::isnan(v.path_error);
    });
    if (!is_told && program.instructions[static_cast<std::size_t>(k)].at == finding.at) return k;
  }
  const std::size_t first =
      plan.moves.empty() ? 0 : static_cast<std::size_t>(plan.moves.back().instruction);
  for (std::size_t i = first; i < program.instructions.size(); ++i)
    if (program.instructions[i].at == finding.at) return static_cast<int>(i);
  return static_cast<int>(first);
}

/// What the planner could not plan is not achievable, whatever the drives could do. A move that it
/// left in the middle stops there without warning: that is no motion to be judged.
void add_unplanned(const Program& program, const Plan& plan, Verification& result) {
  if (plan.complete) return;
  const std::size_t planned = result.moves.size();
  for (const Diagnostic& finding : plan.findings.all()) {
    if (finding.severity != Severity::error) continue;
    MoveVerdict verdict;
    verdict.achievable = false;
    verdict.achieved_time = verdict.path_error = verdict.turn_error = std::nan("");  // it never ran
    verdict.worst.time = plan.duration();
    verdict.worst.limit = limit_of(finding.check);
    verdict.reason = finding.message;
    verdict.instruction = failed_instruction(program, plan, finding, result.moves);
    verdict.move = verdict.instruction;
    verdict.exceeded.push_back(verdict.worst);
    result.moves.push_back(std::move(verdict));
  }
  const auto unplanned = result.moves.begin() + static_cast<std::ptrdiff_t>(planned);
  std::stable_sort(unplanned, result.moves.end(), [](const MoveVerdict& a, const MoveVerdict& b) {
    return a.instruction < b.instruction;
  });
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
                    const DriveTrain& drives, const VerificationSettings& settings) {
  Verification result;
  result.not_judged = not_judged(model, drives);
  result.motors_judged = judges_motors(drives);
  VerificationSettings used = settings;
  used.algorithm.period = plan.period;
  if (!plan.moves.empty()) {
    const LoadCases loads(program, model, drives, used.algorithm);
    const Job job{program, plan, model, drives, used, loads};
    std::vector<double> arrival;
    result.fault = record_asked(job, result.motion);
    if (result.fault.empty() && used.causes) record_causes(job, result.motion);
    if (result.fault.empty()) result.fault = record_achieved(job, result.motion, arrival);
    if (result.fault.empty()) {
      for (int m = 0; m < static_cast<int>(plan.moves.size()); ++m)
        result.moves.push_back(judge(job, result.motion, arrival, m));
      judge_rated(job, result);
      for (MoveVerdict& verdict : result.moves) {
        job.tell(explaining, 0, 1);
        add_causes(job, result.motion, verdict);
      }
      result.asked_time = plan.moves.empty() ? 0 : plan.moves.back().end_time;
      result.achieved_time = result.asked_time + delay(arrival, plan.samples() - 1, plan.period);
    }
  }
  add_unplanned(program, plan, result);
  result.achievable = result.fault.empty() && plan.complete &&
                      std::all_of(result.moves.begin(), result.moves.end(),
                                  [](const MoveVerdict& v) { return v.achievable; });
  return result;
}

}  // namespace erfd
