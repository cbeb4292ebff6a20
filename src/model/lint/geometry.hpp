// Where the links of a description stand while all joints are at zero, and what they weigh.
#pragma once

#include "erfd/math/inertia.hpp"

#include "model/build/placement.hpp"
#include "model/lint/rules.hpp"

#include <optional>
#include <vector>

namespace erfd::linting {

using Vector = Vector3<double>;
using Matrix = Matrix3<double>;

struct LinkGeometry {
  /// link frame in the parent's link frame (in the base frame for a child of the world)
  Pose<double> X_PB;
  Pose<double> X_WB;  ///< link frame in the world
  Pose<double> X_BJ;  ///< joint frame in the link frame: its z axis is the joint axis
};

/// Geometry of each body at joint positions zero. Needs finite numbers and a sound tree. An axis
/// without direction counts as z.
std::vector<LinkGeometry> link_geometry(const RobotDescription& robot, const Tree& tree);

/// Mass properties of one body, as its description gives them.
struct MassProperties {
  double mass = 0;                ///< [kg]
  Pose<double> X_BM;              ///< mass frame in the link frame
  Vector com_M = Vector::Zero();  ///< [m]
  Matrix I_com = Matrix::Zero();  ///< about the centre of mass, axes of the mass frame [kg m^2]
  /// of the inertia matrix as given: the scale of its rounding errors [kg m^2]
  double given_trace = 0;
  bool ideal = false;  ///< from a shape without thickness (rod, bent rod)

  Vector com_B() const { return X_BM * com_M; }
  Inertia in_link_frame() const { return Inertia::about_com(mass, com_M, I_com).moved(X_BM); }
  /// Radius at which the whole mass would have the mean moment about an axis through the centre of
  /// mass [m].
  double gyration_radius() const;
};

/// Mass properties by numbers, in the frame they are given in; nothing if one is missing or not
/// finite.
std::optional<MassProperties> given_mass(const Field<double>& mass, const Field<Triple>& com,
                                         const Field<std::array<double, 6>>& inertia,
                                         bool about_origin);

/// Mass properties of a body by numbers or by its shape. `joint_frame` is the X_BJ that a bent rod
/// stands in. What is not given counts as zero, which a rule tells (missing-inertia); nothing if a
/// number is not finite.
std::optional<MassProperties> mass_of(const BodyDescription& body, const Pose<double>& joint_frame);

/// True if the body says nothing about its mass: a mere frame.
bool is_mere_frame(const BodyDescription& body);

/// Inertia that each joint moves while all others stand at zero [kg m^2 or kg]; 0 for fixed joints.
std::vector<double> locked_inertias(const Subject& subject);

}  // namespace erfd::linting
