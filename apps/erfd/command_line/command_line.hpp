// The command as CLI11 is told it: its verbs, their options and what runs them. The files of this
// folder alone see CLI11, whose header takes seconds to compile.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace erfd {

/// The column of the help in which descriptions begin.
inline constexpr int help_column = 28;

struct CommandLine {
  const char* const* arguments;  ///< as the system gave them
  CLI::App app{"Robot dynamics: what will this robot really do?"};
  bool quiet = false;
  std::string color = "auto";
  std::map<std::string, std::function<int()>> runs = {};  ///< by verb

  /// Declares a verb; `run` takes its options and returns the exit status. The options live as long
  /// as the command line: auto [verb, options] = line.add<InfoOptions>("info", "What …", run_info);
  template <class Options, class Run>
  std::pair<CLI::App&, Options&> add(const std::string& verb, const std::string& help, Run run) {
    const auto options = std::make_shared<Options>();
    runs[verb] = [options, run] { return run(*options); };
    return {*app.add_subcommand(verb, help), *options};
  }
};

void add_robot_verbs(CommandLine& line);
void add_dynamics_verbs(CommandLine& line);
void add_study_verbs(CommandLine& line);
void add_program_verbs(CommandLine& line);
void add_house_verbs(CommandLine& line);

}  // namespace erfd
