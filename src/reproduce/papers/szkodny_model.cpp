// What [S] says of its equations: links (7)–(10), actuators (8), friction (17), (18), and the currents of the example.
#include "erfd/drives/rotors.hpp"
#include "erfd/drives/survey.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/study/sample_states.hpp"

#include "reproduce/papers/algorithm_differences.hpp"
#include "reproduce/papers/szkodny_items.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Angle of motor 1 of the IRb-6 after a second of constant current from home, and how fast it turns then. Its axis is vertical: no gravity.
struct Turned {
  double way = 0, speed = 0;
};

Turned motor_1_under(const DrivenArm& irb6, double current) {
  const Plant plant(
      {.models = {irb6.model}, .drives = irb6.drives, .input = PlantInput::motor_currents});
  const VectorX<double> held = holding_currents(irb6, irb6.home);
  const auto input = [&](double, In<double>, In<double>, Out<double> currents) {
    currents = held;
    currents[0] = current;
  };
  const SimulationResult run =
      simulate(plant, input, irb6.home, VectorX<double>::Zero(irb6.model.nv()), {.duration = 1});
  const double ratio = irb6.drives.coupling()(0, 0);
  return {std::abs(ratio * (run.q[0] - irb6.home[0])), std::abs(ratio * run.qd[0])};
}

/// Two skew axes with coupled motors; behind motor 1 a pulley, a belt wheel that turns back and an output.
constexpr const char* arm_with_elements = R"(
format = "erfd-robot/1"
name   = "arm"
[[body]]
name          = "upper"
mass_kg       = 8
com_m         = [-0.25, 0.01, 0.02]
inertia_kg_m2 = [0.1, 0.12, 0.13]
joint = { type = "revolute", dh = { a_m = 0.5, alpha_deg = 70 } }
[[body]]
name          = "fore"
mass_kg       = 5
com_m         = [-0.2, 0, 0]
inertia_kg_m2 = [0.05, 0.06, 0.07]
joint = { type = "revolute", dh = { a_m = 0.4 } }
[[drive]]
name  = "m1"
rotor_inertia_kg_m2 = 0.001
element = [
  { name = "pulley", inertia_kg_m2 = 2e-4, ratio = 1 },
  { name = "belt wheel", inertia_kg_m2 = 5e-3, ratio = -2.5 },
  { name = "output", inertia_kg_m2 = 0.3, ratio = 80 },
]
[[drive]]
name  = "m2"
rotor_inertia_kg_m2 = 0.0008
[transmission]
coupling = [[80, 3], [-4, 60]]
)";

}  // namespace

Reproduction szkodny_lagrange(const Progress&) {
  Reproduction found;
  const AlgorithmDifferences chains = differences_on_chains("lagrange", 6),
                             tree = differences_of("lagrange",
                                                   choose_robot({.robot = "tree12"}).model());
  found.numbers = {
      checked("D_ij less CRBA, chains of 2 to 6 joints", "", 0, chains.H, 1e-13),
      checked("D_ijk and D_i less RNEA, chains of 2 to 6 joints", "", 0, chains.bias, 1e-12),
      checked("D_ij less CRBA, a tree of 12 joints", "", 0, tree.H, 1e-13),
      checked("D_ijk and D_i less RNEA, a tree of 12 joints", "", 0, tree.bias, 1e-12)};
  return found;
}

Reproduction szkodny_actuators(const Progress&) {
  const ChosenRobot chosen = choose_robot({.robot = "scara"});
  const Model model = chosen.model();
  const Drives drives = make_drives(chosen.description, model);
  const GearedRotors exact = make_rotors(chosen.description, model, drives);
  Reproduction found;
  const std::vector<RotorShare> shares = survey_rotors(exact, model, drives, 500);
  double left_out = 0;
  for (std::size_t j = 0; j < shares.size(); ++j) {
    const double share = shares[j].left_out / shares[j].needed;
    left_out = std::max(left_out, share);
    found.numbers.push_back(
        shown(fmt::format("SCARA, joint {}: left out, rms", j + 1), "%", 100 * share));
  }
  // The coupling of spin and carrier is of the order of 2/k of the rotor's share of the torque.
  found.numbers.push_back(
      refuted("equations (8) to (10) are exact (1: yes)", "", 1, 0, left_out < 1e-12 ? 1 : 0, 0));
  VectorX<double> qd(4), u(4), qd_a(4), u_a(4);
  qd << 0.7, -1.3, 0.2, 2.1;
  u << 31, -12, 45, 3;
  motor_velocities(drives, qd, qd_a);
  motor_torques(drives, u, u_a);
  found.numbers.push_back(checked("power of the motors by (13) less that of the joints", "W", 0,
                                  u_a.dot(qd_a) - u.dot(qd), 1e-12));
  return found;
}

