// Cures of a program besides its own lines: motors, gears, loads, places. Private to the layer.
#pragma once

#include "erfd/verification/repair.hpp"

namespace erfd {

/// A case that is beyond a limit.
struct FailingCase {
  const RobotChoice& robot;
  const ProgramChoice& program;
  const Case& asked;
  const Verification& verified;
  const VerificationSettings& settings;
};

/// Adds those that help to the cures, the others to what was looked for in vain.
void find_hardware_cures(const FailingCase& failing, Repair& result);

}  // namespace erfd
