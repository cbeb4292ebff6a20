// `erfd drives` for people.
#include "erfd/base/units.hpp"
#include "erfd/report/table.hpp"

#include "output/output.hpp"
#include "verbs/drives.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

using Cells = std::vector<std::string>;
using Column = Table::OptionalNumbers;

Cells joint_names_of(const DriveFacts& facts) {
  Cells names;
  for (const Body* body : facts.joints()) names.push_back(body->joint);
  return names;
}

Cells motor_names(const DriveFacts& facts) {
  Cells names;
  for (const Motor& motor : facts.drives.motors())
    names.push_back(motor.assumed ? motor.name + " (no drive)" : motor.name);
  return names;
}

std::optional<double> known(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// One cell a motor.
template <class Value>
Column each_motor(const DriveFacts& facts, const Value& value) {
  Column column;
  for (std::size_t i = 0; i < facts.surveys.size(); ++i)
    column.push_back(value(facts.motor(i), facts.surveys[i], static_cast<int>(i)));
  return column;
}

/// With a fixed number of decimals, "–" where there is none.
Cells decimals(const Column& column, int count) {
  Cells cells;
  for (const auto& value : column) cells.push_back(value ? with_decimals(*value, count) : "–");
  return cells;
}

std::string home_text(const DriveFacts& facts) {
  std::string text;
  for (const Body* body : facts.joints()) {
    const double q = facts.home[body->q_index];
    const bool slides = is_length(body->kind);
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", with_digits(slides ? q : q / degree),
                        slides ? " m" : "");
  }
  return text;
}

std::string headline(const DriveFacts& facts, const TextStyle& style) {
  const RobotDescription& robot = facts.robot.chosen.description;
  std::string text = bold(robot.name, style);
  if (!robot.title.empty())
    text += "  " +
            wrapped(robot.title, style.width, 2, static_cast<int>(display_width(robot.name)) + 2);
  text += '\n' +
          wrapped(fmt::format("{}; home ({}) deg; workspace: {} within the ranges",
                              counted(facts.surveys.size(), "motor"), home_text(facts),
                              counted(static_cast<std::size_t>(facts.samples), "random position")),
                  style.width);
  if (const std::string undriven = undriven_text(facts.drives.motors(), facts.robot.model);
      !undriven.empty())
    text += '\n' + wrapped(undriven, style.width);
  return text + '\n';
}

std::string mechanism_text(const DriveFacts& facts) {
  constexpr const char* names[] = {"crank", "ball screw", "parallelogram"};
  std::string text;
  for (std::size_t i = 0; i < facts.surveys.size(); ++i) {
    const auto& mechanism = facts.drives.mechanism(static_cast<int>(i));
    if (!mechanism) continue;
    text += fmt::format("{}: {}, ratio {} to {} over the workspace\n", facts.motor(i).name,
                        names[static_cast<std::size_t>(mechanism->kind)],
                        with_digits(facts.surveys[i].least_ratio.value, 4),
                        with_digits(facts.surveys[i].most_ratio.value, 4));
  }
  return text.empty() ? "" : '\n' + text;
}

std::string transmission_text(const DriveFacts& facts, const TextStyle& style) {
  Table table;
  table.text("motor", motor_names(facts));
  for (const Body* body : facts.joints()) {
    Column column;
    for (int i = 0; i < facts.drives.count(); ++i)
      column.emplace_back(facts.K(i, body->v_index) + 0.0);
    table.data(body->joint, is_length(body->kind) ? "rad/m" : "-", column);
  }
  return '\n' + bold("Transmission", style) +
         (facts.drives.is_constant() ? "  motor turns a joint turn\n\n"
                                     : "  motor turns a joint turn, at home\n\n") +
         table.layout(style) + mechanism_text(facts);
}

std::string joint_text(const DriveFacts& facts, const TextStyle& style) {
  const Model& model = facts.robot.model;
  Column links, rotors, both;
  Cells units, share;
  bool any_slides = false;
  for (const Body* body : facts.joints()) {
    const int j = body->v_index;
    const bool slides = is_length(body->kind);
    const double a = facts.H_links(j, j), b = facts.H_rotors(j, j);
    links.emplace_back(a);
    rotors.emplace_back(b);
    both.emplace_back(a + b);
    share.push_back(with_decimals(100 * b / (a + b), 1));
    units.emplace_back(slides ? "kg" : "kg m^2");
    any_slides |= slides;
  }
  const std::string unit = any_slides ? "" : "kg m^2";
  Table table;
  table.text("joint", joint_names_of(facts));
  table.data("links", unit, links).data("rotors", unit, rotors).data("together", unit, both);
  table.right("share of rotors", "%", share);
  if (any_slides) table.text("in", units);
  return '\n' +
         headed("Inertia at the joints",
                fmt::format("diagonal of H at home{}{}; rotors with gear elements, reflected",
                            model.is_constrained() ? ", with all that the loops move" : "",
                            model.has_free_base() ? ", the base held" : ""),
                style) +
         '\n' + table.layout(style);
}