Reproduction szkodny_elements(const Progress&) {
  const ChosenRobot chosen = choose_robot({.robot = "arm.toml", .text = arm_with_elements});
  const Model model = chosen.model();
  const Drives drives = make_drives(chosen.description, model);
  // The rotor and the elements of motor 1, and the rotor of motor 2, as bodies that spin on the ground.
  const double inertia[] = {0.001, 2e-4, 5e-3, 0.3, 0.0008}, ratio[] = {1, 1, -2.5, 80, 1};
  std::vector<Rotor> bodies(5);
  MatrixX<double> N(5, 2);
  for (Eigen::Index l = 0; l < 5; ++l) {
    const auto at = static_cast<std::size_t>(l);
    bodies[at].name = fmt::format("element {}", l + 1);
    bodies[at].I_R.about_origin(2, 2) = inertia[at];
    N.row(l) = drives.K().row(l == 4 ? 1 : 0) / ratio[at];
  }
  const GearedRotors exact(model, bodies, N);
  RotorWorkspace ws(exact);
  Workspace page(model);
  MatrixX<double> with(2, 2), links(2, 2);
  double worst = 0;
  for (const SampleState& state : sample_states(model, 20)) {
    inertia_matrix(exact, ws, state.q, with);
    crba<double>(model, page, state.q, links);
    const MatrixX<double> of_drives = drives.reflected_inertia();
    worst = std::max(
        worst, (links + of_drives - with).cwiseAbs().maxCoeff() / of_drives.cwiseAbs().maxCoeff());
  }
  Reproduction found;
  found.numbers = {
      checked("motor 1 with its elements: I + Σ J/r²", "kg m²",
              0.001 + 2e-4 + 5e-3 / 6.25 + 0.3 / 6400, drives.rotor_inertias()[0], 1e-15),
      checked("H less that with the elements as bodies, relative", "", 0, worst, 1e-13)};
  return found;
}

Reproduction szkodny_friction(const Progress&) {
  const DrivenArm irb6 = driven_arm({.robot = "irb6"});
  const Motor& motor = irb6.drives.motor(0);
  const double constant = *motor.constants.torque_constant,
               starting = motor.friction.starting_positive / constant;
  const Turned below = motor_1_under(irb6, 0.99 * starting),
               above = motor_1_under(irb6, 1.01 * starting);
  // I v̇ = u − F_m − f v: the column alone turns, at a constant effective inertia.
  LinksAtJoints links(irb6.model);
  DriveState state(irb6.drives);
  VectorX<double> inertias(irb6.drives.count());
  if (!links.move_to(irb6.home) || !set_position(irb6.drives, irb6.home, state))
    throw Error("the IRb-6 cannot stand at home");
  effective_inertias(irb6.drives, state, links.H(), inertias);
  const double drive = 1.01 * starting * constant - motor.friction.moving_positive,
               decay = motor.friction.viscous / inertias[0],
               speed = drive / motor.friction.viscous * (1 - std::exp(-decay));
  Reproduction found;
  found.numbers = {
      checked("way in 1 s, 1 % below the starting friction", "rad", 0, below.way, 0),
      checked("speed after 1 s, 1 % above it, closed form", "rad/s", speed, above.speed, 1e-6)};
  return found;
}

Reproduction szkodny_currents(const Progress&) {
  const DrivenArm irb6 = driven_arm({.robot = "irb6"});
  VectorX<double> angles(5), q = irb6.home;
  angles << -130.0, -66.7, -51.0, -199.0, -199.0;
  if (const DriveStatus status = joint_positions(irb6.drives, angles, q); !status)
    throw Error(text_of(irb6.drives, status));
  const VectorX<double> held = holding_currents(irb6, q);
  const double printed[] = {0, 3.18, -0.73, 0, 0};
  Reproduction found;
  for (int i = 0; i < 5; ++i)
    found.numbers.push_back(confirmed(fmt::format("i_a{} at the printed motor angles", i + 1), "A",
                                      printed[i], held[i], i == 1 || i == 2 ? 0.005 : 0.01));
  return found;
}

}  // namespace erfd
