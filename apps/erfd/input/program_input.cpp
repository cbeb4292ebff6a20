#include "input/program_input.hpp"

#include "erfd/base/numbers.hpp"

#include "input/robot_input.hpp"
#include "output/output.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace erfd {
namespace {

AngleTriple triple_of(const std::string& name) {
  if (name == "zyx") return AngleTriple::zyx;
  if (name == "ori_lola" || name == "yzx") return AngleTriple::yzx;
  throw Error(fmt::format("--orientation: found '{}', expected zyx or ori_lola", name));
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// "ok=true", "count=3", "height=12.5".
void read_input(const std::string& text, ProgramChoice& choice) {
  const std::size_t equals = text.find('=');
  const std::string name = lower(text.substr(0, equals));
  const std::string value = equals == text.npos ? "" : lower(text.substr(equals + 1));
  if (name.empty() || value.empty())
    throw Error(
        fmt::format("--input: found '{}', expected NAME=VALUE, as ok=true or count=3", text));
  std::int64_t whole = 0;
  const char* const end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, whole);
  if (value == "true" || value == "false")
    choice.inputs[name] = value == "true";
  else if (read.ec == std::errc() && read.ptr == end)
    choice.inputs[name] = whole;
  else
    choice.inputs[name] = parse_numbers("--input " + name, value, 1, "true, false or a number")[0];
}

}  // namespace

ProgramChoice choice_of(const ProgramOptions& options) {
  ProgramChoice choice;
  choice.program = options.program;
  choice.text = options.program_text;
  if (options.orientation) choice.angles = triple_of(*options.orientation);
  for (const std::string& input : options.inputs) read_input(input, choice);
  if (options.wrench) {
    const auto w = parse_numbers("--wrench", *options.wrench, 6, "fx,fy,fz in N, nx,ny,nz in N m");
    choice.wrench = Force<double>{{w[3], w[4], w[5]}, {w[0], w[1], w[2]}};
  }
  choice.period = options.period;
  choice.speed = options.speed_scale;
  choice.jerk_time = options.jerk_time;
  choice.smoothed = options.smoothed;
  choice.fly_corners = options.fly_corners;
  return choice;
}

Case planned_case(const ProgramOptions& options) {
  Case planned = read_case(choice_of(options.robot), choice_of(options));
  say_settings(planned.robot.name, options.robot.settings);
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
