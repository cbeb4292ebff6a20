#include "verbs/simulate_output.hpp"

#include "erfd/dynamics/felt.hpp"
#include "erfd/report/table.hpp"

#include "output/state_output.hpp"
#include "verbs/simulate_motion.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

struct Part {
  const char* name;
  double value;
};

bool is_at_rest(const Audit& a) { return a.largest() < a.floor; }

/// Left side and right side of the balance, as they add up, without the digits of rounding.
std::vector<Part> balance_of(const SimulationPage& page) {
  const Audit& a = page.result.audit;
  const EnergyFlows& f = a.flows;
  std::vector<Part> parts{
      {page.plant.drives() ? "from the motors" : "from the joint torques", f.input}};
  const auto add = [&](const char* name, double value, bool wanted) {
    if (wanted || value != 0) parts.push_back({name, value});
  };
  add("from the wrenches", f.wrenches, !page.scenario.wrenches.empty());
  add("with payloads that came and went", a.payload, !page.scenario.switches.empty());
  const bool drives = page.plant.drives().has_value();
  add("by viscous friction", -f.viscous, drives);
  add("by Coulomb friction", -f.coulomb, drives);
  add("by load-dependent friction", -f.load_dependent, drives);
  parts.push_back({"change of kinetic energy", a.kinetic_end - a.kinetic_start});
  parts.push_back({"change of potential energy", a.potential_end - a.potential_start});
  std::vector<double> values;
  values.reserve(parts.size());
  for (const Part& part : parts) values.push_back(part.value);
  values = without_rounding(values, a.largest());
  if (is_at_rest(a)) std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].value = values[i];
  return parts;
}

/// The power of ten that is not below the value: "1e-09". Digits of rounding tell nothing, so that
/// less than 1e-12 is not told apart.
std::string within(double value) {
  return fmt::format("{:.0e}", std::pow(10, std::ceil(std::log10(std::max(value, 1e-12)))));
}

bool is_free_motion(const Audit& a) {
  const EnergyFlows& f = a.flows;
  return f.input == 0 && f.wrenches == 0 && f.viscous == 0 && f.coulomb == 0 &&
         f.load_dependent == 0 && a.payload == 0;
}

bool has_loops(const SimulationPage& page) { return page.plant.model().is_constrained(); }

/// How well the sums add up.
std::vector<std::string> balance_sentences(const Audit& a) {
  if (is_at_rest(a))
    return {
        fmt::format("At rest: every energy is below the {} J that lift the robot by 1 µm, and "
                    "they add up within {} of that.",
                    with_digits(a.floor, 3), within(a.relative_residual()))};
  std::vector<std::string> sentences{
      fmt::format("The energies add up within {} of the largest; kinetic energy reached {} J.",
                  within(a.relative_residual()), with_digits(a.kinetic_peak))};
  if (is_free_motion(a))
    sentences.push_back(
        fmt::format("Free motion: the energy drifts by less than {} of the kinetic peak.",
                    within(std::abs(a.residual()) / std::max(a.kinetic_peak, a.floor))));
  if (a.power_peak > 0)
    sentences.push_back(
        fmt::format("The powers add up at every sample within {} of the largest, {} W.",
                    within(a.relative_power_residual()), with_digits(a.power_peak)));
  return sentences;
}

std::vector<std::string> audit_sentences(const SimulationPage& page) {
  const Audit& a = page.result.audit;
  std::vector<std::string> sentences = balance_sentences(a);
  if (has_loops(page))
    sentences.push_back(fmt::format(
        "The loops stayed closed within {} (m, or the sine of an angle).", within(a.loop_gap)));
  return sentences;
}

std::string energy_part(const SimulationPage& page, const TextStyle& style) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const Part& part : balance_of(page)) {
    names.emplace_back(part.name);
    values.push_back(part.value);
  }
  Table table;
  table.text("part", names);
  table.results("energy", "J", values);
  std::string text = bold("Where the energy went", style) + "\n\n" + table.layout(style) + '\n';
  for (const std::string& sentence : audit_sentences(page))
    text += wrapped(sentence, style.width, 2) + '\n';
  return text;
}

