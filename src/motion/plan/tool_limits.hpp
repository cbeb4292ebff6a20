// PTP moves whose program speaks of the tool: its speed, and a distance from the corner.
#pragma once

#include "motion/plan/arm.hpp"

namespace erfd::planning {

/// Share of the joints' speed at which the tool centre is nowhere faster than MoveLimits::speed, and
/// turns nowhere faster than MoveLimits::turn_speed; 1 where the program names neither.
double tool_speed_share(const Arm& arm, const Instruction& instruction, const VectorX<double>& from,
                        const VectorX<double>& goal);

/// The share of half the shorter of two ptp moves, as JointMove::blend_share has it, that leaves the
/// first one at most `distance` [m] before their corner and joins the second at most so far behind it.
double blend_share_of(const Arm& arm, const Instruction& instruction, const VectorX<double>& from,
                      const VectorX<double>& corner, const VectorX<double>& goal, double distance);

/// The largest way from `from` to `to` up to which `within` holds, to 2⁻⁴⁰ of it.
template <class Within>
double way_within(double from, double to, const Within& within) {
  if (within(to)) return to;
  for (int k = 0; k < 40; ++k) {
    const double middle = (from + to) / 2;
    (within(middle) ? from : to) = middle;
  }
  return from;
}

}  // namespace erfd::planning
