// The tree: parents stand above their children and lead to the world.
#include "model/lint/rules.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

// "a -> b -> a" when the parents of body `start` lead back to it, else "".
std::string way_back(const RobotDescription& robot, const Tree& tree, int start) {
  std::string way = robot.bodies[start].name;
  int at = start;
  for (std::size_t steps = 0; steps < robot.bodies.size(); ++steps) {
    const auto next = tree.body.find(robot.bodies[at].parent);
    if (next == tree.body.end()) return "";
    at = next->second;
    way += " -> " + robot.bodies[at].name;
    if (at == start) return way;
  }
  return "";
}

void report_parent(const RobotDescription& robot, const Tree& tree, int i, Report& report) {
  const BodyDescription& body = robot.bodies[i];
  const Location at = place_or(body.parent_at, body.at);
  if (const std::string way = way_back(robot, tree, i); !way.empty()) {
    report.error(
        "cycle", at, no_owner,
        fmt::format("body '{}': its parents lead back to it: {}; one of them must hang on 'world'",
                    body.name, way));
    return;
  }
  std::vector<std::string> above = body_names(robot);
  above.resize(static_cast<std::size_t>(i) + 1);
  const bool below = tree.body.contains(body.parent);
  report.error("unknown-parent", at, no_owner,
               fmt::format("body '{}': parent '{}' is not defined above it; bodies so far: {}{}",
                           body.name, body.parent, listed(above),
                           below ? fmt::format("; move '{}' up", body.parent)
                                 : did_you_mean(body.parent, above)));
}

}  // namespace

Tree check_tree(const RobotDescription& robot, Report& report) {
  Tree tree;
  if (robot.bodies.empty())
    report.error("no-bodies", {}, no_owner,
                 fmt::format("robot '{}': has no body; add at least one", robot.name));
  const auto n = static_cast<int>(robot.bodies.size());
  for (int i = 0; i < n; ++i) {
    tree.body.try_emplace(robot.bodies[i].name, i);
    tree.joint.try_emplace(joint_name(robot.bodies[i]), i);
    if (moves(robot.bodies[i])) tree.moving.push_back(i);
  }
  for (int i = 0; i < n; ++i) {
    const std::string& parent = robot.bodies[i].parent;
    const auto found = tree.body.find(parent);
    const bool above = found != tree.body.end() && found->second < i;
    tree.parent.push_back(parent == "world" ? Tree::world
                          : above           ? found->second
                                            : Tree::unresolved);
    if (tree.parent.back() != Tree::unresolved) continue;
    tree.sound = false;
    report_parent(robot, tree, i, report);
  }
  if (n > 0 && tree.moving.empty() && robot.base.type == BaseType::fixed)
    report.warning("no-moving-joint", robot.bodies.front().at, base_owner,
                   fmt::format("robot '{}': no joint moves; every joint is fixed", robot.name));
  return tree;
}

}  // namespace erfd::linting
