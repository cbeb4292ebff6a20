// Centres of mass and densities that real links have.
#include "model/lint/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <fmt/format.h>

namespace erfd::linting {
namespace {

constexpr double least_density = 50, most_density = 25000;  // foam to tungsten and beyond [kg/m^3]

bool plausible_density(double density) {
  return density >= least_density && density <= most_density;
}

// Box in the link frame around all that the description places on a link: its frame, its joint, the
// joints of its children, its tools.
std::vector<Eigen::AlignedBox3d> extents(const Subject& s, const std::vector<LinkGeometry>& links) {
  std::vector<Eigen::AlignedBox3d> boxes(links.size(), Eigen::AlignedBox3d(Vector::Zero()));
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool turns = screw_of(s.robot.bodies[i]).turns;
    if (turns) boxes[i].extend(links[i].X_BJ.p);
    const int p = s.tree.parent[i];
    if (p == Tree::world) continue;
    boxes[p].extend(links[i].X_PB.p);
    if (turns) boxes[p].extend(Vector(links[i].X_PB * links[i].X_BJ.p));
  }
  for (const ToolDescription& tool : s.robot.tools) {
    const int body = find_body(s, tool.body).value_or(Tree::world);
    if (body != Tree::world && tool.origin) boxes[body].extend(vector_of(tool.origin->value.xyz));
  }
  return boxes;
}

void check_com(const Subject& s, int i, const MassProperties& m,
               const Eigen::AlignedBox3d& extent) {
  const BodyDescription& body = s.robot.bodies[i];
  const double distance = extent.exteriorDistance(m.com_B());
  const double size = extent.diagonal().norm(), radius = m.gyration_radius();
  // A homogeneous rod that starts at its frame has its centre 1.7 gyration radii away; castings
  // stay below 3.
  if (distance <= size + 3 * radius + 0.25) return;
  s.report.warning("com-outside", body.com ? place_or(body.com->at, body.at) : body.at, i,
                   fmt::format("body '{}': centre of mass is {:g} m away from the link (extent "
                               "{:g} m, gyration radius {:g} "
                               "m); check its unit and the frame it is given in",
                               body.name, distance, size, radius));
}

/// @param fits  the mass is spread over no more than the link: mass and inertia belong together
std::string hint(double density, bool fits) {
  // The density goes with m^(5/2) I^(-3/2): the mass alone in grams makes more of a difference than
  // mass and inertia in grams.
  if (plausible_density(density / 1000) || plausible_density(density / std::pow(1000, 2.5)))
    return "looks like grams given as kilograms";
  if (fits && plausible_density(density * 1000)) return "looks like kilograms given as grams";
  if (density > most_density) return "the inertia is too small for the mass; check units of both";
  return "the inertia is too large for the mass; check units of both, and that it is about the "
         "centre of mass";
}

// The homogeneous ellipsoid with the same mass and inertia has squared semi-axes 5/(2m) (I1 + I2 −
// I3) and so on.
void check_density(const Subject& s, int i, const MassProperties& m,
                   const Eigen::AlignedBox3d& extent) {
  const BodyDescription& body = s.robot.bodies[i];
  const Vector moments =
      Eigen::SelfAdjointEigenSolver<Matrix>(m.I_com, Eigen::EigenvaluesOnly).eigenvalues();
  const Vector squares = 2.5 / m.mass * (Vector::Constant(moments.sum()) - 2 * moments);
  if (squares.minCoeff() < 0 || squares.maxCoeff() <= 0)
    return;  // impossible inertias have their own findings
  const auto density = [&](const Vector& squared_axes) {
    return m.mass / (4.0 / 3.0 * std::numbers::pi * std::sqrt(squared_axes.prod()));
  };
  // The smallest axis of a thin link is a difference of nearly equal moments and mostly rounding.
  // So a link counts as heavy only if it were so with a tenth of its length as thickness.
  const double as_given = density(squares);
  const double thickened = density(squares.cwiseMax(0.01 * squares.maxCoeff()));
  if (as_given >= least_density && thickened <= most_density) return;
  const double size = extent.diagonal().norm();
  const double suspect = as_given < least_density ? as_given : thickened;
  s.report.warning(
      "density", place_or(body.mass->at, body.at), i,
      fmt::format("body '{}': mass {:g} kg and inertia mean a density of {:.2g} kg/m^3, expected "
                  "{:g} to {:g}; {}",
                  body.name, m.mass, suspect, least_density, most_density,
                  hint(suspect, size == 0 || m.gyration_radius() <= size)));
}

}  // namespace

void check_plausibility(const Subject& s) {
  const auto links = link_geometry(s.robot, s.tree);
  const auto boxes = extents(s, links);
  for (int i = 0; i < static_cast<int>(links.size()); ++i) {
    const auto m = mass_of(s.robot.bodies[i], links[i].X_BJ);
    if (!m || !(m->mass > 0)) continue;
    check_com(s, i, *m, boxes[i]);
    if (!m->ideal) check_density(s, i, *m, boxes[i]);
  }
}

}  // namespace erfd::linting
