// Verdicts in words.
#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"
#include "erfd/motion/inverse_kinematics.hpp"
#include "erfd/program/dialect.hpp"

#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double per_turn_a_minute = 30 / std::numbers::pi;  ///< rpm of 1 rad/s

struct Portion {
  const char* name;
  double share;  ///< of what is available; positive: takes
};

double sum(const std::array<double, torque_cause_count>& shares,
           std::initializer_list<TorqueCause> causes) {
  double total = 0;
  for (const TorqueCause cause : causes) total += shares[static_cast<std::size_t>(cause)];
  return total;
}

/// What takes and what gives back, as shares of the torque at hand, the largest first.
std::vector<Portion> portions(const std::array<double, torque_cause_count>& shares,
                              double available) {
  using enum TorqueCause;
  double total = 0;
  for (const double share : shares) total += share;
  const double scale = (total < 0 ? -1 : 1) / available;
  std::vector<Portion> all = {
      {"acceleration", scale * sum(shares, {inertia, rotors})},
      {"gravity", scale * sum(shares, {gravity})},
      {"Coriolis and centrifugal force", scale * sum(shares, {coriolis})},
      {"payload", scale * sum(shares, {payload})},
      {"external force", scale * sum(shares, {external})},
      {"friction", scale * sum(shares, {viscous, coulomb, load_friction})},
  };
  std::erase_if(all, [](const Portion& p) { return std::abs(p.share) < 0.01; });
  std::sort(all.begin(), all.end(),
            [](const Portion& a, const Portion& b) { return a.share > b.share; });
  return all;
}

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

std::string causes(const std::array<double, torque_cause_count>& shares, double available) {
  if (!(available > 0)) return "";
  std::vector<std::string> takes, gives;
  for (const Portion& portion : portions(shares, available))
    (portion.share > 0 ? takes : gives)
        .push_back(fmt::format("{} {} {}", portion.name, portion.share > 0 ? "takes" : "gives back",
                               share_of_limit(std::abs(portion.share))));
  std::string text = takes.empty() ? "" : ": " + listed(takes);
  if (!gives.empty()) text += (text.empty() ? ": " : "; ") + listed(gives);
  return text;
}

const std::string& joint_name(const CaseInWork& work, int axis) {
  return work.model.bodies()[static_cast<std::size_t>(axis)].joint;
}

const Measure& measure_of(const CaseInWork& work, int axis) {
  return measure_of(work.model.bodies()[static_cast<std::size_t>(axis)].kind);
}

std::string way(const CaseInWork& work, int axis, double value, const char* per) {
  const Measure& measure = measure_of(work, axis);
  return fmt::format("{:.4g} {}{}", value / measure.shown_in_si, measure.shown, per);
}

std::string about_torque(const CaseInWork& work, const MoveVerdict& verdict) {
  const Binding& b = verdict.worst;
  const Motor& motor = work.drives.motor(b.motor);
  const std::string why = verdict.shares ? causes(*verdict.shares, b.available) : "";
  if (b.limit == Limit::motor_current)
    return fmt::format("{} needs {:.3g} A ({:.3g} N m), {} of its {:.3g} A{}", motor.name,
                       motor_current(motor, b.needed), b.needed, share_of_limit(b.ratio),
                       motor_current(motor, b.available), why);
  const char* const speed = b.limit == Limit::torque_speed_curve ? " at this speed"
                            : b.limit == Limit::motor_voltage    ? " at this speed and voltage"
                                                                 : "";
  return fmt::format("{} needs {:.3g} N m, {} of its {:.3g} N m{}{}", motor.name, b.needed,
                     share_of_limit(b.ratio), b.available, speed, why);
}

std::string about_effort(const CaseInWork& work, const MoveVerdict& verdict) {
  const Binding& b = verdict.worst;
  const char* const unit = measure_of(work, b.axis).effort;
  return fmt::format("needs {:.3g} {}, {} of its effort limit of {:.3g} {}{}", b.needed, unit,
                     share_of_limit(b.ratio), b.available, unit,
                     verdict.shares ? causes(*verdict.shares, b.available) : "");
}

std::string what(const CaseInWork& work, const MoveVerdict& verdict) {
  const Binding& b = verdict.worst;
  switch (b.limit) {
    case Limit::motor_torque:
    case Limit::torque_speed_curve:
    case Limit::motor_current:
    case Limit::motor_voltage:
      return about_torque(work, verdict);
    case Limit::motor_speed:
      return fmt::format("{} must turn at {:.0f} rpm, {} of its {:.0f} rpm",
                         work.drives.motor(b.motor).name, b.needed * per_turn_a_minute,
                         share_of_limit(b.ratio), b.available * per_turn_a_minute);
    case Limit::joint_speed:
      return fmt::format("must move at {}, {} of its {}", way(work, b.axis, b.needed, "/s"),
                         share_of_limit(b.ratio), way(work, b.axis, b.available, "/s"));
    case Limit::joint_effort:
      return about_effort(work, verdict);
    case Limit::joint_range:
      if (b.motor >= 0)
        return fmt::format("the mechanism of {} must go {:.4g} deg beyond its range",
                           work.drives.motor(b.motor).name, (b.needed - b.available) / degree);
      return fmt::format("must go {} beyond its range",
                         way(work, b.axis, b.needed - b.available, ""));
    case Limit::rated_torque:
      return fmt::format(
          "{} needs {:.3g} N m in the root mean square of the program, {} of its rated {:.3g} N m",
          work.drives.motor(b.motor).name, b.needed, share_of_limit(b.ratio), b.available);
    case Limit::felt_acceleration:
    case Limit::felt_rate:
      return felt_text(work.model, b);
    default:
      return std::string(name_of(b.limit));
  }
}

