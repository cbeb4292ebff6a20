// Torques, cause by cause.
//
//   u   = H qdd + C qd + g + (payload) − Jᵀ w                                   (1)   links; of a robot
//         with loops each term times Gᵀ, at the active joints: [K10] (57)
//   (payload) = ΔH qdd + ΔC qd + Δg,  Δ: with payload minus without             (2)
//   u_j = u + Kᵀ diag(I_a) (K qdd + Kd qd) + f_viscous + f_coulomb + f_load      (3)   joints
//   f_viscous = diag(f_j) qd + Kᵀ diag(f_v) K qd                                (4)
//   f_coulomb = F_j(qd) + Kᵀ F_a(K qd)                                          (5)
//   f_load    = µ sign(qd) |u|                                                  (6)   errata L19
//   u_a = K⁻ᵀ u_j, term by term                                                 (7)   errata L18
//
// (3) with (7) is H_a qdd + u'_a of the actuator model `corrected` with Δt = 0; the test compares
// the two. Kd is zero but for mechanisms; it goes with the speeds of the shafts.
//
// Legend  K, I_a       coupling, rotor inertias             f_j, f_v   viscous, of joints and motors
//         F_j, F_a     Coulomb friction of moving joints and motors
#include "erfd/drives/torque_split.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/motor_signals.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/external_torques.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/rnea.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {

struct TorqueSplitAccess {
  static Workspace& tree(TorqueSplitWorkspace& ws) { return ws.tree_; }
  static MatrixX<double>& matrix(TorqueSplitWorkspace& ws) { return ws.matrix_; }
  static VectorX<double>& a(TorqueSplitWorkspace& ws) { return ws.a_; }
  static VectorX<double>& of_motors(TorqueSplitWorkspace& ws) { return ws.of_motors_; }
  static VectorX<double>& speed(TorqueSplitWorkspace& ws) { return ws.speed_; }
  static VectorX<double>& speed_before(TorqueSplitWorkspace& ws) { return ws.speed_before_; }
  static DriveState& state(TorqueSplitWorkspace& ws) { return *ws.state_; }
  static VectorX<double>& shaft_q(TorqueSplitWorkspace& ws) { return ws.shaft_q_; }
  static std::optional<LoopWorkspace>& loops(TorqueSplitWorkspace& ws) { return ws.loops_; }
  static MatrixX<double>& G(TorqueSplitWorkspace& ws) { return ws.G_; }
  static VectorX<double>& at_active(TorqueSplitWorkspace& ws) { return ws.at_active_; }
  static VectorX<double>& lambda(TorqueSplitWorkspace& ws) { return ws.lambda_; }
};

