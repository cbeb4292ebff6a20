// Runs of [Fe15]: Figs. 6.1 to 6.8, Table 6.1, robust control.
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/regressor.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/simulation/controller.hpp"
#include "erfd/simulation/simulate.hpp"
#include "erfd/study/count.hpp"

#include "reproduce/papers/fedorov_items.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double half_turn = std::numbers::pi;

using Six = std::array<double, 6>;

VectorX<double> six(const Six& x) { return Eigen::Map<const VectorX<double>>(x.data(), 6); }

const VectorX<double>& zeros() {
  static const VectorX<double> none = VectorX<double>::Zero(6);
  return none;
}

/// The same robot by DH and by screws, each moved by the equations of its half of the thesis.
struct Half {
  const char* robot;
  const char* algorithm;
  const char* words;
};
constexpr Half newton_euler{"irb140", "walker_orin_1", "Newton-Euler, joints by DH"};
constexpr Half exponentials{"irb140_screws", "poe", "exponentials, joints by screws"};

Model model_of(const Half& half) { return choose_robot({.robot = half.robot}).model(); }

/// θ of the screws in the joint numbers of DH, errata 1.2.
VectorX<double> by_dh(const VectorX<double>& screws) {
  VectorX<double> q = screws;
  q[1] = half_turn / 2 - screws[1];
  q[2] = -screws[2];
  q[4] = half_turn + screws[4];
  return q;
}

/// Rates and torques turn with the joint numbers.
VectorX<double> rates_by_dh(const VectorX<double>& screws) {
  VectorX<double> rates = screws;
  rates[1] = -screws[1];
  rates[2] = -screws[2];
  return rates;
}

struct ClosedLoop {
  const char* name;
  Six from, to;
  double dh, screws;  ///< settling [s], errata §4
};
constexpr ClosedLoop loops[] = {
    {"Simulation 1",
     {},
     {half_turn / 2, 0, -half_turn / 2, half_turn, half_turn / 2, -half_turn},
     2.14,
     2.78},
    {"Simulation 2",
     {0, half_turn, -half_turn / 2, 0, 0, 0},
     {half_turn, 0, 0, half_turn, half_turn / 2, -half_turn},
     2.20,
     1.94},
    {"Simulation 3",
     {0, half_turn / 2, -half_turn / 2, 0, 0, 0},
     {-half_turn, half_turn, -half_turn, -half_turn, -half_turn / 2, half_turn},
     1.93,
     2.94}};

const Six Kp{50, 50, 50, 50, 50, 60}, Kd{20, 20, 20, 20, 20, 22};  // (5.30), (5.31)

SimulationResult closed_loop(const Half& half, const ClosedLoop& loop, double duration) {
  const Plant plant({.models = {model_of(half)}, .algorithm = half.algorithm});
  const auto goal = set_point(six(loop.to));
  const auto law =
      make_controller("pd_gravity", plant.model(), goal, {.Kp = six(Kp), .Kd = six(Kd)});
  SimulationSettings settings{.duration = duration, .output_period = 0.02};
  settings.integrator = "implicit";  // joint 6 alone damps with 22/0.000968 1/s
  settings.integration = {.relative = 1e-6, .absolute = 1e-7, .max_step = 0.02};
  settings.reference = goal.get();
  return simulate(
      plant,
      [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
      six(loop.from), zeros(), settings);
}

SimulationResult open_loop(const Half& half, const VectorX<double>& q, const VectorX<double>& u,
                           double duration, const IntegratorSettings& integration) {
  const Plant plant({.models = {model_of(half)}, .algorithm = half.algorithm});
  SimulationSettings settings{.duration = duration, .output_period = 0.01};
  settings.integration = integration;
  return simulate(
      plant, [&](double, In<double>, In<double>, Out<double> tau) { tau = u; }, q, zeros(),
      settings);
}

using Part = VectorX<double> Sample::*;

/// Six panels: one quantity of both models over the time of the shorter run.
PanelPlot panels_of(const std::string& title, const std::string& unit, Part part,
                    const SimulationResult& dh, const SimulationResult& screws) {
  PanelPlot plot{title, "time [s]", {}, {}, {}};
  const std::size_t count = std::min(dh.samples.size(), screws.samples.size());
  for (std::size_t k = 0; k < count; ++k) plot.x.push_back(dh.samples[k].t);
  for (Eigen::Index j = 0; j < 6; ++j) {
    PanelLine by_dh{newton_euler.words, LineKind::signal, {}},
        by_screws{exponentials.words, LineKind::asked, {}};
    for (std::size_t k = 0; k < count; ++k) {
      by_dh.values.push_back((dh.samples[k].*part)[j]);
      by_screws.values.push_back((screws.samples[k].*part)[j]);
    }
    plot.panels.push_back({fmt::format("joint {} [{}]", j + 1, unit), {by_dh, by_screws}, {}});
  }
  return plot;
}

VectorX<double> holding(const Model& model, const VectorX<double>& q) {
  Workspace ws(model);
  VectorX<double> u(6);
  gravity_torques<double>(model, ws, q, u);
  return u;
}

const Six q_des{0, half_turn / 2, -half_turn / 2, 0, 0, 0};  // (5.16)

double last_settling(const SimulationResult& run) {
  double last = 0;
  for (const SettlingRecord& record : run.motion.settling) last = std::max(last, record.time);
  return last;
}

TitledTable settling_table(const std::string& title, const SimulationResult& dh,
                           const SimulationResult& screws) {
  std::vector<std::string> joints;
  std::vector<std::optional<double>> settled[2], overshoot[2], error[2];
  for (std::size_t j = 0; j < 6; ++j) {
    joints.push_back(fmt::format("joint {}", j + 1));
    const SimulationResult* const runs[] = {&dh, &screws};
    for (std::size_t r = 0; r < 2; ++r) {
      const SettlingRecord& record = runs[r]->motion.settling[j];
      settled[r].push_back(record.outside == 0 ? std::optional(record.time) : std::nullopt);
      overshoot[r].push_back(record.way == 0
                                 ? std::nullopt
                                 : std::optional(100 * record.overshoot / std::abs(record.way)));
      error[r].push_back(runs[r]->motion.tracking[j].end);
    }
  }
  Table table;
  table.text("", joints);
  table.data("settled, DH", "s", settled[0], 4).data("screws", "s", settled[1], 4);
  table.data("overshoot, DH", "%", overshoot[0], 3).data("screws", "%", overshoot[1], 3);
  table.data("steady error, DH", "rad", error[0], 2).data("screws", "rad", error[1], 2);
  return {title, table};
}

/// Multiplications and additions of one acceleration.
double operations(const Half& half) {
  const auto count = count_operations(find_algorithm(half.algorithm), model_of(newton_euler),
                                      Task::forward_dynamics, CountingRule::without_trivial)
                         .of(PoseCost::counted);
  return static_cast<double>(count.multiplications + count.additions);
}

}  // namespace

