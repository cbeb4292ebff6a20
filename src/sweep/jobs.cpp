#include "erfd/sweep/jobs.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/numbers.hpp"
#include "erfd/base/text.hpp"
#include "erfd/robot/keys.hpp"

#include "sweep/job_kind.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

struct Choices {
  RobotChoice robot;
  ProgramChoice program;
};

Choices choices_of(const Study& study, const std::vector<std::string>& settings) {
  Choices choices;
  choices.robot.robot = study.robot;
  choices.program.program = study.program;
  for (const std::string& setting : study.settings)
    set_key(choices.robot, choices.program, setting);
  for (const std::string& setting : settings) set_key(choices.robot, choices.program, setting);
  return choices;
}

/// What the file says of a key: one number, or a list of them. @throws Error with the cure.
std::vector<double> numbers_of_key(const std::vector<SettableKey>& keys, const std::string& key,
                                   const Study& study) {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const SettableKey& known) { return known.path == key; });
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("{}: vary: factor of '{}': {}", study.file, key, why));
  };
  if (found == keys.end()) {
    std::vector<std::string> names;
    for (const SettableKey& known : keys) names.push_back(known.path);
    refuse("the robot has no such key" +
           did_you_mean(key, names, "; `erfd info ROBOT --keys` lists them, in SI units"));
  }
  if (!found->value) refuse("the robot's file does not say it; leave factor out and give values");
  std::string value = *found->value;
  std::erase_if(value, [](char c) { return c == '[' || c == ']'; });
  try {
    return parse_numbers(key, value);
  } catch (const Error&) {
    refuse(fmt::format("the file says {}, expected numbers", *found->value));
  }
  return {};
}

std::unique_ptr<const JobKind> make_kind(const Study& study) {
  const Choices choices = choices_of(study, {});
  if (study.job == "lint") return lint_job();
  if (study.job == "optimise") return optimise_job(choices.robot, choices.program);
  return verify_job(choices.robot, choices.program);
}

}  // namespace

void demand_program(const ProgramChoice& program, const char* job) {
  if (program.program.empty())
    throw Error(fmt::format("program: not given, expected one for the job {}", job));
}

std::vector<JobInfo> study_jobs() {
  return {{"verify", "the verdict: times, worst limit, load of each line", "worst_ratio"},
          {"optimise", "the least time of the program on its own paths", "fastest_time"},
          {"lint", "whether the robot's file makes sense", "warnings"}};
}

PreparedStudy::PreparedStudy(Study study) : study_(std::move(study)), points_(study_) {
  const ChosenRobot robot = choose_robot(choices_of(study_, {}).robot);
  const std::vector<SettableKey> keys = list_keys(robot.description);
  for (const Variation& variation : study_.variations) {
    auto& values = nominal_values_.emplace_back();
    for (const std::string& key : variation.keys)
      values.push_back(variation.is_factor ? numbers_of_key(keys, key, study_)
                                           : std::vector<double>{});
  }
  kind_ = make_kind(study_);
  columns_ = kind_->columns();
  nominal_ = run_with({});
  if (!nominal_.error.empty())
    throw Error(
        fmt::format("{}: the case itself, with nothing varied: {}", study_.file, nominal_.error));
  // A key that no robot has would fail in every job.
  const Choices first = choices_of(study_, settings(points_.at(0)));
  RobotDescription probe = robot.description;
  for (const std::string& setting : first.robot.settings) {
    const std::size_t equals = setting.find('=');
    set_key(probe, setting.substr(0, equals), setting.substr(equals + 1), study_.file + ": vary");
  }
  if (study_.explains.empty())
    for (const JobInfo& job : study_jobs())
      if (study_.job == job.name) study_.explains = job.explains;
  std::vector<std::string> names;
  for (const ResultColumn& column : columns_) names.push_back(column.name);
  if (std::find(names.begin(), names.end(), study_.explains) == names.end())
    throw Error(study_.file + ": explains: " + unknown_choice("result", study_.explains, names));
}

PreparedStudy::~PreparedStudy() = default;
PreparedStudy::PreparedStudy(PreparedStudy&&) noexcept = default;

std::vector<std::string> PreparedStudy::settings(const std::vector<VariedValue>& point) const {
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const Variation& variation = study_.variations[i];
    for (std::size_t k = 0; k < variation.keys.size(); ++k) {
      std::string value = point[i].text.empty() ? shortest(point[i].number) : point[i].text;
      if (variation.is_factor) {
        const double factor = point[i].text.empty()
                                  ? point[i].number
                                  : parse_numbers(variation.name, point[i].text, 1, "a number")[0];
        std::vector<std::string> entries;
        for (const double nominal : nominal_values_[i][k])
          entries.push_back(shortest(nominal * factor));
        value = entries.size() == 1 ? entries[0] : fmt::format("[{}]", fmt::join(entries, ", "));
      }
      settings.push_back(fmt::format("{}={}", variation.keys[k], value));
    }
  }
  return settings;
}

JobResult PreparedStudy::run_with(const std::vector<std::string>& settings) const {
  try {
    const Choices choices = choices_of(study_, settings);
    return {kind_->run(choices.robot, choices.program), {}};
  } catch (const std::exception& failure) {
    return {{}, failure.what()};
  }
}

JobResult PreparedStudy::run(const StudyPoints& points, std::uint64_t job) const {
  return run_with(settings(points.at(job)));
}

}  // namespace erfd
