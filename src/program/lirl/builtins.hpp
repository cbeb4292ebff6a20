// What the language knows without declaration: constructors, functions, components.
#pragma once

#include "program/lirl/ast.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::lirl {

enum class Builtin {
  // Constructors.
  position,
  orientation,
  ori_lola,
  orizyx,
  orirpy,
  orizyz,
  oriquat,
  pose,
  target,
  joint,
  mainjoint,
  addjoint,
  load,
  inertia,
  tool,
  wrench,
  // Functions.
  sin,
  cos,
  tan,
  asin,
  acos,
  atan2,
  sqrt,
  abs,
  min,
  max,
  round,
  trunc,
  inv,
  here,
  herej,
  pi
};

std::optional<Builtin> builtin_of_word(std::string_view word);
const std::vector<std::string>& builtin_words();

/// A component: t.pos.x.
enum class Part {
  x,
  y,
  z,
  position,
  orientation,
  pose,
  conf,
  turns,
  mass,
  cog,
  load,
  fx,
  fy,
  fz,
  mx,
  my,
  mz
};

struct PartRule {
  std::string_view word;
  Part part;
  Type type;
  const Place* place;  ///< of a number with a unit
};
/// The components of a type.
std::vector<PartRule> parts_of(Type whole);
const Place* place_of(Part part);

/// How the options of a move may be used.
struct OptionRule {
  const Place* place;  ///< null: no number
  bool on_ptp, on_lin, on_circle;
};
OptionRule rule_of(OptionKind kind);
/// What is wrong with a value [SI] of an option; empty if nothing is.
std::string range_problem(OptionKind kind, double value);

}  // namespace erfd::lirl
