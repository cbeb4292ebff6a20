// The seed's program as designed, as a motion IR: 13 moves, built without any reader.
#pragma once

#include "erfd/program/program.hpp"

#include <functional>

namespace erfd::test {

/// What the three angles [rad] of a target mean.
using Convention = std::function<Matrix3<double>(double, double, double)>;
Matrix3<double> zyx(double a, double b, double c);   ///< Rz(a) Ry(b) Rx(c), the default
Matrix3<double> lola(double a, double b, double c);  ///< Ry(-b) Rz(c) Rx(a)

/// @param z9  height of target s9 [mm]: 890.2428 as designed, 280.2428 as printed
Program reference_program(const Convention& convention = zyx, double z9 = 890.2428);

/// A target of the reference program.
CartesianTarget reference_target(std::string_view name, const Convention& convention = zyx,
                                 double z9 = 890.2428);

/// A move with nothing but kind and target.
Instruction instruction(MoveKind kind, Target target);

}  // namespace erfd::test
