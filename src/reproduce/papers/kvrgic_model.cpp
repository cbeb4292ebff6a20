// What [KV20] says of mRNEA, of the data of Lola 15, of Algorithm 1 and of the limits of section 8.
#include "erfd/base/units.hpp"
#include "erfd/drives/actuator_model.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/simulation/algorithm1.hpp"
#include "erfd/study/sample_states.hpp"

#include "reproduce/papers/algorithm_differences.hpp"
#include "reproduce/papers/kvrgic_items.hpp"
#include "reproduce/papers/kvrgic_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <fmt/format.h>

namespace erfd {
namespace {

using std::numbers::pi;

VectorX<double> diagonal_at_zero(const RobotChoice& choice) {
  const Model model = choose_robot(choice).model();
  Workspace ws(model);
  MatrixX<double> H(model.nv(), model.nv());
  crba<double>(model, ws, VectorX<double>::Zero(model.nq()), H);
  return H.diagonal();
}

/// Lola 15 with its motors.
struct Lola {
  ChosenRobot chosen = choose_robot({.robot = "lola15"});
  Model model = chosen.model();
  Drives drives = make_drives(chosen.description, model);
  VectorX<double> speed{6}, acceleration{6};

  Lola() {
    for (const Body& body : model.bodies()) {
      speed[body.v_index] = body.limits.speed;
      acceleration[body.v_index] = body.limits.acceleration;
    }
  }
};

/// What axis 2 is off behind a cycloidal lift of 1.05 rad in T seconds [rad]: golden set algorithm1_D.
double error_after_lift(const Lola& lola, std::string_view actuator_model, Shortfall shortfall,
                        double T, std::vector<double>* path = nullptr) {
  const Algorithm1 algorithm(
      lola.model, lola.drives,
      {.actuator_model = actuator_model, .shortfall = shortfall, .motor_speed_limits = false});
  VectorX<double> q(6), dq(6);
  q << 0.1, -0.9, 0.2, 0.1, 0.4, 0;
  dq << -0.3, 1.05, -0.1, 0.3, -0.3, 0.5;
  const VectorX<double> start = q;
  const double dt = algorithm.settings().period;
  const auto asked = [&](int k) -> VectorX<double> {
    const double share = std::min(1.0, k * dt / T);
    return start + dq * (share - std::sin(2 * pi * share) / (2 * pi));
  };
  const ExternalWrench<double> wrench{lola.model.tool(), wrench_of(Load::serbian).value()};
  Algorithm1Workspace ws(algorithm);
  Cycle cycle(algorithm);
  VectorX<double> qd = VectorX<double>::Zero(6);
  const int steps = static_cast<int>(std::ceil(T / dt)) + 18;
  for (int k = 0; k < steps; ++k) {
    if (path != nullptr) path->push_back(q[1]);
    step(algorithm, ws, k * dt, q, qd, (asked(k + 1) - asked(k)) / dt, cycle, {&wrench, 1});
    if (cycle.status != CycleStatus::ok) return std::numeric_limits<double>::infinity();
    q = cycle.q_next;
    qd = cycle.qd_next;
  }
  return std::abs(q[1] - asked(steps)[1]);
}

/// Largest torque of a motor within the limits of speed and acceleration, in all postures, found by climbing
/// from random states [N m].
double largest_torque(const Lola& lola, int motor, Load load) {
  const ExternalWrench<double> wrench{lola.model.tool(), wrench_of(load).value()};
  Workspace ws(lola.model);
  VectorX<double> u(6), u_a(6);
  const auto torque = [&](const VectorX<double>& x) {
    const VectorX<double> q = pi * x.head(6), qd = x.segment(6, 6).cwiseProduct(lola.speed),
                          qdd = x.tail(6).cwiseProduct(lola.acceleration);
    rnea<double>(lola.model, ws, q, qd, qdd, u, {&wrench, 1});
    drive_torques(lola.drives, qd, qdd, u, u_a);
    return std::abs(u_a[motor]);
  };
  std::mt19937 rng(1);
  const auto number = [&] { return static_cast<double>(rng()) / 2147483648.0 - 1; };
  double most = 0;
  for (int start = 0; start < 12; ++start) {
    VectorX<double> x(18);
    for (double& value : x) value = number();
    double here = torque(x), reach = 0.5;
    for (int k = 0; k < 2000; ++k) {
      VectorX<double> y = x;
      y[static_cast<Eigen::Index>(rng() % 18)] += reach * number();
      if (k % 7 == 0)
        for (double& value : y) value += 0.1 * reach * number();
      y.tail(12) = y.tail(12).cwiseMax(-1).cwiseMin(1);
      const double there = torque(y);
      if (there > here) {
        x = y;
        here = there;
      }
      if (k % 200 == 199) reach *= 0.7;
    }
    most = std::max(most, here);
  }
  return most;
}

/// (6) prints v_z − g: gravity pulls upwards then. What is right comes from the potential energy.
void add_gravity(Reproduction& found) {
  const Lola lola;
  const auto algorithm = make_algorithm<double>("mrnea", lola.model);
  Workspace ws(lola.model);
  VectorX<double> q(6), u(6);
  q << 0.3, -0.4, 0.5, 0.2, -0.6, 0.1;
  const VectorX<double> rest = VectorX<double>::Zero(6);
  algorithm->inverse_dynamics(q, rest, rest, u, {});
  for (const int axis : {1, 2}) {
    constexpr double h = 1e-5;
    const VectorX<double> way = h * VectorX<double>::Unit(6, axis);
    const double right = (potential_energy<double>(lola.model, ws, q + way) -
                          potential_energy<double>(lola.model, ws, q - way)) /
                         (2 * h);
    found.numbers.push_back(corrected(fmt::format("u{} that holds a posture (L1)", axis + 1), "N m",
                                      -right, right, u[axis], 1e-5));
  }
}

}  // namespace

Reproduction kvrgic_mrnea(const Progress&) {
  Reproduction found;
  for (const auto& [title, name] :
       {std::pair{"recursive", "mrnea"}, {"written out", "mrnea_expanded"}}) {
    const AlgorithmDifferences chains = differences_on_chains(name, 8),
                               lola =
                                   differences_of(name, choose_robot({.robot = "lola15"}).model());
    const auto add = [&](const char* what, double value) {
      found.numbers.push_back(checked(fmt::format("{}: {}", title, what), "", 0, value, 1e-13));
    };
    add("H less CRBA, chains of 2 to 8 joints", chains.H);
    add("u' less RNEA, chains of 2 to 8 joints", chains.bias);
    add("H less CRBA, Lola 15", lola.H);
    add("u' less RNEA, Lola 15", lola.bias);
  }
  add_gravity(found);
  return found;
}

Reproduction kvrgic_data(const Progress&) {
  const Lola lola;
  Reproduction found;
  const double printed[] = {3150, 2800, 3150, 3400, 3400, 3400}, right[] = {3495, 3932, 3500};
  for (int i = 0; i < 3; ++i)
    found.numbers.push_back(refuted(fmt::format("motor {}: speed that q̇_max needs (L10)", i + 1),
                                    "rpm", printed[i], right[i],
                                    std::abs(lola.drives.K()(i, i)) * lola.speed[i] / rpm, 0.5));
  const VectorX<double> about_com = diagonal_at_zero({.robot = "lola15"}),
                        about_origin = diagonal_at_zero(
                            {.robot = "lola15",
                             .settings = {"body.upper_arm.inertia_about=origin",
                                          "body.forearm.inertia_about=origin",
                                          "body.wrist_roll.inertia_about=origin"}});
  const double com[] = {132.3, 176.9, 82.3}, origin[] = {87.9, 115.4, 38.0};
  for (int i = 0; i < 3; ++i) {
    found.numbers.push_back(
        checked(fmt::format("h{0}{0}(0), inertias about mass centres (L6)", i + 1), "kg m²", com[i],
                about_com[i], 0.05));
    found.numbers.push_back(
        checked(fmt::format("h{0}{0}(0), inertias about frame origins (L6)", i + 1), "kg m²",
                origin[i], about_origin[i], 0.05));
  }
  return found;
}

Reproduction kvrgic_algorithm1(const Progress&) {
  const Lola lola;
  Reproduction found;
  const auto error = [&](std::string_view model, Shortfall shortfall, double T) {
    return error_after_lift(lola, model, shortfall, T);
  };
  found.numbers = {corrected("axis 2 off, lift in 0.64 s, as published (L20)", "rad", 0, 17.2,
                             error("as_published", Shortfall::full, 0.64), 0.05),
                   corrected("the same, step 6 as worded (L21)", "rad", 0, 47,
                             error("as_published", Shortfall::as_printed, 0.64), 0.5),
                   corrected("lift in 0.74 s, step 6 as worded (L21)", "rad", 0, 58,
                             error("as_published", Shortfall::as_printed, 0.74), 0.5),
                   checked("lift in 0.64 s, corrected, all joints take (92)", "rad", 0.15,
                           error("corrected", Shortfall::full, 0.64), 0.005),
                   checked("lift in 0.64 s, corrected, mixed problem", "rad", 0.13,
                           error("corrected", Shortfall::mixed, 0.64), 0.005),
                   checked("lift in 0.74 s, corrected, mixed problem", "rad", 0.02,
                           error("corrected", Shortfall::mixed, 0.74), 0.005),
                   shown("lift in 0.64 s, consistent set (L27)", "rad",
                         error("corrected", Shortfall::consistent, 0.64))};
  LinePlot plot{"Axis 2 in a lift of 1.05 rad in 0.64 s", {"time [s]"}, {"q2 [rad]"}, {}};
  for (const auto& [name, model, shortfall] :
       {std::tuple{"as published", "as_published", Shortfall::full},
        std::tuple{"corrected, mixed", "corrected", Shortfall::mixed},
        std::tuple{"consistent", "corrected", Shortfall::consistent}}) {
    std::vector<double> path;
    error_after_lift(lola, model, shortfall, 0.64, &path);
    PlotSeries series{name, {}};
    for (std::size_t k = 0; k < path.size(); ++k)
      series.points.emplace_back(0.01 * static_cast<double>(k), path[k]);
    plot.series.push_back(std::move(series));
  }
  found.plots.emplace_back(std::move(plot));
  return found;
}

Reproduction kvrgic_limits(const Progress& progress) {
  const Lola lola;
  Reproduction found;
  const double right[2][3] = {{50.4, 36.5, 21.9}, {50.4, 41.0, 24.0}};
  for (const Load load : {Load::serbian, Load::english})
    for (int motor = 0; motor < 3; ++motor) {
      const bool english = load == Load::english;
      const double most = largest_torque(lola, motor, load),
                   has = lola.drives.motor(motor).limits.torque_peak;
      const std::string of = fmt::format("motor {}, {}", motor + 1, english ? "E" : "S");
      found.numbers.push_back(shown(of + ": largest torque, by climbing", "N m", most));
      found.numbers.push_back(checked(of + ": reaches that of L26 less 2 % (1: yes)", "", 1,
                                      most > 0.98 * right[english ? 1 : 0][motor] ? 1 : 0, 0));
      found.numbers.push_back(checked(of + ": can saturate (1: yes)", "",
                                      motor == 1 && !english ? 0 : 1, most > has ? 1 : 0, 0));
      if (progress) progress((3. * english + motor + 1) / 6);
    }
  return found;
}

}  // namespace erfd
