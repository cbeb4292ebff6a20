// From a robot file to its drives.
//
// Gear elements l with inertia J_l that make 1/r_l turns a motor turn add to the rotor
//   I_a = I_rotor + Σ_l J_l / r_l²                                  (1)
// which is [S] (15a) for elements that spin: K reflects their energy as it does the rotor's. (15b)
// is zero for a constant K, errata §1.5, and part of Kᵀ I_a Kd qd for mechanisms; the weight (15c)
// is in the link masses.
#include "erfd/drives/drive_train.hpp"
#include "erfd/error.hpp"

#include <algorithm>

namespace erfd {
namespace {

std::string place_of(const RobotDescription& robot, Location at) {
  std::string place = robot.file;
  if (at.line > 0) place += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  return place.empty() ? "drives of '" + robot.name + "'" : place;
}

[[noreturn]] void refuse(const RobotDescription& robot, Location at, const std::string& text) {
  throw Error(place_of(robot, at) + ": " + text);
}

double value_or(const Field<double>& field, double otherwise) {
  return field ? field->value : otherwise;
}

std::optional<double> optional_of(const Field<double>& field) {
  return field ? std::optional(field->value) : std::nullopt;
}

/// Starting values default to the moving ones and are never below them: else a shaft that starts
/// would stop at once.
ShaftFriction shaft_friction_of(const FrictionDescription& friction) {
  ShaftFriction shaft;
  shaft.viscous = value_or(friction.viscous, 0);
  shaft.moving_positive = value_or(friction.coulomb, 0);
  shaft.moving_negative = value_or(friction.coulomb_negative, shaft.moving_positive);
  const double breakaway = value_or(friction.breakaway, 0);
  shaft.starting_positive = std::max(breakaway, shaft.moving_positive);
  shaft.starting_negative = std::max(breakaway, shaft.moving_negative);
  return shaft;
}

MotorLimits limits_of(const DriveDescription& drive) {
  MotorLimits limits;
  limits.torque_peak = value_or(drive.torque_peak, limits.torque_peak);
  limits.torque_rated = value_or(drive.torque_rated, limits.torque_rated);
  limits.speed = value_or(drive.speed_max, limits.speed);
  if (drive.torque_speed_curve) limits.curve = drive.torque_speed_curve->value;
  return limits;
}

MotorConstants constants_of(const DriveDescription& drive) {
  MotorConstants constants;
  constants.torque_constant = optional_of(drive.torque_constant);
  constants.resistance = optional_of(drive.resistance);
  constants.inductance = optional_of(drive.inductance);
  constants.voltage_max = value_or(drive.voltage_max, constants.voltage_max);
  constants.current_peak = value_or(drive.current_peak, constants.current_peak);
  constants.current_rated = value_or(drive.current_rated, constants.current_rated);
  return constants;
}

/// The sum of (1).
double element_inertia(const DriveDescription& drive) {
  double sum = 0;
  for (const GearElementDescription& element : drive.elements) {
    const double r = value_or(element.ratio, 1);
    sum += value_or(element.inertia, 0) / (r * r);
  }
  return sum;
}

Motor motor_of(const DriveDescription& drive, const Model& model) {
  Motor motor;
  motor.name = drive.name;
  if (!drive.joint.empty()) motor.joint = model.body(model.body_index(drive.joint)).v_index;
  motor.rotor_inertia = value_or(drive.rotor_inertia, 0) + element_inertia(drive);
  motor.limits = limits_of(drive);
  motor.constants = constants_of(drive);
  return motor;
}

void add_friction(const RobotDescription& robot, const DriveDescription& drive, Motor& motor,
                  Drives::Parts& parts) {
  const FrictionDescription& friction = *drive.friction;
  const bool at_motor = friction.side == FrictionSide::motor;
  if (at_motor) motor.friction = shaft_friction_of(friction);
  if (at_motor && !friction.load_dependent) return;
  if (motor.joint < 0)
    refuse(robot, drive.at,
           "drive '" + drive.name +
               "': friction acts on a joint, but the drive names none; add "
               "joint = \"...\"");
  if (!at_motor)
    parts.joint_friction[static_cast<std::size_t>(motor.joint)] = shaft_friction_of(friction);
  parts.load_dependent[motor.joint] = value_or(friction.load_dependent, 0);
}

void check_structure(const RobotDescription& robot, const Model& model) {
  if (model.has_free_base())
    refuse(robot, robot.base.at,
           "the base is free, expected a fixed one to couple motors and joints");
  if (static_cast<int>(robot.drives.size()) != model.nv())
    refuse(robot, {},
           "the robot has " + std::to_string(robot.drives.size()) + " drives and " +
               std::to_string(model.nv()) + " moving joints, expected one drive a joint");
  std::vector<std::string> driven;
  for (const DriveDescription& drive : robot.drives) {
    if (drive.joint.empty()) continue;
    if (std::find(driven.begin(), driven.end(), drive.joint) != driven.end())
      refuse(robot, drive.at,
             "drive '" + drive.name + "': joint '" + drive.joint +
                 "' has a drive already, expected one drive a joint");
    driven.push_back(drive.joint);
  }
}

/// The matrix of the file, or one ratio a row. Columns of the file count the moving joints in file
/// order, as a model with a fixed base does.
MatrixX<double> coupling_of(const RobotDescription& robot, const std::vector<Motor>& motors) {
  const Eigen::Index n = static_cast<Eigen::Index>(motors.size());
  MatrixX<double> K = MatrixX<double>::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::size_t row = static_cast<std::size_t>(i);
    const DriveDescription& drive = robot.drives[row];
    if (robot.coupling) {
      const std::vector<double>& values = robot.coupling->value.at(row);
      for (Eigen::Index j = 0; j < n; ++j) K(i, j) = values.at(static_cast<std::size_t>(j));
    } else if (motors[row].joint >= 0 && (drive.ratio || drive.mechanism)) {
      K(i, motors[row].joint) = drive.mechanism ? 1 : drive.ratio->value;
    } else {
      refuse(robot, drive.at,
             "drive '" + drive.name + "': joint or ratio is missing, expected both");
    }
  }
  return K;
}

/// Motors, friction, and the matrix in front of the mechanisms.
Drives coupling_drives(const RobotDescription& robot, const Model& model) {
  check_structure(robot, model);
  Drives::Parts parts;
  parts.robot = robot.name;
  parts.joint_friction.resize(robot.drives.size());
  parts.load_dependent = VectorX<double>::Zero(model.nv());
  for (const DriveDescription& drive : robot.drives) {
    Motor motor = motor_of(drive, model);
    if (drive.friction) add_friction(robot, drive, motor, parts);
    parts.motors.push_back(std::move(motor));
  }
  parts.K = coupling_of(robot, parts.motors);
  return Drives(std::move(parts));
}

}  // namespace

Drives make_drives(const RobotDescription& robot, const Model& model) {
  for (const DriveDescription& drive : robot.drives) {
    if (drive.mechanism)
      refuse(robot, drive.at,
             "drive '" + drive.name +
                 "': the ratio of its mechanism depends on the position, expected a constant one; "
                 "make_drive_train() takes both");
  }
  return coupling_drives(robot, model);
}

DriveTrain make_drive_train(const RobotDescription& robot, const Model& model) {
  Drives coupling = coupling_drives(robot, model);
  std::vector<std::optional<Mechanism>> mechanisms;
  for (const DriveDescription& drive : robot.drives) {
    const std::string place = place_of(robot, drive.at) + ": drive '" + drive.name + "'";
    mechanisms.push_back(drive.mechanism ? std::optional(make_mechanism(*drive.mechanism, place))
                                         : std::nullopt);
  }
  return {std::move(coupling), std::move(mechanisms)};
}

}  // namespace erfd