Reproduction fedorov_open_loops(const Progress& progress) {
  Reproduction found;
  const VectorX<double> u = holding(model_of(exponentials), six(q_des));
  const Six elsewhere{0, half_turn, -half_turn / 2, 0, 0, 0};  // (6.7)
  // The unstable rest of Fig. 6.1 needs errors of rounding alone, Fig. 6.2 swings through singular motions.
  const IntegratorSettings fine{.relative = 1e-10, .absolute = 1e-12, .max_step = 0.01};
  const struct {
    const char* figure;
    const Six* from;
  } figures[] = {{"Fig. 6.1", &q_des}, {"Fig. 6.2", &elsewhere}};
  for (const auto& [figure, from] : figures) {
    const SimulationResult screws = open_loop(exponentials, six(*from), u, 1, fine),
                           dh = open_loop(newton_euler, by_dh(six(*from)), rates_by_dh(u), 1, fine);
    if (progress) progress(from == &q_des ? 0.5 : 1);
    const double drift = (screws.q - six(*from)).cwiseAbs().maxCoeff(),
                 apart = (by_dh(screws.q) - dh.q).cwiseAbs().maxCoeff();
    found.numbers.push_back(
        checked(fmt::format("{}: models apart after 1 s", figure), "rad", 0, apart, 1e-6));
    if (from == &q_des)
      found.numbers.push_back(
          confirmed("Fig. 6.1: way in 1 s from the desired posture", "rad", 0, drift, 1e-6));
    else
      found.numbers.push_back(shown("Fig. 6.2: way in 1 s from elsewhere", "rad", drift));
    SimulationResult same = dh;  // drawn in the joint numbers of the screws
    for (Sample& sample : same.samples)
      sample.q = by_dh(sample.q);  // the map is its own inverse but for joint 5
    for (Sample& sample : same.samples) sample.q[4] -= 2 * half_turn;
    found.plots.emplace_back(panels_of(fmt::format("{}: open loop with u_des, positions", figure),
                                       "rad", &Sample::q, same, screws));
  }
  found.notes.emplace_back(
      "Both models start in the same posture, each in its own joint numbers; drawn in those of the "
      "screws.");
  return found;
}

Reproduction fedorov_closed_loops(const Progress& progress) {
  Reproduction found;
  double done = 0;
  int figure = 3;
  for (const ClosedLoop& loop : loops) {
    const SimulationResult dh = closed_loop(newton_euler, loop, 5),
                           screws = closed_loop(exponentials, loop, 5);
    if (progress) progress((done += 1) / 3);
    const auto settle = [&](const char* model, double right, const SimulationResult& run) {
      found.numbers.push_back(corrected(fmt::format("{}, {}: all joints settled", loop.name, model),
                                        "s", 3, right, last_settling(run), 0.0101));
    };
    settle("DH", loop.dh, dh);
    settle("screws", loop.screws, screws);
    double overshoot = 0, error = 0;
    for (const SimulationResult* run : {&dh, &screws})
      for (std::size_t j = 0; j < 6; ++j) {
        overshoot = std::max(overshoot, run->motion.settling[j].overshoot);
        error = std::max(error, run->motion.tracking[j].end);
      }
    found.numbers.push_back(
        shown(fmt::format("{}: largest overshoot of both models", loop.name), "rad", overshoot));
    found.numbers.push_back(
        shown(fmt::format("{}: largest error after 5 s", loop.name), "rad", error));
    found.tables.push_back(settling_table(loop.name, dh, screws));
    found.plots.emplace_back(
        panels_of(fmt::format("Fig. 6.{}: closed loop, positions, {}", figure, loop.name), "rad",
                  &Sample::q, dh, screws));
    found.plots.emplace_back(
        panels_of(fmt::format("Fig. 6.{}: closed loop, torques, {}", figure + 1, loop.name), "N m",
                  &Sample::torque, dh, screws));
    figure += 2;
  }
  found.notes.emplace_back(
      "Settled: within 2 % of the way for good, or within 0.01 rad; the thesis says \"in about 3 "
      "seconds\" and names no band. The two models get the same joint numbers, as in the thesis, "
      "so "
      "that they are two robots at different postures.");
  return found;
}

