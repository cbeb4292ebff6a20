// What [S] says its models are good for: effective inertia of the motors over the workspace, a grasped object (16), a base
// that moves by q_0.
#include "erfd/base/units.hpp"
#include "erfd/drives/survey.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/study/sample_states.hpp"

#include "reproduce/papers/szkodny_items.hpp"

#include <algorithm>

#include <Eigen/Geometry>
#include <fmt/format.h>

namespace erfd {
namespace {

/// Inclinations that the screws set: upper arm, and forearm against the column.
constexpr double arm_low = -130, arm_high = -50, forearm_low = -25, forearm_high = 40;

VectorX<double> posture(double arm_deg, double forearm_deg) {
  VectorX<double> q = VectorX<double>::Zero(5);
  q[1] = arm_deg * degree;
  q[2] = forearm_deg * degree - q[1];
  q[3] = -forearm_deg * degree;  // the hand stays level
  return q;
}

VectorX<double> inertias_at(const DrivenArm& arm, LinksAtJoints& links, const VectorX<double>& q) {
  DriveState state(arm.drives);
  VectorX<double> inertias(arm.drives.count());
  if (!links.move_to(q) || !set_position(arm.drives, q, state))
    throw Error("the mechanisms do not reach a posture of their ranges");
  effective_inertias(arm.drives, state, links.H(), inertias);
  return inertias;
}

/// The same from the kinetic energy of the links while one motor turns with 1 rad/s: no inertia matrix.
VectorX<double> inertias_by_energy(const DrivenArm& arm, const VectorX<double>& q) {
  DriveState state(arm.drives);
  Workspace ws(arm.model);
  VectorX<double> inertias(arm.drives.count()), qd(q.size());
  if (!set_position(arm.drives, q, state)) throw Error("a mechanism does not reach a posture");
  for (int i = 0; i < arm.drives.count(); ++i) {
    joint_velocities(arm.drives, state, VectorX<double>::Unit(arm.drives.count(), i), qd);
    inertias[i] =
        2 * kinetic_energy<double>(arm.model, ws, q, qd) + arm.drives.motor(i).rotor_inertia;
  }
  return inertias;
}

std::vector<double> steps(double low, double high, int count) {
  std::vector<double> values;
  for (int k = 0; k <= count; ++k) values.push_back(low + (high - low) * k / count);
  return values;
}

PanelPlot inertia_curves(const DrivenArm& arm, LinksAtJoints& links) {
  PanelPlot plot{"Effective inertia of the motors, forearm level",
                 "inclination of the upper arm [deg]",
                 steps(arm_low, arm_high, 80),
                 {}};
  for (const Motor& motor : arm.drives.motors())
    plot.panels.push_back(
        {motor.name + " [kg cm²]", {{"effective inertia", LineKind::signal, {}}}});
  for (const double x : plot.x) {
    const VectorX<double> inertias = inertias_at(arm, links, posture(x, 0));
    for (std::size_t i = 0; i < plot.panels.size(); ++i)
      plot.panels[i].lines[0].values.push_back(1e4 * inertias[static_cast<Eigen::Index>(i)]);
  }
  return plot;
}

MapPlot inertia_map(const DrivenArm& arm, LinksAtJoints& links, int motor) {
  MapPlot map{fmt::format("Effective inertia of {}", arm.drives.motor(motor).name),
              "inclination of the upper arm [deg]",
              "inclination of the forearm [deg]",
              "kg cm²",
              steps(arm_low, arm_high, 40),
              steps(forearm_low, forearm_high, 30),
              {}};
  for (const double y : map.y) {
    std::vector<double> row;
    for (const double x : map.x) row.push_back(1e4 * inertias_at(arm, links, posture(x, y))[motor]);
    map.values.push_back(std::move(row));
  }
  return map;
}

}  // namespace

Reproduction szkodny_effective_inertia(const Progress&) {
  const DrivenArm irb6 = driven_arm({.robot = "irb6"});
  LinksAtJoints links(irb6.model);
  VectorX<double> least = VectorX<double>::Constant(5, 1e9), most = VectorX<double>::Zero(5);
  double difference = 0;
  for (const double x : steps(arm_low, arm_high, 20))
    for (const double y : steps(forearm_low, forearm_high, 20)) {
      const VectorX<double> q = posture(x, y), inertias = inertias_at(irb6, links, q);
      least = least.cwiseMin(inertias);
      most = most.cwiseMax(inertias);
      difference = std::max(
          difference,
          (inertias_by_energy(irb6, q) - inertias).cwiseQuotient(inertias).cwiseAbs().maxCoeff());
    }
  Reproduction found;
  found.numbers = {
      checked("relative difference to the kinetic energy at 1 rad/s", "", 0, difference, 1e-12)};
  for (int i = 0; i < 5; ++i)
    found.numbers.push_back(
        shown(fmt::format("motor {}: largest over least effective inertia", i + 1), "",
              most[i] / least[i]));
  found.plots.emplace_back(inertia_curves(irb6, links));
  for (const int motor : {0, 1, 2}) found.plots.emplace_back(inertia_map(irb6, links, motor));
  return found;
}

Reproduction szkodny_payload(const Progress&) {
  const DrivenArm bare = driven_arm({.robot = "irb6"});
  const Vector3<double> com{0.02, -0.01, 0.05};
  Reproduction found;
  std::vector<double> masses{0, 2, 4, 6}, second, third, inertia;
  double difference = 0;
  for (const double mass : masses) {
    const DrivenArm loaded = driven_arm({.robot = "irb6", .payload = {.mass = mass, .com = com}});
    const VectorX<double> q = posture(-75, 10), held = holding_currents(loaded, q);
    second.push_back(held[1]);
    third.push_back(held[2]);
    LinksAtJoints links(loaded.model);
    inertia.push_back(1e4 * inertias_at(loaded, links, q)[0]);
    // The same by what gravity does with a point mass in the hand.
    const ExternalWrench<double> weight{bare.model.tool(), {{0, 0, 0}, {0, 0, -9.81 * mass}}, com};
    const VectorX<double> rest = VectorX<double>::Zero(5);
    Workspace ws(bare.model), loaded_ws(loaded.model);
    VectorX<double> by_wrench(5), by_body(5);
    rnea<double>(bare.model, ws, q, rest, rest, by_wrench, {&weight, 1});
    rnea<double>(loaded.model, loaded_ws, q, rest, rest, by_body);
    difference = std::max(difference, (by_wrench - by_body).cwiseAbs().maxCoeff());
  }
  found.numbers = {
      checked("object as a body less object as a wrench, at rest", "N m", 0, difference, 1e-11)};
  found.tables.push_back(
      {"An object in the hand of the IRb-6, upper arm 15° forward, forearm 10° down",
       Table()
           .results("object", "kg", masses, 2)
           .results("i_a2 that holds", "A", second, 4)
           .results("i_a3 that holds", "A", third, 4)
           .results("effective inertia of motor1", "kg cm²", inertia, 4)});
  return found;
}

Reproduction szkodny_base(const Progress&) {
  const Model rail = choose_robot({.robot = "lola15_rail"}).model(),
              fixed = choose_robot({.robot = "lola15"}).model();
  Workspace rail_ws(rail), fixed_ws(fixed);
  std::vector<Pose<double>> poses(static_cast<std::size_t>(rail.body_count()));
  double difference = 0, along = 0;
  for (const SampleState& state : sample_states(rail, 100)) {
    VectorX<double> u(7), u_fixed(6);
    rnea<double>(rail, rail_ws, state.q, state.qd, state.qdd, u);
    // Against the carriage the arm is in a field of gravity that is less by the acceleration of the carriage.
    VectorX<double> forward = VectorX<double>::Zero(7);
    forward[0] = 1;
    body_poses<double>(rail, rail_ws, VectorX<double>::Zero(7), poses);
    const Vector3<double> start = poses[0].p;
    body_poses<double>(rail, rail_ws, forward, poses);
    const Vector3<double> axis = poses[0].p - start;
    const Model moved =
        choose_robot({.robot = "lola15", .gravity = fixed.gravity() - axis * state.qdd[0]}).model();
    Workspace ws(moved);
    rnea<double>(moved, ws, state.q.tail(6), state.qd.tail(6), state.qdd.tail(6), u_fixed);
    difference = std::max(difference, (u.tail(6) - u_fixed).cwiseAbs().maxCoeff());
    along = std::max(along, std::abs(u[0]));
  }
  Reproduction found;
  found.numbers = {
      checked("joint torques: on the rail less in its field", "N m", 0, difference, 1e-10),
      shown("largest force along the rail in these states", "N", along)};
  return found;
}

}  // namespace erfd
