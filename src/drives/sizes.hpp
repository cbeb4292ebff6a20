// Sizes of arguments. Private to drives and simulation.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/drives/drives.hpp"

namespace erfd {

[[noreturn, gnu::cold]] inline void throw_size(const char* function, const char* argument,
                                               Eigen::Index got, const Drives& drives,
                                               Eigen::Index needed) {
  throw Error(std::string(function) + ": argument '" + argument + "' has size " +
              std::to_string(got) + ", but the drives of '" + drives.robot() + "' need " +
              std::to_string(needed));
}

/// Of one number a joint.
/// @throws Error "motor_torques: argument 'u' has size 3, but the drives of 'arm' need 6".
inline void check_joints(const char* function, const char* argument, Eigen::Index got,
                         const Drives& drives) {
  const Eigen::Index needed = drives.coupling().cols();
  if (got != needed) throw_size(function, argument, got, drives, needed);
}

/// Of one number a motor.
inline void check_motors(const char* function, const char* argument, Eigen::Index got,
                         const Drives& drives) {
  const Eigen::Index needed = drives.coupling().rows();
  if (got != needed) throw_size(function, argument, got, drives, needed);
}

/// For what asks the motors about every joint.
/// @throws Error "joint_velocities: joint 2 of 'arm' is passive, expected a motor for every joint".
inline void check_no_passive(const char* function, const Drives& drives) {
  if (drives.passive_joints().empty()) return;
  throw Error(std::string(function) + ": joint " + std::to_string(drives.passive_joints().front()) +
              " of '" + drives.robot() + "' is passive, expected a motor for every joint");
}

}  // namespace erfd
