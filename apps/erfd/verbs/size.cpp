// erfd size: what programs ask of the motors, which motors and ratios would do, what could be carried.
#include "erfd/base/text_file.hpp"
#include "erfd/report/sizing.hpp"

#include "input/program_input.hpp"
#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

MotorCatalogue catalogue_of(const SizeOptions& options) {
  if (!options.motors) return {};
  const TextFile file = read_text_file(*options.motors, "a catalogue of motors");
  if (!file.ok()) throw Error(fmt::format("--motors: {}: {}", *options.motors, file.problem));
  return read_motor_catalogue(file.text, *options.motors);
}

std::vector<Case> programs_of(const SizeOptions& options) {
  std::vector<Case> programs;
  ProgramOptions one = options.program;
  programs.push_back(planned_case(one));
  for (const std::string& program : options.more) {
    one.program = program;
    one.program_text.reset();
    programs.push_back(planned_case(one));
  }
  for (const Case& program : programs) count_findings(program);
  return programs;
}

}  // namespace

int run_size(const SizeOptions& options) {
  if (options.report) check_output(*options.report, options.force);
  if (options.svg) check_output(*options.svg, options.force);
  SizingSettings settings;
  settings.reserve = options.reserve;
  const MotorCatalogue catalogue = catalogue_of(options);
  const std::vector<Case> programs = programs_of(options);
  ProgressLine progress("sizing");
  settings.progress = [&progress](double share) { progress.show(share); };
  const Sizing sizing = size_drives(programs, catalogue, settings);
  progress.finish();
  const SizingSubject subject{programs, catalogue, sizing, settings.reserve};
  const Later report([&] {
    if (!options.report) return;
    write_file(*options.report, sizing_page(subject), options.force);
    talk_about_file(*options.report);
  });
  const Later svg([&] {
    if (!options.svg) return;
    const std::vector<LinePlot> plots = sizing_plots(subject);
    if (plots.empty()) throw Error("--svg: nothing to draw: no motor says what torque it can give");
    write_file(*options.svg, svg_of(plots.front()), options.force);
    talk_about_file(*options.svg);
  });
  const std::vector<std::string>& left_out = programs.front().left_out;
  if (options.json) {
    Json json = sizing_json(subject);
    set_left_out(left_out, json);
    print(json.text() + '\n');
  } else {
    print(sizing_text(subject, stdout_style()) + left_out_text(left_out, stdout_style()));
  }
  report.complain();
  svg.complain();
  return exit_fine;
}

}  // namespace erfd
