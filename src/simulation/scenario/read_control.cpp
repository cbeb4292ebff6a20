// [controller], [reference] and [input] of a scenario file.
#include "erfd/simulation/controller.hpp"

#include "simulation/scenario/read.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr Unit per_second[] = {{"_1_s"}};
constexpr Unit per_square_second[] = {{"_1_s2"}};
constexpr Unit turn_integral[] = {{"_N_m_rad_s"}};
constexpr Unit slide_integral[] = {{"_N_m_s"}};
constexpr Unit turn_torque_rate[] = {{"_N_m_s"}};
constexpr Unit slide_torque_rate[] = {{"_N_s"}};
constexpr Unit power[] = {{"_W"}};
constexpr Unit per_joule[] = {{"_1_J"}};

constexpr JointUnits same(UnitFamily family) { return {family, family, "", ""}; }

/// What a gain is measured in: computed_torque commands accelerations, the others torques.
JointUnits units_of(std::string_view law, std::string_view gain) {
  const bool accelerations = law == "computed_torque";
  if (gain == "Kp") return accelerations ? same(per_square_second) : units::stiffness;
  if (gain == "Kd") return accelerations ? same(per_second) : units::damping;
  if (gain == "Ki") return {turn_integral, slide_integral, "", ""};
  if (gain == "disturbance") return units::effort;
  if (gain == "speed") return same(units::turn_damping);
  if (gain == "integral") return same(units::turn_stiffness);
  if (gain == "layer") return same(power);
  if (gain == "adaptation") return same(per_joule);
  return same(per_second);  // tracking, lambda, position, current
}

/// Kp and Kd in the unit of the other kind of law: the likeliest slip, told instead of a missing key.
bool refuse_other_unit(TableReader& table, std::string_view law, std::string_view gain) {
  if (gain != "Kp" && gain != "Kd") return false;
  const bool accelerations = law == "computed_torque";
  const JointUnits other = units_of(accelerations ? "pd" : "computed_torque", gain);
  if (!table.has(gain, other.turning) && !table.has(gain, other.sliding)) return false;
  const std::string why = fmt::format("is of laws that command {}; the law '{}' takes {}{}",
                                      accelerations ? "torques" : "accelerations", law, gain,
                                      units_of(law, gain).turning.front().ending);
  table.refuse(gain, other.turning, "wrong-unit", why);
  if (accelerations) table.refuse(gain, other.sliding, "wrong-unit", why);
  return true;
}

void read_gains(TableReader& table, const ControllerInfo& law, ScenarioController& controller) {
  for (std::string_view left = law.gains; !left.empty();) {
    const std::size_t end = left.find(", ");
    std::string_view name = left.substr(0, end);
    left = end == std::string_view::npos ? "" : left.substr(end + 2);
    const bool optional = name.front() == '[';
    if (optional) name = name.substr(1, name.size() - 2);
    if (name == "uncertainty") {  // of the inertial parameters, told as a payload
      if (auto payload = table.table("uncertain_payload", Need::required))
        controller.uncertain_payload = read_payload(*payload);
      continue;
    }
    const JointUnits family = units_of(law.name, name);
    const bool told = refuse_other_unit(table, law.name, name);
    const JointField values = optional || told ? read_joint_numbers(table, name, family)
                                               : need_joint_numbers(table, name, family);
    if (values) controller.gains.emplace(name, *values);
  }
}

void read_drive_knowledge(TableReader& table, ScenarioController& controller) {
  static const std::vector<std::pair<std::string, bool>> ways = {{"none", false}, {"tanh", true}};
  controller.knows_drives = table.boolean("knows_drives").value_or(true);
  controller.compensates_friction = table.word("friction_compensation", ways).value_or(false);
  controller.friction_speed = read_joint_numbers(table, "friction_speed", units::speed);
  if (controller.compensates_friction && !controller.knows_drives)
    table.error("knowledge", table.at("friction_compensation"),
                "friction of the drives is to be compensated, but knows_drives is false; leave one "
                "of them out");
  if (controller.friction_speed && !controller.compensates_friction)
    table.error("knowledge", controller.friction_speed->at,
                fmt::format("{} is given, but friction is not compensated; write "
                            "friction_compensation = \"tanh\"",
                            controller.friction_speed->key));
}

}  // namespace

ScenarioController read_controller(TableReader& table) {
  ScenarioController controller;
  controller.at = table.at();
  std::vector<std::pair<std::string, std::string>> names;
  for (const ControllerInfo& info : controllers()) names.emplace_back(info.name, info.name);
  const auto law = table.word("law", names, Need::required);
  controller.saturation = read_joint_numbers(table, "saturation", units::effort);
  controller.rate_limit =
      read_joint_numbers(table, "rate_limit", {turn_torque_rate, slide_torque_rate, "", ""});
  controller.knows_payload = table.boolean("knows_payload").value_or(true);
  read_drive_knowledge(table, controller);
  if (!law) return controller;  // the law says which keys are gains
  controller.law = *law;
  read_gains(table, find_controller(*law), controller);
  table.finish();
  return controller;
}

