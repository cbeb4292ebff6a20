// Components of values: t.pos.x.
#include "program/lirl/evaluator.hpp"

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

Number with_unit(double value, Part part) { return {value, place_of(part)->dimension, false}; }

/// x, y, z and the parts of a pose, of anything that has one.
Value of_pose(const Pose<double>& X, Part part) {
  switch (part) {
    case Part::position:
      return X.p;
    case Part::orientation:
      return X.R;
    case Part::pose:
      return X;
    default:
      return with_unit(X.p[static_cast<int>(part)], part);
  }
}

void set_in_pose(Pose<double>& X, Part part, const Value& value) {
  switch (part) {
    case Part::position:
      X.p = std::get<Position>(value);
      return;
    case Part::orientation:
      X.R = std::get<Orientation>(value);
      return;
    case Part::pose:
      X = std::get<Pose<double>>(value);
      return;
    default:
      X.p[static_cast<int>(part)] = std::get<Number>(value).value;
  }
}

double& entry_of(Force<double>& wrench, Part part) {
  const int i = static_cast<int>(part) - static_cast<int>(Part::fx);
  return i < 3 ? wrench.force[i] : wrench.moment[i - 3];
}

int code_from(const Value& value, Location at) {
  const std::int64_t found = std::get<std::int64_t>(value);
  if (found >= 0 && found <= 1'000'000) return static_cast<int>(found);
  throw Failure{
      "L0307", at,
      fmt::format("configuration and turns are whole numbers from 0 on, found {}", found)};
}

Value of_target(const CartesianTarget& target, Part part, Location at) {
  if (part == Part::conf) return std::int64_t{target.configuration.value_or(0)};
  if (part == Part::turns) return std::int64_t{target.turns.value_or(0)};
  const bool needs_orientation = part == Part::orientation || part == Part::pose;
  if (needs_orientation && !target.has_orientation) {
    throw Failure{"L0311", at, "orientation missing: this robtarget has only a position"};
  }
  return of_pose(target.X_BaseT, part);
}

void set_in_target(CartesianTarget& target, Part part, const Value& value, Location at) {
  if (part == Part::conf) {
    const int code = code_from(value, at);
    target.configuration = code == 0 ? std::nullopt : std::optional<int>(code);
  } else if (part == Part::turns) {
    target.turns = code_from(value, at);
  } else {
    if (part == Part::orientation || part == Part::pose) target.has_orientation = true;
    set_in_pose(target.X_BaseT, part, value);
  }
}

}  // namespace

Value part_of(const Value& whole, Part part, Location at) {
  if (const auto* position = std::get_if<Position>(&whole)) {
    return with_unit((*position)[static_cast<int>(part)], part);
  }
  if (const auto* pose = std::get_if<Pose<double>>(&whole)) return of_pose(*pose, part);
  if (const auto* target = std::get_if<CartesianTarget>(&whole)) {
    return of_target(*target, part, at);
  }
  if (const auto* load = std::get_if<Payload>(&whole)) {
    if (part == Part::mass) return with_unit(load->mass, part);
    return load->com;
  }
  if (const auto* tool = std::get_if<ToolValue>(&whole)) {
    if (part == Part::load) return tool->load;
    return tool->X_FlangeT;
  }
  Force<double> wrench = std::get<Force<double>>(whole);
  return with_unit(entry_of(wrench, part), part);
}

void set_part(Value& whole, Part part, const Value& value, Location at) {
  if (auto* position = std::get_if<Position>(&whole)) {
    (*position)[static_cast<int>(part)] = std::get<Number>(value).value;
  } else if (auto* pose = std::get_if<Pose<double>>(&whole)) {
    set_in_pose(*pose, part, value);
  } else if (auto* target = std::get_if<CartesianTarget>(&whole)) {
    set_in_target(*target, part, value, at);
  } else if (auto* load = std::get_if<Payload>(&whole)) {
    if (part == Part::cog) {
      load->com = std::get<Position>(value);
      return;
    }
    load->mass = std::get<Number>(value).value;
    if (!(load->mass >= 0 && load->mass <= 1e6)) {
      throw Failure{"L0307", at,
                    fmt::format("the mass is {:g} kg, expected 0 kg or more", load->mass)};
    }
  } else if (auto* tool = std::get_if<ToolValue>(&whole)) {
    if (part == Part::load) {
      tool->load = std::get<Payload>(value);
    } else {
      tool->X_FlangeT = std::get<Pose<double>>(value);
    }
  } else {
    auto& wrench = std::get<Force<double>>(whole);
    double& entry = entry_of(wrench, part);
    entry = std::get<Number>(value).value;
    if (!(std::abs(entry) <= 1e9)) {
      throw Failure{"L0307", at, "a force beyond what any robot bears"};
    }
  }
}

}  // namespace erfd::lirl