std::string event_text(const SimulationPage& page) {
  if (page.plant.friction().empty()) return {};
  const auto& events = page.result.events;
  std::string text = fmt::format("Friction: {}", events.empty() ? "nothing stopped, nothing started"
                                                                : counted(events.size(), "event"));
  if (!events.empty()) {
    const FrictionEvent& last = events.back();
    text += fmt::format("; the last at {} s: {} {}", with_digits(last.t),
                        page.plant.friction()[static_cast<std::size_t>(last.element)].name,
                        last.mode == 0 ? "stops" : "starts");
  }
  return text;
}

std::string friction_part(const SimulationPage& page) {
  const std::string text = event_text(page);
  return text.empty() ? text : '\n' + text + '\n';
}

std::string limit_part(const SimulationPage& page, const TextStyle& style) {
  if (!page.plant.drives()) return {};
  if (!page.plant.motor_limits()) return "\nMotors have no limits in this run.\n";
  std::vector<std::string> motors, limits;
  std::vector<double> first, duration;
  for (std::size_t i = 0; i < page.result.limits.size(); ++i) {
    const LimitRecord& record = page.result.limits[i];
    if (!record.limits.any()) continue;
    motors.push_back(page.plant.drives()->motor(static_cast<int>(i)).name);
    limits.push_back(names_of(record.limits));
    first.push_back(record.first);
    duration.push_back(record.duration);
  }
  if (motors.empty()) return "\nNo motor reached a limit.\n";
  Table table;
  table.text("motor", motors);
  table.text("limits reached", limits);
  table.results("first at", "s", first, 4);
  table.results("for", "s", duration, 4);
  return '\n' + bold("Motors at their limits", style) + "\n\n" + table.layout(style);
}

std::string bound_part(const SimulationPage& page, const TextStyle& style) {
  const std::vector<std::string> sentences = bound_sentences(page);
  if (sentences.empty()) return {};
  std::string text = '\n' + bold("Beyond what the robot file allows", style) + "\n\n";
  for (const std::string& sentence : sentences) text += wrapped(sentence, style.width, 2) + '\n';
  return text;
}

/// The state of a free base in words, and a table of the joints.
std::string base_part(const SimulationPage& page, const TextStyle& style) {
  const Model& model = page.plant.model();
  const VectorX<double>&q = page.result.q, &qd = page.result.qd;
  const auto three = [](const auto& v) {
    return fmt::format("({}, {}, {})", with_digits(v[0]), with_digits(v[1]), with_digits(v[2]));
  };
  std::vector<std::string> joint, position, rate;
  for (const Body& body : model.joints()) {
    const Measure& m = measure_of(body.kind);
    joint.push_back(body.joint);
    position.push_back(fmt::format("{} {}", with_digits(q[body.q_index] / m.shown_in_si), m.shown));
    rate.push_back(fmt::format("{} {}/s", with_digits(qd[body.v_index] / m.shown_in_si), m.shown));
  }
  Table table;
  table.text("joint", joint).text("q", position).text("qd", rate);
  return '\n' + bold("State", style) +
         fmt::format(
             "  at {} s\n\nbase at {} m, quaternion ({}, {}, {}, {}), turns with {} rad/s "
             "and moves with {} m/s in its axes\n\n",
             with_digits(page.result.t), three(q.segment<3>(4)), with_digits(q[0]),
             with_digits(q[1]), with_digits(q[2]), with_digits(q[3]), three(qd.head<3>()),
             three(qd.segment<3>(3))) +
         table.layout(style);
}

