// From a robot file to its drives.
//
// Gear elements l with inertia J_l that make 1/r_l turns a motor turn add to the rotor
//   I_a = I_rotor + Σ_l J_l / r_l²                                  (1)
// which is [S] (15a) for elements that spin: K reflects their energy as it does the rotor's. (15b)
// is zero for a constant K, errata §1.5, and part of Kᵀ I_a Kd qd for mechanisms; the weight (15c)
// is in the link masses.
#include "erfd/base/error.hpp"
#include "erfd/drives/catalogue_motor.hpp"

#include <algorithm>
#include <cmath>

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

Motor motor_of(const DriveDescription& drive, int joint) {
  Motor motor = catalogue_motor(drive);
  motor.joint = joint;
  motor.rotor_inertia += gear_inertia(drive);
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

/// A row of K: a drive of the file, or a joint that has none.
struct Place {
  const DriveDescription* drive = nullptr;  ///< null: none in the file
  int joint = -1;                           ///< −1: only the coupling tells
};

/// The joint that a drive names; −1: none. @throws Error if another drive has it.
int joint_of(const RobotDescription& robot, const DriveDescription& drive, const Model& model,
             std::vector<const DriveDescription*>& of_joint) {
  if (drive.joint.empty()) return -1;
  const Body& body = model.body(model.body_index(drive.joint));
  if (body.passive || body.is_free())
    refuse(robot, drive.at,
           "drive '" + drive.name + "': joint '" + drive.joint +
               "' is passive, expected an active one");
  const int joint = body.v_index;
  auto& holder = of_joint[static_cast<std::size_t>(joint)];
  if (holder != nullptr)
    refuse(robot, drive.at,
           "drive '" + drive.name + "': joint '" + drive.joint +
               "' has a drive already, expected at most one a joint");
  holder = &drive;
  return joint;
}

/// In file order; in the order of the joints where some are assumed. Passive joints of loops and the
/// velocities of a free base have none.
std::vector<Place> places_of(const RobotDescription& robot, const Model& model,
                             WithoutDrive missing) {
  const auto joints = static_cast<std::size_t>(
      std::ranges::count_if(model.joints(), [](const Body& body) { return !body.passive; }));
  if (robot.drives.size() > joints)
    refuse(robot, {},
           "the robot has " + std::to_string(robot.drives.size()) + " drives and " +
               std::to_string(joints) + " moving joints, expected at most one drive a joint");
  std::vector<const DriveDescription*> of_joint(static_cast<std::size_t>(model.nv()));
  std::vector<Place> places;
  for (const DriveDescription& drive : robot.drives) {
    places.push_back({&drive, joint_of(robot, drive, model, of_joint)});
    if (places.back().joint < 0 && robot.drives.size() < joints && missing == WithoutDrive::assumed)
      refuse(
          robot, drive.at,
          "drive '" + drive.name +
              "': names no joint, but some joint has no drive; add joint = \"...\" to tell which");
  }
  if (places.size() == joints || missing == WithoutDrive::passive) return places;
  places.clear();
  for (const Body& body : model.joints())
    if (!body.passive)
      places.push_back({of_joint[static_cast<std::size_t>(body.v_index)], body.v_index});
  return places;
}

/// The matrix of the file, or one ratio a row; 1 for a joint without drive. Columns of the file count
/// the moving joints in file order, as the joints of a model do.
MatrixX<double> coupling_of(const RobotDescription& robot, const std::vector<Place>& places,
                            const Model& model) {
  const auto joints = static_cast<Eigen::Index>(model.joints().size());
  const Eigen::Index base = model.nv() - joints;
  MatrixX<double> K = MatrixX<double>::Zero(static_cast<Eigen::Index>(places.size()), model.nv());
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    const auto& [drive, joint] = places[static_cast<std::size_t>(i)];
    if (drive == nullptr) {
      K(i, joint) = 1;
    } else if (robot.coupling) {
      const auto row = static_cast<std::size_t>(drive - robot.drives.data());
      const std::vector<double>& values = robot.coupling->value.at(row);
      for (Eigen::Index j = 0; j < joints; ++j)
        K(i, base + j) = values.at(static_cast<std::size_t>(j));
    } else if (joint >= 0 && (drive->ratio || drive->mechanism)) {
      K(i, joint) = drive->mechanism ? 1 : drive->ratio->value;
    } else {
      refuse(robot, drive->at,
             "drive '" + drive->name + "': joint or ratio is missing, expected both");
    }
  }
  return K;
}

