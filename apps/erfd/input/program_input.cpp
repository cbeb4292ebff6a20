#include "input/program_input.hpp"

#include "input/robot_input.hpp"
#include "output/output.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
/// `--set` comes last: it says more.
Choices choices_of(const ProgramOptions& options) {
  Choices choices{choice_of(options.robot), {}};
  ProgramChoice& program = choices.program;
  const auto set = [&](const std::string& setting) { set_key(choices.robot, program, setting); };
  program.program = options.program;
  program.text = options.program_text;
  program.period = options.period;
  program.speed = options.speed_scale;
  program.jerk_time = options.jerk_time;
  program.smoothed = options.smoothed;
  program.fly_corners = options.fly_corners;
  program.more = options.more;
  program.entry = options.entry;
  if (options.cycles < 1 || options.cycles > 1000)
    throw Error(fmt::format("--cycles: found {}, expected from 1 to 1000", options.cycles));
  program.cycles = options.cycles;
  if (options.orientation) set("option.orientation=" + *options.orientation);
  if (options.wrench) set("option.wrench=" + *options.wrench);
  for (const std::string& input : options.inputs) set("input." + input);
  choices.robot.settings.clear();
  for (const std::string& setting : options.robot.settings) set(setting);
  return choices;
}

ProgramChoice choice_of(const ProgramOptions& options) { return choices_of(options).program; }

Case planned_case(const ProgramOptions& options) {
  const Choices choices = choices_of(options);
  Case planned = read_case(choices.robot, choices.program);
  say_settings(planned.robot.name, choices.robot.settings);
  for (const auto& [line, share] : choices.program.line_speeds)
    talk(fmt::format("{}: line {} at {} % of its speed by --set", planned.program.name, line,
                     percent(share)));
  count_warnings(planned.robot_findings, planned.robot.name, options.robot.robot);
  for (const std::string& remark : planned.remarks) talk(remark);
  return planned;
}

void show_findings(const Case& p) {
  for (const Diagnostics* const findings : {&p.program.findings, &p.plan.findings})
    if (!findings->all().empty()) talk(text_with_source(*findings, p.program.lines));
}

void count_findings(const Case& p) {
  const auto count = [&](Severity severity) {
    return static_cast<std::size_t>(p.program.findings.count(severity)) +
           static_cast<std::size_t>(p.plan.findings.count(severity));
  };
  std::vector<std::string> kinds;
  if (count(Severity::warning) > 0) kinds.push_back(counted(count(Severity::warning), "warning"));
  if (count(Severity::note) > 0) kinds.push_back(counted(count(Severity::note), "note"));
  if (!kinds.empty())
    talk(fmt::format("{}: {}; `erfd plan` shows them", p.program.file, fmt::join(kinds, ", ")));
}

void talk_about_forces(const Program& program, const std::string& file) {
  const auto& all = program.instructions;
  if (std::any_of(all.begin(), all.end(),
                  [](const Instruction& i) { return i.conditions.wrench.has_value(); }))
    talk(fmt::format("{}: the forces of the program (ext_force) are not in it", file));
}

}  // namespace erfd
