// Set elastic: a tree with springs in its passive joints ([K10] section 6).
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/elastic_joints.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "golden/golden.hpp"

#include <cmath>

namespace erfd::golden {
namespace {

Model sprung_model_of(const Json& file) {
  Model::Parts parts = model_of(file).parts();
  for (std::size_t i = 0; i < file.at("elastic").size(); ++i)
    if (file.at("elastic")[i])
      parts.springs.push_back({{static_cast<int>(i)},
                               file.at("stiffness")[i].get<double>(),
                               0,
                               file.at("q_rest")[i].get<double>()});
  return Model(std::move(parts));
}

void check_sample(const Model& robot, Workspace& ws, const VectorX<double>& Ia, const Json& sample,
                  Outcome& outcome) {
  const VectorX<double> q = vector_of(sample.at("q")), qd = vector_of(sample.at("qd")),
                        qdd = vector_of(sample.at("qdd")), Gamma = vector_of(sample.at("Gamma"));
  const int n = robot.nv();
  const std::span<const double> armature(Ia.data(), static_cast<std::size_t>(n));
  VectorX<double> led = qdd, driven = Gamma, x(n), bias(n);
  MatrixX<double> H(n, n);
  for (const JointSpring& spring : robot.springs()) {
    led[spring.body.value] = std::nan("");
    driven[spring.body.value] = 0;
  }
  elastic_inverse(robot, ws, q, qd, led, x, {}, armature);
  outcome.compare("elastic_inverse qdd", led, qdd);
  outcome.compare("elastic_inverse tau", x, Gamma);
  elastic_forward(robot, ws, q, qd, driven, x, {}, armature);
  outcome.compare("elastic_forward", x, qdd);
  aba(robot, ws, q, qd, Gamma, x, {}, armature);
  outcome.compare("aba", x, qdd);
  crba(robot, ws, q, H);
  H.diagonal() += Ia;
  rnea(robot, ws, q, qd, VectorX<double>::Zero(n), bias);
  outcome.compare("crba+ldlt", solve_dense(H, Gamma - bias), qdd);
  outcome.compare("rnea", H * qdd + bias, Gamma);
}

}  // namespace

Outcome check_elastic(const Json& file) {
  const Model robot = sprung_model_of(file);
  Workspace ws(robot);
  Outcome outcome;
  for (const Json& sample : file.at("samples")) {
    ws.poison();
    check_sample(robot, ws, vector_of(file.at("Ia")), sample, outcome);
    ++outcome.samples;
  }
  return outcome;
}

}  // namespace erfd::golden