namespace {

/// From one posture to another.
void read_move(TableReader& table, ScenarioReference& reference) {
  reference.from = read_joint_numbers(table, "from", units::position);
  reference.to = need_joint_numbers(table, "to", units::position);
  reference.start = read_time(table, "start", 0, false);
  if (reference.kind == ReferenceKind::trapezoid) {
    reference.speed = need_joint_numbers(table, "speed", units::speed);
    reference.acceleration = need_joint_numbers(table, "acceleration", units::acceleration);
    return;
  }
  reference.duration = read_time(table, "duration", 1, true, Need::required);
  if (reference.kind != ReferenceKind::polynomial) return;
  reference.start_speed = read_joint_numbers(table, "start_speed", units::speed);
  reference.end_speed = read_joint_numbers(table, "end_speed", units::speed);
  reference.start_acceleration =
      read_joint_numbers(table, "start_acceleration", units::acceleration);
  reference.end_acceleration = read_joint_numbers(table, "end_acceleration", units::acceleration);
  const auto degree = table.number("degree", units::none);
  if (!degree) return;
  if (degree->value != 3 && degree->value != 5 && degree->value != 7)
    table.error("range", degree->at,
                fmt::format("degree is {}, expected 3, 5 or 7", degree->value));
  else
    reference.degree = static_cast<int>(degree->value);
  for (const JointField* field : {&reference.start_acceleration, &reference.end_acceleration})
    if (*field && reference.degree == 3)
      table.error("degree", (*field)->at,
                  fmt::format("{} is given, which a polynomial of degree 3 does not hold; write "
                              "degree = 5",
                              (*field)->key));
}

void read_points(TableReader& table, ScenarioReference& reference) {
  table.for_each("point", [&](TableReader& point) {
    ScenarioPoint& next = reference.points.emplace_back();
    next.time = read_time(point, "time", 0, false, Need::required);
    next.q = need_joint_numbers(point, "q", units::position);
    if (reference.points.size() > 1 && next.time <= (&next - 1)->time)
      point.error("order", point.at("time_s"),
                  fmt::format("time_s is {} after {}, expected a larger one", next.time,
                              (&next - 1)->time));
    point.finish();
  });
  if (reference.points.size() < 2)
    table.missing("missing-key", "point",
                  "a spline needs two [[reference.point]] or more, each with time_s and q_deg");
}

}  // namespace

ScenarioReference read_reference(TableReader& table) {
  static const std::vector<std::pair<std::string, ReferenceKind>> words = {
      {"set_point", ReferenceKind::set_point}, {"quintic", ReferenceKind::quintic},
      {"cycloid", ReferenceKind::cycloid},     {"polynomial", ReferenceKind::polynomial},
      {"spline", ReferenceKind::spline},       {"trapezoid", ReferenceKind::trapezoid},
      {"sine", ReferenceKind::sine},           {"table", ReferenceKind::table},
      {"program", ReferenceKind::program}};
  ScenarioReference reference;
  reference.at = table.at();
  const auto kind = table.word("kind", words, Need::required);
  if (!kind) return reference;
  reference.kind = *kind;
  switch (*kind) {
    case ReferenceKind::set_point:
      reference.q = need_joint_numbers(table, "q", units::position);
      break;
    case ReferenceKind::quintic:
    case ReferenceKind::cycloid:
    case ReferenceKind::polynomial:
    case ReferenceKind::trapezoid:
      read_move(table, reference);
      break;
    case ReferenceKind::spline:
      read_points(table, reference);
      break;
    case ReferenceKind::sine:
      reference.centre = read_joint_numbers(table, "centre", units::position);
      reference.amplitude = need_joint_numbers(table, "amplitude", units::position);
      reference.frequency = need_joint_numbers(table, "frequency", same(units::turn_speed));
      reference.phase = read_joint_numbers(table, "phase", same(units::angle));
      break;
    case ReferenceKind::table:
    case ReferenceKind::program:
      reference.file = table.text("file", Need::required);
      break;
  }
  table.finish();
  return reference;
}

ScenarioInput read_input(TableReader& table) {
  static const std::vector<std::pair<std::string, std::optional<PlantInput>>> kinds = {
      {"joint_torques", PlantInput::joint_torques},
      {"motor_torques", PlantInput::motor_torques},
      {"motor_currents", PlantInput::motor_currents},
      {"inverse_dynamics", std::nullopt}};
  static const std::vector<std::pair<std::string, bool>> ways = {{"linear", false}, {"hold", true}};
  ScenarioInput input;
  input.at = table.at();
  const auto kind = table.word("kind", kinds, Need::required);
  if (kind && !*kind) {
    input.of_reference = true;
    table.finish();
    return input;
  }
  input.file = table.text("file");
  if (table.has("file")) input.hold = table.word("between", ways).value_or(false);
  if (!kind) return input;
  input.kind = **kind;
  const JointUnits family = input.kind == PlantInput::joint_torques   ? units::effort
                            : input.kind == PlantInput::motor_torques ? same(units::torque)
                                                                      : same(units::current);
  input.values = read_joint_numbers(table, "values", family);
  const bool constant = table.has("values", family.turning) || table.has("values", family.sliding);
  if (constant && table.has("file"))
    table.error("two-inputs", table.at("file"), "values and file both give the input; keep one");
  if (!constant && !table.has("file"))
    table.missing("missing-key", fmt::format("values{}", family.turning.front().ending),
                  "or file = \"....csv\"");
  table.finish();
  return input;
}

}  // namespace erfd
