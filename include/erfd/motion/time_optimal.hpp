// The fastest motion along a given path that motors and joints can follow.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/motion/joint_path.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// What of the tool is limited.
enum class ToolBound { none, speed, turn_speed, acceleration, turn_acceleration };

/// A limit of a motor, of a joint where `motor` is −1, or of the tool.
struct PathBound {
  Limit limit = Limit::none;
  int motor = -1, joint = -1;
  ToolBound tool = ToolBound::none;
  friend bool operator==(const PathBound&, const PathBound&) = default;
};

/// A stretch on which one limit holds the motion back.
struct BoundArc {
  double from_s = 0, to_s = 0;
  double from_time = 0, to_time = 0;  ///< [s]
  PathBound bound;                    ///< the limit that is nearest there
  double share = 0;                   ///< largest needed / available on the arc [-]
  bool braking = false;               ///< ṡ falls
};

/// A stretch on which speeds are forbidden between others that are not.
struct SpeedIsland {
  double from_s = 0, to_s = 0;
  double low = 0, high = 0;  ///< rates ṡ at the begin, between which none is admissible [1/s]
};

/// ṡ² and s̈ at the nodes. Within a cell s̈ is linear in s; at a node it may jump.
struct PathNode {
  double s = 0, time = 0;
  double rate = 0;                ///< ṡ [1/s]
  double before = 0, behind = 0;  ///< s̈ on either side [1/s²]
};

/// Place, ṡ and s̈ at a time.
struct PathMotion {
  double s = 0, rate = 0, acceleration = 0;
};

struct TimeOptimal {
  bool found = false;
  std::string why;      ///< where there is none: place and cause, one sentence
  double duration = 0;  ///< [s]
  std::vector<PathNode> nodes;
  std::vector<BoundArc> arcs;        ///< what binds where: the certificate
  std::vector<SpeedIsland> islands;  ///< along the path, of all nodes
  /// Largest needed / available between the nodes, by another route than that which found the motion:
  /// 1 where a limit is used up.
  double largest_share = 0;
  PathMotion at(double time) const;
};

/// Limits of a frame that the robot carries: of its origin, and of its turning.
struct ToolLimits {
  FrameIndex frame;
  double speed = std::numeric_limits<double>::infinity();              ///< [m/s]
  double turn_speed = std::numeric_limits<double>::infinity();         ///< [rad/s]
  double acceleration = std::numeric_limits<double>::infinity();       ///< [m/s^2]
  double turn_acceleration = std::numeric_limits<double>::infinity();  ///< [rad/s^2]
};

struct TimeOptimalSettings {
  int cells = 2000;         ///< of the grid, besides those that borders and reversals need
  int checks = 10;          ///< places in a cell that are held against the limits; 0: none is
  int rounds = 40;          ///< of taking back what the checks found beyond
  double tolerance = 1e-7;  ///< of a limit, between nodes [-]
  double start_rate = 0, end_rate = 0;  ///< ṡ at the ends [1/s]
  /// From rest, motors have their starting friction for so long [s].
  double breakaway_time = 0;
  /// Largest ṡ that somebody allows at a place, besides all limits [1/s]; empty: none.
  std::function<double(double s)> rate_cap = {};
  /// What part of its torque limits each motor may use, and of its speeds; empty: all.
  VectorX<double> torque_share = {}, speed_share = {};
  std::span<const ExternalWrench<double>> wrenches = {};  ///< all along the path
  std::optional<ToolLimits> tool = {};
};

/// Infeasible is an answer: `found` is false then. Of a closed mechanism `path` has all joints: its active
/// ones are the path, and the loops say where the others are, near to what `path` says of them.
/// @throws Error for a free base, joints that nothing moves, loops that do not close, sizes that do not fit, a path that a mechanism cannot
/// follow, or settings without sense.
TimeOptimal fastest_motion(const JointPath& path, const Model& model, const Drives& drives,
                           const TimeOptimalSettings& settings = {});

}  // namespace erfd
