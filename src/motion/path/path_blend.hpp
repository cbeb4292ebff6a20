// The way around a corner.
#pragma once

#include "motion/path/curve.hpp"

namespace erfd::planning {

/// From d before the end of `before` to d behind the start of `behind`: a parabola between lines, a
/// quintic with both curvatures where a circle is involved. Does not depend on any speed.
PolynomialCurve blend_curve(const Curve& before, const Curve& behind, double d);

/// d, halved until the blend runs evenly: a quintic between ends far along strongly bent arcs may
/// come almost to rest on its way.
double even_blend(const Curve& before, const Curve& behind, double d);

/// Moves whose directions differ by less than this go on into each other [rad].
inline constexpr double tangent_joint = 0.008726646259971648;  // 0.5°

/// The turn beyond which a corner is a reversal that no parabola rounds off [rad].
inline constexpr double sharpest_blend = 3.1241393610698496;  // 179°

}  // namespace erfd::planning