std::string state_part(const SimulationPage& page, const TextStyle& style) {
  const Model& model = page.plant.model();
  if (!page.result.q.allFinite() || !page.result.qd.allFinite()) return {};
  Table table;
  if (model.has_free_base()) return base_part(page, style);
  table.text("joint", erfd::names_of(coordinates(model, Quantity::velocity)));
  add_column(table, model, "q", Quantity::position, page.result.q, true);
  add_column(table, model, "qd", Quantity::velocity, page.result.qd, true);
  return '\n' + bold("State", style) + fmt::format("  at {} s\n\n", with_digits(page.result.t)) +
         table.layout(style);
}

/// "motor1 reached peak torque: first at 0.208 s, for 0.224 s."
std::vector<std::string> limit_sentences(const SimulationPage& page) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < page.result.limits.size(); ++i) {
    const LimitRecord& record = page.result.limits[i];
    if (record.limits.any())
      sentences.push_back(fmt::format("{} reached {}: first at {} s, for {} s.",
                                      page.plant.drives()->motor(static_cast<int>(i)).name,
                                      names_of(record.limits), with_digits(record.first, 4),
                                      with_digits(record.duration, 4)));
  }
  return sentences;
}

const char* status_name(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::stopped:
      return "stopped";
    case RunStatus::not_finite_input:
      return "not_finite_input";
    case RunStatus::not_finite_state:
      return "not_finite_state";
    case RunStatus::ran_away:
      return "ran_away";
    case RunStatus::singular:
      return "singular";
    case RunStatus::drives_out_of_reach:
      return "drives_out_of_reach";
    case RunStatus::friction_unsettled:
      return "friction_unsettled";
    case RunStatus::chattering:
      return "chattering";
    case RunStatus::loops_open:
      return "loops_open";
    case RunStatus::step_too_small:
      return "step_too_small";
    case RunStatus::too_many_steps:
      break;
  }
  return "too_many_steps";
}

Json whole(long value) { return static_cast<double>(value); }

Json audit_json(const Audit& a) {
  return Json::Object{{"input_J", a.flows.input},
                      {"wrenches_J", a.flows.wrenches},
                      {"payload_J", a.payload},
                      {"viscous_J", a.flows.viscous},
                      {"coulomb_J", a.flows.coulomb},
                      {"load_friction_J", a.flows.load_dependent},
                      {"kinetic_start_J", a.kinetic_start},
                      {"kinetic_end_J", a.kinetic_end},
                      {"kinetic_peak_J", a.kinetic_peak},
                      {"potential_start_J", a.potential_start},
                      {"potential_end_J", a.potential_end},
                      {"residual_J", a.residual()},
                      {"relative_residual", a.relative_residual()},
                      {"power_residual_W", a.power_residual},
                      {"power_peak_W", a.power_peak},
                      {"floor_J", a.floor}};
}

/// Which algorithm moved the links, what it was called for, and how long that took.
std::string dynamics_part(const SimulationPage& page) {
  const std::string_view algorithm = page.plant.algorithm().name;
  std::string text;
  if (algorithm != "engine")
    text = fmt::format("dynamics by {} ({}), {}\n", algorithm, page.plant.algorithm().title,
                       counted(static_cast<std::size_t>(page.result.calls), "call"));
  if (page.timing)
    text += fmt::format("{} s by the clock, {} evaluations, {} calls of {}\n",
                        with_digits(page.result.wall_time, 3), page.result.evaluations,
                        page.result.calls, algorithm);
  return text + '\n';
}

}  // namespace

std::string instability_of(ScenarioSetup& setup, const SimulationResult& result) {
  SampledDamping damping = setup.sampled_damping(setup.q());
  if (damping.stable() && result.q.allFinite()) damping = setup.sampled_damping(result.q);
  if (damping.stable()) return {};
  const double period = setup.settings().control_period;
  return fmt::format(
      "the damping of joint '{}' is too strong for the control period: Kd T/J is {}, and from 2 on "
      "the "
      "speed grows with every period; take a control_period_s below {}, or a smaller Kd",
      setup.plant().model().joints()[static_cast<std::size_t>(damping.joint)].joint,
      with_digits(damping.number, 3),
      with_digits(SampledDamping::stable_below * period / damping.number, 2));
}

