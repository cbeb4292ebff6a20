// Statements that act on the robot, moves excepted.
#include "erfd/base/choices.hpp"
#include "erfd/model/payload.hpp"

#include "program/lirl/letters.hpp"
#include "program/lirl/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

constexpr double longest_wait = 1e6;  // [s]

void check_wait(double duration, Location at) {
  if (duration >= 0 && duration <= longest_wait) return;
  throw Failure{
      "L0307", at,
      fmt::format("a wait of {:g} s, expected from 0 s to {:g} s", duration, longest_wait)};
}

}  // namespace

Machine::Flow Machine::action(const Statement& s) {
  switch (s.kind) {
    case StatementKind::move:
      move(s);
      break;
    case StatementKind::assign:
      evaluator_.assign(*s.left, *s.values[0]);
      break;
    case StatementKind::call:
      evaluator_.value(*s.left);
      break;
    case StatementKind::wait:
      wait(s);
      break;
    case StatementKind::wait_for:
      wait_for(s);
      break;
    case StatementKind::halt:
      throw Halted{};
    case StatementKind::pause:
      stand_still(s);
      break;
    case StatementKind::use_robot:
      use_robot(*s.values[0]);
      break;
    case StatementKind::use_tool:
      use_tool(*s.values[0], conditions_);
      break;
    case StatementKind::use_base:
      use_base(*s.values[0], conditions_);
      break;
    case StatementKind::grip:
      grip(s);
      break;
    case StatementKind::release:
      release(s);
      break;
    default:
      ext_force(s);
      break;
  }
  return Flow::next;
}

/// A fly-by has no end at which something could happen: the move before must stop.
void Machine::stand_still(const Statement& s) {
  if (program_.instructions.empty()) return;
  Instruction& last = program_.instructions.back();
  auto* const move = std::get_if<Move>(&last.action);
  if (move == nullptr || move->fly_by == FlyBy::stop) return;
  findings_.warning("W0520", last.at,
                    fmt::format("'{}' is dropped: the '{}' in line {} needs an exact stop",
                                lirl_dialect().word(move->fly_by), s.word, s.at.line));
  move->fly_by = FlyBy::stop;
  move->fly_by_size = 0;
}

void Machine::emit(const Statement& s, std::variant<Move, Wait> action,
                   const Conditions& conditions) {
  if (program_.instructions.size() >= context_.most_instructions) {
    throw Failure{"L0502", s.at,
                  fmt::format("the program asks for more than {} moves and waits",
                              context_.most_instructions)};
  }
  program_.instructions.push_back({std::move(action), conditions, s.at, s.end});
}

void Machine::wait(const Statement& s) {
  const double duration = evaluator_.in_place(*s.values[0]);
  check_wait(duration, s.values[0]->at);
  stand_still(s);
  if (duration > 0) emit(s, Wait{duration}, conditions_);
}

/// Nothing outside changes a variable while the program waits: what is false stays false.
void Machine::wait_for(const Statement& s) {
  stand_still(s);
  if (evaluator_.truth(*s.values[0])) return;
  if (s.values[1] == nullptr) {
    throw Failure{"L0508", s.at,
                  "the program would wait for ever: the condition is false and nothing changes it; "
                  "give a timeout, or the input a value"};
  }
  const double duration = evaluator_.in_place(*s.values[1]);
  check_wait(duration, s.values[1]->at);
  if (duration > 0) emit(s, Wait{duration}, conditions_);
}

void Machine::grip(const Statement& s) {
  const auto load = evaluator_.get<Payload>(*s.values[0]);
  stand_still(s);
  conditions_.gripped = both(conditions_.gripped, load);
}

void Machine::release(const Statement& s) {
  stand_still(s);
  if (conditions_.gripped.mass == 0) {
    findings_.warning("W0521", s.at, "'release' without a gripped load; nothing changes");
  }
  conditions_.gripped = {};
}

void Machine::ext_force(const Statement& s) {
  stand_still(s);
  if (s.values[0] == nullptr) {
    conditions_.wrench.reset();
    return;
  }
  conditions_.wrench = ToolWrench{evaluator_.get<Force<double>>(*s.values[0]), s.axes};
}

void Machine::use_robot(const Expr& e) {
  const auto name = evaluator_.get<std::string>(e);
  if (program_.robot.empty()) program_.robot = name;
  if (lower(program_.robot) == lower(name)) return;
  throw Failure{"L0312", e.at,
                fmt::format("the program moves '{}' and '{}'; one robot can be planned at a time",
                            program_.robot, name)};
}

void Machine::use_tool(const Expr& e, Conditions& conditions) {
  if (e.type == Type::text) {
    const auto name = evaluator_.get<std::string>(e);
    const auto known = context_.tools.find(name);
    if (known == context_.tools.end()) {
      std::vector<std::string> names;
      for (const auto& [tool, unused] : context_.tools) names.push_back(tool);
      const auto& elsewhere = context_.tools_elsewhere;
      if (std::find(elsewhere.begin(), elsewhere.end(), name) != elsewhere.end())
        throw Failure{"L0301", e.at,
                      fmt::format("tool '{}' does not sit on the flange of the robot, so no move "
                                  "can lead it",
                                  name)};
      throw Failure{
          "L0301", e.at,
          fmt::format("unknown tool '{}'{}", name,
                      did_you_mean(name, names, "; the robot file gives its tools names"))};
    }
    conditions.tool = name;
    conditions.X_FlangeT = known->second.X_FlangeT;
    conditions.tool_load = known->second.load;
    return;
  }
  const Value value = evaluator_.value(e);
  const auto* const pose = std::get_if<Pose<double>>(&value);
  const ToolValue tool = pose != nullptr ? ToolValue{*pose, {}} : std::get<ToolValue>(value);
  conditions.tool = e.kind == ExprKind::name ? written(e) : std::string();
  conditions.X_FlangeT = tool.X_FlangeT;
  if (conditions.tool_load.mass > 0 && tool.load.mass == 0) {
    findings_.warning("W0522", e.at,
                      fmt::format("this tool gives no load: the {:g} kg of the tool before it are "
                                  "no longer carried; write tool(pose, load(mass))",
                                  conditions.tool_load.mass));
  }
  conditions.tool_load = tool.load;
}

void Machine::use_base(const Expr& e, Conditions& conditions) {
  if (e.type == Type::text) {
    const auto name = evaluator_.get<std::string>(e);
    if (lower(name) != "world") {
      throw Failure{
          "L0301", e.at,
          fmt::format("unknown base '{}'; only \"world\" has a name, others are poses", name)};
    }
    conditions.base.clear();
    conditions.X_WBase = {};
    return;
  }
  conditions.X_WBase = evaluator_.get<Pose<double>>(e);
  conditions.base = e.kind == ExprKind::name ? written(e) : std::string();
}

}  // namespace erfd::lirl
