// The way of a program without its time: where the robot goes, not when.
#pragma once

#include "erfd/math/pose.hpp"
#include "erfd/math/types.hpp"
#include "erfd/motion/time_law.hpp"

#include <memory>
#include <vector>

namespace erfd {

namespace planning {
struct ChainRun;
}

/// Moves that are run into each other along one parameter s, from rest to rest: lines, circles and
/// the blends between them as poses of the tool, or ptp moves as postures. Programmed speeds and the
/// speed of the plan do not change it; only smoothed turning speeds do, whose windows depend on how
/// fast they are passed.
class PathSegment {
 public:
  explicit PathSegment(std::shared_ptr<const planning::ChainRun> run);

  /// A stretch of s that belongs to one move, or to the blend of it and the next.
  struct Piece {
    double begin = 0, end = 0;  ///< s
    int move = 0;               ///< index in Plan::moves; of a blend: the first of the two
    bool blend = false;
  };

  bool in_joint_space() const;  ///< ptp: q() tells where the robot is, else X_WT()
  double length() const;        ///< of s: [m], [rad] of a turn in place, [s] at full speed for ptp
  const std::vector<Piece>& pieces() const { return pieces_; }

  /// Posture at a place of a ptp segment [rad or m]. @throws Error for another.
  VectorX<double> q(double s) const;
  /// Tool centre in the world at a place of a segment of lines and circles. @throws Error for ptp.
  Pose<double> X_WT(double s) const;

  /// The limits that the program sets along s, piece by piece, as the time law had them.
  std::vector<LawPiece> limits() const;

 private:
  std::shared_ptr<const planning::ChainRun> run_;
  std::vector<Piece> pieces_;
};

/// A segment in time: s(t). Two segments may overlap: both then move the joints, and their ways add.
struct TimedSegment {
  PathSegment path;
  TimeLaw law;         ///< at full speed, on a clock of its own
  double start = 0;    ///< when it begins, in the motion that is asked [s]
  double stretch = 1;  ///< seconds of the motion that is asked a second of the law
  double end() const { return start + law.duration() * stretch; }
  /// At a time of the motion that is asked [s]; s, ds/dt, d²s/dt² on its clock.
  PathState at(double time) const;
};

}  // namespace erfd
