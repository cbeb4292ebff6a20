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
/// All signals of a verification, by name.
Json signals_json(const VerdictSubject& subject);

}  // namespace erfd
