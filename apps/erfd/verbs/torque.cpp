// erfd torque: what a motion asks of joints, motors and bearings, and why.
#include "erfd/base/units.hpp"
#include "erfd/io/motion_file.hpp"
#include "erfd/io/motion_loads.hpp"
#include "erfd/report/page.hpp"
#include "erfd/report/torque_document.hpp"
#include "erfd/report/torque_summary.hpp"

#include "input/robot_input.hpp"
#include "input/standard_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "output/run_labels.hpp"
#include "verbs/figures.hpp"
#include "verbs/torque_output.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// All samples, into the summary and into the file if there is one.
TorqueSummary summary_of(const LoadedRobot& robot, const Model& carrier, const ReadStates& motion,
                         std::span<const ExternalWrench<double>> wrenches, ColumnWriter* file,
                         TorqueFigure* figure, TorqueDocument* document) {
  TorqueSummary summary(robot);
  TorqueSplit split(robot);
  TorqueSplitWorkspace ws(robot);
  LoadedRobot carrying = robot;
  std::optional<MotorSensors> sensors;
  if (robot.drives) sensors.emplace(*robot.drives);
  std::vector<double> row;
  ProgressLine progress("computing torques");
  for_each_load(motion.states, [&](std::size_t k, bool changed) {
    const State& state = motion.states[k];
    if (changed && motion.has_payload) carrying.loaded = with_load_of(carrier, state);
    if (motion.in_cycles)
      split_torques(carrying, ws, state.q, state.qd, state.qdd, friction_velocities(motion, k),
                    cycle_time(motion, k), split, wrenches);
    else
      split_torques(carrying, ws, state.q, state.qd, state.qdd, split, wrenches);
    summary.add(state.time, split);
    if (figure != nullptr) figure->add(state.time, split);
    if (document != nullptr) document->add(state, split);
    if (file != nullptr) {
      set_torque_row(robot, motion, state, split, sensors ? &*sensors : nullptr, row);
      file->row(row);
    }
    progress.show(static_cast<double>(k + 1) / static_cast<double>(motion.states.size()));
  });
  return summary;
}

/// Strokes of screws and swings of cranks; ranges of joints were told when the motion was read.
void talk_about_mechanisms(const LoadedRobot& robot, const std::vector<State>& states) {
  if (!robot.drives) return;
  for (int i = 0; i < robot.drives->count(); ++i) {
    const std::optional<Mechanism>& mechanism = robot.drives->mechanism(i);
    if (!mechanism) continue;
    const State* first = nullptr;
    std::size_t outside = 0;
    double worst = 0;
    for (const State& state : states) {
      const double angle = robot.drives->coupling().row(i).dot(state.q);
      const double off = std::max(angle - mechanism->upper, mechanism->lower - angle);
      if (!(off > 1e-9)) continue;
      if (outside++ == 0) first = &state;
      worst = std::max(worst, off);
    }
    if (first == nullptr) continue;
    talk(fmt::format(
        "{}: the mechanism of {} goes up to {:.4g} deg beyond its range, from {:.6g} s on "
        "in {}",
        robot.links.name(), robot.drives->motor(i).name, worst / degree, first->time,
        counted(outside, "sample")));
  }
}

}  // namespace

int run_torque(const TorqueOptions& options) {
  const auto [robot, remarks, chosen] =
      build_loaded(options.robot, {Loops::closed, Purpose::torques, true});
  const auto wrenches = read_wrenches(robot.links, options.wrenches);
  const ReadStates motion = read_motion(robot.links, options.motion);
  for (const std::string& remark : remarks) talk(remark);
  talk_about_mechanisms(robot, motion.states);
  if (options.svg) check_output(*options.svg, options.force);
  if (options.report) {
    require_page();
    check_report(*options.report, options.force);
  }
  std::optional<TorqueDocument> document;
  if (options.report) document.emplace(robot, motion.states);
  std::optional<TorqueFigure> figure;
  if (options.svg) figure.emplace(robot);
  std::unique_ptr<ColumnWriter> file;
  if (options.out) file = open_columns(*options.out, torque_columns(robot, motion), options.force);
  const TorqueSummary summary =
      summary_of(robot, chosen.carrier(), motion, wrenches, file.get(), figure ? &*figure : nullptr,
                 document ? &*document : nullptr);
  if (file) {
    file->close();
    talk_about_file(*options.out, counted(motion.states.size(), "sample"));
  }
  const std::string& name =
      options.motion == standard_stream ? standard_input_name : options.motion;
  const Later svg([&] {
    if (!figure) return;
    write_file(*options.svg, figure->svg(name), options.force);
    talk_about_file(*options.svg);
  });
  const Later report([&] {
    if (!document) return;
    const RunLabels labels = labels_of(chosen.description, robot.links);
    for (const std::string& note : labels.look.notes) talk(note);
    const std::string sentence = fmt::format("Torques of {} on {}", name, robot.links.name());
    write_file(*options.report,
               page_report(document->document(labels, name, sentence, summary.bearings())),
               options.force);
    talk_about_file(*options.report);
  });
  std::optional<double> heaviest;
  if (motion.has_payload) heaviest = heaviest_load(motion.states);
  const TorquePage page{robot, summary, name, heaviest};
  if (options.json) {
    Json json = torque_json(page);
    set_left_out(chosen.left_out, json);
    print(json.text() + '\n');
  } else {
    print(torque_text(page, stdout_style()) + left_out_text(chosen.left_out, stdout_style()));
  }
  report.complain();
  svg.complain();
  return exit_fine;
}

}  // namespace erfd
