#include "model/lint/geometry.hpp"

#include "model/build/placement.hpp"
#include "model/screw.hpp"

namespace erfd::linting {
std::vector<LinkGeometry> link_geometry(const RobotDescription& robot, const Tree& tree) {
  std::vector<LinkGeometry> links;
  const Pose<double> X_WBase = pose_of(robot.base.origin);
  for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
    const int p = tree.parent[i];
    const Pose<double> X_WP = p == Tree::world ? X_WBase : links[p].X_WB;
    const auto [X_PJ, X_JL] = placement_of(robot.bodies[i].joint, X_WP);
    const Pose<double> X_PB = X_PJ * X_JL;
    links.push_back({X_PB, X_WP * X_PB, X_JL.inverse()});
  }
  return links;
}

std::vector<double> locked_inertias(const Subject& s) {
  const auto links = link_geometry(s.robot, s.tree);
  std::vector<Inertia> composite(links.size());
  std::vector<double> inertias(links.size());
  for (int i = static_cast<int>(links.size()) - 1; i >= 0; --i) {
    const BodyDescription& body = s.robot.bodies[i];
    composite[i] += mass_of(body, links[i].X_BJ).value_or(MassProperties{}).in_link_frame();
    const Inertia at_joint = composite[i].moved(links[i].X_BJ.inverse());
    const Motion<double> S = joint_motion<double>(screw_of(body), 1);
    if (moves(body)) inertias[i] = dot(S, at_joint * S);
    if (s.tree.parent[i] != Tree::world)
      composite[s.tree.parent[i]] += composite[i].moved(links[i].X_PB);
  }
  return inertias;
}

}  // namespace erfd::linting
