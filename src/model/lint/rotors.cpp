// Rotors: inertias that motors have, seen from the motor and from the joint.
#include "model/lint/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

// The largest inertia about a turning joint, or mass behind a sliding one.
double largest(const Subject& s, const std::vector<double>& inertias, JointKind type) {
  double most = 0;
  for (const int i : s.tree.moving)
    if (s.robot.bodies[i].joint.type == type) most = std::max(most, inertias[i]);
  return most;
}

void check_reflected(const Subject& s, const DriveDescription& drive, int body,
                     const std::vector<double>& inertias) {
  if (!drive.ratio) return;
  const JointKind type = s.robot.bodies[body].joint.type;
  const double reflected = drive.rotor_inertia->value * drive.ratio->value * drive.ratio->value;
  // Wrist drives outweigh their own light links by far; none outweighs the whole arm a hundred
  // times.
  const double heaviest = largest(s, inertias, type);
  if (heaviest <= 0 || reflected <= 100 * heaviest) return;
  const char* unit = measure_of(s.robot.bodies[body]).inertia;
  s.report.warning("rotor", place_or(drive.rotor_inertia->at, drive.at), body,
                   fmt::format("drive '{}': rotor_inertia {:g} kg m^2 with ratio {:g} counts {:g} "
                               "{} at the joint, but no joint "
                               "of the robot moves more than {:g} {}; check unit (kg cm^2?) and "
                               "side of the rotor inertia",
                               drive.name, drive.rotor_inertia->value, drive.ratio->value,
                               reflected, unit, heaviest, unit));
}

void check_against_torque(const Subject& s, const DriveDescription& drive, int owner) {
  if (!drive.torque_peak) return;
  const double acceleration = drive.torque_peak->value / drive.rotor_inertia->value;
  if (acceleration >= 10 && acceleration <= 1e7) return;
  s.report.warning(
      "rotor", place_or(drive.rotor_inertia->at, drive.at), owner,
      fmt::format("drive '{}': torque_peak {:g} N m would accelerate the rotor of {:g} kg m^2 with "
                  "{:g} rad/s^2, "
                  "expected 10 to 1e+07; check their units",
                  drive.name, drive.torque_peak->value, drive.rotor_inertia->value, acceleration));
}

}  // namespace

void check_rotors(const Subject& s) {
  const auto inertias = locked_inertias(s);
  for (const DriveDescription& drive : s.robot.drives) {
    const auto joint = s.tree.joint.find(drive.joint);
    const int body = joint == s.tree.joint.end() ? base_owner : joint->second;
    const auto& [inertia, mass] = std::tie(drive.rotor_inertia, drive.rotor_mass);
    if (mass && mass->value <= 0)
      s.report.error("rotor", place_or(mass->at, drive.at), no_owner,
                     fmt::format("drive '{}': rotor_mass is {:g} kg, expected more than 0",
                                 drive.name, mass->value));
    if (!inertia) continue;
    if (inertia->value <= 0) {
      s.report.error("rotor", place_or(inertia->at, drive.at), no_owner,
                     fmt::format("drive '{}': rotor_inertia is {:g} kg m^2, expected more than 0; "
                                 "leave it out if unknown",
                                 drive.name, inertia->value));
      continue;
    }
    if (body != base_owner) check_reflected(s, drive, body, inertias);
    check_against_torque(s, drive, body);
  }
}

}  // namespace erfd::linting
