// One form for the four ways of placing a link and the ways of giving its mass. Private to the
// layer.
#pragma once

#include "erfd/math/inertia.hpp"
#include "erfd/robot/robot_description.hpp"

#include "model/build/placement.hpp"

#include <vector>

namespace erfd {

/// A body of a description in the frame J of its joint: z along the axis, moving with the body.
struct ResolvedBody {
  int parent = -1;    ///< index of the parent in the description; -1 is the base
  Pose<double> X_PJ;  ///< J in the link frame of the parent, at joint position zero
  Pose<double> X_JL;  ///< link frame in J
  Inertia I_J;        ///< about Jo, in axes of J
};

/// Resolves every body. The description must have passed the linter: parents stand before children,
/// numbers are finite.
std::vector<ResolvedBody> resolve(const RobotDescription& robot);

/// Of a free base or a payload: mass, centre of mass and inertia about it, in the frame of these
/// numbers.
Inertia inertia_of(double mass, const Triple& com, const std::array<double, 6>& inertia);

/// The symmetric matrix of Ixx Iyy Izz Ixy Ixz Iyz, and back.
Matrix3<double> matrix_of(const std::array<double, 6>& inertia);
std::array<double, 6> elements_of(const Matrix3<double>& I);

}  // namespace erfd