std::string motor_text(const DriveFacts& facts, const TextStyle& style) {
  const auto of = [&](auto value) { return each_motor(facts, value); };
  Table table;
  table.text("motor", motor_names(facts));
  table.data("own", "kg m^2",
             of([](const Motor& m, const MotorSurvey&, int) -> std::optional<double> {
               return m.rotor_inertia;
             }),
             4);
  table.data("seen at home", "kg m^2",
             of([&](const Motor&, const MotorSurvey&, int i) -> std::optional<double> {
               return facts.seen_at_home[i];
             }),
             4);
  table.data("least", "kg m^2",
             of([](const Motor&, const MotorSurvey& s, int) -> std::optional<double> {
               return s.least_inertia.value;
             }),
             4);
  table.data("most", "kg m^2",
             of([](const Motor&, const MotorSurvey& s, int) -> std::optional<double> {
               return s.most_inertia.value;
             }),
             4);
  table.right("most/least", "-",
              decimals(of([](const Motor&, const MotorSurvey& s, int) {
                         return known(s.most_inertia.value / s.least_inertia.value);
                       }),
                       2));
  return '\n' +
         headed("Inertia at the motors",
                "own: rotor with gear elements; seen: with the links, while the other motors stand "
                "still; least and most over the workspace",
                style) +
         '\n' + table.layout(style);
}

std::string speed_text(const DriveFacts& facts, const TextStyle& style) {
  Column limit, needed, reserve;
  Cells by;
  for (std::size_t i = 0; i < facts.surveys.size(); ++i) {
    const MotorSurvey& survey = facts.surveys[i];
    const bool asked = survey.fastest_joint >= 0;
    limit.push_back(known(facts.motor(i).limits.speed / rpm));
    needed.push_back(asked ? std::optional(survey.most_speed.value / rpm) : std::nullopt);
    by.push_back(asked ? joint_of(facts.robot.model, survey.fastest_joint) : "–");
    reserve.push_back(asked ? reserve_percent(survey.most_speed.value, facts.motor(i).limits.speed)
                            : std::nullopt);
  }
  Table table;
  table.text("motor", motor_names(facts));
  table.right("has", "rpm", decimals(limit, 0)).right("needs", "rpm", decimals(needed, 0));
  table.text("for joint", by).right("reserve", "%", decimals(reserve, 1));
  return '\n' + bold("Speed", style) +
         "  of the motor while one joint alone moves at its speed limit\n\n" + table.layout(style);
}

std::string torque_text(const DriveFacts& facts, const TextStyle& style) {
  Column peak, rated, holding, of_peak, of_rated, current;
  for (std::size_t i = 0; i < facts.surveys.size(); ++i) {
    const Motor& motor = facts.motor(i);
    const double held = std::abs(facts.surveys[i].most_holding.value);
    peak.push_back(known(motor.limits.torque_peak));
    rated.push_back(known(motor.limits.torque_rated));
    holding.emplace_back(held < 1e-12 ? 0 : held);
    of_peak.push_back(reserve_percent(held, motor.limits.torque_peak));
    of_rated.push_back(reserve_percent(held, motor.limits.torque_rated));
    current.push_back(motor.constants.torque_constant ? std::optional(motor_current(motor, held))
                                                      : std::nullopt);
  }
  const auto any = [](const Column& column) {
    for (const auto& value : column)
      if (value) return true;
    return false;
  };
  Table table;
  table.text("motor", motor_names(facts)).data("peak", "N m", peak);
  table.right("holds up to", "N m", decimals(holding, 3));
  table.right("reserve", "%", decimals(of_peak, 1)).data("rated", "N m", rated);
  if (any(rated)) table.right("reserve", "%", decimals(of_rated, 1));
  if (any(current)) table.right("current", "A", decimals(current, 2));
  return '\n' +
         headed("Torque",
                "of the motor that holds the robot at rest in the worst position, without friction",
                style) +
         '\n' + table.layout(style);
}

std::string contradiction_text(const DriveFacts& facts, const TextStyle& style) {
  if (facts.contradictions.empty()) return "";
  std::string text = '\n' + bold("Contradictions", style) + "\n\n";
  for (const std::string& line : facts.contradictions)
    text += "- " + wrapped(line, style.width, 2, 2) + '\n';
  return text;
}

}  // namespace

std::string drives_text(const DriveFacts& facts, const TextStyle& style) {
  return headline(facts, style) + transmission_text(facts, style) + joint_text(facts, style) +
         motor_text(facts, style) + speed_text(facts, style) + torque_text(facts, style) +
         contradiction_text(facts, style);
}

}  // namespace erfd
