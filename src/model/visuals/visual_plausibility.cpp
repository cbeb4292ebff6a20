#include "model/visuals/visual_plausibility.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

bool is_length(double x) { return std::isfinite(x) && x > 0; }

std::string shape_problem(const VisualDescription& visual) {
  const auto& [x, y, z] = visual.size;
  if (visual.kind == VisualKind::box) {
    if (is_length(x) && is_length(y) && is_length(z)) return "";
    return fmt::format("size of the box is [{:g}, {:g}, {:g}] m, expected above 0", x, y, z);
  }
  if (visual.kind == VisualKind::mesh) {
    const auto& [sx, sy, sz] = visual.scale;
    const double volume = sx * sy * sz;
    if (std::isfinite(volume) && volume != 0) return "";
    return fmt::format("scale of the mesh is [{:g}, {:g}, {:g}], expected other than 0", sx, sy,
                       sz);
  }
  if (!is_length(visual.radius))
    return fmt::format("radius is {:g} m, expected above 0", visual.radius);
  if (visual.kind == VisualKind::cylinder && !is_length(visual.length))
    return fmt::format("length of the cylinder is {:g} m, expected above 0", visual.length);
  return "";
}

}  // namespace

std::string problem_of(const VisualDescription& visual) {
  const OriginDescription origin = visual.origin ? visual.origin->value : OriginDescription{};
  for (const Triple* part : {&origin.xyz, &origin.rpy}) {
    if (!std::all_of(part->begin(), part->end(), [](double x) { return std::isfinite(x); }))
      return "its origin is not finite";
  }
  return shape_problem(visual);
}

}  // namespace erfd