Reproduction fedorov_table_6_1(const Progress& progress) {
  Reproduction found;
  std::vector<std::string> names, calls, times;
  double least = HUGE_VAL, most = 0, done = 0;
  for (const ClosedLoop& loop : loops) {
    double cost[2];
    int k = 0;
    for (const Half& half : {newton_euler, exponentials}) {
      const SimulationResult run = closed_loop(half, loop, 2.3);
      cost[k++] = run.wall_time / static_cast<double>(run.evaluations);
      names.push_back(fmt::format("{}, {}", loop.name, half.algorithm));
      calls.push_back(std::to_string(run.evaluations));
      times.push_back(
          fmt::format("{:.1f}", 1e6 * run.wall_time / static_cast<double>(run.evaluations)));
    }
    if (progress) progress((done += 1) / 3);
    least = std::min(least, cost[1] / cost[0]);
    most = std::max(most, cost[1] / cost[0]);
  }
  found.tables.push_back(
      {"2.3 s of each closed loop, here and now", Table()
                                                      .text("run", names)
                                                      .right("accelerations", "", calls)
                                                      .right("time of one", "us", times)});
  const double printed = 18 * 60 / 2.3 / (28 / 5.0);  // minutes a second, Fig. 6.3
  found.numbers.push_back(
      refuted("exponentials over Newton-Euler: time as printed, operations as counted", "-",
              printed, 2.8786, operations(exponentials) / operations(newton_euler), 1e-4));
  found.numbers.push_back(
      shown("time of an acceleration, exponentials over Newton-Euler, least", "-", least));
  found.numbers.push_back(shown("the same, most", "-", most));
  found.notes.emplace_back(
      "Table 6.1 and the text disagree about Fig. 6.2: 6 min and 7 min there, 6 s and 7 min here. "
      "Times of one acceleration, so that the steps of the integrator do not count; Newton-Euler "
      "gives the columns of the "
      "inertia matrix one by one.");
  return found;
}

Reproduction fedorov_robust(const Progress&) {
  Reproduction found;
  const Model believed = model_of(newton_euler);
  Payload load;
  load.mass = 6;  // the payload of the data sheet, A1
  load.com = {0, 0, 0.05};
  const Model loaded = believed.with_payload(believed.tool(), load);
  const VectorX<double> from = six({0, 0.4, -0.6, 0, 0.5, 0}),
                        to = six({1.2, 1.1, -0.1, 0.8, -0.6, 1});
  const auto motion = polynomial_move(from, to, 0, 1);
  const Plant plant({.models = {loaded}});
  const auto largest = [&](std::string_view law_name, const ControllerGains& gains) {
    const auto law = make_controller(law_name, believed, motion, gains);
    SimulationSettings settings{.duration = 1.2, .output_period = 0.01};
    settings.integrator = "implicit";
    settings.integration = {.relative = 1e-6, .absolute = 1e-7, .max_step = 0.01};
    settings.reference = motion.get();
    const SimulationResult run = simulate(
        plant,
        [&](double t, In<double> q, In<double> qd, Out<double> u) { law->torque(t, q, qd, u); },
        from, zeros(), settings);
    double error = 0;
    for (const TrackingRecord& record : run.motion.tracking)
      error = std::max(error, record.largest);
    return run.ok() ? error : HUGE_VAL;
  };
  const VectorX<double> one = VectorX<double>::Ones(1);
  ControllerGains robust{.Kd = 20 * one, .lambda = 10 * one};
  robust.uncertainty = payload_uncertainty(believed, believed.tool(), load);
  robust.layer = one;
  const double with_bounds = largest("robust", robust),
               without = largest("pd_gravity", {.Kp = six(Kp), .Kd = six(Kd)});
  found.numbers.push_back(shown("largest error, robust law", "rad", with_bounds));
  found.numbers.push_back(
      shown("largest error, PD with gravity and the gains of the thesis", "rad", without));
  found.numbers.push_back(
      checked("robust law follows better", "-", 1, with_bounds < without ? 1 : 0, 0));
  found.notes.emplace_back(
      "A move of 1 s with 6 kg in the hand of which the model of both laws knows nothing; the "
      "robust one knows "
      "that up to 6 kg may be there.");
  return found;
}

}  // namespace erfd
