#include "motion/optimal/path_torques.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <fmt/format.h>

namespace erfd::optimal {
namespace {

double direction_of(double slope) { return direction(slope, resting); }

}  // namespace

PathTorques::PathTorques(const JointPath& path, const Model& model, const Drives& drives,
                         Wrenches<double> wrenches)
    : path_(is_closed(model) ? closed_path_.emplace(path, model) : path),
      drives_(drives),
      engine_(model),
      ws_(engine_),
      page_(model),
      J_(6, model.nv()),
      wrenches_(wrenches.begin(), wrenches.end()),
      state_(drives) {
  if (model.nq() != model.nv() || model.nv() != path.joints() ||
      drives.joint_count() != path.joints())
    throw Error(fmt::format("path: it has {} joints, the robot '{}' has {} and its drives move {}",
                            path.joints(), model.name(), model.nv(), drives.joint_count()));
  for (const int j : drives.passive_joints())
    if (!is_closed(model) || !model.bodies()[static_cast<std::size_t>(j)].passive)
      throw Error(fmt::format("path: joint {} of '{}' is passive, expected a motor for every joint",
                              j + 1, model.name()));
  if (closed_path_) felt_.emplace(model);
  for (VectorX<double>* v : {&tau_a_, &tau_b_, &tau_c_, &zero_, &qd_, &qdd_, &qd_start_})
    v->setZero(path.joints());
  turns_.setZero(motors());
  signs_.setZero(joints() + motors());
  for (PathPoint* p : {&point_, &inside_}) p->q = p->dq = p->ddq = zero_;
  for (const Body& body : model.bodies())
    efforts_.push_back(has_own_effort(drives, body) ? body.limits.effort
                                                    : std::numeric_limits<double>::infinity());
  for (const auto& [i, j, share] : drives.torque_shares())
    if (drives.load_dependent()[j] != 0) loads_.push_back({i, j, share});
  std::stable_sort(loads_.begin(), loads_.end(),
                   [](const LoadTerm& x, const LoadTerm& y) { return x.motor < y.motor; });
  for (int i = 0; i < motors(); ++i)
    coupling_size_.push_back(drives.coupling().row(i).cwiseAbs().sum());
}

void PathTorques::put(double s, int piece) {
  if (s == placed_s_ && piece == placed_piece_) return;
  placed_s_ = s, placed_piece_ = piece;
  path_.at(s, piece, point_);
  if (felt_) felt_->place(model(), point_.q);
  if (drives_.is_constant()) return;
  if (const DriveStatus placed = set_position(drives_, point_.q, state_); !placed)
    throw Error(fmt::format("path: at s = {:.6g}: {}", s, text_of(drives_, placed)));
}

/// (2) of the joints; of a closed mechanism as its active ones feel them.
void PathTorques::links(const VectorX<double>& qd, const VectorX<double>& qdd,
                        VectorX<double>& tau) {
  inverse_dynamics(engine_, ws_, point_.q, qd, qdd, tau, wrenches_);
  if (felt_) felt_->project(tau);
}

/// Directions within the cell: those at the place itself, unless something is about to turn round there.
void PathTorques::set_signs(const Place& place) {
  const double near = 1e-6 * point_.dq.lpNorm<Eigen::Infinity>();
  bool inside = false;
  for (int j = 0; j < joints(); ++j) {
    inside = inside || std::abs(point_.dq[j]) <= near;
    signs_[j] = direction_of(point_.dq[j]);
  }
  for (int i = 0; i < motors(); ++i) {
    turns_[i] = drives_.turning(i, point_.dq);
    inside = inside || std::abs(turns_[i]) <= near * coupling_size_[static_cast<std::size_t>(i)];
    signs_[joints() + i] = direction_of(state_.slopes()[i] * turns_[i]);
  }
  if (!inside) return;
  path_.at(place.inside, place.piece, inside_);
  for (int j = 0; j < joints(); ++j) signs_[j] = direction_of(inside_.dq[j]);
  for (int i = 0; i < motors(); ++i)
    signs_[joints() + i] = direction_of(state_.slopes()[i] * drives_.turning(i, inside_.dq));
}

bool PathTorques::same_signs(const Place& place, const MotorRow* motors, const JointRow* joints) {
  put(place.s, place.piece);
  set_signs(place);
  for (int j = 0; j < this->joints(); ++j)
    if (joints[j].sign != signs_[j]) return false;
  for (int i = 0; i < this->motors(); ++i)
    if (motors[i].sign != signs_[this->joints() + i]) return false;
  return true;
}

bool PathTorques::same_path(double s, int piece, int next) {
  put(s, next);
  path_.at(s, piece, inside_);
  const double speed = 1e-12 * point_.dq.lpNorm<Eigen::Infinity>();
  const double bend = 1e-12 * (point_.ddq.lpNorm<Eigen::Infinity>() + speed);
  return (point_.dq - inside_.dq).lpNorm<Eigen::Infinity>() <= speed &&
         (point_.ddq - inside_.ddq).lpNorm<Eigen::Infinity>() <= bend;
}

double PathTorques::joint_friction(int j, double direction, bool breakaway) const {
  return coulomb_torque(coulomb_range(drives_.joint_friction(j), breakaway), direction);
}

void PathTorques::rows(const Place& place, MotorRow* motors, JointRow* joints, double* loads) {
  put(place.s, place.piece);
  set_signs(place);
  links(zero_, zero_, tau_c_);
  links(zero_, point_.dq, tau_a_);
  links(point_.dq, point_.ddq, tau_b_);
  for (int j = 0; j < this->joints(); ++j)
    joints[j] = {tau_a_[j] - tau_c_[j], tau_b_[j] - tau_c_[j], tau_c_[j], point_.dq[j],
                 signs_[j]};  // (2)
  for (int i = 0; i < this->motors(); ++i) motors[i] = {};
  for (const auto& [i, j, share] : drives_.torque_shares()) {
    const JointRow& joint = joints[j];
    MotorRow& motor = motors[i];
    motor.a += share * joint.a;
    motor.b += share * joint.b;
    motor.c += share * (joint.c + joint_friction(j, joint.sign, place.breakaway));
    motor.d += share * drives_.joint_viscous()[j] * joint.dq;
  }
  for (int i = 0; i < this->motors(); ++i) {
    const double slope = state_.slopes()[i], bend = state_.bends()[i];
    const double inertia = drives_.rotor_inertias()[i];
    MotorRow& motor = motors[i];
    motor.sign = signs_[this->joints() + i];
    motor.w = slope * turns_[i];
    motor.a = motor.a / slope + inertia * motor.w;
    motor.b = motor.b / slope +
              inertia * (slope * drives_.turning(i, point_.ddq) + bend * turns_[i] * turns_[i]);
    motor.c = motor.c / slope +
              coulomb_torque(coulomb_range(drives_.motor(i).friction, place.breakaway), motor.sign);
    motor.d = motor.d / slope + drives_.motor_viscous()[i] * motor.w;  // (3)
  }
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    const auto& [i, j, share] = loads_[k];
    loads[k] = share / state_.slopes()[i] * drives_.load_dependent()[j] * joints[j].sign;
    motors[i].load_a += std::abs(loads[k] * joints[j].a);
    motors[i].load_b += std::abs(loads[k] * joints[j].b);
  }
}

