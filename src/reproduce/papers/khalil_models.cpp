// The models of [K10]: trees, drives, loops, parallel robots, springs, a moving base (the eel).
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/elastic_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/moving_base.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/decompositions.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/simulation/simulate.hpp"

#include "reproduce/papers/khalil_items.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <Eigen/LU>
#include <fmt/format.h>

namespace erfd {
namespace {

VectorX<double> any(Eigen::Index size, std::mt19937& rng, double scale = 1) {
  std::uniform_real_distribution<double> number(-scale, scale);
  VectorX<double> x(size);
  for (double& value : x) value = number(rng);
  return x;
}

Model closed(const char* robot) {
  return choose_robot({.robot = robot, .closes_loops = true}).model();
}

/// A closed state of a mechanism near where it is put together, with accelerations that keep it closed.
struct ClosedState {
  ClosedState(const Model& model, std::mt19937& rng)
      : ws(model), q(model.start()), qd(any(model.nv(), rng, 0.3)), qdd(any(model.nv(), rng)) {
    q += any(q.size(), rng, 0.05);
    if (!close_position<double>(model, ws, q).closed)
      throw Error(fmt::format("{}: its loops do not close near its start", model.name()));
    close_velocity<double>(model, ws, q, qd);
    close_acceleration<double>(model, ws, q, qd, qdd);
  }
  LoopWorkspace ws;
  VectorX<double> q, qd, qdd;
};

}  // namespace

/// (8) has the sign of the right side turned.
Reproduction khalil_direct_model(const Progress&) {
  Reproduction found;
  const Model tree = choose_robot({.robot = "tree12"}).model();
  const int n = tree.nv();
  std::mt19937 rng(8);
  const VectorX<double> q = any(n, rng), qd = any(n, rng), tau = any(n, rng, 50);
  Workspace ws(tree);
  const auto lagrange = make_algorithm<double>("lagrange", tree);
  MatrixX<double> A(n, n);
  VectorX<double> bias(n), qdd(n);
  lagrange->inertia_matrix(q, A);
  lagrange->inverse_dynamics(q, qd, VectorX<double>::Zero(n), bias, {});
  const VectorX<double> dense = A.partialPivLu().solve(tau - bias);
  aba<double>(tree, ws, q, qd, tau, qdd);
  found.numbers.push_back(corrected("tree12: acceleration of joint 1 by (8)", "rad/s^2", -dense[0],
                                    dense[0], qdd[0], 1e-8 * std::max(1.0, std::abs(dense[0]))));
  found.numbers.push_back(
      checked("recursion of section 3.3.2 apart from A^-1 (Gamma - H), all joints, relative", "-",
              0, (qdd - dense).norm() / dense.norm(), 1e-10));
  found.notes.emplace_back("A and H by Lagrange, which shares no formula with the recursion.");
  return found;
}

/// Section 3: rotors and friction in the direct model.
Reproduction khalil_rotors_and_friction(const Progress&) {
  Reproduction found;
  const ChosenRobot chosen = choose_robot({.robot = "lola15"});
  const Model model = chosen.model();
  const Drives drives = make_drives(chosen.description, model);
  const Plant plant({.models = {model}, .drives = drives, .motor_limits = false});
  std::mt19937 rng(3);
  Workspace ws(model);
  double apart = 0, without = 0;
  VectorX<double> u(6), u_a(6), tau(6), links(6);
  for (int k = 0; k < 50; ++k) {
    const VectorX<double> q = any(6, rng, 1.5), qd = any(6, rng, 2), qdd = any(6, rng, 5);
    rnea<double>(model, ws, q, qd, qdd, u);
    drive_torques(drives, qd, qdd, u, u_a);
    joint_torques(drives, u_a, tau);
    apart = std::max(apart, (moment_of(plant, tau, q, qd).qdd - qdd).cwiseAbs().maxCoeff());
    aba<double>(model, ws, q, qd, tau, links);
    without = std::max(without, (links - qdd).cwiseAbs().maxCoeff());
  }
  found.numbers.push_back(
      checked("direct model with drives apart from what its torques were made for", "rad/s^2", 0,
              apart, 1e-8));
  found.numbers.push_back(shown("the same without rotors and friction", "rad/s^2", without));
  found.notes.emplace_back(
      "Lola 15, 50 random states. The torques are those of the inverse model with drives.");
  return found;
}

/// (57) misses a transpose.
Reproduction khalil_loops(const Progress&) {
  Reproduction found;
  const Model bars = closed("fivebar");
  std::mt19937 rng(57);
  ClosedState s(bars, rng);
  Workspace tree(bars);
  const int n = bars.nv();
  VectorX<double> tau_tree(n);
  rnea<double>(bars, tree, s.q, s.qd, s.qdd, tau_tree);
  std::vector<int> active, passive;
  for (const Body& body : bars.joints()) (body.passive ? passive : active).push_back(body.v_index);
  MatrixX<double> G(n, static_cast<Eigen::Index>(active.size()));
  loop_matrix<double>(bars, s.ws, s.q, G);
  VectorX<double> ours(static_cast<Eigen::Index>(active.size()));
  loop_inverse_dynamics<double>(bars, s.ws, s.q, s.qd, s.qdd, ours);
  const MatrixX<double> G_p = G(passive, Eigen::all);
  const VectorX<double> of_active = tau_tree(active), of_passive = tau_tree(passive);
  // By multipliers: H qdd + h - J^T lambda has no torque at the passive joints.
  MatrixX<double> J(bars.constraint_rows(), n);
  constraint_jacobian<double>(bars, s.ws, s.q, J);
  const MatrixX<double> J_p = J(Eigen::all, passive), J_a = J(Eigen::all, active);
  const VectorX<double> lambda = least_norm_solution(J_p.transpose(), of_passive);
  const VectorX<double> right = of_active - J_a.transpose() * lambda;
  if (passive.size() == active.size()) {
    const VectorX<double> printed = of_active + G_p * of_passive;
    found.numbers.push_back(corrected("five-bar: torque of the first motor by (57)", "N m",
                                      printed[0], right[0], ours[0], 1e-9));
    found.numbers.push_back(corrected("torque of the second motor by (57)", "N m", printed[1],
                                      right[1], ours[1], 1e-9));
  }
  const Model fourbar = closed("fourbar");
  ClosedState f(fourbar, rng);
  const int m = fourbar.nv();
  VectorX<double> tau = VectorX<double>::Zero(m), one(m), two(m), three(m),
                  multipliers(fourbar.constraint_rows());
  for (const Body& body : fourbar.joints())
    if (!body.passive) tau[body.v_index] = 3;
  loop_forward_by_projection<double>(fourbar, f.ws, f.q, f.qd, tau, one);
  loop_forward_by_multipliers<double>(fourbar, f.ws, f.q, f.qd, tau, two, multipliers);
  loop_forward_by_null_space<double>(fourbar, f.ws, f.q, f.qd, tau, three);
  const double scale = one.cwiseAbs().maxCoeff();
  found.numbers.push_back(checked("four-bar: projection (55) apart from multipliers, relative", "-",
                                  0, (one - two).cwiseAbs().maxCoeff() / scale, 1e-9));
  found.numbers.push_back(checked("four-bar: projection apart from minimal coordinates, relative",
                                  "-", 0, (one - three).cwiseAbs().maxCoeff() / scale, 1e-9));
  return found;
}

/// Section 5 by the legs against all joints of the tree with their constraints.
Reproduction khalil_parallel(const Progress&) {
  Reproduction found;
  std::mt19937 rng(66);
  for (const char* const robot : {"gough_stewart", "delta"}) {
    const Model model = closed(robot);
    ClosedState s(model, rng);
    const auto legs = make_closed_algorithm<double>("legs", model);
    VectorX<double> by_legs(model.nv()), multipliers(model.constraint_rows()), qdd(model.nv());
    legs->inverse_dynamics(s.q, s.qd, s.qdd, by_legs, {});
    loop_forward_by_multipliers<double>(model, s.ws, s.q, s.qd, by_legs, qdd, multipliers);
    found.numbers.push_back(checked(
        fmt::format("{}: accelerations of the torques of (66) apart from those asked for, relative",
                    robot),
        "-", 0, (qdd - s.qdd).norm() / s.qdd.norm(), 1e-8));
  }
  return found;
}

/// Section 6: inverse and direct model with springs undo each other.
Reproduction khalil_elastic(const Progress&) {
  Reproduction found;
  std::mt19937 rng(6);
  Model::Parts parts = choose_robot({.robot = "tree12"}).model().parts();
  for (const int body : {2, 5, 9}) parts.springs.push_back({{body}, 900, 3, 0.1});
  const Model model(std::move(parts));
  const int n = model.nv();
  Workspace ws(model);
  const VectorX<double> q = any(n, rng), qd = any(n, rng);
  VectorX<double> led = any(n, rng), tau(n), qdd(n), given(n), springs(n);
  elastic_inverse<double>(model, ws, q, qd, led, tau);
  spring_torques<double>(model, q, qd, springs);
  given = tau - springs;
  elastic_forward<double>(model, ws, q, qd, given, qdd);
  found.numbers.push_back(checked("direct model apart from inverse model, relative", "-", 0,
                                  (qdd - led).norm() / led.norm(), 1e-9));
  MatrixX<double> H(n, n);
  VectorX<double> bias(n);
  crba<double>(model, ws, q, H);
  bias_torques<double>(model, ws, q, qd, bias);
  found.numbers.push_back(checked("H qdd + h apart from torques and springs, relative", "-", 0,
                                  (H * led + bias - tau).norm() / tau.norm(), 1e-10));
  found.notes.emplace_back("tree12 with springs in three of its joints, which no drive leads.");
  return found;
}

/// (97), (109): their result is without gravity. The eel bends as it swims; water is not in it.
Reproduction khalil_moving_base(const Progress&) {
  Reproduction found;
  const Model eel = choose_robot({.robot = "eel"}).model();
  const int n = eel.nv(), joints = n - 6;
  Workspace ws(eel);
  MatrixX<double> H(n, n);
  VectorX<double> q = eel.neutral(), qd = VectorX<double>::Zero(n), qdd = qd, tau(n), bias(n);
  PanelPlot plot{"Acceleration of the head of the eel while a wave runs through its joints",
                 "time [s]",
                 {},
                 {},
                 {}};
  std::vector<PanelLine> lines(3, PanelLine{"", LineKind::signal, {}});
  double apart = 0, of_first = 0, right_of_first = 0;
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.01 * k, w = 2 * std::numbers::pi;
    for (int j = 0; j < joints; ++j) {
      const double angle = w * t - 0.6 * j;
      q[q.size() - joints + j] = 0.3 * std::sin(angle);
      qd[6 + j] = 0.3 * w * std::cos(angle);
      qdd[6 + j] = -0.3 * w * w * std::sin(angle);
    }
    moving_base_inverse<double>(eel, ws, q, qd, qdd, tau);
    const VectorX<double> base = qdd.head(6);
    crba<double>(eel, ws, q, H);
    bias_torques<double>(eel, ws, q, qd, bias);
    const VectorX<double> dense = -H.topLeftCorner(6, 6).partialPivLu().solve(
        H.topRightCorner(6, joints) * qdd.tail(joints) + bias.head(6));
    apart = std::max(apart, (base - dense).norm() / dense.norm());
    if (k == 0) {
      of_first = base[5];
      right_of_first = dense[5];
    }
    plot.x.push_back(t);
    for (Eigen::Index c = 0; c < 3; ++c)
      lines[static_cast<std::size_t>(c)].values.push_back(base[3 + c]);
  }
  const char* const names[] = {"along", "to the side", "up"};
  for (std::size_t c = 0; c < 3; ++c)
    plot.panels.push_back({fmt::format("{} [m/s^2]", names[c]), {lines[c]}, {}});
  found.numbers.push_back(corrected("acceleration of the head, upwards, at 0 s, by (97)", "m/s^2",
                                    right_of_first + 9.81, right_of_first, of_first, 1e-9));
  found.numbers.push_back(checked("recursion of section 7.3 apart from A and H, largest, relative",
                                  "-", 0, apart, 1e-9));
  found.plots.emplace_back(std::move(plot));
  found.notes.emplace_back("The eel falls: nothing but its own joints and gravity acts on it.");
  return found;
}

}  // namespace erfd
