// Motors of a maker, of a shelf, or of a wish list: what could drive an axis.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// The motors of a file, each with peak torque, rotor inertia and speed limit; of a drive only what is
/// the motor's own is said.
struct MotorCatalogue {
  std::string file, title;
  std::vector<DriveDescription> motors;
};

/// Reads the text of a catalogue (docs/motor-catalogue.md). All problems are found at once.
/// @throws FileError with all of them
MotorCatalogue read_motor_catalogue(std::string_view text, const std::string& file_name);

}  // namespace erfd