void PathTorques::turning(double s, int piece, VectorX<double>& speeds) {
  put(s, piece);
  speeds.resize(joints() + motors());
  speeds.head(joints()) = point_.dq;
  for (int i = 0; i < motors(); ++i)
    speeds[joints() + i] = state_.slopes()[i] * drives_.turning(i, point_.dq);
  for (const int j : drives_.passive_joints())
    speeds[j] = 1;  // their friction is none of the motors'
}

void PathTorques::instant(const Place& place, double rate, double acceleration, Instant& out) {
  put(place.s, place.piece);
  qd_ = point_.dq * rate;
  qdd_ = point_.dq * acceleration + point_.ddq * (rate * rate);  // (1)
  out.tau.resize(joints());
  out.u_a.resize(motors());
  out.qd_a.resize(motors());
  out.qd = qd_;
  links(qd_, qdd_, out.tau);
  if (place.breakaway)
    qd_start_.setZero();
  else
    qd_start_ = qd_;
  drive_torques(drives_, state_, {qd_start_, resting * rate}, qd_, qdd_, out.tau, out.u_a);
  motor_velocities(drives_, state_, qd_, out.qd_a);
}

// Columns (w, l) of J turn with the joints j before their own, or at it, by (w_j × w_i, w_j × l_i), and lose
// or gain arm by those behind: (0, w_i × l_j).
std::array<ToolRow, 2> PathTorques::tool_motion(FrameIndex frame, const VectorX<double>& qd,
                                                const VectorX<double>& qdd) {
  jacobian(engine_.model(), page_, point_.q, frame, J_);
  std::array<ToolRow, 2> rows;
  const auto w = [&](int j) { return Vector3<double>(J_.col(j).head<3>()); };
  const auto l = [&](int j) { return Vector3<double>(J_.col(j).tail<3>()); };
  rows[0].v = J_.bottomRows<3>() * qd, rows[0].a = J_.bottomRows<3>() * qdd;
  rows[1].v = J_.topRows<3>() * qd, rows[1].a = J_.topRows<3>() * qdd;
  for (int i = 0; i < joints(); ++i)
    for (int j = 0; j < joints(); ++j) {
      const double rate = qd[i] * qd[j];
      if (j <= i) rows[1].a += rate * w(j).cross(w(i));
      rows[0].a += rate * (j <= i ? w(j).cross(l(i)) : w(i).cross(l(j)));
    }
  return rows;
}

std::array<ToolRow, 2> PathTorques::tool_rows(FrameIndex frame) {
  return tool_motion(frame, point_.dq, point_.ddq);
}

std::array<ToolRow, 2> PathTorques::tool_at_instant(FrameIndex frame) {
  return tool_motion(frame, qd_, qdd_);
}

}  // namespace erfd::optimal
