#include "golden/golden.hpp"

namespace erfd::golden {

Drives lola15_drives(const Json& file) {
  Drives::Parts parts;
  parts.robot = "lola15";
  parts.K = matrix_of(file.at("K"));
  parts.load_dependent = vector_of(file.at("mu"));
  for (std::size_t i = 0; i < file.at("fv").size(); ++i) {
    Motor motor;
    motor.name = "motor" + std::to_string(i + 1);
    motor.joint = static_cast<int>(i);
    motor.rotor_inertia = file.at("Ia")[i];
    motor.friction.viscous = file.at("fv")[i];
    if (file.contains("Mmax")) motor.limits.torque_peak = file.at("Mmax")[i];
    parts.motors.push_back(motor);
  }
  return Drives(std::move(parts));
}

}  // namespace erfd::golden
