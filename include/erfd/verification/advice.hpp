// What would work: for each move the speeds and accelerations that are achievable, and how fast its path
// could be passed.
#pragma once

#include "erfd/verification/case.hpp"

namespace erfd {

/// In what a move counts its speed and acceleration.
enum class WayMeasure {
  path,  ///< along the path of the tool centre [m/s, m/s^2]
  turn,  ///< of a turn in place [rad/s, rad/s^2]
  share  ///< of a joint move, as shares of what the joints can do [-]
};

/// A speed and an acceleration at which a move is within its limits.
struct WorkingLimits {
  double speed = 0, acceleration = 0;
  double time = 0;  ///< of the move then [s]
};

struct MoveAdvice {
  int move = 0;  ///< index in Plan::moves
  WayMeasure measure = WayMeasure::path;
  double asked_speed = 0, asked_acceleration = 0;  ///< what it may do as it is programmed
  /// Of a move that is not achievable: the largest speed that is, with the acceleration that it has; the
  /// largest acceleration, with the speed that it has. None where it does not help alone.
  std::optional<double> speed = {}, acceleration = {};
  /// That of the two which costs less time, or both lowered where neither helps; none where no lowering
  /// does. Proven: the program with all these numbers keeps every limit that lowering can keep.
  std::optional<WorkingLimits> works = {};
  /// Least time of the move in the fastest motion of its run, from stop to stop along the same path
  /// [s]; none where `why` says so.
  std::optional<double> least_time = {};
  std::string why = {};
};

struct Advice {
  std::vector<MoveAdvice> moves;  ///< of every planned move
  /// Of the whole program with all that works [s]; none where something is left that lowering does not
  /// cure.
  std::optional<double> time;
};

struct AdviceSettings {
  VerificationSettings verification = {};
  /// Of programs with more runs no least times are looked for, and where more are beyond a limit they get
  /// the shares of the kept path.
  int most_runs = 40;
  bool least_times = true;
  int cells = 60;  ///< TimeOptimalSettings::cells, of each run
};

/// Nothing of a recorded motion, or of a program that cannot be planned to its end.
/// @param verified  of the same case
Advice advise(const Case& judged, const Verification& verified,
              const AdviceSettings& settings = {});

}  // namespace erfd
