// The scenario file: docs/scenario-file.md.
#include "simulation/scenario/read.hpp"

#include "erfd/dynamics/algorithms.hpp"

#include "base/toml/format_key.hpp"
#include "base/toml/parser.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view format_name = "erfd-scenario/1";

void read_initial(TableReader& top, Scenario& scenario) {
  auto table = top.table("initial");
  if (!table) return;
  scenario.q = read_joint_numbers(*table, "q", units::position);
  scenario.qd = read_joint_numbers(*table, "qd", units::speed);
  const auto base = [&](std::string_view stem, UnitFamily family, Triple& target) {
    if (const auto given = table->triple(stem, family)) {
      target = given->value;
      scenario.base_at = given->at;
    }
  };
  base("base_turning", units::turn_speed, scenario.base_spin);
  base("base_velocity", units::slide_speed, scenario.base_speed);
  table->finish();
}

/// A positive number that is no quantity with a unit, or the time `stem`.
void read_positive(TableReader& table, std::string_view stem, UnitFamily family, double& target) {
  const auto number = table.number(stem, family);
  if (!number) return;
  if (number->value > 0)
    target = number->value;
  else
    table.error("range", number->at,
                fmt::format("{} is {}, expected more than 0", stem, number->value));
}

void read_integrator(TableReader& top, Scenario& scenario) {
  auto table = top.table("integrator");
  if (!table) return;
  std::vector<std::pair<std::string, std::string>> names;
  for (const IntegratorInfo& info : integrators()) names.emplace_back(info.name, info.name);
  scenario.integrator = table->word("name", names).value_or(scenario.integrator);
  IntegratorSettings& s = scenario.integration;
  read_positive(*table, "relative", units::none, s.relative);
  read_positive(*table, "absolute", units::none, s.absolute);
  read_positive(*table, "step", units::time, s.step);
  const bool fixed_step =
      !scenario.integrator.empty() && !find_integrator(scenario.integrator).adaptive;
  if (fixed_step) s.max_step = std::max(s.max_step, s.step);
  read_positive(*table, "max_step", units::time, s.max_step);
  double most = static_cast<double>(scenario.max_steps);
  read_positive(*table, "max_steps", units::none, most);
  scenario.max_steps = static_cast<long>(std::min(most, 1e15));
  table->finish();
}

void read_drives(TableReader& top, Scenario& scenario) {
  auto table = top.table("drives");
  if (!table) return;
  scenario.drives_at = table->at();
  scenario.use_drives = table->boolean("use");
  scenario.motor_limits = table->boolean("limits").value_or(true);
  table->finish();
}

void read_switches(TableReader& top, Scenario& scenario) {
  top.for_each("payload_switch", [&](TableReader& table) {
    ScenarioPayloadSwitch change;
    change.time = read_time(table, "time", 0, false, Need::required);
    change.payload = read_payload(table);
    if (!scenario.switches.empty() && change.time < scenario.switches.back().time)
      table.error("order", table.at("time_s"),
                  fmt::format("time_s is {} after {}, expected the switches in order of time",
                              change.time, scenario.switches.back().time));
    scenario.switches.push_back(change);
  });
}

void read_wrenches(TableReader& top, Scenario& scenario) {
  top.for_each("wrench", [&](TableReader& table) {
    ScenarioWrench wrench;
    wrench.at = table.at();
    wrench.from = read_time(table, "from", 0, false);
    wrench.to = read_time(table, "to", HUGE_VAL, false);
    const auto force = table.triple("force", units::force);
    const auto moment = table.triple("moment", units::torque);
    if (!table.has("force_N") && !table.has("moment_N_m"))
      table.missing("missing-key", "force_N", "or moment_N_m");
    if (force) wrench.force = force->value;
    if (moment) wrench.moment = moment->value;
    wrench.frame = table.text("frame");
    if (const auto point = table.triple("at", units::length)) wrench.point = point->value;
    if (!(wrench.to > wrench.from))
      table.error(
          "range", table.at("to_s"),
          fmt::format("to_s is {}, expected more than from_s = {}", wrench.to, wrench.from));
    table.finish();
    scenario.wrenches.push_back(std::move(wrench));
  });
}

void read_output(TableReader& top, Scenario& scenario) {
  auto table = top.table("output");
  if (!table) return;
  scenario.output = table->text("file");
  scenario.output_period = read_time(*table, "period", scenario.output_period, true);
  table->finish();
}

void read_dynamics(TableReader& top, Scenario& scenario) {
  auto table = top.table("dynamics");
  if (!table) return;
  std::vector<std::pair<std::string, std::string>> names;
  for (const AlgorithmInfo& info : algorithms()) names.emplace_back(info.name, info.name);
  scenario.algorithm = table->word("algorithm", names, Need::required).value_or("engine");
  scenario.algorithm_at = table->at("algorithm");
  table->finish();
}

void read_loads(TableReader& top, Scenario& scenario) {
  top.for_each("load", [&](TableReader& table) {
    ScenarioLoad load;
    load.frame = table.text("frame", Need::required);
    load.load = read_payload(table);
    scenario.loads.push_back(std::move(load));
  });
}

bool follows_program(const Scenario& scenario) {
  return scenario.controller && scenario.controller->reference &&
         scenario.controller->reference->kind == ReferenceKind::program;
}

/// The torques of a reference are the law feed_forward without gains.
void force_along_reference(Scenario& scenario) {
  ScenarioController& c = scenario.controller.emplace();
  c.at = scenario.input->at;
  c.law = "feed_forward";
  c.forced = true;
  JointNumbers none;
  none.values = {0};
  none.every = true;
  for (const char* const gain : {"Kp", "Kd"}) c.gains.emplace(gain, none);
  scenario.input.reset();
}

