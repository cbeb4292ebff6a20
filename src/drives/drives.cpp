// Motor space and joint space.
//
//   q_a = K q                    (1)   [KV20] (D.1), (D.2)
//   u   = Kᵀ u_a                 (2)   the same power on both sides: u · qd = u_a · K qd
//   u_a = K⁻ᵀ u                  (3)   [S] (13); [KV20] (D.3) divides by the diagonal (errata L18)
//   H + Kᵀ diag(I_a) K           (4)   inertia with rotors that only spin (errata §3.2)
#include "erfd/drives/drives.hpp"

#include "erfd/base/error.hpp"

#include "drives/drive_loads.hpp"
#include "drives/sizes.hpp"

#include <cmath>

#include <Eigen/LU>

namespace erfd {
namespace {

[[noreturn]] void refuse(const Drives::Parts& parts, const std::string& text) {
  throw Error("drives of '" + parts.robot + "': " + text);
}

void check_sizes(const Drives::Parts& parts) {
  const Eigen::Index n = static_cast<Eigen::Index>(parts.motors.size());
  const auto say = [](auto k) { return std::to_string(k); };
  if (n == 0) refuse(parts, "no motor is given, expected one a joint");
  if (parts.K.rows() != n || parts.K.cols() != n)
    refuse(parts, "K has size " + say(parts.K.rows()) + " x " + say(parts.K.cols()) +
                      ", expected one row a motor and one column a joint: " + say(n) + " x " +
                      say(n));
  if (static_cast<Eigen::Index>(parts.joint_friction.size()) != n)
    refuse(parts,
           "joint_friction has size " + say(parts.joint_friction.size()) + ", expected " + say(n));
  if (parts.load_dependent.size() != n)
    refuse(parts,
           "load_dependent has size " + say(parts.load_dependent.size()) + ", expected " + say(n));
}

void check_friction(const Drives::Parts& parts, const std::string& shaft, const ShaftFriction& f) {
  for (const double x : {f.viscous, f.moving_positive, f.moving_negative, f.starting_positive,
                         f.starting_negative}) {
    if (!(x >= 0) || std::isinf(x))
      refuse(parts, "friction of " + shaft + " has the coefficient " + std::to_string(x) +
                        ", expected finite ones of 0 or more; friction always brakes");
  }
}

void check_values(const Drives::Parts& parts) {
  for (const Motor& motor : parts.motors) {
    if (!(motor.rotor_inertia >= 0) || std::isinf(motor.rotor_inertia))
      refuse(parts, "rotor inertia of '" + motor.name + "' is " +
                        std::to_string(motor.rotor_inertia) + " kg m^2, expected 0 or more");
    check_friction(parts, "'" + motor.name + "'", motor.friction);
  }
  for (std::size_t j = 0; j < parts.joint_friction.size(); ++j) {
    check_friction(parts, "joint " + std::to_string(j), parts.joint_friction[j]);
    const double mu = parts.load_dependent[static_cast<Eigen::Index>(j)];
    if (!(mu >= 0 && mu < 1))
      refuse(parts, "load-dependent friction of joint " + std::to_string(j) + " is " +
                        std::to_string(mu) + ", expected 0 or more and below 1");
  }
}

/// K⁻¹ by LU. Rows are scaled to size 1 first, as the linter does: a wrist ratio of 50 beside a
/// base ratio of 500 is no defect.
MatrixX<double> inverse_of(const Drives::Parts& parts) {
  const VectorX<double> scale = parts.K.cwiseAbs().rowwise().maxCoeff();
  if (!parts.K.allFinite() || !(scale.minCoeff() > 0))
    refuse(parts, "K has a row of zeros or a number that is not finite");
  const MatrixX<double> scaled = scale.cwiseInverse().asDiagonal() * parts.K;
  const Eigen::PartialPivLU<MatrixX<double>> lu(scaled);
  if (!(lu.rcond() > 1e-12))
    refuse(parts, "K is singular: the motor positions do not tell the joint positions");
  return lu.inverse() * scale.cwiseInverse().asDiagonal();
}

}  // namespace

Drives::Drives(Parts parts) : parts_(std::move(parts)) {
  if (parts_.joint_friction.empty()) parts_.joint_friction.resize(parts_.motors.size());
  if (parts_.load_dependent.size() == 0)
    parts_.load_dependent = VectorX<double>::Zero(static_cast<Eigen::Index>(parts_.motors.size()));
  check_sizes(parts_);
  check_values(parts_);
  K_inverse_ = inverse_of(parts_);
  rotor_inertias_.resize(count());
  motor_viscous_.resize(count());
  joint_viscous_.resize(count());
  for (int i = 0; i < count(); ++i) {
    rotor_inertias_[i] = motor(i).rotor_inertia;
    motor_viscous_[i] = motor(i).friction.viscous;
    joint_viscous_[i] = joint_friction(i).viscous;
    has_coulomb_ |= erfd::has_coulomb(motor(i).friction) || erfd::has_coulomb(joint_friction(i));
  }
  reflected_inertia_ = K().transpose() * rotor_inertias_.asDiagonal() * K();
  for (int i = 0; i < count(); ++i) {
    for (int j = 0; j < count(); ++j) {
      if (K_inverse_(j, i) != 0) torque_shares_.push_back({i, j, K_inverse_(j, i)});
    }
  }
}

namespace {

/// out = matrix · in, or its transpose, by plain sums.
template <class Matrix>
void multiply(const char* function, const Drives& drives, const Matrix& matrix, const char* in_name,
              In<double> in, const char* out_name, Out<double> out) {
  check_size(function, in_name, in.size(), drives);
  check_size(function, out_name, out.size(), drives);
  out.noalias() = matrix.lazyProduct(in);
}

}  // namespace

void motor_positions(const Drives& drives, In<double> q, Out<double> q_a) {
  multiply("motor_positions", drives, drives.K(), "q", q, "q_a", q_a);
}

void joint_positions(const Drives& drives, In<double> q_a, Out<double> q) {
  multiply("joint_positions", drives, drives.K_inverse(), "q_a", q_a, "q", q);
}

void motor_velocities(const Drives& drives, In<double> qd, Out<double> qd_a) {
  multiply("motor_velocities", drives, drives.K(), "qd", qd, "qd_a", qd_a);
}

void joint_velocities(const Drives& drives, In<double> qd_a, Out<double> qd) {
  multiply("joint_velocities", drives, drives.K_inverse(), "qd_a", qd_a, "qd", qd);
}

void motor_torques(const Drives& drives, In<double> u, Out<double> u_a) {
  multiply("motor_torques", drives, drives.K_inverse().transpose(), "u", u, "u_a", u_a);  // (3)
}

void joint_torques(const Drives& drives, In<double> u_a, Out<double> u) {
  multiply("joint_torques", drives, drives.K().transpose(), "u_a", u_a, "u", u);  // (2)
}

void friction_torques(const Drives& drives, In<double> qd, In<double> u, Out<double> friction) {
  check_size("friction_torques", "qd", qd.size(), drives);
  check_size("friction_torques", "u", u.size(), drives);
  check_size("friction_torques", "friction", friction.size(), drives);
  for (int j = 0; j < drives.count(); ++j)
    friction[j] = friction_torque(drives.joint_friction(j), {qd[j], qd[j], 0},
                                  drives.load_dependent()[j], u[j]);
  for (int i = 0; i < drives.count(); ++i) {
    const double speed = drives.K().row(i).dot(qd);
    const double torque = friction_torque(drives.motor(i).friction, {speed, speed, 0});
    friction += torque * drives.K().row(i).transpose();  // (2)
  }
}

void drive_torques(const Drives& drives, In<double> qd, In<double> qdd, In<double> u,
                   Out<double> u_a) {
  check_size("drive_torques", "qd", qd.size(), drives);
  check_size("drive_torques", "qdd", qdd.size(), drives);
  check_size("drive_torques", "u", u.size(), drives);
  check_size("drive_torques", "u_a", u_a.size(), drives);
  reflect_loads(drives, qd, 0, qd, u, u_a);
  for (int i = 0; i < drives.count(); ++i) {
    const double speed = drives.K().row(i).dot(qd);
    u_a[i] += rotor_torque(drives, i, {speed, speed, 0}, drives.K().row(i).dot(qdd));
  }
}

}  // namespace erfd
