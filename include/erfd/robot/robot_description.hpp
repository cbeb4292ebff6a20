// What a robot file says: plain data in SI units and radians, each value with its place and its
// origin. Nothing here computes; model/build.hpp turns a description into a Model.
#pragma once

#include "erfd/base/field.hpp"
#include "erfd/robot/cut_kind.hpp"
#include "erfd/robot/joint_kind.hpp"
#include "erfd/robot/sensor_kind.hpp"

#include <string>
#include <vector>

namespace erfd {

/// A pose: position [m] and roll, pitch, yaw [rad] about the fixed axes x, y, z (R = Rz(yaw)
/// Ry(pitch) Rx(roll)).
struct OriginDescription {
  Triple xyz{0, 0, 0};
  Triple rpy{0, 0, 0};
  friend bool operator==(const OriginDescription&, const OriginDescription&) = default;
};

/// Standard (distal) Denavit-Hartenberg row: T = Rz(theta) Tz(d) Tx(a) Rx(alpha).
/// The joint position is added to theta (revolute), to d (prismatic) or to both (helical).
struct DhRow {
  double theta = 0, d = 0, a = 0, alpha = 0;
  friend bool operator==(const DhRow&, const DhRow&) = default;
};

/// Modified (proximal) row of Khalil and Kleinfinger for trees:
/// T = Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r).
/// The joint position is added to theta (revolute), to r (prismatic) or to both (helical). Craig's
/// rows have gamma = b = 0.
struct MdhRow {
  double gamma = 0, b = 0, alpha = 0, d = 0, theta = 0, r = 0;
  friend bool operator==(const MdhRow&, const MdhRow&) = default;
};

/// A joint axis in world axes while all joints stand at zero (product of exponentials).
struct ScrewRow {
  Triple axis{0, 0, 1};   ///< direction, need not be a unit vector
  Triple point{0, 0, 0};  ///< any point of the axis [m]; without meaning for a prismatic joint
  friend bool operator==(const ScrewRow&, const ScrewRow&) = default;
};

/// How the file places its links.
enum class PlacementKind { dh, mdh, placement, screw };

/// A joint that another one leads: q = multiplier q_joint + offset.
struct MimicDescription {
  std::string joint;         ///< name of the one that leads
  Field<double> multiplier;  ///< default 1; rad and m as the joints have them
  Field<double> offset;      ///< [rad or m]; default 0
  Location at;
};

struct JointDescription {
  std::string name;                      ///< defaults to the name of the body
  JointKind type = JointKind::revolute;  ///< any but `free`
  Field<double> pitch;  ///< helical: travel for a turn [m], negative for a left-hand screw
  Location at;

  PlacementKind placed_by = PlacementKind::placement;
  Field<DhRow> dh;    ///< placed_by dh
  Field<MdhRow> mdh;  ///< placed_by mdh
  /// placed_by placement: joint frame in the parent's link frame at position zero;
  /// placed_by screw: link frame in the world at position zero
  Field<OriginDescription> origin;
  Field<Triple> axis;     ///< placed_by placement: in the joint frame; default z
  Field<ScrewRow> screw;  ///< placed_by screw

  bool passive = false;  ///< nothing drives it: of a robot with loops
  /// where it stands when the robot is put together [rad or m]; the loops close near there
  Field<double> start;

  std::optional<MimicDescription> mimic;

  Field<double> lower, upper;  ///< range [rad or m]; both or none
  /// [rad/s or m/s], [rad/s^2 or m/s^2], [N m or N]
  Field<double> speed_max, acceleration_max, effort_max;
};

enum class ShapeKind { rod, cylinder, box, bent_rod };

/// A homogeneous body that stands for mass, centre of mass and inertia.
struct ShapeDescription {
  ShapeKind kind = ShapeKind::rod;
  /// rod: from `from` to `to`; cylinder: the same with `radius`; box: `size` about `centre`;
  /// bent_rod (Mohan-Saha 2007): rod of length `b` along z of the joint, then rod of length `a`
  /// along x of the next.
  Triple from{0, 0, 0}, to{0, 0, 0}, centre{0, 0, 0}, size{0, 0, 0};
  double radius = 0, a = 0, b = 0;
  double hub_inertia = 0;  ///< bent_rod: extra moment about the joint axis [kg m^2]
};

enum class VisualKind { box, cylinder, sphere, mesh };

/// Something to draw on a link; dynamics does not know it.
struct VisualDescription {
  VisualKind kind = VisualKind::box;
  Location at;
  Field<OriginDescription> origin;  ///< of the shape or the mesh, in the link frame
  Triple size{0, 0, 0};             ///< box, about its middle [m]
  double radius = 0;                ///< cylinder, sphere [m]
  double length = 0;                ///< cylinder, along z about its middle [m]
  std::string mesh;                 ///< file, as erfd/robot/mesh.hpp finds it
  Triple scale{1, 1, 1};            ///< mesh: metres for one unit of the file, along its axes
  std::string color;                ///< "#rrggbb"; empty when the file does not say
};

/// A finding that the author of the file knows and explains.
struct AcceptedFinding {
  std::string check;    ///< name of the rule
  std::string because;  ///< why it is right here
  Location at;
};

struct BodyDescription {
  std::string name;
  std::string parent;  ///< "world" or the name of a body
  Location at;         ///< of the table
  Location parent_at;  ///< of the key `parent`; of the table when the key is left out
  JointDescription joint;

