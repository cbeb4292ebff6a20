// What cannot be drawn. Dynamics does not need it, so that it is never an error.
#include "model/lint/rules.hpp"
#include "model/visuals/visual_plausibility.hpp"

#include <fmt/format.h>

namespace erfd::linting {
namespace {

void check(const std::vector<VisualDescription>& visuals, const std::string& place, int owner,
           Report& report) {
  for (std::size_t i = 0; i < visuals.size(); ++i) {
    const std::string problem = problem_of(visuals[i]);
    if (problem.empty()) continue;
    report.warning("visual", visuals[i].at, owner,
                   fmt::format("{}: visual {}: {}; it is not drawn", place, i + 1, problem));
  }
}

}  // namespace

void check_visuals(const Subject& s) {
  check(s.robot.base.visuals, "base", base_owner, s.report);
  for (std::size_t i = 0; i < s.robot.bodies.size(); ++i) {
    const BodyDescription& body = s.robot.bodies[i];
    check(body.visuals, fmt::format("body '{}'", body.name), static_cast<int>(i), s.report);
  }
  if (!s.robot.scene) return;
  for (const SceneObjectDescription& object : s.robot.scene->objects)
    check({object.visual}, fmt::format("scene object '{}'", object.name), base_owner, s.report);
}

}  // namespace erfd::linting
