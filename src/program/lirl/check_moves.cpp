// Targets and options of moves.
#include "program/lirl/checker.hpp"
#include "program/lirl/parser.hpp"
#include "program/lirl/words.hpp"

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

bool is_fly_by(OptionKind kind) {
  return kind == OptionKind::c_cp || kind == OptionKind::c_ptp || kind == OptionKind::c_speed;
}

bool is_allowed(OptionKind kind, MoveKind move) {
  const OptionRule rule = rule_of(kind);
  switch (move) {
    case MoveKind::ptp:
      return rule.on_ptp;
    case MoveKind::lin:
      return rule.on_lin;
    case MoveKind::circle:
      return rule.on_circle;
  }
  return false;
}

std::string_view instead(OptionKind kind) {
  switch (kind) {
    case OptionKind::speed:
      return "; write speed_ptp, a share of the largest speeds";
    case OptionKind::acc:
      return "; write acc_ptp, a share of the largest accelerations";
    case OptionKind::dec:
      return "; write dec_ptp, a share of the largest accelerations";
    case OptionKind::speed_ptp:
      return "; write speed in mm/s";
    case OptionKind::acc_ptp:
      return "; write acc in mm/s2";
    case OptionKind::dec_ptp:
      return "; write dec in mm/s2";
    case OptionKind::c_cp:
    case OptionKind::c_speed:
      return "; write c_ptp to fly by";
    default:
      return "";
  }
}

}  // namespace

void Checker::move(Statement& s) {
  for (std::size_t i = 0; i < s.values.size(); ++i) {
    target(s, *s.values[i], i + 1 == s.values.size());
  }
  const Option* fly_by = nullptr;
  for (std::size_t i = 0; i < s.options.size(); ++i) {
    const Option& o = s.options[i];
    for (std::size_t j = 0; j < i; ++j) {
      if (s.options[j].kind != o.kind) continue;
      findings_.error("L0305", o.at,
                      fmt::format("option '{}' stands twice; remove one", name_of(o.kind)));
    }
    if (is_fly_by(o.kind)) {
      if (fly_by != nullptr && fly_by->kind != o.kind) {
        findings_.error("L0306", o.at,
                        fmt::format("'{}' beside '{}'; a move has one kind of fly-by",
                                    name_of(o.kind), name_of(fly_by->kind)));
      }
      fly_by = &o;
    }
    option(s, o);
  }
}

void Checker::target(Statement& s, Expr& e, bool is_end) {
  const Type found = type(e, Type::target);
  if (found == Type::unknown) return;
  const bool is_joint = found == Type::joint || found == Type::mainjoint;
  const bool is_point = found == Type::target || found == Type::pose || found == Type::position;
  if (is_joint && s.move != MoveKind::ptp) {
    findings_.error("L0302", e.at,
                    fmt::format("a {} moves to a point in space, found {}; use move ptp",
                                lirl_dialect().word(s.move), with_article(found)));
  } else if (!is_joint && !is_point) {
    findings_.error("L0302", e.at,
                    fmt::format("expected a target (robtarget, pose{}), found {}",
                                s.move == MoveKind::ptp ? ", joint" : "", with_article(found)));
  } else if (is_end && found == Type::position && !s.incremental && s.move == MoveKind::ptp) {
    findings_.error("L0311", e.at,
                    "orientation missing at an end point; write a pose: ((x,y,z),(a,b,c))");
  }
  probe(e);
}

void Checker::option(const Statement& s, const Option& o) {
  if (!is_allowed(o.kind, s.move)) {
    findings_.error("L0306", o.at,
                    fmt::format("option '{}' is not valid for a {}{}", name_of(o.kind),
                                lirl_dialect().word(s.move), instead(o.kind)));
    if (o.value != nullptr) type(*o.value);
    return;
  }
  if (o.value != nullptr) option_values(o);
}

void Checker::option_values(const Option& o) {
  Expr& e = *o.value;
  if (o.kind == OptionKind::act_rob) return fit(e, Type::text, "act_rob");
  if (o.kind == OptionKind::tool) return named_setting(e, Type::tool, "a tool");
  if (o.kind == OptionKind::base) return named_setting(e, Type::pose, "a base");
  number(e, *rule_of(o.kind).place);
  if (!e.constant) return;
  try {
    const std::string problem = range_problem(o.kind, evaluator_.in_place(e));
    if (!problem.empty()) findings_.error("L0307", e.at, problem);
  } catch (const Failure&) {
    // number() has told it
  }
}

}  // namespace erfd::lirl
