// Set lola15_actuator: motor positions, speeds and torques, as published (D.3) and corrected. The
// links are those of the shipped lola15, which the set lola15 checks.
#include "erfd/base/error.hpp"
#include "erfd/drives/actuator_model.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/model/build.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {
namespace {

constexpr double period = 0.01;  // of the file's doc

/// The files call (D.3) paper_D3.
std::string key_of(const ActuatorModel& model) {
  return model.name == "as_published" ? "paper_D3" : std::string(model.name);
}

struct Bench {
  Engine engine{load_robot("lola15")};
  EngineWorkspace ws{engine};
  const Model& robot() const { return engine.model(); }
};

void check_sample(const Drives& drives, Bench& bench, const Json& sample, Outcome& outcome) {
  const VectorX<double> q = vector_of(sample.at("q")), qd = vector_of(sample.at("qd")),
                        qdd = vector_of(sample.at("qdd"));
  const ExternalWrench<double> wrench{bench.robot().tool(),
                                      {{0, 0, 0}, -vector_of(sample.at("k_e_force")).head<3>()}};
  VectorX<double> x(6), bias(6), bias_a(6);
  MatrixX<double> H(6, 6), H_a(6, 6);
  motor_positions(drives, q, x);
  outcome.compare("drives q_a", x, vector_of(sample.at("q_a")));
  motor_velocities(drives, qd, x);
  outcome.compare("drives qd_a", x, vector_of(sample.at("qd_a")));

  inertia_matrix(bench.engine, bench.ws, q, H);
  inverse_dynamics(bench.engine, bench.ws, q, qd, VectorX<double>::Zero(6), bias, {&wrench, 1});
  const VectorX<double> u = H * qdd + bias;
  outcome.compare("drives u", u, vector_of(sample.at("u")));
  for (const ActuatorModel& model : actuator_models()) {
    const std::string name(model.name);
    const Json& expected = sample.at(key_of(model));
    model.evaluate(drives, {H, bias, u, qd, qd, period}, H_a, bias_a);
    outcome.compare(name + " H_a", H_a, matrix_of(expected.at("H_a")));
    outcome.compare(name + " bias_a", bias_a, vector_of(expected.at("bias_a")));
    outcome.compare(name + " u_a", H_a * qdd + bias_a, vector_of(expected.at("u_a")));
  }
}

}  // namespace

Outcome check_actuator(const Json& file) {
  const Drives drives = lola15_drives(file);
  Bench bench;
  Outcome outcome;
  for (const Json& sample : file.at("samples")) {
    check_sample(drives, bench, sample, outcome);
    ++outcome.samples;
  }
  return outcome;
}

}  // namespace erfd::golden
