// How moves are called in verdicts, and what JSON says of them. Private to the layer.
#pragma once

#include "erfd/motion/recorded_motion.hpp"
#include "erfd/report/verdict.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {

inline const Instruction& instruction_of(const JudgedCase& subject, const MoveVerdict& move) {
  return subject.program.instructions[static_cast<std::size_t>(move.instruction)];
}

inline int line_of(const JudgedCase& subject, const MoveVerdict& move) {
  return instruction_of(subject, move).at.line;
}

/// Null where the robot file gives no limit to judge by: neither yes nor no.
inline Json achievable_json(const Verification& v) {
  return v.achievable && !v.anything_judged ? Json() : Json(v.achievable);
}

/// "lin", "recorded", "wait": in the words of the program.
inline std::string kind_of(const JudgedCase& subject, const MoveVerdict& move) {
  const auto* m = std::get_if<Move>(&instruction_of(subject, move).action);
  return m == nullptr ? "wait" : std::string(word_of(*subject.program.dialect, *m));
}

/// The same for programs: "ptp", "lin", "circle", "recorded", "wait".
inline std::string kind_id(const JudgedCase& subject, const MoveVerdict& move) {
  const auto* m = std::get_if<Move>(&instruction_of(subject, move).action);
  const Dialect& plain =
      subject.program.dialect == &recorded_dialect() ? recorded_dialect() : plain_dialect();
  return m == nullptr ? "wait" : std::string(plain.word(m->kind));
}

/// "s8_a"; empty where the program gives no name.
inline std::string target_of(const JudgedCase& subject, const MoveVerdict& move) {
  const auto* m = std::get_if<Move>(&instruction_of(subject, move).action);
  return m == nullptr ? "" : m->target_name;
}

/// "axis2"; "arm" for what concerns all of it.
inline std::string axis_name(const JudgedCase& subject, const Binding& binding) {
  if (binding.axis < 0) return "arm";
  if (binding.sensor >= 0) {
    const Sensor& sensor = subject.model.sensors()[static_cast<std::size_t>(binding.sensor)];
    return fmt::format("{} {}", sensor.name,
                       channels_of(sensor.kind)[static_cast<std::size_t>(binding.channel)].name);
  }
  return subject.model.bodies()[static_cast<std::size_t>(binding.axis)].joint;
}

/// The motor is a sliding joint itself: it moves metres by newtons.
inline bool pushes(const Motor& motor, const Model& model) {
  return motor.assumed && is_length(model.bodies()[static_cast<std::size_t>(motor.joint)].kind);
}

/// Null for what is not finite: JSON cannot say it.
inline Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(); }

/// As `moves[]`, `answers`, `jumps[]`, `thermal_load[]` and `findings[]` of docs/verdict.md.
Json move_json(const JudgedCase& subject, const MoveVerdict& move);
Json answers_json(const JudgedCase& subject);
Json jumps_json(const JudgedCase& subject);
Json thermal_json(const JudgedCase& subject);
Json findings_json(const JudgedCase& subject);

/// "1.497", "never".
inline std::string seconds(double t) {
  return std::isfinite(t) ? fmt::format("{:.3f}", t) : "never";
}

/// How long a move takes if the path is kept [s]; NaN where that is not known, or a jump forbids it.
double on_path_time(const JudgedCase& subject, const MoveVerdict& move);

/// The figures of a move in words, the same wherever they are read; "–" where there is none.
struct MoveWords {
  std::string verdict;            ///< "ok", "NO", "late": within its limits, yet off its path
  std::string asked, on_path;     ///< [s]; how long it takes if the path is kept
  std::string axis, limit;        ///< the nearest one
  std::string at, needs, cycles;  ///< when [s], of what is available [%], for how long
  std::string off_path;           ///< [mm]
};
MoveWords words_of(const JudgedCase& subject, const MoveVerdict& move);

/// "The tool leaves its path by 3.95 mm and 1.90 deg at most."; empty when no move ran.
std::string worst_errors(const JudgedCase& subject);

/// A motor over the whole program: "1.23", "2.10" or "not known", "59" or "–".
struct MotorWords {
  std::string motor, axis, rms, rated, share;
};
std::vector<MotorWords> motor_words(const JudgedCase& subject);

/// "also beyond their limits: axis1 motor torque 257 %, …"; empty without others.
std::string others_beyond(const JudgedCase& subject, const MoveVerdict& move);

}  // namespace erfd
