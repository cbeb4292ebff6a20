#include "erfd/report/sizing.hpp"
#include "erfd/report/table.hpp"

#include "report/sizing/parts.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {

namespace sizing {

std::string place_of(const SizingSubject& s, const MostAsked& most) {
  if (most.program < 0) return "–";
  const Case& program = s.programs[static_cast<std::size_t>(most.program)];
  const int line = program.program.instructions[static_cast<std::size_t>(most.instruction)].at.line;
  const std::string where = line > 0 ? fmt::format("line {}, {:.2f} s", line, most.time)
                                     : fmt::format("{:.2f} s", most.time);
  return s.programs.size() == 1 ? where : fmt::format("{}, {}", program.program.name, where);
}

std::string strain_words(const MotorStrain& strain) {
  if (strain.most() == strain.heat && strain.heat_known && strain.heat > 0) return "heat";
  if (strain.speed > strain.torque) return "speed";
  return strain.torque > 0 ? std::string(name_of(strain.torque_by)) : "–";
}

std::string choice_words(const SizingSubject& s, const MotorSizing& motor, int choice,
                         bool present) {
  if (choice < 0) return "none";
  const MotorChoice& c = motor.choices[static_cast<std::size_t>(choice)];
  const std::string& name = s.catalogue.motors[static_cast<std::size_t>(c.motor)].name;
  if (present) return fmt::format("{}, {} %", name, percent(c.at_present->most()));
  const auto ratio = [&](int i) {
    return with_digits(motor.ratios[static_cast<std::size_t>(i)], 3);
  };
  return fmt::format("{}, {} to {}; {} % at {}", name, ratio(c.range->first),
                     ratio(c.range->second),
                     percent(c.swept[static_cast<std::size_t>(c.best)].most()), ratio(c.best));
}

Table needs_table(const SizingSubject& s) {
  const Drives& drives = s.programs.front().drives;
  std::vector<std::string> name, by, where;
  std::vector<double> torque, rms, speed, power;
  Table::OptionalNumbers torque_share, rms_share, speed_share, ratio;
  for (int i = 0; i < drives.count(); ++i) {
    const MotorNeed& need = s.sizing.motors[static_cast<std::size_t>(i)].need;
    const Motor& motor = drives.motor(i);
    const auto known = [](double share, bool is) {
      return is ? std::optional(100 * share) : std::nullopt;
    };
    name.push_back(motor.name), by.push_back(strain_words(need.strain)),
        where.push_back(place_of(s, need.torque));
    torque.push_back(need.torque.value), rms.push_back(need.torque_rms.value);
    speed.push_back(need.speed.value / rpm), power.push_back(need.power.value);
    torque_share.push_back(known(need.strain.torque, need.strain.torque_by != Limit::none &&
                                                         std::isfinite(need.strain.torque)));
    rms_share.push_back(known(need.strain.heat, need.strain.heat_known));
    speed_share.push_back(known(need.strain.speed, std::isfinite(motor.limits.speed)));
    ratio.push_back(need.inertia_ratio);
  }
  Table table;
  table.text("motor", name)
      .results("torque", "N m", torque, 3)
      .data("of it", "%", torque_share, 3)
      .results("RMS", "N m", rms, 3)
      .data("of it", "%", rms_share, 3)
      .results("speed", "rpm", speed, 4)
      .data("of it", "%", speed_share, 3)
      .results("power", "W", power, 3)
      .data("links to rotor", "-", ratio, 3)
      .text("most torque at", where);
  return table;
}

Table choices_table(const SizingSubject& s) {
  const Drives& drives = s.programs.front().drives;
  std::vector<std::string> name, present, other;
  for (int i = 0; i < drives.count(); ++i) {
    const MotorSizing& motor = s.sizing.motors[static_cast<std::size_t>(i)];
    name.push_back(drives.motor(i).name);
    present.push_back(drives.motor(i).assumed
                          ? "no gear in the file"
                          : choice_words(s, motor, motor.with_present_gear, true));
    other.push_back(motor.ratios.empty() ? "a mechanism, no ratio"
                                         : choice_words(s, motor, motor.with_other_gear, false));
  }
  Table table;
  table.text("motor", name)
      .text("with the present gear", present)
      .text("with another ratio", other, 60);
  return table;
}

Table payload_table(const SizingSubject& s) {
  std::vector<std::string> reach;
  Table::OptionalNumbers held, rated, moved;
  const auto shown = [](double mass) {
    return std::isfinite(mass) ? std::optional(mass) : std::nullopt;
  };
  for (const PayloadPlace& place : s.sizing.payload.places) {
    if (!shown(place.held) && !shown(place.held_rated) && !shown(place.moved)) continue;
    reach.push_back(with_decimals(place.reach, 3));
    held.push_back(shown(place.held)), rated.push_back(shown(place.held_rated)),
        moved.push_back(shown(place.moved));
  }
  Table table;
  table.right("reach", "m", reach)
      .data("held, peak", "kg", held, 3)
      .data("held, rated", "kg", rated, 3)
      .data("moved", "kg", moved, 3);
  return table;
}

std::string head_line(const SizingSubject& s) {
  std::string names;
  for (const Case& program : s.programs)
    names += (names.empty() ? "" : ", ") + program.program.name;
  return fmt::format("{}: what {} of the motors", s.programs.front().model.name(),
                     names + (s.programs.size() == 1 ? " asks" : " ask"));
}

std::string jumps_line(const SizingSubject& s) {
  if (s.sizing.jumps == 0) return {};
  return fmt::format("{} with a jump of speed left out: no motor can do one.",
                     counted(static_cast<std::size_t>(s.sizing.jumps), "cycle"));
}

std::string elastic_line(const SizingSubject& s) {
  if (s.programs.front().drives.elastic_gears().empty()) return {};
  return "Elastic gears count as stiff here; `erfd verify` judges the motors in front of their "
         "springs.";
}

std::string friction_line(const SizingSubject& s) {
  const Drives& drives = s.programs.front().drives;
  std::string names;
  for (int i = 0; i < drives.count(); ++i) {
    const Motor& motor = drives.motor(i);
    const bool at_motor = motor.friction.viscous > 0 || has_coulomb(motor.friction);
    const ShaftFriction joint =
        motor.joint < 0 ? ShaftFriction{} : drives.joint_friction(motor.joint);
    const bool at_joint = joint.viscous > 0 || has_coulomb(joint) ||
                          (motor.joint >= 0 && drives.load_dependent()[motor.joint] > 0);
    if (!at_motor && !at_joint) names += (names.empty() ? "" : ", ") + motor.name;
  }
  if (names.empty()) return {};
  return "No friction is known of " + names +
         ": gear and bearings need more torque than is computed here; --reserve keeps some free.";
}

std::string moved_line(const SizingSubject& s) {
  const double moved = s.sizing.payload.moved;
  if (s.programs.front().model.is_constrained())
    return "What closed mechanisms could carry in motion is not computed; what they hold is.";
  if (!std::isfinite(moved)) return {};
  return fmt::format(
      "In the motion of the {}, {} kg at most in the tool centre, tool and parts included; forces "
      "on the tool are not counted.",
      s.programs.size() == 1 ? "program" : "programs", with_digits(moved, 3));
}

std::string about_payload() {
  return "As far as the motors go; gears, bearings and links may bear less. A point mass in the "
         "tool centre, tool and parts included, over its "
         "distance from the vertical through the base. Held: in every posture tried there, at peak "
         "and at rated torque; moved: in every cycle of "
         "the programs that passes there.";
}

std::string about_choices(const SizingSubject& s) {
  return fmt::format(
      "The smallest motor of {} by peak torque that does all that is asked{}, with its largest "
      "share of torque, speed and heat.",
      s.catalogue.file,
      s.reserve > 0 ? fmt::format(" with {} % to spare", percent(s.reserve)) : "");
}

}  // namespace sizing

