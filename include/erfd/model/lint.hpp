// Checks of physical sense: what a description says that no robot can be, or hardly is.
#pragma once

#include "erfd/robot/robot_description.hpp"

namespace erfd {

/// Checks a description and adds what it finds; docs/robot-file.md, "What is checked", lists the
/// rules by name.
///
/// Errors mean that no Model can be built, warnings that a number looks like a slip (millimetres
/// for metres, degrees for radians, grams for kilograms), notes that the author of the file has
/// accepted a finding. Works for files and for robots built by program alike: places that are not
/// known stay unknown. A finding that `findings` already holds with the same check at the same
/// known place is not repeated.
///
/// The robot is never changed or repaired, and nothing is thrown, whatever the numbers are.
void lint(const RobotDescription& robot, Diagnostics& findings);

}  // namespace erfd
