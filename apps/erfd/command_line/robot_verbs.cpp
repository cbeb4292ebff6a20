// Verbs about robot files: robots, info, lint, convert.
#include "command_line/command_line.hpp"
#include "command_line/shared_options.hpp"
#include "output/help.hpp"
#include "verbs/verbs.hpp"

namespace erfd {
namespace {

void add_robots(CommandLine& line) {
  auto [verb, options] =
      line.add<RobotsOptions>("robots", "The robots that can be called by name", run_robots);
  json_flag(verb, options.json);
  verb.footer(robots_help);
}

void add_info(CommandLine& line) {
  auto [verb, options] = line.add<InfoOptions>(
      "info", "What a robot is made of, and how much of it is known", run_info);
  robot_argument(verb, options.robot.robot);
  verb.add_flag("--keys", options.keys, "list the keys that --set takes, with their values");
  verb.add_flag("--base-parameters", options.base_parameters,
                "the inertial parameters that its motion depends on,\nand what is added to what");
  reading_options(verb, options.robot);
  json_flag(verb, options.json);
  verb.footer(info_help);
}

void add_lint(CommandLine& line) {
  auto [verb, options] = line.add<LintOptions>(
      "lint", "Every problem of robot files, with file:line:column", run_lint);
  verb.add_option("FILE", options.files, "robot files or names of known robots")
      ->required()
      ->type_name("");
  verb.add_flag("--strict", options.strict, "warnings fail, too");
  accept_option(verb, options.accept);
  json_flag(verb, options.json);
  verb.footer(lint_help);
}

void add_convert(CommandLine& line) {
  auto [verb, options] = line.add<ConvertOptions>(
      "convert", "Robot files from TOML to URDF and back; programs", run_convert);
  robot_argument(verb, options.robot.robot);
  verb.add_option("PROGRAM", options.of_program,
                  "behind `convert program`: a robot, and the program that is\nwritten in another "
                  "language")
      ->expected(0, 2)
      ->type_name("");
  text(verb, "-o,--out", options.out, "file to write; without it the text goes to stdout", "FILE");
  text(verb, "--to", options.to,
       "toml or urdf, of programs lirl, rapid or krl;\ndefault: by the name of the file, or the "
       "other one",
       "FORMAT");
  repeated_option(verb, "--with", options.program.more,
                  "further file or folder of a RAPID or KRL program", "FILE");
  verb.add_option("--entry", options.program.entry,
                  "routine that a RAPID or KRL program begins with")
      ->type_name("NAME");
  verb.add_option("--cycles", options.program.cycles,
                  "how often an endless loop of a RAPID or KRL program\nis run, default 1")
      ->type_name("N");
  repeated_option(verb, "--input", options.program.inputs,
                  "value that the program asks for from outside", "NAME=VALUE");
  verb.add_flag("--placement", options.placement,
                "write TOML with placements instead of DH rows and screws");
  reading_options(verb, options.robot);
  verb.add_flag("--force", options.force, "overwrite the file");
  verb.footer(convert_help);
}

}  // namespace

void add_robot_verbs(CommandLine& line) {
  add_robots(line);
  add_info(line);
  add_lint(line);
  add_convert(line);
}

}  // namespace erfd
