// Set tree12: a branched robot with wrenches on any link, rotor inertia and friction at the joints,
// forward dynamics.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {
namespace {

std::vector<ExternalWrench<double>> wrenches_of(const Json& list) {
  std::vector<ExternalWrench<double>> wrenches;
  for (const Json& w : list) {
    const VectorX<double> v = vector_of(w.at("w_world"));  // force first
    wrenches.push_back(
        {{w.at("link").get<int>()}, {v.tail<3>(), v.head<3>()}, vector_of(w.at("point_in_link"))});
  }
  return wrenches;
}

/// Friction and rotor terms of the file's Gamma that the rigid bodies do not know.
VectorX<double> friction(const Json& file, const VectorX<double>& qd) {
  const VectorX<double> Fs = vector_of(file.at("Fs")), Fv = vector_of(file.at("Fv"));
  return Fs.cwiseProduct(qd.cwiseSign()) + Fv.cwiseProduct(qd);
}

void check_sample(const Json& file, const Model& robot, Workspace& ws, const Algorithms& routes,
                  const Json& sample, Outcome& outcome) {
  const int nv = robot.nv();
  const VectorX<double> q = vector_of(sample.at("q")), qd = vector_of(sample.at("qd")),
                        qdd = vector_of(sample.at("qdd"));
  const VectorX<double> Ia = vector_of(file.at("Ia")), loss = friction(file, qd);
  const std::span<const double> armature(Ia.data(), static_cast<std::size_t>(Ia.size()));
  const auto wrenches = wrenches_of(sample.at("wrenches"));
  VectorX<double> x(nv), bias(nv);
  MatrixX<double> H(nv, nv);

  check_algorithms(routes,
                   {q, qd, qdd, wrenches, vector_of(sample.at("tau")), matrix_of(sample.at("H"))},
                   outcome);
  rnea<double>(robot, ws, q, qd, qdd, x, wrenches);
  outcome.compare("drives Gamma", x + Ia.cwiseProduct(qdd) + loss, vector_of(sample.at("Gamma")));
  bias_torques<double>(robot, ws, q, qd, bias, wrenches);
  outcome.compare("bias", bias, vector_of(sample.at("bias")));
  crba(robot, ws, q, H);

  const VectorX<double> driven = vector_of(sample.at("forward").at("Gamma")) - loss;
  const VectorX<double> qdd_ref = vector_of(sample.at("forward").at("qdd"));
  aba<double>(robot, ws, q, qd, driven, x, wrenches, armature);
  outcome.compare("aba armature", x, qdd_ref, 1e-8);
  H.diagonal() += Ia;
  outcome.compare("crba armature", solve_dense(H, driven - bias), qdd_ref, 1e-8);
  for (int i = 0; i < nv; ++i) {
    outcome.compare("fk", frame_pose(robot, ws, q, {i}).p,
                    vector_of(sample.at("link_origins").at(static_cast<std::size_t>(i))));
  }
}

}  // namespace

Outcome check_tree(const Json& file) {
  const Model robot = model_of(file);
  Workspace ws(robot);
  const Algorithms routes = make_algorithms(robot);
  Outcome outcome;
  for (const Json& sample : file.at("samples")) {
    ws.poison();
    check_sample(file, robot, ws, routes, sample, outcome);
    ++outcome.samples;
  }
  return outcome;
}

}  // namespace erfd::golden
