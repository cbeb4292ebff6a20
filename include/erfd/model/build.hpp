// From a description to a model.
#pragma once

#include "erfd/model/lint.hpp"
#include "erfd/model/model.hpp"
#include "erfd/robot/robot_description.hpp"

#include <string>

namespace erfd {

/// Makes the model of a description that has passed the linter. Bodies on fixed joints become part
/// of the body that carries them; their frames stay. The payload of the default tool is included.
/// @param purpose  what the model is wanted for: masses that are missing count as zero where they are
/// not needed
/// @throws FileError with every finding if the linter finds an error.
Model build(const RobotDescription& robot, Purpose purpose = Purpose::dynamics);

/// The same robot with nothing in its tools. Programs say themselves what is carried when
/// (Conditions), the load of the file's tools included.
Model build_unloaded(const RobotDescription& robot, Purpose purpose = Purpose::dynamics);

/// What a tool of the file weighs, in the tool frame; no mass where the file gives none.
Payload load_of(const ToolDescription& tool);

/// Finds, reads, checks and builds a robot: a path, or the name of a shipped robot.
/// @throws Error if there is no such robot, FileError with all findings if its file cannot be used.
Model load_robot(const std::string& name_or_path);

}  // namespace erfd
