#include "cli.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/diagnostics.hpp"

#include "command_line/command_line.hpp"
#include "command_line/manual.hpp"
#include "command_line/streams.hpp"
#include "output/help.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <exception>

#include <fmt/format.h>

namespace erfd {
namespace {

/// What every verb has.
void general_options(CLI::App& verb, CommandLine& line) {
  verb.add_flag("--quiet", line.quiet, "no remarks and no progress on stderr, errors alone");
  verb.add_option("--color", line.color, "colours; auto: on a terminal without $NO_COLOR")
      ->type_name("auto|always|never");
}

void declare(CommandLine& line) {
  CLI::App& app = line.app;
  app.name("erfd");
  app.set_version_flag("--version", std::string("erfd ") + ERFD_VERSION);
  app.get_formatter()->column_width(help_column);
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  add_robot_verbs(line);
  add_dynamics_verbs(line);
  add_study_verbs(line);
  add_program_verbs(line);
  add_house_verbs(line);
  general_options(app, line);
  for (CLI::App* verb : app.get_subcommands({})) {
    verb->group("Verbs");
    general_options(*verb, line);
  }
  app.require_subcommand(1);
  app.footer(command_help);
}

/// "erfd id" once the verb is known.
std::string called(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? "erfd" : "erfd " + verbs.front()->get_name();
}

std::optional<bool> colour_of(const std::string& word) {
  if (word == "auto") return std::nullopt;
  if (word == "always" || word == "never") return word == "always";
  throw Error(fmt::format("--color: found '{}', expected auto, always or never", word));
}

/// What CLI11 found wrong, in our words where a likely slip can be named.
std::string complaint(CLI::App& app, const CLI::ParseError& error) {
  const auto verbs = app.get_subcommands();
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return error.what();
  std::vector<std::string> known;
  if (verbs.empty())
    known = verbs_of(app);
  else
    for (const CLI::Option* option : verbs.front()->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const char* what = extras.front().starts_with('-') ? "option"
                     : verbs.empty()                 ? "verb"
                                                     : "argument";
  return fmt::format("unknown {} '{}'{}", what, extras.front(),
                     did_you_mean(extras.front(), known));
}

int report(CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream help, ignored;
    app.exit(error, help, ignored);
    print_help(help.str(), help_column);
    return exit_fine;
  }
  tell(fmt::format("{}: {}", called(app), complaint(app, error)));
  tell(fmt::format("`{} --help` shows what is possible", called(app)));
  return exit_bad_input;
}

int run(CommandLine& line) {
  const CLI::App& verb = *line.app.get_subcommands().front();
  Manners manners{.colour = colour_of(line.color), .quiet = line.quiet};
  connect_standard_streams(verb, manners);
  set_manners(manners);
  return line.runs.at(verb.get_name())();
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  CommandLine line{argv};
  try {
    declare(line);
    if (argc < 2) {
      print_help(line.app.help(), help_column);
      return exit_fine;
    }
    try {
      line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return report(line.app, error);
    }
    return run(line);
  } catch (const FileError& error) {
    tell(error.what());
  } catch (const std::exception& error) {
    tell(fmt::format("{}: {}", called(line.app), error.what()));
  }
  return exit_bad_input;
}

}  // namespace erfd
