// Every move against every limit, by the asked motion alone.
#include "erfd/drives/duty.hpp"

#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

MoveVerdict judge_move(const CaseInWork& work, const MotionRecord& record, int m) {
  const PlannedMove& move = work.plan.moves[static_cast<std::size_t>(m)];
  MoveVerdict verdict;
  verdict.move = m;
  verdict.instruction = move.instruction;
  verdict.asked_time = move.end_time - move.start_time;
  const std::vector<Binding> bindings = bindings_of(work, record, move);
  verdict.worst = bindings.front();
  for (const Binding& b : bindings)
    if (b.cycles > 0) verdict.exceeded.push_back(b);
  verdict.achievable = verdict.exceeded.empty();
  return verdict;
}

/// The rated torque holds for the whole program; the move that strains it most is told so.
void judge_rated(const CaseInWork& work, Verification& result) {
  const MotionRecord& record = result.motion;
  const int cycles = static_cast<int>(record.ua_asked.cols());
  result.torque_rms.resize(work.drives.count());
  for (int i = 0; i < work.drives.count(); ++i) {
    result.torque_rms[i] = torque_rms(record, i, 0, cycles);
    const double rated = work.drives.motor(i).limits.torque_rated;
    if (!(result.torque_rms[i] > rated * (1 + 1e-9))) continue;
    MoveVerdict* worst = nullptr;
    double most = -1;
    for (MoveVerdict& verdict : result.moves) {
      const PlannedMove& move = work.plan.moves[static_cast<std::size_t>(verdict.move)];
      const double strain = torque_rms(record, i, move.first_sample, move.end_sample);
      if (strain <= most) continue;
      most = strain;
      worst = &verdict;
    }
    if (worst == nullptr) continue;
    Binding binding;
    binding.limit = Limit::rated_torque;
    binding.motor = i;
    binding.axis = axis_of(work.drives, i);
    binding.time =
        work.plan.moves[static_cast<std::size_t>(worst->move)].first_sample * record.period;
    binding.needed = result.torque_rms[i];
    binding.available = rated;
    binding.ratio = binding.needed / rated;
    binding.cycles = cycles;
    // Behind what a single cycle exceeds, worst first.
    auto& exceeded = worst->exceeded;
    const auto place = std::find_if(exceeded.begin(), exceeded.end(), [&](const Binding& b) {
      return b.limit == Limit::rated_torque && b.ratio < binding.ratio;
    });
    exceeded.insert(place, binding);
    worst->worst = exceeded.front();
    worst->achievable = false;
  }
}

}  // namespace

double torque_rms(const MotionRecord& record, int motor, int first, int end) {
  RunningRms running;
  for (int k = first; k < end; ++k) {
    if (record.jumps[static_cast<std::size_t>(k)])
      running.leave_out();
    else
      running.add(k * record.period, record.ua_asked(motor, k));
  }
  return running.value();
}

void judge_asked(const CaseInWork& work, Verification& result) {
  for (int m = 0; m < static_cast<int>(work.plan.moves.size()); ++m)
    result.moves.push_back(judge_move(work, result.motion, m));
  judge_rated(work, result);
}

}  // namespace erfd
