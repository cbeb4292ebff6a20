// Figs. 3 and 4 of [S]: the IRb-6 driven by currents through ball screws, with starting friction.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "reproduce/papers/szkodny_currents.hpp"
#include "reproduce/papers/szkodny_items.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Linear between the rows, constant behind the last.
void currents_at(double t, Out<double> current) {
  const std::span<const CurrentRow> rows = irb6_currents;
  const auto next =
      std::find_if(rows.begin(), rows.end(), [&](const CurrentRow& row) { return row.time > t; });
  const CurrentRow& b = next == rows.end() ? rows.back() : *next;
  const CurrentRow& a = next == rows.begin() ? rows.front() : *std::prev(next);
  const double share = b.time > a.time ? (t - a.time) / (b.time - a.time) : 0;
  for (int i = 0; i < 5; ++i) current[i] = a.current[i] + share * (b.current[i] - a.current[i]);
}

constexpr std::array<double, 5> printed_angles{-130.0, -66.7, -51.0, -199.0, -199.0},
    printed_currents{0, 3.18, -0.73, 0, 0};

VectorX<double> home_of(const RobotDescription& robot, const Model& model) {
  if (!robot.program || !robot.program->home) return VectorX<double>::Zero(model.nq());
  return Eigen::Map<const VectorX<double>>(robot.program->home->value.data(), model.nq());
}

/// One panel a motor.
PanelPlot motor_panels(const std::string& title, const std::string& quantity,
                       const std::vector<Sample>& samples,
                       const std::function<VectorX<double>(const Sample&)>& values) {
  PanelPlot plot{title, "time [s]", {}, {}};
  for (int i = 1; i <= 5; ++i)
    plot.panels.push_back({fmt::format("{}{}", quantity.substr(0, quantity.find('|')), i) +
                               quantity.substr(quantity.find('|') + 1),
                           {{"run", LineKind::signal, {}}}});
  for (const Sample& sample : samples) {
    plot.x.push_back(sample.t);
    const VectorX<double> now = values(sample);
    for (std::size_t i = 0; i < 5; ++i)
      plot.panels[i].lines[0].values.push_back(now[static_cast<Eigen::Index>(i)]);
  }
  return plot;
}

}  // namespace

DrivenArm driven_arm(const RobotChoice& choice) {
  const ChosenRobot chosen = choose_robot(choice);
  const Model model = chosen.model();
  return {model, make_drives(chosen.description, model), home_of(chosen.description, model)};
}

SimulationResult run_of_currents(const DrivenArm& irb6) {
  const Plant plant(
      {.models = {irb6.model}, .drives = irb6.drives, .input = PlantInput::motor_currents});
  SimulationSettings settings;
  settings.duration = 3;
  settings.output_period = 0.01;
  for (const CurrentRow& row : irb6_currents)
    if (row.time > 0) settings.breaks.push_back(row.time);
  const auto input = [](double t, In<double>, In<double>, Out<double> current) {
    currents_at(t, current);
  };
  return simulate(plant, input, irb6.home, VectorX<double>::Zero(irb6.model.nv()), settings);
}

VectorX<double> motor_angles(const DrivenArm& arm, const VectorX<double>& q) {
  DriveState state(arm.drives);
  if (const DriveStatus status = set_position(arm.drives, q, state); !status)
    throw Error(text_of(arm.drives, status));
  return state.q_a();
}

VectorX<double> holding_currents(const DrivenArm& arm, const VectorX<double>& q) {
  const VectorX<double> rest = VectorX<double>::Zero(q.size());
  Workspace ws(arm.model);
  DriveState state(arm.drives);
  VectorX<double> u(q.size()), u_a(arm.drives.count());
  if (const DriveStatus status = set_position(arm.drives, q, state); !status)
    throw Error(text_of(arm.drives, status));
  rnea<double>(arm.model, ws, q, rest, rest, u);
  motor_torques(arm.drives, state, u, u_a);
  for (int i = 0; i < arm.drives.count(); ++i) u_a[i] = motor_current(arm.drives.motor(i), u_a[i]);
  return u_a;
}

Reproduction szkodny_run(const Progress&) {
  const DrivenArm irb6 = driven_arm({.robot = "irb6"});
  const SimulationResult run = run_of_currents(irb6);
  if (run.status != RunStatus::completed) throw Error("the run of the IRb-6 broke off");
  const VectorX<double> angles = motor_angles(irb6, run.q), held = holding_currents(irb6, run.q);
  Reproduction found;
  for (std::size_t i = 0; i < 5; ++i)
    found.numbers.push_back(confirmed(fmt::format("q_a{} in the static state", i + 1), "rad",
                                      printed_angles[i], angles[static_cast<Eigen::Index>(i)], 1));
  for (std::size_t i = 0; i < 5; ++i)
    found.numbers.push_back(confirmed(fmt::format("i_a{} that holds it", i + 1), "A",
                                      printed_currents[i], held[static_cast<Eigen::Index>(i)],
                                      0.05));
  found.numbers.push_back(
      checked("speed of the joints in the end", "rad/s", 0, run.qd.cwiseAbs().maxCoeff(), 0));
  found.numbers.push_back(checked("energy that does not add up, of the largest share", "", 0,
                                  run.audit.relative_residual(), 1e-8));
  found.numbers.push_back(shown("motors and joints that stopped or started", "",
                                static_cast<double>(run.events.size())));
  found.plots.emplace_back(motor_panels("Armature currents (as Fig. 3)", "i_a| [A]", run.samples,
                                        [](const Sample& sample) {
                                          VectorX<double> current(5);
                                          currents_at(sample.t, current);
                                          return current;
                                        }));
  found.plots.emplace_back(
      motor_panels("Motor angles (as Fig. 4)", "q_a| [rad]", run.samples,
                   [&](const Sample& sample) { return motor_angles(irb6, sample.q); }));
  return found;
}

}  // namespace erfd
