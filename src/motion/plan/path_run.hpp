// Moves along lines and circles that are run without a stop.
#pragma once

#include "erfd/math/pose.hpp"

#include "motion/path/orientation_law.hpp"
#include "motion/plan/timed_run.hpp"

#include <optional>
#include <vector>

namespace erfd::planning {

/// What a move may do along its path and with its orientation, as programmed.
struct PathLimits {
  double speed = 0, acceleration = 0, deceleration = 0;
  double turn_speed = 0, turn_acceleration = 0;

  /// Limits along a piece of path whose orientation turns by `rate` a unit of length: the slower of
  /// both rules.
  LawPiece along(double length, double rate) const;
};
PathLimits least(const PathLimits& a, const PathLimits& b);

/// A lin or circle by itself, in world axes.
struct PathMove {
  Curve curve;
  OrientationLaw orientation;
  PathLimits limits;
  std::optional<double> time;  ///< the whole move shall take this long [s]
  bool linear_wrist = false;   ///< o_joint
  bool in_place = false;       ///< pure turn: the path parameter is the angle

  double length() const { return length_of(curve); }
  /// Turn of the orientation a unit of path; none where the path itself is the turn.
  double turn_rate() const { return in_place ? 0 : orientation.rate(); }
  Pose<double> at(double u) const { return {orientation.at(u), position_on(curve, u)}; }
};

/// Angle between the end of a move and the start of the next [rad]; π where one turns in place.
double corner_between(const PathMove& before, const PathMove& after);

/// Moves in a row. The path parameter s counts all pieces; blends count half to either move.
class PathRun {
 public:
  /// `blends[k]`: distance from the corner behind move k at which the path is left [m]; 0: not.
  PathRun(std::vector<PathMove> moves, const std::vector<double>& blends);

  const std::vector<PathMove>& moves() const { return moves_; }
  double length() const { return length_; }
  Pose<double> at(double s) const;
  Vector3<double> tangent(double s) const;
  const TimedRun& timing() const { return timing_; }

  /// Where s lies: which move, how far on its own curve; `blend` where two moves share the place.
  struct Place {
    int move = 0;
    double u = 0;
    bool blend = false;
  };
  Place place(double s) const;

  /// What blends leave of move k, in s.
  struct Stretch {
    double begin = 0, end = 0;
  };
  Stretch own_stretch(int k) const;

  /// Step of the angular velocity a unit of path speed at the joint behind move k, world axes.
  Vector3<double> turn_step(int k) const;
  /// Where the joint behind move k lies; none where it is blended.
  std::optional<double> plain_joint(int k) const {
    return joint_s_[k] < 0 ? std::nullopt : std::optional(joint_s_[k]);
  }
  /// Way from the joint behind move k to the nearest blend or end before and behind it.
  double free_way_around(int k) const;
  /// Lets the angular velocity change over ± half_width around the joint behind move k.
  void smooth(int k, double half_width);

 private:
  struct Piece {
    double s = 0, length = 0;  ///< begin on the run
    int move = 0;              ///< of a blend: the first of the two
    double u = 0;              ///< begin on the move's own curve
    std::optional<PolynomialCurve> blend;
    double d = 0;  ///< of a blend: way left out of either move
  };
  struct Window {
    double s = 0, half_width = 0;
    int move = 0;
  };
  const Piece& piece_at(double s) const;
  Matrix3<double> superposed(int k, double before_corner, double behind_corner) const;
  Matrix3<double> blend_orientation(const Piece& piece, double x) const;
  void add_move(int k, double skip, double leave);
  void add_blend(int k, double d);

  std::vector<PathMove> moves_;
  std::vector<Piece> pieces_;
  std::vector<Window> windows_;
  std::vector<double> joint_s_;  ///< of the plain joint behind each move; −1 where it is blended
  TimedRun timing_;
  double length_ = 0;
};

/// Blend distances that fit: where those at both ends of a move exceed its length they shrink alike.
/// `half_rule`: none takes more than half of a move, as other makers have it.
std::vector<double> fitted_blends(const std::vector<double>& lengths, std::vector<double> wanted,
                                  bool half_rule);

}  // namespace erfd::planning
