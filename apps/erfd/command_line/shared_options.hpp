// Options that several verbs have in the same words.
#pragma once

#include "erfd/base/numbers.hpp"

#include "input/options.hpp"

#include <span>

#include <CLI/CLI.hpp>

namespace erfd {

inline constexpr const char* numbers_type = "N,N,...";

CLI::Option* text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                  const std::string& help, const std::string& type = "TEXT");

/// A number that may bring its unit, "10ms"; target: double, or a std::optional of it.
template <class Target>
CLI::Option* quantity(CLI::App& verb, const std::string& name, Target& target,
                      std::span<const TypedUnit> units, const std::string& help,
                      const std::string& type) {
  return verb
      .add_option_function<std::string>(
          name,
          [name, units, &target](const std::string& given) {
            target = parse_quantity(name, given, units);
          },
          help)
      ->type_name(type);
}

void robot_argument(CLI::App& verb, std::string& robot);
/// Of verbs that also work without a robot.
void optional_robot_argument(CLI::App& verb, std::string& robot);
void without_option(CLI::App& verb, std::optional<std::string>& without);

/// An option with one value that may be given several times.
void repeated_option(CLI::App& verb, const std::string& name, std::vector<std::string>& values,
                     const std::string& help, const std::string& type);

void set_option(CLI::App& verb, std::vector<std::string>& settings);
/// Besides: what is asked of the robot.
void set_option_of_program(CLI::App& verb, std::vector<std::string>& settings);

/// Findings of its file that do not stop a verb.
void accept_option(CLI::App& verb, std::optional<std::string>& accept);
/// How the file of a robot is taken.
void taking_options(CLI::App& verb, RobotOptions& robot);
/// The same, and what is set in it.
void reading_options(CLI::App& verb, RobotOptions& robot,
                     void (*settings)(CLI::App&, std::vector<std::string>&) = set_option);

/// A robot and all that changes it for one call.
void robot_options(CLI::App& verb, RobotOptions& robot,
                   void (*settings)(CLI::App&, std::vector<std::string>&) = set_option);

void wrench_option(CLI::App& verb, std::vector<std::string>& wrenches);
/// --scene
void scene_option(CLI::App& verb, std::optional<std::string>& scene);
void svg_option(CLI::App& verb, std::optional<std::string>& svg, const std::string& what);
void json_flag(CLI::App& verb, bool& json);

}  // namespace erfd
