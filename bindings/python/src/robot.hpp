// A robot as Python holds it: what was read, and what calls need of it, made once.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/model/robot_choice.hpp"

#include <memory>
#include <optional>

namespace erfd::python {

/// Immutable, shared by all threads.
struct Robot {
  explicit Robot(RobotChoice choice);

  RobotChoice choice;
  ChosenRobot chosen;
  Model model;
  Engine engine;
  std::optional<Drives> drives;  ///< none: the file names no drives, or the base is free
};

}  // namespace erfd::python