namespace {

using Access = TorqueSplitAccess;

struct Motion3 {
  const In<double>& q;
  const In<double>& qd;
  const In<double>& qdd;
  const In<double>& qd_friction;
  double rest_speed;  ///< up to which a joint counts as at rest
};

auto column(MatrixX<double>& terms, TorqueCause cause) {
  return terms.col(static_cast<Eigen::Index>(cause));
}

/// Adds sign · H qdd, sign · C qd and sign · g of a model to three columns, which may be one.
template <class Inertia, class Coriolis, class Gravity>
void add_links(const Model& model, TorqueSplitWorkspace& ws, const Motion3& motion, double sign,
               Inertia inertia, Coriolis coriolis, Gravity gravity) {
  MatrixX<double>& matrix = Access::matrix(ws);
  crba(model, Access::tree(ws), motion.q, matrix);
  inertia += sign * matrix.lazyProduct(motion.qdd);
  coriolis_matrix(model, Access::tree(ws), motion.q, motion.qd, matrix);
  coriolis += sign * matrix.lazyProduct(motion.qd);
  gravity_torques(model, Access::tree(ws), motion.q, Access::a(ws));
  gravity += sign * Access::a(ws);
}

void add_rigid_terms(const LoadedRobot& robot, TorqueSplitWorkspace& ws, const Motion3& motion,
                     Wrenches<double> wrenches, MatrixX<double>& terms) {
  add_links(robot.links, ws, motion, 1, column(terms, TorqueCause::inertia),
            column(terms, TorqueCause::coriolis), column(terms, TorqueCause::gravity));  // (1)
  if (robot.loaded) {                                                                    // (2)
    auto payload = column(terms, TorqueCause::payload);
    add_links(*robot.loaded, ws, motion, 1, payload, payload, payload);
    payload -= column(terms, TorqueCause::inertia) + column(terms, TorqueCause::coriolis) +
               column(terms, TorqueCause::gravity);
  }
  if (wrenches.empty()) return;
  external_torques(robot.model(), Access::tree(ws), motion.q, wrenches, Access::a(ws));
  column(terms, TorqueCause::external) = -Access::a(ws);
}

/// Kᵀ t for torques t of the motor shafts.
void add_motor_torques(const Drives& drives, TorqueSplitWorkspace& ws, MatrixX<double>& terms,
                       TorqueCause cause) {
  joint_torques(drives, Access::state(ws), Access::of_motors(ws), Access::a(ws));
  column(terms, cause) += Access::a(ws);
}

void add_drive_terms(const Drives& drives, TorqueSplitWorkspace& ws, const Motion3& motion,
                     const VectorX<double>& u, MatrixX<double>& terms) {
  const DriveState& state = Access::state(ws);
  reflected_inertia(drives, state, Access::matrix(ws));
  reflected_bias(drives, state, motion.qd_friction, Access::a(ws));
  column(terms, TorqueCause::rotors) =
      Access::matrix(ws).lazyProduct(motion.qdd) + Access::a(ws);  // (3)

  VectorX<double>& speed = Access::speed(ws);
  VectorX<double>& torque = Access::of_motors(ws);
  motor_velocities(drives, state, motion.qd_friction, speed);
  column(terms, TorqueCause::viscous) =
      drives.joint_viscous().cwiseProduct(motion.qd_friction);  // (4)
  torque = drives.motor_viscous().cwiseProduct(speed);
  add_motor_torques(drives, ws, terms, TorqueCause::viscous);

  auto coulomb = column(terms, TorqueCause::coulomb);  // (5)
  auto load = column(terms, TorqueCause::load_friction);
  const double rest = motion.rest_speed;
  motor_velocities(drives, state, motion.qd, Access::speed_before(ws));
  for (int j = 0; j < drives.joint_count(); ++j) {
    const double end = motion.qd_friction[j];
    coulomb[j] = coulomb_torque(drives.joint_friction(j), {motion.qd[j], end, rest});
    load[j] = load_friction(drives.load_dependent()[j] * direction(end, rest), u[j]);  // (6)
  }
  for (int i = 0; i < drives.count(); ++i) {
    const double motor_rest = rest * state.K().row(i).cwiseAbs().sum();
    torque[i] = coulomb_torque(drives.motor(i).friction,
                               {Access::speed_before(ws)[i], speed[i], motor_rest});
  }
  add_motor_torques(drives, ws, terms, TorqueCause::coulomb);
}

/// The terms of the motors; the totals by drive_torques(), which shares no formula with them. No motor
/// gives anything to a passive joint: its total is that of its own terms.
void set_motors(const Drives& drives, const DriveState& state, const Motion3& motion,
                TorqueSplit& split) {
  for (Eigen::Index k = 0; k < torque_cause_count; ++k)
    motor_torques(drives, state, split.joint.col(k), split.motor.col(k));  // (7)
  drive_torques(drives, state, {motion.qd, motion.rest_speed}, motion.qd_friction, motion.qdd,
                split.link_total, split.motor_total);
  joint_torques(drives, state, split.motor_total, split.joint_total);
  for (const int j : drives.passive_joints())
    split.joint_total[j] = split.link_total[j] +
                           friction_torque(drives.joint_friction(j),
                                           {motion.qd[j], motion.qd_friction[j], motion.rest_speed},
                                           drives.load_dependent()[j], split.link_total[j]);
}

/// Torques of the tree as those of the active joints.
void take_to_active(TorqueSplitWorkspace& ws, Out<double> u) {
  VectorX<double>& at_active = Access::at_active(ws);
  at_active.noalias() = Access::G(ws).transpose() * u;
  u.setZero();
  for (Eigen::Index i = 0; i < at_active.size(); ++i)
    u[Access::loops(ws)->active()[static_cast<std::size_t>(i)]] = at_active[i];
}

/// Torques and their terms where loops are closed, and what their cut joints put on the bearings.
void close_loops(const Model& model, TorqueSplitWorkspace& ws, const Motion3& motion,
                 TorqueSplit& split, Wrenches<double> wrenches) {
  LoopWorkspace& loops = *Access::loops(ws);
  if (!loop_matrix(model, loops, motion.q, Access::G(ws)).regular())
    throw Error(fmt::format("torques of {}", loop_trouble<double>(model, loops, motion.q)));
  take_to_active(ws, split.link_total);
  for (Eigen::Index k = 0; k < torque_cause_count; ++k) take_to_active(ws, split.joint.col(k));
  loop_forces<double>(model, loops, motion.q, motion.qd, motion.qdd, split.link_total,
                      Access::lambda(ws), wrenches);
  add_cut_reactions<double>(model, loops, motion.q, Access::lambda(ws), split.reactions);
}

void place(const Drives& drives, In<double> q, DriveState& state) {
  const DriveStatus status = set_position(drives, q, state);
  if (!status)
    throw Error(fmt::format("torques of {}: {}, expected a position that the mechanism reaches",
                            drives.robot(), text_of(drives, status)));
}

void check_sum(const std::string& robot, const MatrixX<double>& terms, const VectorX<double>& total,
               const char* where) {
  if (!terms.allFinite() || !total.allFinite())
    throw Error(fmt::format(
        "inverse dynamics of {}: the torques are not finite; the numbers of the state are too "
        "large",
        robot));
  double worst = 0, scale = 0;
  for (Eigen::Index i = 0; i < terms.rows(); ++i) {
    worst = std::max(worst, std::abs(terms.row(i).sum() - total[i]));
    scale = std::max(scale, terms.row(i).cwiseAbs().maxCoeff());
  }
  // Rounding of both routes grows with the size of the terms and with the number of joints.
  if (worst > 1e-9 * scale)
    throw Error(fmt::format(
        "inverse dynamics of {}: the terms at the {} differ from the torques by {:.3g}, expected "
        "less than {:.3g}",
        robot, where, worst, 1e-9 * scale));
}

void check_size(const char* argument, Eigen::Index got, Eigen::Index expected) {
  if (got != expected)
    throw Error(fmt::format("split_torques: argument '{}' has size {}, but the robot needs {}",
                            argument, got, expected));
}

}  // namespace