  Field<double> mass;                    ///< [kg]
  Field<Triple> com;                     ///< centre of mass in the mass frame [m]
  Field<std::array<double, 6>> inertia;  ///< Ixx Iyy Izz Ixy Ixz Iyz [kg m^2]: the matrix elements,
                                         ///< in axes of the mass frame
  /// about the origin of the mass frame instead of the centre of mass
  bool inertia_about_origin = false;
  /// frame of com and inertia in the link frame; default: the link frame
  Field<OriginDescription> mass_frame;
  Field<ShapeDescription> shape;           ///< instead of com and inertia
  std::vector<VisualDescription> visuals;  ///< none: drawn from the shape or the placements

  std::vector<AcceptedFinding> accepted;
};

struct PayloadDescription {
  Field<double> mass;
  Field<Triple> com;                     ///< in the tool frame
  Field<std::array<double, 6>> inertia;  ///< about the centre of mass, axes of the tool frame
  Location at;
};

struct ToolDescription {
  std::string name;
  std::string body;
  Field<OriginDescription> origin;  ///< tool frame in the link frame of the body
  std::optional<PayloadDescription> payload;
  Location at;
};

/// A point with axes on a body, whose felt acceleration and turning rate are recorded and limited.
struct SensorDescription {
  std::string name;
  std::string body;
  SensorKind kind = SensorKind::imu;
  Field<OriginDescription> origin;   ///< of point and axes, in the link frame of the body
  Field<Triple> felt_min, felt_max;  ///< in the words of the kind, such as Gx Gy Gz [m/s^2]
  Field<Triple> rate_max;            ///< to either side, such as p q r [rad/s]
  Location at;
};

enum class BaseType { fixed, free };

struct BaseDescription {
  BaseType type = BaseType::fixed;
  Field<OriginDescription> origin;  ///< base frame in the world; initial pose of a free base
  Field<double> mass;               ///< free base: its own mass properties
  Field<Triple> com;
  Field<std::array<double, 6>> inertia;  ///< about the centre of mass
  Location at;
  std::vector<VisualDescription> visuals;  ///< in the base frame
  std::vector<AcceptedFinding> accepted;
};

struct TorqueSpeedPoint {
  double speed = 0;   ///< [rad/s]
  double torque = 0;  ///< [N m]
};

enum class FrictionSide { motor, joint };

struct FrictionDescription {
  FrictionSide side = FrictionSide::motor;
  Field<double> viscous;           ///< [N m s/rad]
  Field<double> coulomb;           ///< moving, positive direction [N m]
  Field<double> coulomb_negative;  ///< moving, negative direction, as a positive number [N m];
                                   ///< default coulomb
  Field<double> breakaway;         ///< at the start of motion [N m]; default coulomb
  Field<double> load_dependent;    ///< share of the transmitted joint torque [-]
};

enum class MechanismKind { crank, ball_screw, parallelogram };

/// A transmission whose ratio depends on the joint position.
struct MechanismDescription {
  MechanismKind kind = MechanismKind::crank;
  Field<double> a, b, c, d;  ///< lengths of the mechanism [m], meaning by kind: docs/robot-file.md
  Field<double> pitch;       ///< ball screw: travel a turn [m]
  Field<double> offset;      ///< mechanism angle at joint position zero [rad]
  Field<double> zero;        ///< angle at which the motor stands at zero [rad]; default 0
  Field<double> lower, upper;  ///< range of the angle [rad]; both or none
  Field<double> ratio;         ///< motor turns a turn of the crank or screw, signed; default 1
  Field<double> branch;        ///< crank: 1 (default) or -1, the way it is assembled
};

/// A shaft, wheel or belt between motor and joint that turns with the motor.
struct GearElementDescription {
  std::string name;
  Field<double> inertia;  ///< about its own axis [kg m^2]
  Field<double> ratio;    ///< motor turns a turn of the element; default 1
  Location at;
};

/// One motor with its gear.
struct DriveDescription {
  std::string name;
  std::string joint;  ///< the joint it drives; may be empty when the coupling matrix says all
  Location at;
  Field<double> ratio;                      ///< motor turns a joint turn, signed [-] or [rad/m]
  Field<double> rotor_inertia;              ///< about the motor axis, motor side [kg m^2]
  Field<double> rotor_mass;                 ///< [kg], for rotors treated as bodies
  Field<std::string> rotor_on;              ///< body that carries the motor
  Field<Triple> rotor_axis;                 ///< in the link frame of the carrier
  Field<double> torque_peak, torque_rated;  ///< motor side [N m]
  Field<double> speed_max;                  ///< motor side [rad/s]
  Field<std::vector<TorqueSpeedPoint>> torque_speed_curve;
  /// SI
  Field<double> torque_constant, resistance, inductance, voltage_max, current_peak, current_rated;
  std::optional<FrictionDescription> friction;
  std::optional<MechanismDescription> mechanism;
  std::vector<GearElementDescription> elements;  ///< not contained in rotor_inertia
};

/// A closed loop: the cut joint between two bodies of the tree.
struct LoopDescription {
  std::string name;
  CutKind joint = CutKind::revolute;
  std::string body_a, body_b;
  Field<OriginDescription> frame_a, frame_b;  ///< of the cut joint, in the link frames
  Field<MdhRow> mdh_a, mdh_b;                 ///< the same by modified DH rows
  Location at;
};

/// An elastic gear: a spring between drive and link, so that the motor has a position of its own.
struct ElasticJointDescription {
  std::string joint;
  Field<double> stiffness;  ///< [N m/rad or N/m], on the side of the joint
  Field<double> damping;    ///< [N m s/rad or N s/m]
  Location at;
};

/// A spring in a joint, between the link and the one that carries it; a drive may stand beside it.
struct SpringDescription {
  std::string joint;
  Field<double> stiffness;  ///< [N m/rad or N/m]
  Field<double> damping;    ///< [N m s/rad or N s/m]
  Field<double> rest;       ///< position without force [rad or m]; default 0
  Location at;
};

/// What a robot program needs to know of the robot.
struct ProgramDescription {
  Field<double> interpolation_period;  ///< [s]
  Field<std::string> orientation;      ///< meaning of an angle triple: "zyx" or "yzx"
  Field<std::vector<double>> home;     ///< joint positions [rad or m]
  struct Configuration {
    std::string code;        ///< as programs write it
    Triple branch{1, 1, 1};  ///< shoulder, elbow, wrist: +1 or -1
    Location at;
  };
  std::vector<Configuration> configurations;
  Field<std::vector<double>>
      maker_senses;                        ///< 1 or -1, one a moving joint: how the maker counts it
  Field<std::vector<double>> maker_zeros;  ///< his positions where ours are 0 [rad or m]
  Location at;
};

/// A thing beside the robot, in the world: drawn, of no effect on the motion.
struct SceneObjectDescription {
  std::string name;
  bool is_part = false;      ///< what a program may grip
  VisualDescription visual;  ///< its origin is the place of the thing in the world
  Location at;
};

struct SceneDescription {
  std::vector<SceneObjectDescription> objects;
};

/// A robot as its file describes it. Joints are counted in file order, fixed ones left out.
struct RobotDescription {
  std::string file;  ///< as given by the caller; for messages
  std::string name;
  std::string title;
  Provenance from;                          ///< of the whole file
  std::vector<std::string> open_questions;  ///< doubts that a user should know
  Entry<Triple> gravity{{0, 0, -9.81}, {}, {}};
  BaseDescription base;
  std::vector<BodyDescription> bodies;
  std::vector<ToolDescription> tools;  ///< the first one is the default
  std::vector<SensorDescription> sensors;
  std::vector<DriveDescription> drives;
  /// q_motor = K q: one row a drive, one column a joint
  Field<std::vector<std::vector<double>>> coupling;
  std::vector<LoopDescription> loops;
  std::vector<ElasticJointDescription> elastic_joints;
  std::vector<SpringDescription> springs;
  std::optional<ProgramDescription> program;
  std::vector<AcceptedFinding> accepted;  ///< wherever in the robot they are found
  std::optional<SceneDescription> scene;  ///< what stands around it
};

}  // namespace erfd
