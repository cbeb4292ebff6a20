#include "motion/path/path_blend.hpp"

namespace erfd::planning {

PolynomialCurve blend_curve(const Curve& before, const Curve& behind, double d) {
  const double L = length_of(before), s = L - d;
  if (std::holds_alternative<Line>(before) && std::holds_alternative<Line>(behind))
    return parabola(position_on(behind, 0), tangent_on(before, L), tangent_on(behind, 0), d);
  return quintic_between({position_on(before, s), tangent_on(before, s), curvature_on(before, s)},
                         {position_on(behind, d), tangent_on(behind, d), curvature_on(behind, d)});
}

double even_blend(const Curve& before, const Curve& behind, double d) {
  constexpr double even_enough = 0.1;
  const bool lines = std::holds_alternative<Line>(before) && std::holds_alternative<Line>(behind);
  if (lines || d <= 0) return d;  // a parabola never rests
  for (int halvings = 0; halvings < 30; ++halvings, d /= 2)
    if (blend_curve(before, behind, d).evenness() > even_enough) break;
  return d;
}

}  // namespace erfd::planning
