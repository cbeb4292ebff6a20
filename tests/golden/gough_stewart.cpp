// Set gough_stewart: 6-UPS hexapod, inverse dynamics through the legs ([K10] section 5).
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/build.hpp"

#include "golden/golden.hpp"

#include <numbers>
#include <utility>

#include <Eigen/LU>

namespace erfd::golden {
namespace {

constexpr int platform_size = 6, leg_size = 3, legs = 6;

Inertia inertia_of_table(const Json& table) {
  return Inertia::about_com(table.at("mass"), vector_of(table.at("com")),
                            matrix_of(table.at("inertia_com")));
}

/// Bodies of one chain, each on the one before it.
class Chain {
 public:
  Chain(Model::Parts& parts, const Pose<double>& start) : parts_(parts), X_PL_(start) {}

  /// A joint about or along `axis` of the link frame, whose axes the body keeps.
  void add(const std::string& name, JointKind kind, const Vector3<double>& axis, bool passive,
           const Inertia& I_L = {}) {
    const Matrix3<double> R_LB = R_z_to(axis);
    Body body;
    body.name = body.joint = name;
    body.parent = tip_;
    body.kind = kind;
    body.passive = passive;
    body.X_PB0 = X_PL_ * Pose<double>{R_LB, Vector3<double>::Zero()};
    X_PL_ = {R_LB.transpose(), Vector3<double>::Zero()};
    body.I_B = I_L.moved(X_PL_);
    tip_ = {static_cast<int>(parts_.bodies.size())};
    parts_.bodies.push_back(body);
  }
  BodyIndex tip() const { return tip_; }
  const Pose<double>& link() const { return X_PL_; }

