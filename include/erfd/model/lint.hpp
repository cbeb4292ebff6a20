// Checks of physical sense: what a description says that no robot can be, or hardly is.
#pragma once

#include "erfd/robot/robot_description.hpp"

namespace erfd {

/// What a robot is wanted for; it decides what stops it.
enum class Purpose {
  kinematics,  ///< poses alone: masses that are missing or impossible are warnings
  torques,     ///< of a given motion: a joint that moves nothing of its own is a warning
  dynamics     ///< accelerations, too
};

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
void lint(const RobotDescription& robot, Diagnostics& findings,
          Purpose purpose = Purpose::dynamics);

/// The checks that may be accepted, in a robot file or by the user: every warning, and the errors of
/// masses.
std::vector<std::string> acceptable_checks();

}  // namespace erfd
