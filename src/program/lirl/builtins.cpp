// Tables of the language.
#include "program/lirl/builtins.hpp"

#include "program/lirl/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

struct BuiltinWord {
  std::string_view word;
  Builtin builtin;
};
constexpr BuiltinWord table[] = {
    {"position", Builtin::position},
    {"orientation", Builtin::orientation},
    {"ori_lola", Builtin::ori_lola},
    {"orizyx", Builtin::orizyx},
    {"orirpy", Builtin::orirpy},
    {"orizyz", Builtin::orizyz},
    {"oriquat", Builtin::oriquat},
    {"pose", Builtin::pose},
    {"frame", Builtin::pose},
    {"robtarget", Builtin::target},
    {"robtarg", Builtin::target},
    {"joint", Builtin::joint},
    {"mainjoint", Builtin::mainjoint},
    {"addjoint", Builtin::addjoint},
    {"load", Builtin::load},
    {"inertia", Builtin::inertia},
    {"tool", Builtin::tool},
    {"wrench", Builtin::wrench},
    {"sin", Builtin::sin},
    {"cos", Builtin::cos},
    {"tan", Builtin::tan},
    {"asin", Builtin::asin},
    {"acos", Builtin::acos},
    {"atan2", Builtin::atan2},
    {"sqrt", Builtin::sqrt},
    {"abs", Builtin::abs},
    {"min", Builtin::min},
    {"max", Builtin::max},
    {"round", Builtin::round},
    {"trunc", Builtin::trunc},
    {"inv", Builtin::inv},
    {"here", Builtin::here},
    {"herej", Builtin::herej},
    {"pi", Builtin::pi},
};

const std::vector<PartRule> position_parts = {{"x", Part::x, Type::real, &place::length},
                                              {"y", Part::y, Type::real, &place::length},
                                              {"z", Part::z, Type::real, &place::length}};
const std::vector<PartRule> pose_parts = {
    {"pos", Part::position, Type::position, nullptr},
    {"position", Part::position, Type::position, nullptr},
    {"ori", Part::orientation, Type::orientation, nullptr},
    {"orientation", Part::orientation, Type::orientation, nullptr}};
const std::vector<PartRule> target_parts = {{"pose", Part::pose, Type::pose, nullptr},
                                            {"conf", Part::conf, Type::integer, nullptr},
                                            {"turns", Part::turns, Type::integer, nullptr}};
const std::vector<PartRule> load_parts = {{"mass", Part::mass, Type::real, &place::mass},
                                          {"cog", Part::cog, Type::position, nullptr}};
const std::vector<PartRule> tool_parts = {{"pose", Part::pose, Type::pose, nullptr},
                                          {"load", Part::load, Type::load, nullptr}};
const std::vector<PartRule> wrench_parts = {
    {"fx", Part::fx, Type::real, &place::force},  {"fy", Part::fy, Type::real, &place::force},
    {"fz", Part::fz, Type::real, &place::force},  {"mx", Part::mx, Type::real, &place::moment},
    {"my", Part::my, Type::real, &place::moment}, {"mz", Part::mz, Type::real, &place::moment}};

std::vector<PartRule> joined(std::initializer_list<const std::vector<PartRule>*> lists) {
  std::vector<PartRule> all;
  for (const auto* list : lists) all.insert(all.end(), list->begin(), list->end());
  return all;
}

std::string share_problem(std::string_view name, double value) {
  if (value > 0 && value <= 1) return {};
  const std::string hint = value > 1 && value <= 100
                               ? fmt::format("; did you mean {0}={1:g}%?", name, value)
                               : std::string();
  return fmt::format("'{}' is {:g}, expected a share above 0 and at most 1{}", name, value, hint);
}

}  // namespace

std::optional<Builtin> builtin_of_word(std::string_view word) {
  for (const BuiltinWord& entry : table) {
    if (entry.word == word) return entry.builtin;
  }
  return std::nullopt;
}

const std::vector<std::string>& builtin_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> list;
    for (const BuiltinWord& entry : table) list.emplace_back(entry.word);
    return list;
  }();
  return words;
}

std::vector<PartRule> parts_of(Type whole) {
  switch (whole) {
    case Type::position:
      return position_parts;
    case Type::pose:
      return joined({&position_parts, &pose_parts});
    case Type::target:
      return joined({&position_parts, &pose_parts, &target_parts});
    case Type::load:
      return load_parts;
    case Type::tool:
      return tool_parts;
    case Type::wrench:
      return wrench_parts;
    default:
      return {};
  }
}

const Place* place_of(Part part) {
  switch (part) {
    case Part::x:
    case Part::y:
    case Part::z:
      return &place::length;
    case Part::mass:
      return &place::mass;
    case Part::fx:
    case Part::fy:
    case Part::fz:
      return &place::force;
    case Part::mx:
    case Part::my:
    case Part::mz:
      return &place::moment;
    default:
      return nullptr;
  }
}

OptionRule rule_of(OptionKind kind) {
  switch (kind) {
    case OptionKind::speed:
      return {&place::speed, false, true, true};
    case OptionKind::acc:
    case OptionKind::dec:
      return {&place::acceleration, false, true, true};
    case OptionKind::speed_ptp:
    case OptionKind::acc_ptp:
    case OptionKind::dec_ptp:
      return {&place::share, true, false, false};
    case OptionKind::speed_ori:
      return {&place::turn_speed, false, true, true};
    case OptionKind::acc_ori:
      return {&place::turn_acceleration, false, true, true};
    case OptionKind::time:
      return {&place::time, true, true, true};
    case OptionKind::angle:
      return {&place::angle, false, false, true};
    case OptionKind::c_cp:
      return {&place::length, false, true, true};
    case OptionKind::c_ptp:
      return {&place::percent, true, true, true};
    case OptionKind::c_speed:
      return {&place::speed, false, true, true};
    case OptionKind::c_ori:
      return {nullptr, false, true, true};
    default:
      return {nullptr, true, true, true};
  }
}

std::string range_problem(OptionKind kind, double value) {
  const std::string_view name = name_of(kind);
  switch (kind) {
    case OptionKind::speed_ptp:
    case OptionKind::acc_ptp:
    case OptionKind::dec_ptp:
      return share_problem(name, value);
    case OptionKind::c_ptp:
      if (value > 0 && value <= 1) return {};
      return fmt::format("'c_ptp' is {:g} %, expected above 0 % and at most 100 %", value * 100);
    case OptionKind::c_cp:
      if (value >= 0 && value < 1e6) return {};
      return fmt::format("'c_cp' is {:g} mm, expected a distance of 0 mm or more", value * 1e3);
    case OptionKind::angle:
      if (value > 0 && value <= 360.0000001 * place::degree) return {};
      return fmt::format("'angle' is {:g} deg, expected above 0 deg and at most 360 deg",
                         value / place::degree);
    default:
      break;
  }
  if (value > 0 && value < 1e9) return {};
  const Place* const place = rule_of(kind).place;
  return fmt::format("'{}' is {:g} {}, expected above zero", name, value / place->scale,
                     place->unit);
}

}  // namespace erfd::lirl
