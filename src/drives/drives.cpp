// Motors and joints, checked and made ready.
//
//   phi = C q,  q_a,i = f_i(phi_i),  K = diag(f') C          (1)   [KV20] (D.1), (D.2): f' = 1
//   H + Kᵀ diag(I_a) K                                       (2)   inertia with rotors that only spin
//                                                                  (errata §3.2)
#include "erfd/drives/drives.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

namespace erfd {
namespace {

[[noreturn]] void refuse(const Drives::Parts& parts, const std::string& text) {
  throw Error("drives of '" + parts.robot + "': " + text);
}

void check_sizes(const Drives::Parts& parts) {
  const Eigen::Index motors = static_cast<Eigen::Index>(parts.motors.size());
  const Eigen::Index joints = parts.K.cols();
  const auto say = [](auto k) { return std::to_string(k); };
  if (motors == 0) refuse(parts, "no motor is given, expected one a joint");
  if (parts.K.rows() != motors || joints < motors)
    refuse(parts, "K has size " + say(parts.K.rows()) + " x " + say(joints) +
                      ", expected one row for each of " + say(motors) +
                      " motors and one column a joint, at least as many");
  const auto check = [&](const char* name, auto size, Eigen::Index expected) {
    if (static_cast<Eigen::Index>(size) != expected)
      refuse(parts, std::string(name) + " has size " + say(size) + ", expected " + say(expected));
  };
  check("joint_friction", parts.joint_friction.size(), joints);
  check("load_dependent", parts.load_dependent.size(), joints);
  check("mechanisms", parts.mechanisms.size(), motors);
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

/// Joints with a column of zeros.
std::vector<int> passive_of(const Drives::Parts& parts) {
  std::vector<int> passive;
  for (int j = 0; j < parts.K.cols(); ++j)
    if ((parts.K.col(j).array() == 0).all()) passive.push_back(j);
  const auto driven = static_cast<std::size_t>(parts.K.cols()) - passive.size();
  if (driven > parts.motors.size())
    refuse(parts, "K lets " + std::to_string(parts.motors.size()) + " motors move " +
                      std::to_string(driven) +
                      " joints, expected as many; a passive joint has a column of zeros");
  return passive;
}

/// C⁻¹ by LU of the columns that are driven; zeros for passive joints. Rows are scaled to size 1 first,
/// as the linter does: a wrist ratio of 50 beside a base ratio of 500 is no defect.
MatrixX<double> inverse_of(const Drives::Parts& parts, const std::vector<int>& passive) {
  const VectorX<double> scale = parts.K.cwiseAbs().rowwise().maxCoeff();
  if (!parts.K.allFinite() || !(scale.minCoeff() > 0))
    refuse(parts, "K has a row of zeros or a number that is not finite");
  std::vector<int> driven;
  for (int j = 0; j < parts.K.cols(); ++j)
    if (!std::ranges::binary_search(passive, j)) driven.push_back(j);
  const char* const singular = "K is singular: the motor positions do not tell the joint positions";
  if (driven.size() != parts.motors.size()) refuse(parts, singular);
  const MatrixX<double> scaled = scale.cwiseInverse().asDiagonal() * parts.K(Eigen::all, driven);
  const Eigen::PartialPivLU<MatrixX<double>> lu(scaled);
  if (!(lu.rcond() > 1e-12)) refuse(parts, singular);
  MatrixX<double> inverse = MatrixX<double>::Zero(parts.K.cols(), parts.K.rows());
  inverse(driven, Eigen::all) = lu.inverse() * scale.cwiseInverse().asDiagonal();
  return inverse;
}

/// Empty lists stand for nothing of the kind.
Drives::Parts completed(Drives::Parts parts) {
  if (parts.joint_friction.empty())
    parts.joint_friction.resize(static_cast<std::size_t>(parts.K.cols()));
  if (parts.load_dependent.size() == 0) parts.load_dependent.setZero(parts.K.cols());
  if (parts.mechanisms.empty()) parts.mechanisms.resize(parts.motors.size());
  check_sizes(parts);
  check_values(parts);
  return parts;
}

}  // namespace

DriveState::DriveState(const MatrixX<double>& C)
    : angles_(C.rows()),
      q_a_(C.rows()),
      slopes_(VectorX<double>::Ones(C.rows())),
      bends_(VectorX<double>::Zero(C.rows())),
      K_(C) {}

DriveState::DriveState(const Drives& drives) : DriveState(drives.coupling()) {}

Drives::Drives(Parts parts)
    : parts_(completed(std::move(parts))),
      constant_(parts_.K),
      passive_joints_(passive_of(parts_)),
      coupling_inverse_(inverse_of(parts_, passive_joints_)),
      rotor_inertias_(count()),
      motor_viscous_(count()),
      joint_viscous_(joint_count()) {
  for (int i = 0; i < count(); ++i) {
    rotor_inertias_[i] = motor(i).rotor_inertia;
    motor_viscous_[i] = motor(i).friction.viscous;
    has_coulomb_ |= erfd::has_coulomb(motor(i).friction);
    is_constant_ &= !mechanism(i).has_value();
  }
  for (int j = 0; j < joint_count(); ++j) {
    joint_viscous_[j] = joint_friction(j).viscous;
    has_coulomb_ |= erfd::has_coulomb(joint_friction(j));
  }
  reflected_inertia_ = coupling().transpose() * rotor_inertias_.asDiagonal() * coupling();  // (2)
  for (int i = 0; i < count(); ++i) {
    for (int j = 0; j < joint_count(); ++j) {
      if (coupling_inverse_(j, i) != 0) torque_shares_.push_back({i, j, coupling_inverse_(j, i)});
    }
  }
  for (int i = 0; i < count(); ++i) {
    turns_begin_.push_back(turns_.size());
    for (int j = 0; j < joint_count(); ++j)
      if (coupling()(i, j) != 0) turns_.push_back({i, j, coupling()(i, j)});
  }
  turns_begin_.push_back(turns_.size());
}

void Drives::refuse_constant() const {
  refuse(parts_, "the ratio of a mechanism depends on the position, expected a DriveState");
}

std::string text_of(const Drives& drives, DriveStatus status) {
  if (status) return "fine";
  return drives.motor(status.motor).name +
         (status.fault == DriveFault::dead_centre ? ": dead centre" : ": out of reach");
}

bool has_own_effort(const Drives& drives, const Body& body) {
  const auto& motors = drives.motors();
  return std::isfinite(body.limits.effort) &&
         std::none_of(motors.begin(), motors.end(),
                      [&](const Motor& m) { return m.peak_of_joint && m.joint == body.v_index; });
}

}  // namespace erfd