/// The motor of a joint that has none in the file.
Motor ideal_motor(const Body& body) {
  Motor motor;
  motor.name = body.joint;
  motor.joint = body.v_index;
  motor.assumed = true;
  return motor;
}

bool is_unlimited(const Motor& motor) {
  const TorqueRange range = torque_range(motor, 0);
  return std::isinf(range.high) && motor.limits.curve.empty();
}

/// What a file says of the joint holds for its motor, too, where it says nothing of the motor.
void take_effort_limits(const std::vector<Place>& places, const Model& model,
                        Drives::Parts& parts) {
  for (const Body& body : model.bodies()) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      Motor& motor = parts.motors[i];
      const auto row = parts.K.row(static_cast<Eigen::Index>(i));
      const bool alone = motor.joint == body.v_index && (row.array() != 0).count() == 1 &&
                         row[motor.joint] != 0 && !(places[i].drive && places[i].drive->mechanism);
      if (!alone || !is_unlimited(motor) || !std::isfinite(body.limits.effort)) continue;
      motor.limits.torque_peak = body.limits.effort / std::abs(row[motor.joint]);
      motor.peak_of_joint = true;
    }
  }
}

std::optional<Mechanism> mechanism_of(const RobotDescription& robot,
                                      const DriveDescription* drive) {
  if (drive == nullptr || !drive->mechanism) return std::nullopt;
  return make_mechanism(*drive->mechanism,
                        place_of(robot, drive->at) + ": drive '" + drive->name + "'");
}

/// By rising joint.
std::vector<ElasticGear> elastic_gears_of(const RobotDescription& robot, const Model& model) {
  std::vector<ElasticGear> gears;
  for (const ElasticJointDescription& elastic : robot.elastic_joints)
    gears.push_back({model.body(model.body_index(elastic.joint)).v_index, elastic.stiffness->value,
                     elastic.damping ? elastic.damping->value : 0});
  std::sort(gears.begin(), gears.end(),
            [](const ElasticGear& a, const ElasticGear& b) { return a.joint < b.joint; });
  return gears;
}

}  // namespace

/// The sum of (1).
double gear_inertia(const DriveDescription& drive) {
  double sum = 0;
  for (const GearElementDescription& element : drive.elements) {
    const double r = value_or(element.ratio, 1);
    sum += value_or(element.inertia, 0) / (r * r);
  }
  return sum;
}

Motor catalogue_motor(const DriveDescription& drive) {
  Motor motor;
  motor.name = drive.name;
  motor.rotor_inertia = value_or(drive.rotor_inertia, 0);
  motor.limits = limits_of(drive);
  motor.constants = constants_of(drive);
  return motor;
}

Drives make_drives(const RobotDescription& robot, const Model& model, WithoutDrive missing) {
  const std::vector<Place> places = places_of(robot, model, missing);
  Drives::Parts parts;
  parts.robot = robot.name;
  parts.joint_friction.resize(static_cast<std::size_t>(model.nv()));
  parts.load_dependent = VectorX<double>::Zero(model.nv());
  for (const auto& [drive, joint] : places) {
    parts.mechanisms.push_back(mechanism_of(robot, drive));
    if (drive == nullptr) {
      parts.motors.push_back(ideal_motor(
          model.joints()[static_cast<std::size_t>(joint - model.joints().front().v_index)]));
      continue;
    }
    Motor motor = motor_of(*drive, joint);
    if (drive->friction) add_friction(robot, *drive, motor, parts);
    parts.motors.push_back(std::move(motor));
  }
  parts.K = coupling_of(robot, places, model);
  take_effort_limits(places, model, parts);
  parts.elastic_gears = elastic_gears_of(robot, model);
  return Drives(std::move(parts));
}

}  // namespace erfd
