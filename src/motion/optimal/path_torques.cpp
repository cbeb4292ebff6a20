#include "motion/optimal/path_torques.hpp"

#include "erfd/base/error.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd::optimal {
namespace {

double direction_of(double slope) { return direction(slope, resting); }

}  // namespace

PathTorques::PathTorques(const JointPath& path, const Model& model, const Drives& drives,
                         Wrenches<double> wrenches)
    : path_(path),
      drives_(drives),
      engine_(model),
      ws_(engine_),
      wrenches_(wrenches.begin(), wrenches.end()),
      state_(drives),
      has_load_friction_((drives.load_dependent().array() != 0).any()) {
  if (model.nq() != model.nv() || model.nv() != path.joints() ||
      drives.joint_count() != path.joints())
    throw Error(fmt::format("path: it has {} joints, the robot '{}' has {} and its drives move {}",
                            path.joints(), model.name(), model.nv(), drives.joint_count()));
  if (!drives.passive_joints().empty())
    throw Error(fmt::format("path: joint {} of '{}' is passive, expected a motor for every joint",
                            drives.passive_joints().front() + 1, model.name()));
  for (VectorX<double>* v : {&tau_a_, &tau_b_, &tau_c_, &zero_, &qd_, &qdd_, &qd_start_})
    v->setZero(path.joints());
  for (PathPoint* p : {&point_, &inside_}) p->q = p->dq = p->ddq = zero_;
  for (const Body& body : model.bodies())
    efforts_.push_back(has_own_effort(drives, body) ? body.limits.effort
                                                    : std::numeric_limits<double>::infinity());
}

void PathTorques::put(double s, int piece) {
  path_.at(s, piece, point_);
  if (const DriveStatus placed = set_position(drives_, point_.q, state_); !placed)
    throw Error(fmt::format("path: at s = {:.6g}: {}", s, text_of(drives_, placed)));
}

double PathTorques::joint_friction(int j, double direction, bool breakaway) const {
  return coulomb_torque(coulomb_range(drives_.joint_friction(j), breakaway), direction);
}

void PathTorques::rows(const Place& place, MotorRow* motors, JointRow* joints) {
  path_.at(place.inside, place.piece, inside_);
  put(place.s, place.piece);
  inverse_dynamics(engine_, ws_, point_.q, zero_, zero_, tau_c_, wrenches_);
  inverse_dynamics(engine_, ws_, point_.q, zero_, point_.dq, tau_a_, wrenches_);
  inverse_dynamics(engine_, ws_, point_.q, point_.dq, point_.ddq, tau_b_, wrenches_);
  tau_a_ -= tau_c_;
  tau_b_ -= tau_c_;  // (2)
  for (int j = 0; j < this->joints(); ++j)
    joints[j] = {tau_a_[j], tau_b_[j], tau_c_[j], point_.dq[j], direction_of(inside_.dq[j])};
  const MatrixX<double>& C = drives_.coupling();
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
    const double turn = C.row(i).dot(point_.dq), inertia = drives_.rotor_inertias()[i];
    const double d = direction_of(slope * C.row(i).dot(inside_.dq));
    MotorRow& motor = motors[i];
    motor.slope = slope;
    motor.w = slope * turn;
    motor.a = motor.a / slope + inertia * slope * turn;
    motor.b = motor.b / slope + inertia * (slope * C.row(i).dot(point_.ddq) + bend * turn * turn);
    motor.c = motor.c / slope +
              coulomb_torque(coulomb_range(drives_.motor(i).friction, place.breakaway), d);
    motor.d = motor.d / slope + drives_.motor_viscous()[i] * motor.w;  // (3)
  }
}

void PathTorques::turning(double s, int piece, VectorX<double>& speeds) {
  put(s, piece);
  speeds.resize(joints() + motors());
  speeds.head(joints()) = point_.dq;
  speeds.tail(motors()) = state_.K() * point_.dq;
}

void PathTorques::instant(const Place& place, double rate, double acceleration, Instant& out) {
  put(place.s, place.piece);
  qd_ = point_.dq * rate;
  qdd_ = point_.dq * acceleration + point_.ddq * (rate * rate);  // (1)
  out.tau.resize(joints());
  out.u_a.resize(motors());
  out.qd_a.resize(motors());
  out.qd = qd_;
  inverse_dynamics(engine_, ws_, point_.q, qd_, qdd_, out.tau, wrenches_);
  if (place.breakaway)
    qd_start_.setZero();
  else
    qd_start_ = qd_;
  drive_torques(drives_, state_, {qd_start_, resting * rate}, qd_, qdd_, out.tau, out.u_a);
  motor_velocities(drives_, state_, qd_, out.qd_a);
}

}  // namespace erfd::optimal
