// Set time_optimal: the fastest motion of Lola 15 along straight lines of its joints, limits in motor
// space, with ever more of the drives. A torque–speed line that brakes with full torque is a voltage:
// with k = 1 N m/A, V = w0 and R = w0/U0 the driving side is U0 (1 − w/w0), the braking one U0.
#include "erfd/motion/time_optimal.hpp"

#include "golden/golden.hpp"
#include "support/source_tree.hpp"

#include <cstdlib>
#include <fstream>

namespace erfd::golden {
namespace {

Drives drives_of(const Json& file, const std::string& model) {
  const auto has = [&](const char* part) { return model.find(part) != std::string::npos; };
  Drives::Parts parts;
  parts.robot = "lola15";
  parts.K = matrix_of(file.at("K"));
  for (std::size_t i = 0; i < file.at("U0").size(); ++i) {
    const double U0 = file.at("U0")[i], w0 = file.at("w0")[i];
    Motor motor;
    motor.name = "motor" + std::to_string(i + 1);
    motor.joint = static_cast<int>(i);
    motor.limits.torque_peak = U0;
    if (has("rotors")) motor.rotor_inertia = file.at("Ia")[i];
    if (has("viscous")) motor.friction.viscous = file.at("fv")[i];
    if (has("Coulomb"))
      motor.friction.moving_positive = motor.friction.moving_negative = file.at("Fc")[i];
    if (has("torque-speed line")) {
      motor.constants.torque_constant = 1;
      motor.constants.voltage_max = w0;
      motor.constants.resistance = w0 / U0;
    }
    parts.motors.push_back(motor);
  }
  return Drives(std::move(parts));
}

/// The model of the set lola15, which this one names.
Model lola15() {
  const char* const given = std::getenv("ERFD_GOLDENS");
  const std::string folder = given != nullptr ? given : test::source_tree("tests/goldens");
  std::ifstream in(folder + "/lola15.json");
  return model_of(Json::parse(in));
}

}  // namespace

Outcome check_time_optimal(const Json& file) {
  Outcome outcome;
  const Model robot = lola15();
  for (const Json& one : file.at("cases")) {
    const VectorX<double> from = vector_of(one.at("q0"));
    const StraightPath path(from, from + vector_of(one.at("dq")));
    for (const Json& result : one.at("results")) {
      const TimeOptimal fastest =
          fastest_motion(path, robot, drives_of(file, result.at("model").get<std::string>()));
      const double time = result.at("time_s"), off = fastest.duration / time - 1;
      const auto excess = [](double x) { return VectorX<double>::Constant(1, std::max(x, 0.0)); };
      const VectorX<double> none = VectorX<double>::Zero(1);
      outcome.compare("time above", fastest.found ? excess(off) : excess(1), none, 1e-5);
      outcome.compare("time below", excess(-off), none, 1e-6);
      outcome.compare("limits between", excess(fastest.largest_share - 1), none, 1e-6);
      ++outcome.samples;
    }
  }
  return outcome;
}

}  // namespace erfd::golden