std::string fault_of(const SimulationPage& page) {
  const std::string fault = describe_fault(page.plant, page.result);
  return fault.empty() || page.instability.empty() ? fault : fault + "; " + page.instability;
}

std::string simulation_text(const SimulationPage& page, const TextStyle& style) {
  const SimulationResult& r = page.result;
  const std::optional<ScenarioPayload>& payload = page.scenario.payload;
  return bold("Run of " + page.scenario.file, style) +
         fmt::format("\n{}{}\n{} s of {} s, {} and {} repeated, by {}\n",
                     title_of(page.plant.model()),
                     payload ? fmt::format(", payload {} kg", with_digits(payload->mass)) : "",
                     with_digits(r.t), with_digits(page.settings.start + page.settings.duration),
                     counted(static_cast<std::size_t>(r.steps), "step"), r.rejected,
                     page.settings.integrator) +
         dynamics_part(page) + tracking_part(page, style) + settling_part(page, style) +
         energy_part(page, style) + friction_part(page) + limit_part(page, style) +
         bound_part(page, style) + state_part(page, style);
}

std::string simulation_summary(const SimulationPage& page) {
  const SimulationResult& r = page.result;
  const std::size_t limited = limit_sentences(page).size();
  std::string text =
      fmt::format("{} simulated for {} s{}", page.plant.model().name(), with_digits(r.t),
                  r.ok() ? ""
                         : fmt::format(" of {} s, then stopped",
                                       with_digits(page.settings.start + page.settings.duration)));
  if (const std::string tracking = tracking_sentence(page); !tracking.empty())
    text += "; " + tracking;
  text += fmt::format("; energies add up within {}", within(r.audit.relative_residual()));
  if (page.plant.drives() && page.plant.motor_limits())
    text += limited == 0 ? "; no motor reached a limit"
                         : fmt::format("; {} reached limits", counted(limited, "motor"));
  if (const std::size_t bounds = bound_sentences(page).size(); bounds > 0)
    text += fmt::format("; beyond {} of the robot file", counted(bounds, "bound"));
  return text;
}

std::vector<std::string> simulation_notes(const SimulationPage& page) {
  std::vector<std::string> notes;
  if (!page.instability.empty()) notes.push_back(page.instability);
  for (std::string& sentence : audit_sentences(page)) notes.push_back(std::move(sentence));
  const std::vector<Part> parts = balance_of(page);
  std::vector<double> energies;
  energies.reserve(parts.size());
  for (const Part& part : parts) energies.push_back(part.value);
  const std::vector<std::string> texts = aligned_numbers(energies);
  for (std::size_t i = 0; i < parts.size(); ++i)
    notes.push_back(fmt::format("{} J {}", texts[i], parts[i].name));
  if (std::string events = event_text(page); !events.empty()) notes.push_back(std::move(events));
  for (std::string& sentence : limit_sentences(page)) notes.push_back(std::move(sentence));
  for (std::string& sentence : bound_sentences(page)) notes.push_back(std::move(sentence));
  return notes;
}

