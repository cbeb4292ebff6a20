// The causes of a motor torque.
#include "erfd/verification/torque_causes.hpp"

#include "verification/judge.hpp"

namespace erfd {
namespace {

/// Splits the torques of an asked cycle as Algorithm 1 meets it: it starts with the speeds of the
/// cycle before and is braked by friction at its own.
void split_cycle(const Job& job, const MotionRecord& record, int cycle, TorqueSplitWorkspace& ws,
                 TorqueSplit& split) {
  const LoadedRobot& robot = job.loads.of_instruction(job.instruction(cycle)).split;
  const ExternalWrench<double> wrench = wrench_on_tool(
      job.conditions(cycle), job.model, record.X_WT_asked[static_cast<std::size_t>(cycle)]);
  const VectorX<double> q = record.q_asked.col(cycle), qd_end = record.qd_asked.col(cycle),
                        qdd = record.qdd_asked.col(cycle);
  VectorX<double> qd = VectorX<double>::Zero(job.joints());
  if (cycle > 0) qd = record.qd_asked.col(cycle - 1);
  split_torques(robot, ws, q, qd, qdd, qd_end, record.period, split, {&wrench, 1});
}

}  // namespace

std::array<double, torque_cause_count> shares_at(const Job& job, const MotionRecord& record,
                                                 int cycle, int motor) {
  const LoadedRobot& robot = job.loads.of_instruction(job.instruction(cycle)).split;
  TorqueSplitWorkspace ws(robot);
  TorqueSplit split(robot);
  split_cycle(job, record, cycle, ws, split);
  std::array<double, torque_cause_count> shares{};
  for (int c = 0; c < torque_cause_count; ++c)
    shares[static_cast<std::size_t>(c)] = split.motor(motor, c);
  return shares;
}

MatrixX<double> asked_torque_causes(const Program& program, const Plan& plan, const Model& model,
                                    const DriveTrain& drives, const MotionRecord& record,
                                    const std::function<void(double share)>& progress) {
  const RecordedJob recorded(program, plan, model, drives, progress);
  const Job& job = recorded.job;
  const LoadCases& loads = recorded.loads;
  MatrixX<double> causes(drives.count() * torque_cause_count, record.q_asked.cols());
  std::vector<TorqueSplitWorkspace> scratch;
  for (const LoadCase& load : loads.all()) scratch.emplace_back(load.split);
  TorqueSplit split(LoadedRobot{model, {}, drives});
  for (int k = 0; k < static_cast<int>(causes.cols()); ++k) {
    job.tell(whole, k, static_cast<int>(causes.cols()));
    const int load = loads.index_of_instruction(job.instruction(k));
    split_cycle(job, record, k, scratch[static_cast<std::size_t>(load)], split);
    for (int i = 0; i < drives.count(); ++i)
      causes.col(k).segment<torque_cause_count>(Eigen::Index{i} * torque_cause_count) =
          split.motor.row(i).transpose();
  }
  return causes;
}

}  // namespace erfd
