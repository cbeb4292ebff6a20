// The parts of the run document. Private to the layer.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/report/json.hpp"
#include "erfd/verification/verification.hpp"

namespace erfd {

struct VerdictSubject;

Json pose_json(const Pose<double>& X);
Json robot_json(const Model& model, const std::string& title);
Json motors_json(const DriveTrain& drives);
/// The causes that a motion's torques have at all; a program without payload need not carry zeros.
struct OccurringCauses {
  Json::List names;
  MatrixX<double> torques;  ///< motor by motor its causes [N m], one column a cycle
};
OccurringCauses occurring_causes(const VerdictSubject& subject);

/// All signals of a verification, by name.
Json signals_json(const VerdictSubject& subject, const MatrixX<double>& cause_torques);

}  // namespace erfd
