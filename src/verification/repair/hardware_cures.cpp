#include "verification/repair/hardware_cures.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include "verification/repair/run_trial.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Three digits, never less than the value.
double rounded_up(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::stod(with_digits(std::ceil(value / unit * (1 - 1e-12)) * unit, 6));
}

/// The case with other hardware; none where a key or the robot refuses it.
struct OtherCase {
  Case asked;
  Verification verified;
};
std::optional<OtherCase> with_settings(const FailingCase& f,
                                       const std::vector<std::string>& settings,
                                       double payload = 1) {
  RobotChoice robot = f.robot;
  ProgramChoice program = f.program;
  robot.payload.mass *= payload;
  robot.payload.I_com *= payload;
  try {
    for (const std::string& setting : settings) set_key(robot, program, setting);
    OtherCase other{read_case(robot, program), {}};
    other.verified = verify(other.asked, f.settings);
    return other;
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool passes(const OtherCase& other) {
  return other.asked.plan.complete && other.verified.achievable;
}

void add(const FailingCase& f, CureKind kind, std::string what, std::vector<std::string> settings,
         const OtherCase& other, Repair& result) {
  Cure cure;
  cure.kind = kind;
  cure.what = std::move(what);
  cure.settings = std::move(settings);
  cure.time = other.asked.plan.duration();
  cure.price = cure.time - f.asked.plan.duration();
  cure.change = static_cast<double>(cure.settings.size());
  result.cures.push_back(std::move(cure));
}

/// What the motors must give: the largest need of each limit that a number of the file lifts.
struct MotorNeeds {
  std::map<std::string, double> numbers;  ///< key → value
  std::vector<std::string> others;        ///< limits that no such number lifts
};

void need(const FailingCase& f, const Binding& b, MotorNeeds& needs) {
  const auto key = [&](const char* what) {
    double& known = needs.numbers["drive." + f.asked.drives.motor(b.motor).name + "." + what];
    known = std::max(known, b.needed);
  };
  const bool own = b.motor >= 0 && !f.asked.drives.motor(b.motor).peak_of_joint;
  if (own && b.limit == Limit::motor_torque)
    key("torque_peak_N_m");
  else if (own && b.limit == Limit::rated_torque)
    key("torque_rated_N_m");
  else if (own && b.limit == Limit::motor_speed)
    key("speed_max_rad_s");
  else
    needs.others.emplace_back(name_of(b.limit));
}

MotorNeeds needs_of(const FailingCase& f, const Verification& verified) {
  MotorNeeds needs;
  for (const MoveVerdict& move : verified.moves)
    for (const Binding& b : move.exceeded) need(f, b, needs);
  return needs;
}

std::vector<std::string> settings_of(const MotorNeeds& needs) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : needs.numbers)
    settings.push_back(fmt::format("{}={}", key, shortest(rounded_up(value))));
  return settings;
}

/// "motor5 with 5.2 N m peak".
std::string words_of(const MotorNeeds& needs) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : needs.numbers) {
    const std::size_t begin = key.find('.') + 1, end = key.rfind('.');
    const std::string what = key.substr(end + 1);
    const char* const unit = what == "speed_max_rad_s"    ? "rad/s"
                             : what == "torque_rated_N_m" ? "N m rated"
                                                          : "N m peak";
    parts.push_back(fmt::format("{} with {} {}", key.substr(begin, end - begin),
                                with_digits(rounded_up(value)), unit));
  }
  return fmt::format("{} would do", fmt::join(parts, ", "));
}

void find_motors(const FailingCase& f, Repair& result) {
  MotorNeeds needs = needs_of(f, f.verified);
  if (needs.numbers.empty() || !needs.others.empty()) return;
  for (int round = 0; round < 4; ++round) {  // heat and peaks come to light one behind the other
    const std::vector<std::string> settings = settings_of(needs);
    const auto other = with_settings(f, settings);
    if (!other) break;
    if (passes(*other)) return add(f, CureKind::motors, words_of(needs), settings, *other, result);
    const MotorNeeds more = needs_of(f, other->verified);
    if (more.numbers.empty() || !more.others.empty()) break;
    for (const auto& [key, value] : more.numbers) {
      double& known = needs.numbers[key];
      known = std::max(1.001 * known, value);
    }
  }
  result.in_vain.emplace_back("motors with more torque and speed do not help");
}

