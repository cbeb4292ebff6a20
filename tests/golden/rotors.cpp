// Set rotors3: three links with geared rotors, in the joint axes and beyond them; exact, and by
// [S] (7)–(10).
#include "erfd/drives/rotors.hpp"

#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {
namespace {

struct Mechanism {
  Model arm;
  GearedRotors rotors;
  Drives spins;  ///< K = N: the energy of the spins alone
};

/// The links of a file's tree from `first` on.
Json links_of(const Json& tree, int first, int count) {
  Json part = tree;
  part["links"] = Json::array();
  for (int i = first; i < first + count; ++i)
    part["links"].push_back(tree.at("links").at(static_cast<std::size_t>(i)));
  return part;
}

Mechanism mechanism_of(const Json& file, const Json& mechanism) {
  const Json& tree = mechanism.at("extended_tree");
  const MatrixX<double> N = matrix_of(mechanism.at("N"));
  const int joints = static_cast<int>(N.cols()), count = static_cast<int>(N.rows());
  const Model arm = model_of(file, links_of(tree, 0, joints), mechanism.at("name"));
  const Model all = model_of(file, tree, mechanism.at("name"));
  std::vector<Rotor> rotors;
  Drives::Parts spins{"rotors3", N, {}, {}, {}};
  for (int i = joints; i < joints + count; ++i) {
    const Body& body = all.body({i});
    rotors.push_back({body.name, body.parent, body.X_PB0, body.I_B});
    Motor motor;
    motor.rotor_inertia = body.I_B.about_origin(2, 2);
    spins.motors.push_back(motor);
  }
  return {arm, GearedRotors(arm, rotors, N), Drives(spins)};
}

void check_sample(const Mechanism& m, RotorWorkspace& ws, const Json& sample, Outcome& outcome) {
  const VectorX<double> q = vector_of(sample.at("q")), qd = vector_of(sample.at("qd")),
                        qdd = vector_of(sample.at("qdd"));
  const int n = m.arm.nv();
  VectorX<double> tau(n);
  MatrixX<double> H(n, n);
  inverse_dynamics(m.rotors, ws, q, qd, qdd, tau);
  outcome.compare("exact tau", tau, vector_of(sample.at("tau_exact")));
  inertia_matrix(m.rotors, ws, q, H);
  outcome.compare("exact H", H, matrix_of(sample.at("H_exact")));

  Workspace page(m.arm);
  crba(m.arm, page, q, H);
  H += m.spins.reflected_inertia();
  outcome.compare("szkodny D_ij", H, matrix_of(sample.at("D_szkodny_8")));
  rnea(m.arm, page, q, qd, qdd, tau);
  tau += m.spins.reflected_inertia() * qdd;
  outcome.compare("szkodny tau", tau, vector_of(sample.at("tau_szkodny_8_9_10")));
}

}  // namespace

Outcome check_rotors(const Json& file) {
  Outcome outcome;
  for (const Json& mechanism : file.at("mechanisms")) {
    const Mechanism m = mechanism_of(file, mechanism);
    RotorWorkspace ws(m.rotors);
    for (const Json& sample : mechanism.at("samples")) {
      check_sample(m, ws, sample, outcome);
      ++outcome.samples;
    }
  }
  return outcome;
}

}  // namespace erfd::golden
