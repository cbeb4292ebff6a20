// erfd compare: what the algorithms cost, how exact they are, how they grow.
#include "verbs/compare.hpp"

#include "erfd/base/error.hpp"

#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr int longest_chain = 200;
constexpr int most_states = 100000;

std::vector<Task> tasks_of(const std::string& word) {
  constexpr Task all[] = {Task::inverse_dynamics, Task::inertia_matrix, Task::forward_dynamics};
  if (word == "all") return {std::begin(all), std::end(all)};
  for (const Task task : all)
    if (word_of(task) == word) return {task};
  throw Error(fmt::format("--task: '{}' is no task; id, h, fd or all was expected", word));
}

/// True for the first word, false for the second.
bool is_first(const char* option, const std::string& word, const std::string& first,
              const std::string& second) {
  if (word == first) return true;
  if (word == second) return false;
  throw Error(fmt::format("{}: found '{}', expected {} or {}", option, word, first, second));
}

void check_number(const char* option, int value, int least, int most) {
  if (value < least || value > most)
    throw Error(fmt::format("{}: found {}, expected {} to {}", option, value, least, most));
}

void check_subject(const CompareOptions& options) {
  if (options.robot.robot.empty() && !options.growth)
    throw Error("no robot given; name one (`erfd robots` lists them), or use --growth");
  if (!options.robot.robot.empty() && options.growth)
    throw Error(fmt::format("--growth runs on chains of its own; leave '{}' or --growth out",
                            options.robot.robot));
}

CompareSettings settings_of(const CompareOptions& options) {
  check_subject(options);
  check_number("--states", options.states, 0, most_states);
  check_number("--to", options.up_to, 2, longest_chain);
  CompareSettings settings;
  settings.tasks = tasks_of(options.task);
  settings.rule = is_first("--rule", options.rule, "as-written", "without-trivial")
                      ? CountingRule::as_written
                      : CountingRule::without_trivial;
  settings.poses = is_first("--kinematics", options.kinematics, "given", "counted")
                       ? PoseCost::given
                       : PoseCost::counted;
  return settings;
}

std::string path_in(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

/// Says no before the work is done, not after.
void check_plots(const CompareOptions& options, const CompareSettings& settings) {
  if (!options.svg) return;
  std::error_code ignored;
  if (fs::exists(*options.svg, ignored) && !fs::is_directory(*options.svg, ignored))
    throw Error(fmt::format("--svg {}: is no folder", *options.svg));
  for (const std::string& name : plot_names(options, settings))
    if (const std::string path = path_in(*options.svg, name);
        !options.force && fs::exists(path, ignored))
      throw Error(fmt::format("{}: exists already; --force overwrites it", path));
}

void write_plots(const std::string& folder, const std::vector<PlotFile>& plots, bool force) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("{}: cannot be made: {}", folder, failure.message()));
  for (const PlotFile& plot : plots) {
    write_file(path_in(folder, plot.name), plot.text, force);
    talk(fmt::format("wrote {}", path_in(folder, plot.name)));
  }
}

}  // namespace

std::string title_of(Task task) {
  switch (task) {
    case Task::inverse_dynamics:
      return "Inverse dynamics";
    case Task::inertia_matrix:
      return "Inertia matrix";
    case Task::forward_dynamics:
      break;
  }
  return "Forward dynamics";
}

std::string word_of(Task task) {
  switch (task) {
    case Task::inverse_dynamics:
      return "id";
    case Task::inertia_matrix:
      return "h";
    case Task::forward_dynamics:
      break;
  }
  return "fd";
}

std::string rule_text(const CompareSettings& settings) {
  return fmt::format("{}; poses of the bodies {}",
                     settings.rule == CountingRule::as_written
                         ? "every executed operation counts"
                         : "operations with constant 0 or 1 and among constants do not count",
                     settings.poses == PoseCost::given ? "given" : "counted");
}

Json json_of(const OperationCount& count) {
  const auto number = [](long x) { return Json(static_cast<double>(x)); };
  return Json::Object{{"multiplications", number(count.multiplications)},
                      {"additions", number(count.additions)},
                      {"divisions", number(count.divisions)},
                      {"transcendentals", number(count.transcendentals)}};
}

int run_compare(const CompareOptions& options) {
  const CompareSettings settings = settings_of(options);
  check_plots(options, settings);
  const TextStyle style = stdout_style();
  const ComparePage page = options.growth ? compare_growth(options, settings, style)
                                          : compare_robot(options, settings, style);
  if (options.svg) write_plots(*options.svg, page.plots, options.force);
  print(options.json ? page.json.text() + '\n' : page.text);
  return exit_fine;
}

}  // namespace erfd
