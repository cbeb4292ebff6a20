// Velocities and accelerations of a sampled motion.
#pragma once

#include <span>

namespace erfd {

/// What is known of a spline at its ends.
enum class SplineEnds {
  not_a_knot,  ///< nothing: the first two and the last two pieces are one cubic
  at_rest      ///< the first derivative is 0
};

/// First and second derivatives, at the samples, of the cubic spline through them. With "not a knot" nothing is
/// assumed about a motion that starts or ends in full run; two samples give a line then, three a parabola.
///
/// @param t         times [s], rising, two or more
/// @param y         values at these times
/// @param yd, ydd   written; all four of the same size
/// @throws Error if a size is wrong or a time does not rise.
void spline_derivatives(std::span<const double> t, std::span<const double> y, std::span<double> yd,
                        std::span<double> ydd, SplineEnds ends = SplineEnds::not_a_knot);

}  // namespace erfd
