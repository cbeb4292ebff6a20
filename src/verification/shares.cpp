// The causes of a motor torque.
#include "verification/judge.hpp"

namespace erfd {

std::array<double, torque_cause_count> shares_at(const Job& job, const MotionRecord& record,
                                                 int cycle, int motor) {
  const LoadedRobot& robot = job.loads.of_instruction(job.instruction(cycle)).split;
  TorqueSplitWorkspace ws(robot);
  TorqueSplit split(robot);
  const ExternalWrench<double> wrench = wrench_on_tool(
      job.conditions(cycle), job.model, record.X_WT_asked[static_cast<std::size_t>(cycle)]);
  const VectorX<double> q = record.q_asked.col(cycle), qd_end = record.qd_asked.col(cycle),
                        qdd = record.qdd_asked.col(cycle);
  VectorX<double> qd = VectorX<double>::Zero(job.joints());
  if (cycle > 0) qd = record.qd_asked.col(cycle - 1);
  split_torques(robot, ws, q, qd, qdd, qd_end, split, {&wrench, 1});
  std::array<double, torque_cause_count> shares{};
  for (int c = 0; c < torque_cause_count; ++c)
    shares[static_cast<std::size_t>(c)] = split.motor(motor, c);
  return shares;
}

}  // namespace erfd
