// From a robot file to rotors as bodies.
//
// A balanced rotor with moment I about its axis a, locked in its carrier, is part of the carrier's
// inertia. Turning by φ against it, it has the kinetic energy
//   T = T_locked + I (a · ω_C) φd + I φd² / 2
//     = T_locked − I (a · ω_C)² / 2 + I (a · ω_C + φd)² / 2
// so the carrier loses I a aᵀ and a body without mass, with I about its axis alone, takes its place.
#include "erfd/base/error.hpp"
#include "erfd/drives/rotors.hpp"

#include "model/build/placement.hpp"

#include <algorithm>

namespace erfd {
namespace {

template <class T>
const T& demand(const RobotDescription& robot, const DriveDescription& drive, const Field<T>& field,
                const char* key) {
  if (field) return field->value;
  throw Error(robot.file + ":" + std::to_string(drive.at.line) + ":" +
              std::to_string(drive.at.column) + ": drive '" + drive.name + "': " + key +
              " is not given, expected rotor_inertia_kg_m2, rotor_on and rotor_axis for rotors as "
              "bodies; add it, or use the reflected inertia");
}

Rotor rotor_of(const RobotDescription& robot, const DriveDescription& drive, const Model& model) {
  Rotor rotor;
  rotor.name = "rotor of " + drive.name;
  const double inertia = demand(robot, drive, drive.rotor_inertia, "rotor_inertia");
  const std::string& carrier = demand(robot, drive, drive.rotor_on, "rotor_on");
  Vector3<double> a = vector_of(demand(robot, drive, drive.rotor_axis, "rotor_axis"));
  if (carrier != "world") {
    const Frame& link = model.frame(model.frame_index(carrier));
    rotor.carrier = link.body;
    a = link.X_BF.R * a;
  }
  if (!(a.norm() > 0))
    throw Error(robot.file + ": drive '" + drive.name +
                "': rotor_axis has no direction, expected a vector along the motor axis");
  rotor.X_CR0.R = rotation_z_to(triple_of(a));
  rotor.I_R.about_origin(2, 2) = inertia;
  return rotor;
}

/// Gear elements that only spin, with motor i: a rotor fixed to the ground.
Rotor elements_of(const DriveDescription& drive, double inertia) {
  Rotor rotor;
  rotor.name = "gear elements of " + drive.name;
  rotor.I_R.about_origin(2, 2) = inertia;
  return rotor;
}

}  // namespace

GearedRotors make_rotors(const RobotDescription& robot, const Model& model, const Drives& drives) {
  Model::Parts relieved = model.parts();
  std::vector<Rotor> rotors;
  std::vector<int> motors;  // that turns each rotor
  for (const DriveDescription& drive : robot.drives) {
    const auto named = [&](const Motor& m) { return !m.assumed && m.name == drive.name; };
    const int motor =
        static_cast<int>(std::find_if(drives.motors().begin(), drives.motors().end(), named) -
                         drives.motors().begin());
    const Rotor rotor = rotor_of(robot, drive, model);
    const double spin = rotor.I_R.about_origin(2, 2);
    rotors.push_back(rotor);
    motors.push_back(motor);
    if (!drive.elements.empty()) {
      rotors.push_back(elements_of(drive, drives.rotor_inertias()[motor] - spin));
      motors.push_back(motor);
    }
    if (rotor.carrier.is_world()) continue;
    const Vector3<double> a = rotor.X_CR0.R.col(2);
    relieved.bodies[static_cast<std::size_t>(rotor.carrier.value)].I_B.about_origin -=
        spin * a * a.transpose();
  }
  return GearedRotors(Model(std::move(relieved)), rotors, drives.K()(motors, Eigen::all));
}

}  // namespace erfd
