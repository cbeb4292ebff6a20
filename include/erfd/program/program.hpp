// The motion IR: what a robot program asks for, in any language, as a list of records in the order
// of their execution. SI units and radians; every record knows the place that made it. Words for
// users are those of the program's language: erfd/program/dialect.hpp.
#pragma once

#include "erfd/base/diagnostics.hpp"
#include "erfd/model/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace erfd {

/// A stretch of a text file: from its first character to one behind its last. Zero: not known.
struct SourceRange {
  Location begin, end;
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// A stretch in which an axis is to stand.
struct AxisRange {
  int axis = 0;
  double lower = 0, upper = 0;  ///< [rad or m]
  friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

/// Which of the postures that reach a target is meant, as industrial languages say it: status and turn,
/// configuration data. In angles of the robot file.
struct WantedPosture {
  std::optional<int> shoulder, elbow;  ///< signs as in Branch
  std::vector<AxisRange> axes;
  friend bool operator==(const WantedPosture&, const WantedPosture&) = default;
};

/// A goal of the tool centre point T, in the base frame of the program (see Conditions::X_WBase).
struct CartesianTarget {
  Pose<double> X_BaseT;              ///< R without meaning where has_orientation is false
  bool has_orientation = true;       ///< auxiliary points of circles may give a position alone
  std::optional<int> configuration;  ///< code of the robot file's table; none: nearest to now
  std::optional<int> turns;          ///< bit i: axis i + 1 stands below zero; none: nearest to now
  std::optional<WantedPosture> wanted = {};  ///< none: nearest to now
};

/// A goal of the joints; an axis without value holds the one it has.
struct JointTarget {
  std::vector<std::optional<double>> q;  ///< [rad or m], one an axis of the robot
};

using Target = std::variant<CartesianTarget, JointTarget>;

enum class MoveKind { ptp, lin, circle };

/// How the tool turns on its way along a line or circle.
enum class OrientationMode {
  constant,       ///< keeps the orientation of the start
  variable,       ///< one rotation in space from start to end
  path_constant,  ///< turns with the path
  path_variable,  ///< one rotation against the path frame
  joint           ///< the wrist axes turn linearly, the tool centre keeps its path
};

/// What happens at the end of a move.
enum class FlyBy {
  stop,  ///< exact stop
  ptp,   ///< blend in joint space
  path,  ///< leaves the path before the corner, joins the next one behind it
  speed  ///< goes on at speed over a tangent joint
};

/// What the program allows a move. A value that is not given is the planner's to choose.
struct MoveLimits {
  std::optional<double> speed;         ///< of the tool centre along its path [m/s]
  std::optional<double> acceleration;  ///< along the path [m/s^2]
  std::optional<double> deceleration;  ///< along the path [m/s^2]; none: as acceleration
  std::optional<double> speed_share;   ///< of the joints' largest speeds, in (0, 1]
  std::optional<double> acceleration_share;
  std::optional<double> deceleration_share;
  std::optional<double> turn_speed;         ///< of the orientation [rad/s]
  std::optional<double> turn_acceleration;  ///< [rad/s^2]
  std::optional<double> time;               ///< whole move [s]; never faster than the limits allow
};

/// A force on the tool centre, constant until changed.
struct ToolWrench {
  enum class Axes { base, tool, world };
  Force<double> F;  ///< that the environment exerts on the robot, about the tool centre [N m, N]
  Axes axes = Axes::base;
};

/// What holds while a record runs.
struct Conditions {
  std::string tool;                       ///< name; empty for the robot's own tool
  std::optional<Pose<double>> X_FlangeT;  ///< tool centre in the flange; none: the robot's tool
  Payload tool_load;                      ///< of the tool in use, in the flange frame
  Payload gripped;                        ///< by the tool, in the flange frame; mass 0: nothing
  Payload payload;                        ///< carried besides all that, in the flange frame
  std::string base;                       ///< name; empty for the world
  Pose<double> X_WBase;                   ///< base of the targets in the world
  std::optional<ToolWrench> wrench;
};

/// The tool centre in the flange while a record runs.
Pose<double> tool_in_flange(const Conditions& conditions, const Model& model);

/// All that the robot carries while a record runs, as one load in the flange frame.
Payload carried(const Conditions& conditions);

/// Parts of a move that a program writes.
enum class MovePart {
  target,
  via,
  speed,
  acceleration,
  deceleration,
  speed_share,
  acceleration_share,
  deceleration_share,
  turn_speed,
  turn_acceleration,
  time,
  arc_angle,
  orientation,
  fly_by
};

/// Where a part stands: all of an option, its word and its value.
struct WrittenPart {
  MovePart part = MovePart::target;
  SourceRange range;
};

/// Where a number stands that a move takes, in a declaration or an instruction before it: what is
/// written there times `unit` is what the move has, in SI. Other moves may take it, too.
struct WrittenNumber {
  MovePart part = MovePart::speed;
  SourceRange range;
  double unit = 1;
};

struct Move {
  MoveKind kind = MoveKind::ptp;
  Target target;
  std::string target_name;             ///< as the program writes it; may be empty
  std::optional<CartesianTarget> via;  ///< auxiliary point of a circle
  std::optional<double> arc_angle;     ///< [rad]; none: the arc ends at the target
  MoveLimits limits;
  OrientationMode orientation = OrientationMode::variable;
  bool orientation_given = false;  ///< the program names the mode
  FlyBy fly_by = FlyBy::stop;
  /// path: distance from the corner [m]; ptp: share of half the shorter move, in (0, 1]; speed: at
  /// most so fast over the joint [m/s], 0: as fast as the moves on both sides allow.
  double fly_by_size = 0;
  std::vector<WrittenPart> written = {};    ///< parts that the program names, in its order
  std::vector<WrittenNumber> numbers = {};  ///< of speeds, accelerations and fly-bys
  std::string word = {};  ///< its instruction as the program writes it: "MoveLDO"; may be empty
};

/// The robot stands still.
struct Wait {
  double duration = 0;  ///< [s]
};

/// One record: what is done, under which conditions, by which place of the program.
struct Instruction {
  std::variant<Move, Wait> action;
  Conditions conditions;
  Location at;        ///< where it begins
  Location end = {};  ///< one behind its last character; zero: not known
  SourceRange range() const { return {at, end}; }
};

struct Dialect;
/// Of programs that no language wrote.
const Dialect& plain_dialect();

/// A program as it ran: loops unrolled, conditions decided.
struct Program {
  std::string name;
  std::string file;
  const Dialect* dialect = &plain_dialect();  ///< the words of its language; never null
  std::vector<std::string> lines;             ///< the source, for messages
  std::vector<Instruction> instructions;
  Diagnostics findings;  ///< warnings and notes
  std::string robot;     ///< that the program names; may be empty
  /// No fly-by takes more than half of a move, as the controllers of its language have it.
  bool half_blends = false;
};

/// Lets the robot carry a load all the time, besides what the program says: at the tool centre of
/// the tool in use, `load` in the tool frame.
void carry(Program& program, const Model& model, const Payload& load);

}  // namespace erfd