/// One motor is beyond its limits: another ratio of its gear.
void find_gears(const FailingCase& f, Repair& result) {
  int motor = -1;
  for (const MoveVerdict& move : f.verified.moves)
    for (const Binding& b : move.exceeded) {
      if (b.motor < 0 || (motor >= 0 && b.motor != motor)) return;
      motor = b.motor;
    }
  if (motor < 0) return;
  const std::string& name = f.asked.drives.motor(motor).name;
  const auto& all = f.asked.robot.drives;
  const auto drive =
      std::find_if(all.begin(), all.end(), [&](const auto& d) { return d.name == name; });
  if (drive == all.end() || !drive->ratio) return;
  const double ratio = drive->ratio->value;
  for (const double step : {1.02, 1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0})
    for (const double factor : {step, 1 / step}) {
      const double other_ratio = std::stod(with_digits(ratio * factor, 4));
      const std::vector<std::string> settings = {
          fmt::format("drive.{}.ratio={}", name, shortest(other_ratio))};
      const auto other = with_settings(f, settings);
      if (other && passes(*other))
        return add(f, CureKind::gears,
                   fmt::format("a gear of {} with the ratio {} instead of {} would do", name,
                               with_digits(other_ratio), with_digits(ratio)),
                   settings, *other, result);
    }
  result.in_vain.push_back(fmt::format("no other ratio of the gear of {} helps", name));
}

void find_payload(const FailingCase& f, Repair& result) {
  const double mass = f.robot.payload.mass;
  if (!(mass > 0)) return;
  const auto at = [&](double share) { return with_settings(f, {}, share); };
  const auto none = at(0);
  if (!none || !passes(*none)) {
    result.in_vain.emplace_back("no smaller payload helps");
    return;
  }
  double low = 0, high = 1;
  while (high - low > 0.002) {
    const double middle = (low + high) / 2;
    const auto other = at(middle);
    (other && passes(*other) ? low : high) = middle;
  }
  const double carried = std::floor(1000 * low * mass) / 1000;
  const auto other = at(carried / mass);
  if (!other || !passes(*other)) return;
  const Vector3<double>& com = f.robot.payload.com;
  add(f, CureKind::payload,
      fmt::format("a payload of {} kg instead of {} kg", with_digits(carried), with_digits(mass)),
      {fmt::format("option.payload={},{},{},{}", shortest(carried), shortest(com.x()),
                   shortest(com.y()), shortest(com.z()))},
      *other, result);
}

// Places

Program shifted(Program program, const Vector3<double>& by) {
  for (Instruction& instruction : program.instructions) instruction.conditions.X_WBase.p += by;
  return program;
}

/// The smallest shift of all targets after which everything can be reached and done: along 26 directions, by
/// doubling and bisection.
void find_place(const FailingCase& f, Repair& result) {
  if (f.asked.plan.complete) return;
  PlannerSettings planner = f.asked.settings;
  planner.progress = {};
  const TrialCase trial(f.asked, f.asked.program, planner, f.settings);
  const auto works = [&](const Vector3<double>& by) {
    const Trial made = trial.judge(shifted(f.asked.program, by));
    return made.plan.complete && made.passes();
  };
  constexpr double farthest = 0.6, fine = 0.001;  // [m]
  std::optional<Vector3<double>> best;
  for (int code = 0; code < 27; ++code) {
    Vector3<double> way(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
    if (way.isZero(0)) continue;
    way.normalize();
    const double most = best ? best->norm() : farthest;
    double high = 0.01;
    while (high < most && !works(high * way)) high *= 1.6;
    if (high >= most) continue;
    double low = high / 1.6;
    while (high - low > fine) {
      const double middle = (low + high) / 2;
      (works(middle * way) ? high : low) = middle;
    }
    best = (Vector3<double>(high * way) / fine).array().round().matrix() * fine;
    if (!works(*best)) best = high * way;
  }
  if (!best) {
    result.in_vain.push_back(fmt::format("no shift of all targets up to {} m helps", farthest));
    return;
  }
  const Trial made = trial.judge(shifted(f.asked.program, *best));
  Cure cure;
  cure.kind = CureKind::place;
  cure.shift = best;
  cure.time = made.plan.duration();
  cure.price = 0;
  cure.change = best->norm();
  const Vector3<double> mm = 1000 * *best;
  cure.what = fmt::format(
      "all targets moved by ({:.0f}, {:.0f}, {:.0f}) mm, or the base of the robot by as much the "
      "other "
      "way",
      mm.x(), mm.y(), mm.z());
  result.cures.push_back(std::move(cure));
}

}  // namespace

void find_hardware_cures(const FailingCase& failing, Repair& result) {
  if (failing.asked.plan.complete) {
    find_motors(failing, result);
    find_gears(failing, result);
    find_payload(failing, result);
  } else {
    find_place(failing, result);
  }
}

}  // namespace erfd