 private:
  static Matrix3<double> R_z_to(const Vector3<double>& axis) {
    constexpr double quarter = std::numbers::pi / 2;
    if (axis.x() == 1) return rotation_y(quarter);
    if (axis.y() == 1) return rotation_x(-quarter);
    return Matrix3<double>::Identity();
  }
  Model::Parts& parts_;
  BodyIndex tip_;
  Pose<double> X_PL_;
};

/// A tree of 24 coordinates with 18 constraints: the platform on six joints of its own (x, y, z,
/// then Rz, Ry, Rx), six legs of two turns and a slide.
Model hexapod(const Json& file) {
  const Vector3<double> x = Vector3<double>::UnitX(), y = Vector3<double>::UnitY(),
                        z = Vector3<double>::UnitZ();
  const Json& geometry = file.at("geometry");
  Model::Parts parts;
  parts.name = "gough_stewart";
  Chain platform(parts, {});
  platform.add("x", JointKind::prismatic, x, true);
  platform.add("y", JointKind::prismatic, y, true);
  platform.add("z", JointKind::prismatic, z, true);
  platform.add("yaw", JointKind::revolute, z, true);
  platform.add("pitch", JointKind::revolute, y, true);
  platform.add("roll", JointKind::revolute, x, true, inertia_of_table(geometry.at("platform")));
  parts.frames.push_back({"platform", platform.tip(), platform.link()});
  const auto at = [](const Vector3<double>& p) {
    return Pose<double>{Matrix3<double>::Identity(), p};
  };
  for (std::size_t i = 0; i < legs; ++i) {
    Chain leg(parts, at(vector_of(geometry.at("base_points").at(i))));
    const std::string name = "leg" + std::to_string(i + 1);
    leg.add(name + "_1", JointKind::revolute, x, true);
    leg.add(name + "_2", JointKind::revolute, y, true,
            inertia_of_table(geometry.at("leg").at("lower")));
    leg.add(name + "_3", JointKind::prismatic, z, false,
            inertia_of_table(geometry.at("leg").at("upper")));
    parts.constraints.push_back(
        {name, CutKind::spherical, platform.tip(), leg.tip(),
         platform.link() * at(vector_of(geometry.at("platform_points_in_platform").at(i))),
         leg.link()});
  }
  return Model(std::move(parts));
}

/// Rates of the platform's own joints from its velocity and acceleration.
void set_platform_motion(const Model& robot, const Json& s, const VectorX<double>& q,
                         VectorX<double>& qd, VectorX<double>& qdd) {
  Workspace ws(robot);
  MatrixX<double> J(6, robot.nv());
  jacobian(robot, ws, q, robot.frame_index("platform"), J);
  const MatrixX<double> E = J.block(0, 3, 3, 3);  // angular velocity by the three angles
  const Vector3<double> w = vector_of(s.at("omega")), alpha = vector_of(s.at("omega_dot"));
  const Vector3<double> rates = E.inverse() * w;
  const Vector3<double> by_yaw = E.col(0) * rates[0], by_pitch = E.col(1) * rates[1],
                        by_roll = E.col(2) * rates[2];
  const Vector3<double> turning =
      cross(by_yaw, by_pitch) + cross(Vector3<double>(by_yaw + by_pitch), by_roll);
  qd.head<3>() = vector_of(s.at("v"));
  qd.segment<3>(3) = rates;
  qdd.head<3>() = vector_of(s.at("a"));
  qdd.segment<3>(3) = E.inverse() * (alpha - turning);
}

VectorX<double> leg_entries(const VectorX<double>& all, int leg) {
  return all.segment(platform_size + leg * leg_size, leg_size);
}

void compare_legs(const std::string& route, const Json& s, const VectorX<double>& q,
                  const VectorX<double>& qd, const VectorX<double>& qdd, Outcome& outcome) {
  for (int i = 0; i < legs; ++i) {
    const Json& leg = s.at("legs").at(static_cast<std::size_t>(i));
    outcome.compare(route + " q", leg_entries(q, i), vector_of(leg.at("q")));
    outcome.compare(route + " qd", leg_entries(qd, i), vector_of(leg.at("qd")));
    outcome.compare(route + " qdd", leg_entries(qdd, i), vector_of(leg.at("qdd")));
  }
}

/// All that the loops in general say of the same motion.
void check_as_loops(const Model& robot, LoopWorkspace& ws, const Json& s, VectorX<double> q,
                    const VectorX<double>& qd_ref, const VectorX<double>& qdd_ref,
                    std::span<const ExternalWrench<double>> wrenches, const std::string& route,
                    Outcome& outcome) {
  VectorX<double> tau(6), torques = VectorX<double>::Zero(robot.nv()), x(robot.nv()),
                          lambda(robot.constraint_rows());
  const VectorX<double> F = vector_of(s.at("F"));
  VectorX<double> qd = VectorX<double>::Zero(robot.nv()), qdd = qd;
  for (const int a : ws.active()) {
    qd[a] = qd_ref[a];
    qdd[a] = qdd_ref[a];
  }
  q.head<6>().array() += 0.01;  // the platform is found again
  close_position(robot, ws, q);
  close_velocity(robot, ws, q, qd);
  close_acceleration(robot, ws, q, qd, qdd);
  compare_legs(route + "loops", s, q, qd, qdd, outcome);
  loop_inverse_dynamics<double>(robot, ws, q, qd, qdd, tau, wrenches);
  outcome.compare(route + "loops (55)", tau, F);
  for (int i = 0; i < legs; ++i) torques[ws.active()[static_cast<std::size_t>(i)]] = F[i];
  loop_forward_by_projection<double>(robot, ws, q, qd, torques, x, wrenches);
  outcome.compare(route + "loops projection", x, qdd_ref, 1e-8);
  loop_forward_by_null_space<double>(robot, ws, q, qd, torques, x, wrenches);
  outcome.compare(route + "loops null space", x, qdd_ref, 1e-8);
  loop_forward_by_multipliers<double>(robot, ws, q, qd, torques, x, lambda, wrenches);
  outcome.compare(route + "loops multipliers", x, qdd_ref, 1e-8);
}

void check_sample(const Model& robot, ParallelWorkspace& ws, LoopWorkspace& loops, const Json& s,
                  const std::string& route, Outcome& outcome) {
  const int nv = robot.nv();
  const VectorX<double> euler = vector_of(s.at("euler_zyx"));
  VectorX<double> q = VectorX<double>::Zero(nv), qd = q, qdd = q, x(nv), platform(6), tau(6);
  q.head<3>() = vector_of(s.at("p"));
  q.segment<3>(3) = euler;
  for (int i = 0; i < legs; ++i) q[platform_size + i * leg_size + 2] = 1;  // legs point upwards
  if (!parallel_inverse_kinematics(robot, ws, q).reached)
    throw Error("golden: a leg does not reach");
  set_platform_motion(robot, s, q, qd, qdd);
  parallel_velocity(robot, ws, q, qd);
  parallel_acceleration(robot, ws, q, qd, qdd);
  compare_legs(route + "legs", s, q, qd, qdd, outcome);

  const VectorX<double> w = vector_of(s.at("wrench"));  // force first
  const FrameIndex frame = robot.frame_index("platform");
  const ExternalWrench<double> wrench{frame, {w.tail<3>(), w.head<3>()}};
  const std::span<const ExternalWrench<double>> wrenches{&wrench, 1};
  parallel_inverse_dynamics<double>(robot, ws, q, qd, qdd, platform, tau, wrenches);
  outcome.compare(route + "(66)", tau, vector_of(s.at("F")));
  Workspace tree(robot);
  MatrixX<double> J(6, nv);
  jacobian(robot, tree, q, frame, J);
  const VectorX<double> W =
      J.leftCols(6).transpose().partialPivLu().solve(platform);  // moment first
  VectorX<double> force_first(6);
  force_first << W.tail<3>(), W.head<3>();
  outcome.compare(route + "bracket of (66)", force_first, vector_of(s.at("cartesian_wrench")));
  parallel_forward_dynamics<double>(robot, ws, q, qd, vector_of(s.at("F")), x, wrenches);
  outcome.compare(route + "parallel forward", x, qdd, 1e-8);

  VectorX<double> lengths(6), near = q;
  for (int i = 0; i < legs; ++i) lengths[i] = q[platform_size + i * leg_size + 2];
  near.head<6>() += VectorX<double>::Constant(6, 0.03);
  if (!parallel_forward_kinematics(robot, ws, lengths, near).closed)
    throw Error("golden: the platform is not found");
  outcome.compare(route + "forward kinematics", near, q);
  check_as_loops(robot, loops, s, q, qd, qdd, wrenches, route, outcome);
}

}  // namespace

Outcome check_gough_stewart(const Json& file) {
  Outcome outcome;
  for (const auto& [robot, route] :
       {std::pair{hexapod(file), "built"}, std::pair{load_robot("gough_stewart"), "file"}}) {
    ParallelWorkspace ws(robot);
    LoopWorkspace loops(robot);
    for (const Json& sample : file.at("samples")) {
      loops.poison();
      check_sample(robot, ws, loops, sample, std::string(route) + " ", outcome);
      ++outcome.samples;
    }
  }
  return outcome;
}

}  // namespace erfd::golden
