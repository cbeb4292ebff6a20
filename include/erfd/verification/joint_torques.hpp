// What the joints of a verified motion transmit, cycle by cycle.
#pragma once

#include "erfd/verification/verification.hpp"

namespace erfd {

/// Torques of the joints on links, payload and tool, without rotors and friction, as a sensor behind
/// the gears would show them [N m or N]: one row a joint, one column a cycle.
struct JointTorques {
  MatrixX<double> asked, achieved;
};

/// Inverse dynamics of both motions, each cycle under the load and the force of its instruction.
///
/// @param record    of verify() for the same program, plan, model and drives
/// @param progress  as in VerificationSettings
JointTorques joint_torques(const Program& program, const Plan& plan, const Model& model,
                           const DriveTrain& drives, const MotionRecord& record,
                           const std::function<void(double share)>& progress = {});

}  // namespace erfd
