// When a motion is where on its path: speeds and accelerations along it.
#pragma once

#include <vector>

namespace erfd {

/// A stretch of path with its own limits, in units of the path parameter.
struct LawPiece {
  double length = 0;
  double speed = 0;                           ///< never exceeded
  double acceleration = 0, deceleration = 0;  ///< both zero: passed at constant speed
};

/// Place, speed and acceleration along the path.
struct PathState {
  double s = 0, v = 0, a = 0;
};

/// A motion along a path from rest to rest, in phases of constant jerk.
class TimeLaw {
 public:
  double duration() const { return duration_; }
  double length() const { return length_; }
  /// Before the start and behind the end the motion stands.
  PathState at(double t) const;
  /// When the path parameter reaches s.
  double time_at(double s) const;
  /// Largest speed between two places.
  double peak_speed(double from, double to) const;
  /// How long the motion speeds up from its start, and how long it brakes before its end.
  double rise_time() const;
  double brake_time() const;

  /// Adds a phase that begins where the last one ended, with these values at its begin.
  void add(double duration, const PathState& begin, double jerk = 0);
  /// Closes the law: what it stands at from now on.
  void close(double length) { length_ = length; }

 private:
  struct Phase {
    double t = 0, duration = 0;
    PathState begin;
    double jerk = 0;
    PathState at(double t) const;
  };
  std::vector<Phase> phases_;
  double duration_ = 0, length_ = 0;
};

/// The fastest motion over all pieces with trapezoidal speed: at a joint of two pieces no faster
/// than both allow, accelerating behind it and braking before it.
TimeLaw trapezoids(const std::vector<LawPiece>& pieces);

/// From rest to rest over one piece with acceleration that takes `jerk_time` [s] to its full value;
/// the smaller of acceleration and deceleration holds for both.
TimeLaw s_curve(const LawPiece& piece, double jerk_time);

}  // namespace erfd
