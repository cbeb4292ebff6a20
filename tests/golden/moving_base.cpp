// Set moving_base: a tree on a free base ([K10] section 7).
#include "erfd/dynamics/moving_base.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/rotation.hpp"

#include "golden/golden.hpp"

#include <cmath>

namespace erfd::golden {
namespace {

void check_sample(const Json& file, const Model& robot, Workspace& ws, const Json& sample,
                  Outcome& outcome) {
  const VectorX<double> joints = vector_of(sample.at("q")),
                        twist = vector_of(sample.at("base_twist"));
  const VectorX<double> base = vector_of(sample.at("base_acceleration"));
  const Vector3<double> w = twist.tail<3>(), v = twist.head<3>();
  const int nv = robot.nv();
  VectorX<double> q(robot.nq()), qd(nv), qdd(nv), tau = VectorX<double>::Zero(nv), x(nv);
  const auto [qw, qx, qy, qz] = quaternion_of(matrix_of(sample.at("base_R_world_from_base")));
  q << qw, qx, qy, qz, 0, 0, 0, joints;
  qd << w, v, vector_of(sample.at("qd"));
  // The file's acceleration is that of the origin as a point; ours the rate of the velocity's
  // components.
  qdd << base.tail<3>(), base.head<3>() - cross(w, v), vector_of(sample.at("qdd"));
  const VectorX<double> Gamma = vector_of(sample.at("Gamma")), Ia_joints = vector_of(file.at("Ia"));
  VectorX<double> Ia = VectorX<double>::Zero(nv);
  Ia.tail(Ia_joints.size()) = Ia_joints;
  tau.tail(Gamma.size()) = Gamma;

  rnea(robot, ws, q, qd, qdd, x);
  outcome.compare("rnea", x + Ia.cwiseProduct(qdd), tau);
  const std::span<const double> armature(Ia.data(), static_cast<std::size_t>(nv));
  aba(robot, ws, q, qd, tau, x, {}, armature);
  outcome.compare("aba", x, qdd);

  VectorX<double> led = qdd;
  led.head<6>().setConstant(std::nan(""));
  moving_base_inverse(robot, ws, q, qd, led, x, {}, armature);
  outcome.compare("moving_base_inverse tau", x, tau);
  outcome.compare("moving_base_inverse qdd", led, qdd);

  MatrixX<double> H(nv, nv);
  VectorX<double> bias(nv);
  crba(robot, ws, q, H);
  H.diagonal() += Ia;
  rnea(robot, ws, q, qd, VectorX<double>::Zero(nv), bias);
  outcome.compare("crba+ldlt", solve_dense(H, tau - bias), qdd);
  // (86), (87): the first six rows give the base, the others the torques.
  const VectorX<double> joints_dd = qdd.tail(nv - 6);
  VectorX<double> dense(nv);
  dense << solve_dense(H.topLeftCorner(6, 6),
                       -(bias.head(6) + H.topRightCorner(6, nv - 6) * joints_dd)),
      joints_dd;
  outcome.compare("inverse by H, h qdd", dense, qdd);
  outcome.compare("inverse by H, h tau", H * dense + bias, tau);
}

}  // namespace

Outcome check_moving_base(const Json& file) {
  const Model robot = model_of(file);
  Workspace ws(robot);
  Outcome outcome;
  for (const Json& sample : file.at("samples")) {
    ws.poison();
    check_sample(file, robot, ws, sample, outcome);
    ++outcome.samples;
  }
  return outcome;
}

}  // namespace erfd::golden
