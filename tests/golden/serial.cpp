// Sets lola15, irb140, puma: serial robots with a tool, a wrench on it, energies.
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {
namespace {

/// The files write wrenches and Jacobian rows linear part first.
Force<double> wrench_of(const Json& list) {
  const VectorX<double> w = vector_of(list);
  return {w.tail<3>(), w.head<3>()};
}

MatrixX<double> linear_first(const MatrixX<double>& J) {
  MatrixX<double> swapped(6, J.cols());
  swapped << J.bottomRows(3), J.topRows(3);
  return swapped;
}

VectorX<double> one(double x) { return VectorX<double>::Constant(1, x); }

void check_sample(const Model& robot, Workspace& ws, const Algorithms& routes, const Json& sample,
                  Outcome& outcome) {
  const int nv = robot.nv();
  const VectorX<double> q = vector_of(sample.at("q")), qd = vector_of(sample.at("qd")),
                        qdd = vector_of(sample.at("qdd"));
  const VectorX<double> tau_ref = vector_of(sample.at("tau")),
                        bias_ref = vector_of(sample.at("bias"));
  const ExternalWrench<double> wrench{robot.tool(), wrench_of(sample.at("wrench"))};
  const std::span<const ExternalWrench<double>> wrenches{&wrench, 1};
  VectorX<double> x(nv);
  MatrixX<double> M(nv, nv), J(6, nv);

  check_algorithms(routes, {q, qd, qdd, wrenches, tau_ref, matrix_of(sample.at("H"))}, outcome);
  bias_torques(robot, ws, q, qd, x, wrenches);
  outcome.compare("bias", x, bias_ref);
  gravity_torques(robot, ws, q, x);
  outcome.compare("gravity", x, vector_of(sample.at("gravity")));
  coriolis_matrix(robot, ws, q, qd, M);
  outcome.compare("coriolis", M * qd, vector_of(sample.at("coriolis")));
  const Pose<double> X_WT = frame_pose(robot, ws, q, robot.tool());
  outcome.compare("fk", X_WT.R, matrix_of(sample.at("tool_R")));
  outcome.compare("fk", X_WT.p, vector_of(sample.at("tool_p")));
  jacobian(robot, ws, q, robot.tool(), J);
  outcome.compare("jacobian", linear_first(J), matrix_of(sample.at("J")));
  outcome.compare("energy", one(kinetic_energy(robot, ws, q, qd)),
                  one(sample.at("kinetic_energy")));
  outcome.compare("energy", one(potential_energy(robot, ws, q)),
                  one(sample.at("potential_energy")));
}

}  // namespace

Outcome check_serial(const Json& file) {
  const Model robot = model_of(file);
  Workspace ws(robot);
  const Algorithms routes = make_algorithms(robot);
  Outcome outcome;
  for (const Json& sample : file.at("samples")) {
    ws.poison();
    check_sample(robot, ws, routes, sample, outcome);
    ++outcome.samples;
  }
  return outcome;
}

}  // namespace erfd::golden
