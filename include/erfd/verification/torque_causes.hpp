// What the motors' torques of an asked motion are needed for, cycle by cycle.
#pragma once

#include "erfd/verification/verification.hpp"

namespace erfd {

/// Torques of the asked motion by cause [N m]: one column a cycle, row motor · torque_cause_count +
/// cause. The causes of a motor sum to its row of MotionRecord::ua_asked wherever it turns; a motor
/// at rest holds part of its torque by friction, which no cause shows.
///
/// @param record    of verify() for the same program, plan, model and drives
/// @param progress  as in VerificationSettings
MatrixX<double> asked_torque_causes(const Program& program, const Plan& plan, const Model& model,
                                    const DriveTrain& drives, const MotionRecord& record,
                                    const std::function<void(double share)>& progress = {});

}  // namespace erfd
