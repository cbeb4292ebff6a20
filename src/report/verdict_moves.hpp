// How moves are called in verdicts, and what JSON says of them. Private to the layer.
#pragma once

#include "erfd/report/verdict.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {

inline const Instruction& instruction_of(const VerdictSubject& subject, const MoveVerdict& move) {
  return subject.program.instructions[static_cast<std::size_t>(move.instruction)];
}

/// "ptp", "lin", "circle", "wait".
inline std::string kind_of(const VerdictSubject& subject, const MoveVerdict& move) {
  const auto* m = std::get_if<Move>(&instruction_of(subject, move).action);
  return m == nullptr ? "wait" : std::string(name_of(m->kind));
}

/// "s8_a"; empty where the program gives no name.
inline std::string target_of(const VerdictSubject& subject, const MoveVerdict& move) {
  const auto* m = std::get_if<Move>(&instruction_of(subject, move).action);
  return m == nullptr ? "" : m->target_name;
}

/// "axis2"; "arm" for what concerns all of it.
inline std::string axis_name(const VerdictSubject& subject, const Binding& binding) {
  if (binding.axis < 0) return "arm";
  return subject.model.bodies()[static_cast<std::size_t>(binding.axis)].joint;
}

/// Null for what is not finite: JSON cannot say it.
inline Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(); }

/// As `moves[]` and `findings` of docs/verdict.md.
Json move_json(const VerdictSubject& subject, const MoveVerdict& move);
Json findings_json(const VerdictSubject& subject);

/// "1.497", "never".
inline std::string seconds(double t) {
  return std::isfinite(t) ? fmt::format("{:.3f}", t) : "never";
}

/// "2.24"; "–" of a move that never ran.
inline std::string hundredths(double x) {
  return std::isfinite(x) ? fmt::format("{:.2f}", x) : "–";
}

/// 1.48 as "148": of what is available, in per cent.
inline std::string percent(double ratio) {
  return std::isfinite(ratio) ? fmt::format("{:.0f}", 100 * ratio) : "∞";
}

}  // namespace erfd
