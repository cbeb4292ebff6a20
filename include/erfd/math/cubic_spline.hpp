// Velocities and accelerations of a sampled motion.
#pragma once

#include <span>

namespace erfd {

/// First and second derivatives, at the samples, of the cubic spline through them. At its ends the
/// first two and the last two pieces are one cubic ("not a knot"), so that nothing is assumed about
/// a motion that starts or ends in full run. Two samples give a line, three a parabola.
///
/// @param t         times [s], rising, two or more
/// @param y         values at these times
/// @param yd, ydd   written; all four of the same size
/// @throws Error if a size is wrong or a time does not rise.
void spline_derivatives(std::span<const double> t, std::span<const double> y, std::span<double> yd,
                        std::span<double> ydd);

}  // namespace erfd