std::string_view name_of(TorqueCause cause) {
  constexpr std::array<std::string_view, torque_cause_count> names{
      "inertia", "coriolis", "gravity", "payload",      "external",
      "rotors",  "viscous",  "coulomb", "load_friction"};
  return names[static_cast<std::size_t>(cause)];
}

TorqueSplit::TorqueSplit(const LoadedRobot& robot)
    : joint(robot.links.nv(), torque_cause_count),
      link_total(robot.links.nv()),
      joint_total(robot.links.nv()),
      motor(robot.motor_count(), torque_cause_count),
      motor_total(robot.motor_count()),
      reactions(static_cast<std::size_t>(robot.links.body_count())) {}

TorqueSplitWorkspace::TorqueSplitWorkspace(const LoadedRobot& robot)
    : tree_(robot.links),
      matrix_(robot.links.nv(), robot.links.nv()),
      a_(robot.links.nv()),
      of_motors_(robot.motor_count()),
      speed_(robot.motor_count()),
      speed_before_(robot.motor_count()),
      shaft_q_(VectorX<double>::Zero(robot.links.nv())) {
  if (robot.links.is_constrained()) {
    loops_.emplace(robot.links);
    const auto active = static_cast<Eigen::Index>(loops_->active().size());
    G_.setZero(robot.links.nv(), active);
    at_active_.setZero(active);
    lambda_.setZero(robot.links.constraint_rows());
  }
  if (robot.drives) state_.emplace(*robot.drives);
  if (robot.drives && robot.drives->joint_count() != robot.links.nv())
    throw Error(fmt::format("torques of {}: its drives know {} joints, expected its own: {}",
                            robot.links.name(), robot.drives->joint_count(), robot.links.nv()));
}

namespace {

void split_motion(const LoadedRobot& robot, TorqueSplitWorkspace& ws, const Motion3& motion,
                  TorqueSplit& split, Wrenches<double> wrenches) {
  check_size("split.joint (rows)", split.joint.rows(), robot.links.nv());
  check_size("split.motor (rows)", split.motor.rows(), robot.motor_count());
  rnea_with_reactions(robot.model(), Access::tree(ws), motion.q, motion.qd, motion.qdd,
                      split.link_total, std::span(split.reactions), wrenches);
  split.joint.setZero();
  add_rigid_terms(robot, ws, motion, wrenches, split.joint);
  if (Access::loops(ws)) close_loops(robot.model(), ws, motion, split, wrenches);
  split.joint_total = split.link_total;
  if (robot.drives) {
    shaft_positions(motion.q, Access::shaft_q(ws));
    place(*robot.drives, Access::shaft_q(ws), Access::state(ws));
    add_drive_terms(*robot.drives, ws, motion, split.link_total, split.joint);
    set_motors(*robot.drives, Access::state(ws), motion, split);
    check_sum(robot.links.name(), split.motor, split.motor_total, "motors");
  }
  check_sum(robot.links.name(), split.joint, split.joint_total, "joints");
}

}  // namespace

void split_torques(const LoadedRobot& robot, TorqueSplitWorkspace& ws, In<double> q, In<double> qd,
                   In<double> qdd, TorqueSplit& split, Wrenches<double> wrenches) {
  split_motion(robot, ws, {q, qd, qdd, qd, 0}, split, wrenches);
}

void split_torques(const LoadedRobot& robot, TorqueSplitWorkspace& ws, In<double> q, In<double> qd,
                   In<double> qdd, In<double> qd_friction, double period, TorqueSplit& split,
                   Wrenches<double> wrenches) {
  split_motion(robot, ws, {q, qd, qdd, qd_friction, rest_way / period}, split, wrenches);
}

}  // namespace erfd
