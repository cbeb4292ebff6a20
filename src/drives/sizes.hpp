// Sizes of arguments. Private to drives and simulation.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/drives/drives.hpp"

namespace erfd {

[[noreturn, gnu::cold]] inline void throw_size(const char* function, const char* argument,
                                               Eigen::Index got, const Drives& drives) {
  throw Error(std::string(function) + ": argument '" + argument + "' has size " +
              std::to_string(got) + ", but the drives of '" + drives.robot() + "' need " +
              std::to_string(drives.count()));
}

/// @throws Error "motor_torques: argument 'u' has size 3, but the drives of 'arm' need 6".
inline void check_size(const char* function, const char* argument, Eigen::Index got,
                       const Drives& drives) {
  if (got != drives.K().rows()) throw_size(function, argument, got, drives);
}

}  // namespace erfd