void read_drive_of_motion(TableReader& top, Scenario& scenario) {
  if (auto table = top.table("controller")) scenario.controller = read_controller(*table);
  if (auto table = top.table("input")) scenario.input = read_input(*table);
  if (top.has("controller") && top.has("input"))
    top.error("two-inputs", top.at("input"),
              "[controller] and [input] both drive the robot; keep one");
  else if (scenario.input && scenario.input->of_reference)
    force_along_reference(scenario);
  if (auto table = top.table("reference")) {
    if (scenario.controller)
      scenario.controller->reference = read_reference(*table);
    else
      top.error("reference", table->at(),
                "[reference] is given, but no [controller] follows it; leave it out");
  } else if (scenario.controller && !top.has("reference")) {
    top.missing("missing-key", "reference",
                scenario.controller->forced ? "say whose torques the robot gets: [reference]"
                                            : "say what the controller shall follow: [reference]");
  }
  if (!top.has("controller") && !top.has("input"))
    top.missing("missing-key", "controller",
                "or [input]; a robot that is let go has [input] with values_N_m = 0");
}

}  // namespace

JointField read_joint_numbers(TableReader& table, std::string_view stem, const JointUnits& units) {
  const bool every = units.turning.data() == units.sliding.data();
  std::vector<Unit> both(units.turning.begin(), units.turning.end());
  if (!every) both.insert(both.end(), units.sliding.begin(), units.sliding.end());
  auto written = table.one_or_more(stem, both);
  if (!written) return std::nullopt;
  JointNumbers numbers;
  numbers.sliding =
      !every && std::any_of(units.sliding.begin(), units.sliding.end(),
                            [&](const Unit& u) { return u.ending == written->unit.ending; });
  numbers.every = every;
  numbers.other_key =
      fmt::format("{}{}", stem, (numbers.sliding ? units.turning : units.sliding).front().ending);
  numbers.values = std::move(written->values);
  numbers.times = written->unit.times;
  numbers.over = written->unit.over;
  numbers.key = written->key;
  numbers.at = written->at;
  return numbers;
}

JointField need_joint_numbers(TableReader& table, std::string_view stem, const JointUnits& units) {
  JointField numbers = read_joint_numbers(table, stem, units);
  if (!table.has(stem, units.turning) && !table.has(stem, units.sliding))
    table.missing("missing-key", fmt::format("{}{}", stem, units.turning.front().ending));
  return numbers;
}

double read_time(TableReader& table, std::string_view stem, double fallback, bool positive,
                 Need need) {
  const auto time = table.number(stem, units::time, need);
  if (!time) return fallback;
  if (time->value > 0 || (time->value == 0 && !positive)) return time->value;
  table.error("range", time->at,
              fmt::format("{}_s is {}, expected {}", stem, time->value,
                          positive ? "more than 0" : "0 or more"));
  return fallback;
}

ScenarioPayload read_payload(TableReader& table) {
  ScenarioPayload payload;
  payload.at = table.at();
  if (const auto mass = table.number("mass", units::mass, Need::required)) {
    payload.mass = mass->value;
    if (mass->value < 0)
      table.error("range", mass->at, fmt::format("mass_kg is {}, expected 0 or more", mass->value));
  }
  if (const auto com = table.triple("com", units::length)) payload.com = com->value;
  if (const auto inertia = table.inertia("inertia")) {
    payload.inertia = inertia->value;
    for (const int i : {0, 1, 2}) {
      const double one = inertia->value[static_cast<std::size_t>(i)];
      const double others = inertia->value[0] + inertia->value[1] + inertia->value[2] - one;
      if (one < 0 || one > others * (1 + 1e-12)) {
        table.error(
            "inertia", inertia->at,
            "inertia is impossible: each of the three moments is at least 0 and at most the "
            "sum of the other two");
        break;
      }
    }
  }
  table.finish();
  return payload;
}

ReadScenario read_scenario(std::string_view text, const std::string& file_name) {
  ReadScenario result{{}, Diagnostics(file_name)};
  Scenario& scenario = result.scenario;
  scenario.file = file_name;
  Findings findings(result.findings);
  const TomlTable document = parse_toml(text, findings);
  TableReader top(document, "", {}, findings);
  read_format(top, format_name);
  top.text("title");
  top.text("note");
  scenario.robot = top.text("robot", Need::required);
  scenario.robot_at = top.at("robot");
  scenario.tool = top.text("tool");
  scenario.tool_at = top.at("tool");
  scenario.without = top.text("without");
  if (const auto gravity = top.triple("gravity", units::slide_acceleration))
    scenario.gravity = gravity->value;
  if (auto payload = top.table("payload")) scenario.payload = read_payload(*payload);
  read_loads(top, scenario);
  read_dynamics(top, scenario);
  scenario.duration = read_time(top, "duration", 0, true);
  scenario.control_period = read_time(top, "control_period", 0, false);
  read_initial(top, scenario);
  read_integrator(top, scenario);
  read_drive_of_motion(top, scenario);
  if (!top.has("duration", units::time) && !follows_program(scenario))
    top.missing("missing-key", "duration_s");
  read_drives(top, scenario);
  read_switches(top, scenario);
  read_wrenches(top, scenario);
  read_output(top, scenario);
  top.finish();
  result.findings.sort();
  return result;
}

}  // namespace erfd
