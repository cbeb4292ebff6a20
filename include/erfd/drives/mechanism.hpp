// A transmission whose ratio depends on the position: ball screw, crank, parallelogram.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <limits>

namespace erfd {

/// Turns an angle phi of the robot into a motor angle. Lengths in m, angles in rad; what they mean:
/// docs/drives.md. Default: the motor turns as the angle does.
struct Mechanism {
  MechanismKind kind = MechanismKind::parallelogram;
  double a = 0, b = 0, c = 0, d = 0;
  double pitch = 0;
  double offset = 0;  ///< of the mechanism's own angle at phi = 0
  double start = 0;   ///< what is taken off, so that the motor's zero is where the file says [rad]
  double ratio = 1;   ///< motor turns a turn of crank or screw, signed
  double branch = 1;  ///< crank: 1 or −1
  double lower = -std::numeric_limits<double>::infinity();  ///< range of phi
  double upper = std::numeric_limits<double>::infinity();
};

/// Where a mechanism stands.
struct MechanismPoint {
  double turn = 0;        ///< motor angle [rad]
  double slope = 1;       ///< d turn / d phi, the ratio here [-]; 0 at a dead centre
  double bend = 0;        ///< d² turn / d phi² [1/rad]
  bool reachable = true;  ///< false: no such position exists, and the numbers are NaN
};

/// @param phi  [rad]
MechanismPoint mechanism_at(const Mechanism& mechanism, double phi);

/// The inverse: phi [rad] of a motor angle `turn` [rad] by Newton's method, between the same dead
/// centres as `near` [rad]. NaN if there is none. Bounded in time.
double mechanism_angle(const Mechanism& mechanism, double turn, double near);

/// The values of a robot file. @throws Error "<place>: …" if a length is missing or no length, or
/// if the mechanism cannot stand where its motor is to have its zero.
Mechanism make_mechanism(const MechanismDescription& description, const std::string& place);

}  // namespace erfd