Json simulation_json(const SimulationPage& page) {
  const SimulationResult& r = page.result;
  Json::List events, limits;
  for (const FrictionEvent& e : r.events)
    events.emplace_back(
        Json::Object{{"time_s", e.t},
                     {"element", page.plant.friction()[static_cast<std::size_t>(e.element)].name},
                     {"direction", e.mode}});
  for (std::size_t i = 0; i < r.limits.size(); ++i) {
    const LimitRecord& record = r.limits[i];
    Json json = Json::Object{{"motor", page.plant.drives()->motor(static_cast<int>(i)).name},
                             {"limits", names_of(record.limits)}};
    json.set("first_s", record.limits.any() ? Json(record.first) : Json());
    json.set("duration_s", record.duration);
    limits.push_back(std::move(json));
  }
  const auto state = [](const VectorX<double>& v) {
    return v.allFinite() ? Json::numbers(span_of(v)) : Json();
  };
  Json json = Json::Object{{"scenario", page.scenario.file},
                           {"robot", page.plant.model().name()},
                           {"status", status_name(r.status)}};
  json.set("fault", r.ok() ? Json() : Json(fault_of(page)));
  json.set("time_s", r.t);
  json.set("duration_s", page.settings.duration);
  json.set("integrator", std::string(page.settings.integrator));
  json.set("steps", whole(r.steps));
  json.set("rejected", whole(r.rejected));
  json.set("evaluations", whole(r.evaluations));
  json.set("algorithm", std::string(page.plant.algorithm().name));
  json.set("calls", whole(r.calls));
  if (page.timing) json.set("wall_time_s", r.wall_time);
  Json audit = audit_json(r.audit);
  if (has_loops(page)) audit.set("loop_gap", r.audit.loop_gap);
  json.set("audit", std::move(audit));
  json.set("friction_events", std::move(events));
  json.set("motors", std::move(limits));
  json.set("tracking", tracking_json(page));
  json.set("beyond", bounds_json(page));
  json.set("q", state(r.q));
  json.set("qd", state(r.qd));
  return json;
}

ColumnTable simulation_columns(const Plant& plant, const Reference* reference) {
  ColumnTable table{"simulation", {{"time", "s"}}};
  const auto add = [&](const std::vector<Column>& columns) {
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  };
  add(columns_of(plant.model(), Quantity::position));
  add(columns_of(plant.model(), Quantity::velocity));
  add(columns_of(plant.model(), Quantity::acceleration));
  if (!plant.drives()) {
    std::vector<Column> efforts = columns_of(plant.model(), Quantity::effort);
    efforts.erase(efforts.begin(), efforts.begin() + plant.base_velocities());
    add(efforts);
  }
  if (plant.drives())
    for (int i = 1; i <= plant.drives()->count(); ++i) add({{fmt::format("motor{}", i), "N m"}});
  for (const char* rate : {"", "d"}) {
    for (const ElasticGear& gear : plant.gears()) {
      const int number = gear.joint - plant.base_velocities();
      const Body& joint = plant.model().joints()[static_cast<std::size_t>(number)];
      add({{fmt::format("theta{}{}", rate, number + 1),
            measure_of(joint.kind).position + std::string(*rate == 'd' ? "/s" : "")}});
    }
  }
  for (const char* name : {"input", "wrenches", "viscous", "coulomb", "load_friction"})
    add({{fmt::format("power_{}", name), "W"}});
  add(felt_columns(plant.model()));
  if (reference == nullptr) return table;
  for (const Quantity quantity : {Quantity::position, Quantity::velocity}) {
    std::vector<Column> columns = columns_of(plant.model(), quantity);
    columns.erase(columns.begin(), columns.end() - std::ssize(plant.model().joints()));
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (is_asked(plant.model(), j)) add({{columns[j].name + "_asked", columns[j].unit}});
  }
  return table;
}

void set_simulation_row(const Model& model, const Sample& sample, const Reference* reference,
                        std::vector<double>& row) {
  row.assign(1, sample.t);
  for (const VectorX<double>* part : {&sample.q, &sample.qd, &sample.qdd, &sample.torque,
                                      &sample.motor_side, &sample.motor_side_d})
    row.insert(row.end(), part->begin(), part->end());
  const EnergyFlows& p = sample.power;
  row.insert(row.end(), {p.input, p.wrenches, p.viscous, p.coulomb, p.load_dependent});
  append_felt(model, sample.q, sample.qd, sample.qdd, row);
  if (reference == nullptr) return;
  VectorX<double> q(reference->joint_count()), qd = q, qdd = q;
  reference->at(sample.t, q, qd, qdd);
  for (const VectorX<double>* part : {&q, &qd})
    for (Eigen::Index j = 0; j < part->size(); ++j)
      if (is_asked(model, static_cast<std::size_t>(j))) row.push_back((*part)[j]);
}

}  // namespace erfd