std::string sizing_text(const SizingSubject& s, const TextStyle& style) {
  using namespace sizing;
  std::string page = bold(head_line(s), style) + "\n\n" + needs_table(s).layout(style);
  if (const std::string jumps = jumps_line(s); !jumps.empty())
    page += "\n" + wrapped(jumps, style.width) + "\n";
  if (const std::string elastic = elastic_line(s); !elastic.empty())
    page += "\n" + wrapped(elastic, style.width) + "\n";
  if (const std::string friction = friction_line(s); !friction.empty())
    page += "\n" + wrapped(friction, style.width) + "\n";
  if (!s.catalogue.motors.empty())
    page += "\n" + bold("Motors that would do", style) + "\n" +
            wrapped(about_choices(s), style.width) + "\n\n" + choices_table(s).layout(style);
  if (!s.sizing.payload.places.empty()) {
    page += "\n" + bold("Payload", style) + "\n" + wrapped(about_payload(), style.width) + "\n\n" +
            payload_table(s).layout(style);
    if (const std::string moved = moved_line(s); !moved.empty())
      page += "\n" + wrapped(moved, style.width) + "\n";
  } else {
    page +=
        "\nNo motor says what torque it can give: how much the robot could carry is not judged.\n";
  }
  return page;
}

}  // namespace erfd