/// "; near a singularity: the wrist is nearly straight, …" of a path whose worst axis suffers from it.
std::string singularity(const CaseInWork& work, const MoveVerdict& verdict) {
  const Instruction& instruction =
      work.program.instructions[static_cast<std::size_t>(verdict.instruction)];
  const auto* const move = std::get_if<Move>(&instruction.action);
  const Limit limit = verdict.worst.limit;
  if (move == nullptr || move->kind == MoveKind::ptp || limit == Limit::rated_torque ||
      verdict.worst.sensor >= 0 || limit == Limit::joint_range || limit == Limit::jump)
    return "";
  const int cycle = std::clamp(static_cast<int>(std::lround(verdict.worst.time / work.plan.period)),
                               0, work.plan.samples() - 1);
  const std::string text = near_singularity(InverseKinematics(work.model), work.model,
                                            work.plan.q.col(cycle), verdict.worst.axis);
  return text.empty() ? "" : "; near a singularity: " + text;
}

int line_of(const CaseInWork& work, int instruction) {
  return work.program.instructions[static_cast<std::size_t>(instruction)].at.line;
}

std::string cure_of(const Dialect& dialect, const Jump& jump) {
  switch (jump.quantity) {
    case Jump::Quantity::direction:
      return fmt::format("{} rounds the corner off, an exact stop avoids it",
                         dialect.word(FlyBy::path));
    case Jump::Quantity::turning_speed:
      return "smoothing (--smoothed) spreads it, an exact stop avoids it";
    case Jump::Quantity::joint_speed:
      return fmt::format("an exact stop avoids it, or an orientation mode other than {}",
                         dialect.word(OrientationMode::joint));
  }
  return "";
}

std::string about_jump(const CaseInWork& work, const Binding& b) {
  const Jump& jump = work.plan.jumps[static_cast<std::size_t>(b.jump)];
  const auto line = [&](int move) {
    return line_of(work, work.plan.moves[static_cast<std::size_t>(move)].instruction);
  };
  return fmt::format("{} between lines {} and {}: no motor follows a jump; {}",
                     jump_text(work.model, jump), line(jump.before), line(jump.behind),
                     cure_of(*work.program.dialect, jump));
}

/// What a move that is within its limits has from an earlier one.
std::string arrival_of(const CaseInWork& work, const std::vector<MoveVerdict>& moves,
                       const MoveVerdict& verdict) {
  if (verdict.late_from < 0) return "";
  const MoveVerdict& cause = moves[static_cast<std::size_t>(verdict.late_from)];
  const int line = line_of(work, cause.instruction);
  return verdict.late_error >= visible_error
             ? fmt::format(
                   "within its limits, but arrives from line {} with {:.2f} mm and is up to "
                   "{:.2f} mm off its path; ",
                   line, 1000 * verdict.late_error, 1000 * verdict.path_error)
             : fmt::format(
                   "within its limits, but thrown up to {:.2f} mm off its path by line {}; ",
                   1000 * verdict.path_error, line);
}

}  // namespace

std::string share_of_limit(double ratio) {
  return std::isfinite(ratio) ? percent(ratio) + " %" : "more than everything";
}

std::string reason_of(const CaseInWork& work, const std::vector<MoveVerdict>& moves,
                      const MoveVerdict& verdict) {
  const Binding& b = verdict.worst;
  const std::string late = arrival_of(work, moves, verdict);
  if (b.limit == Limit::jump) return fmt::format("at {:.2f} s: {}", b.time, about_jump(work, b));
  const PlannedMove& planned = work.plan.moves[static_cast<std::size_t>(verdict.move)];
  if (planned.end_sample <= planned.first_sample && verdict.asked_time > 0)
    return "shorter than a cycle: the moves beside it show what it needs";
  if (b.limit == Limit::none || b.ratio == 0) return late + "stands still, or nothing limits it";
  const std::string text = what(work, verdict);
  const std::string& axis = b.sensor >= 0
                                ? work.model.sensors()[static_cast<std::size_t>(b.sensor)].name
                                : joint_name(work, b.axis);
  const std::string when =
      b.limit == Limit::rated_torque ? "" : fmt::format(" at {:.2f} s", b.time);
  return verdict.achievable
             ? fmt::format("{}nearest limit: {}{}: {}", late, axis, when, text)
             : fmt::format("{}{}: {}{}", axis, when, text, singularity(work, verdict));
}

}  // namespace erfd
