// Set fourbar: planar four-bars by a cut joint at the end of coupler and rocker ([K10] section 4).
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/model/build.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {
namespace {

/// The tree of the file with its loop. The cut joint is described twice: by the two positions in the
/// plane, and as the pin that it is, whose other three rows are redundant.
Model closed(const Json& file, const Json& mechanism, CutKind kind) {
  const Model tree = model_of(file, mechanism.at("model"), mechanism.at("name"));
  Model::Parts parts = tree.parts();
  const Json& lengths = mechanism.at("parameters");
  // x in the file's link frames runs along the link, the joint axis is -y.
  Matrix3<double> z_to_axis;
  z_to_axis << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  const auto end = [&](int link, double length) {
    return tree.frame({link}).X_BF * Pose<double>{z_to_axis, {length, 0, 0}};
  };
  parts.constraints.push_back(
      {"pin", kind, {2}, {1}, end(2, lengths.at("L3")), end(1, lengths.at("L2"))});
  parts.bodies[1].passive = parts.bodies[2].passive = true;
  return Model(std::move(parts));
}

VectorX<double> one(double x) { return VectorX<double>::Constant(1, x); }

void check_sample(const Model& robot, LoopWorkspace& ws, const Json& s, const std::string& kind,
                  Outcome& outcome) {
  const VectorX<double> q_ref = vector_of(s.at("q_tree")), qd_ref = vector_of(s.at("qd_tree")),
                        qdd_ref = vector_of(s.at("qdd_tree"));
  // The passive joints start from somewhere near: the branch is that of the reference.
  VectorX<double> q = q_ref, qd = VectorX<double>::Zero(3), qdd = qd;
  q[1] += 0.1;
  q[2] -= 0.15;
  qd[0] = s.at("qa_d");
  qdd[0] = s.at("qa_dd");
  close_position(robot, ws, q);
  close_velocity(robot, ws, q, qd);
  close_acceleration(robot, ws, q, qd, qdd);
  outcome.compare(kind + " closure q", q, q_ref);
  outcome.compare(kind + " closure qd", qd, qd_ref);
  outcome.compare(kind + " closure qdd", qdd, qdd_ref);
  MatrixX<double> G(3, 1);
  loop_matrix(robot, ws, q_ref, G);
  outcome.compare(kind + " G", G, vector_of(s.at("G")));

  VectorX<double> tau(1), torques = VectorX<double>::Zero(3), x(3), lambda(robot.constraint_rows());
  loop_inverse_dynamics(robot, ws, q_ref, qd_ref, qdd_ref, tau);
  outcome.compare(kind + " (55)", tau, one(s.at("Gamma_c")));
  outcome.compare(
      kind + " A_c, H_c", tau,
      one(s.at("A_c").get<double>() * s.at("qa_dd").get<double>() + s.at("H_c").get<double>()));
  torques[0] = s.at("Gamma_c");
  loop_forward_by_projection(robot, ws, q_ref, qd_ref, torques, x);
  outcome.compare(kind + " projection", x, qdd_ref, 1e-8);
  loop_forward_by_null_space(robot, ws, q_ref, qd_ref, torques, x);
  outcome.compare(kind + " null space", x, qdd_ref, 1e-8);
  loop_forward_by_multipliers(robot, ws, q_ref, qd_ref, torques, x, lambda);
  outcome.compare(kind + " multipliers", x, qdd_ref, 1e-8);

  // The file's multipliers are the force on the coupler in the world, along x and z.
  const VectorX<double> force =
      vector_of(s.at("lambda_xz_with_tau_tree_eq_Gamma_c_plus_Jt_lambda"));
  const auto in_plane = [&](const Force<double>& F) {
    return VectorX<double>{{F.force.x(), F.force.z()}};
  };
  outcome.compare(kind + " lambda", in_plane(cut_wrench(robot, ws, q_ref, lambda, 0)), force, 1e-8);
  loop_forces(robot, ws, q_ref, qd_ref, qdd_ref, torques, lambda);
  outcome.compare(kind + " forces", in_plane(cut_wrench(robot, ws, q_ref, lambda, 0)), force);
}

void check_samples(const Model& robot, const Json& mechanism, const std::string& route,
                   Outcome& outcome) {
  LoopWorkspace ws(robot);
  for (const Json& sample : mechanism.at("samples")) {
    ws.poison();
    check_sample(robot, ws, sample, route, outcome);
    ++outcome.samples;
  }
}

}  // namespace

Outcome check_fourbar(const Json& file) {
  Outcome outcome;
  for (const Json& mechanism : file.at("mechanisms")) {
    for (const CutKind kind : {CutKind::planar_position, CutKind::revolute}) {
      check_samples(closed(file, mechanism, kind), mechanism, info_of(kind).name, outcome);
    }
    if (mechanism.at("name") == "general")
      check_samples(load_robot("fourbar"), mechanism, "file", outcome);
  }
  return outcome;
}

}  // namespace erfd::golden
