// Drives from the <dynamics> and <transmission> elements of a URDF.
#pragma once

#include "robot/urdf/tree.hpp"

namespace erfd::urdf {

/// One drive for each moving joint that has friction or a reduction, in the order of the joints.
/// URDF gives friction on the joint side; without a transmission the ratio is 1.
std::vector<DriveDescription> read_drives(const Parts& parts, const Tree& tree,
                                          Diagnostics& findings);

}  // namespace erfd::urdf
