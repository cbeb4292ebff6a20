// Postures near a singularity, in words: why an axis must be fast on a path.
#pragma once

#include "erfd/motion/inverse_kinematics.hpp"

#include <string>

namespace erfd {

/// "the wrist is nearly straight, axis5 stands 9.7 deg from it" if the posture is within 15 deg (wrist,
/// elbow) or 100 mm (shoulder) of a singularity that the axis has to turn for: axes 4 and 6 for the
/// wrist's, 2 and 3 for the elbow's, 1 for the shoulder's. Empty if not, and for robots without closed
/// form.
std::string near_singularity(const InverseKinematics& kinematics, const Model& model,
                             const VectorX<double>& q, int axis);

}  // namespace erfd
