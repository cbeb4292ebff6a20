// Torques that the joints transmit in the asked and in the achieved motion.
#include "erfd/verification/joint_torques.hpp"

#include "erfd/dynamics/rnea.hpp"

#include "verification/motions.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// One of the two motions; speeds are those that a cycle starts with.
struct StartedCycles {
  const MatrixX<double>& q;
  const MatrixX<double>& qd;
  const MatrixX<double>& qdd;
  const std::vector<Pose<double>>& X_WT;
};

MatrixX<double> torques_of(const Job& job, const Pass& pass, const StartedCycles& motion) {
  MatrixX<double> torques(job.joints(), motion.q.cols());
  Workspace ws(job.model);
  VectorX<double> tau(job.joints());
  for (int k = 0; k < static_cast<int>(torques.cols()); ++k) {
    job.tell(pass, k, static_cast<int>(torques.cols()));
    const int asked = std::min(k, job.plan.samples() - 1);  // the last load holds while it settles
    const Model& robot = job.loads.of_instruction(job.instruction(asked)).split.model();
    const ExternalWrench<double> wrench =
        wrench_on_tool(job.conditions(asked), job.model, motion.X_WT[static_cast<std::size_t>(k)]);
    rnea<double>(robot, ws, motion.q.col(k), motion.qd.col(k), motion.qdd.col(k), tau,
                 {&wrench, 1});
    torques.col(k) = tau;
  }
  return torques;
}

}  // namespace

JointTorques joint_torques(const Program& program, const Plan& plan, const Model& model,
                           const DriveTrain& drives, const MotionRecord& record,
                           const std::function<void(double share)>& progress) {
  const RecordedJob recorded(program, plan, model, drives, progress);
  const Job& job = recorded.job;
  const MatrixX<double> qd_asked = starting_speeds(record);
  return {
      torques_of(job, {0, 0.5}, {record.q_asked, qd_asked, record.qdd_asked, record.X_WT_asked}),
      torques_of(job, {0.5, 1}, {record.q, record.qd, record.qdd, record.X_WT})};
}

}  // namespace erfd
