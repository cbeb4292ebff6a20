#include "motion/plan/path_blend.hpp"

namespace erfd::planning {

PolynomialCurve blend_curve(const Curve& before, const Curve& behind, double d) {
  const double L = length_of(before), s = L - d;
  if (std::holds_alternative<Line>(before) && std::holds_alternative<Line>(behind))
    return parabola(position_on(behind, 0), tangent_on(before, L), tangent_on(behind, 0), d);
  return quintic_between({position_on(before, s), tangent_on(before, s), curvature_on(before, s)},
                         {position_on(behind, d), tangent_on(behind, d), curvature_on(behind, d)});
}

}  // namespace erfd::planning
