// erfd convert program: a program in another language, as far as its meaning goes.
#include "erfd/base/text_file.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/program/write_program.hpp"

#include "input/program_input.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

/// "RAPID" of job.mod or of `--to rapid`.
std::string wanted_language(const ConvertOptions& options) {
  std::string by_name;
  if (options.out && *options.out != standard_stream) {
    const std::string extension = std::filesystem::path(*options.out).extension().string();
    for (const Language& language : languages())
      if (std::ranges::find(language.extensions, extension) != language.extensions.end())
        by_name = language.dialect().name;
  }
  if (options.to) return *options.to;
  if (by_name.empty())
    throw Error(
        "--to: the language is not known, expected --to lirl, rapid or krl, or -o with a name that "
        "ends in .irl, .mod or .src");
  return by_name;
}

/// A name that all languages allow.
std::string name_of(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
    name = "p" + name;
  return name.substr(0, 24);
}

WriteSettings settings_of(const Case& read, const std::string& name) {
  const ProgramContext context = program_context(read.robot, read.model);
  const PlannerSettings planner = planner_settings(read.robot, read.model);
  WriteSettings settings;
  settings.name = name;
  settings.axes = context.axes;
  settings.maker_axes = context.maker_axes;
  settings.X_FlangeT = context.X_FlangeT;
  settings.own_load = context.own_load;
  settings.speed = planner.default_speed;
  settings.acceleration = planner.default_acceleration;
  settings.turn_speed = planner.turn_speed;
  settings.turn_acceleration = planner.turn_acceleration;
  return settings;
}

}  // namespace

int convert_program(const ConvertOptions& options) {
  if (options.of_program.size() != 2)
    throw Error(
        "program: expected a robot and a program: erfd convert program lola15 job.mod -o "
        "job.src");
  ProgramOptions program = options.program;
  program.robot = options.robot;
  program.robot.robot = options.of_program[0];
  program.program = options.of_program[1];
  const std::string language = wanted_language(options);
  const Case read = planned_case(program);
  show_findings(read);
  const WrittenProgram made = write_program(
      read.program, language, settings_of(read, name_of(options.out.value_or(program.program))));
  for (const Diagnostic& part : made.lost.all()) talk(to_string(part, read.program.file));
  talk(fmt::format(
      "written as it ran, {} of moves and waits: loops are unrolled, conditions decided, "
      "signals left out",
      counted(read.program.instructions.size(), "instruction")));
  write_file(options.out.value_or(standard_stream), made.files.front().text, options.force);
  if (options.out) talk_about_file(*options.out);
  return exit_fine;
}

}  // namespace erfd
