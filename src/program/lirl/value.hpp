// What expressions are worth.
#pragma once

#include "erfd/program/program.hpp"

#include "program/lirl/units.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace erfd::lirl {

using Position = Vector3<double>;     ///< [m]
using Orientation = Matrix3<double>;  ///< rotation

struct ToolValue {
  Pose<double> X_FlangeT;
  Payload load;
};

/// std::monostate: a variable that has not been set. Robtargets, joints and mainjoints are those
/// of the motion IR; a mainjoint may give fewer axes than the robot has.
using Value =
    std::variant<std::monostate, bool, std::int64_t, Number, std::string, Position, Orientation,
                 Pose<double>, CartesianTarget, JointTarget, Payload, ToolValue, Force<double>>;

}  // namespace erfd::lirl
