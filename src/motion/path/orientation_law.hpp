// How the tool turns along a path.
#pragma once

#include "erfd/program/program.hpp"

#include "motion/path/curve.hpp"

namespace erfd::planning {

/// R(s) = F(s) R0 exp(s/L · turn), F(s) = exp(s · path_turn): all modes of the language in one form.
struct OrientationLaw {
  Matrix3<double> start = Matrix3<double>::Identity();  ///< R0
  Vector3<double> turn = Vector3<double>::Zero();       ///< in axes of the start [rad]
  Vector3<double> path_turn = Vector3<double>::Zero();  ///< of the path frame [rad/m]
  double length = 0;                                    ///< L

  Matrix3<double> at(double s) const;
  Matrix3<double> end() const { return at(length); }
  /// Angular velocity a unit of s, in world axes.
  Vector3<double> rate(double s) const;
  /// Its size: the same everywhere, for F turns about a fixed axis.
  double rate() const { return rate(0).norm(); }
};

/// The law of a mode from R0 to R1 along a curve. o_joint has that of o_var at its ends only.
OrientationLaw orientation_law(OrientationMode mode, const Matrix3<double>& R0,
                               const Matrix3<double>& R1, const Curve& curve);

/// Turns in place: the parameter is the angle itself.
OrientationLaw turn_in_place(const Matrix3<double>& R0, const Matrix3<double>& R1);

}  // namespace erfd::planning
