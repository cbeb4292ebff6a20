// What moves may do along their way, and less of it. Private to the layer.
#pragma once

#include "erfd/verification/advice.hpp"

#include <vector>

namespace erfd {

/// What a move may do where no other limit holds it back.
struct WayLimits {
  WayMeasure measure = WayMeasure::path;
  double speed = 0, acceleration = 0, deceleration = 0;
};

/// Of each planned move, as the time law has it: the slower of its rules; waits have zeros.
std::vector<WayLimits> way_limits(const Program& program, const Plan& plan);

/// Shares of what a move may do now.
struct LimitShares {
  double speed = 1, acceleration = 1;
  bool lowers() const { return speed < 1 || acceleration < 1; }
  friend bool operator==(const LimitShares&, const LimitShares&) = default;
};

/// `way` at these shares.
WayLimits lowered(const WayLimits& way, const LimitShares& shares);

/// Makes a move do no more than `shares` of what it may; what it need not lose stays as it is written.
/// @param way  of the move as it was
void lower(Move& move, const WayLimits& way, const LimitShares& shares);

}  // namespace erfd
