// [[loop]], [[elastic]], [program].
#include "robot/file/parts.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Angles in the unit of the key, positions that are lengths in metres.
Field<std::vector<double>> read_home(TableReader& table,
                                     const std::vector<BodyDescription>& bodies) {
  auto [home, unit] = table.numbers_as_written("home", units::angle);
  if (!home) return std::nullopt;
  std::vector<JointKind> moving;
  for (const BodyDescription& body : bodies)
    if (moves(body.joint.type)) moving.push_back(body.joint.type);
  if (home->value.size() != moving.size()) {
    table.error("list-length", home->at,
                fmt::format("home{} has {} number{}, but the robot has {} moving joint{}",
                            unit.ending, home->value.size(), plural(home->value.size()),
                            moving.size(), plural(moving.size())));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < moving.size(); ++i)
    if (is_angle(moving[i])) home->value[i] = unit.to_si(home->value[i]);
  for (const double position : home->value)
    if (!std::isfinite(position))
      table.error("non-finite", home->at, "home holds a number that is too large; check its unit");
  return home;
}

double read_branch(TableReader& table, std::string_view key) {
  const auto sign = table.number(key, units::none);
  return sign ? sign->value : 1;
}

}  // namespace

LoopDescription read_loop(TableReader& table) {
  static const std::vector<std::pair<std::string, LoopJoint>> words = {
      {"revolute", LoopJoint::revolute},
      {"spherical", LoopJoint::spherical},
      {"universal", LoopJoint::universal},
      {"prismatic", LoopJoint::prismatic},
      {"fixed", LoopJoint::fixed}};
  LoopDescription loop;
  loop.at = table.at();
  table.with_origin();
  loop.name = table.text("name", Need::required);
  loop.joint = table.word("joint", words, Need::required).value_or(LoopJoint::revolute);
  loop.body_a = table.text("body_a", Need::required);
  loop.body_b = table.text("body_b", Need::required);
  loop.frame_a = read_origin(table, "frame_a");
  loop.frame_b = read_origin(table, "frame_b");
  table.finish();
  return loop;
}

ElasticJointDescription read_elastic(TableReader& table, const JointKinds& types) {
  ElasticJointDescription elastic;
  elastic.at = table.at();
  table.with_origin();
  elastic.joint = table.text("joint", Need::required);
  const auto found = types.find(elastic.joint);
  const auto type = found == types.end() ? std::nullopt : std::optional(found->second);
  elastic.stiffness = table.joint_number("stiffness", units::stiffness, motion_of(type));
  elastic.damping = table.joint_number("damping", units::damping, motion_of(type));
  const bool given = table.has("stiffness", units::turn_stiffness) ||
                     table.has("stiffness", units::slide_stiffness);
  if (!given)
    table.missing("missing-key",
                  type && is_length(*type) ? "stiffness_N_m_1" : "stiffness_N_m_rad");
  table.finish();
  return elastic;
}

ProgramDescription read_program(TableReader& table, const std::vector<BodyDescription>& bodies) {
  static const std::vector<std::pair<std::string, std::string>> orders = {{"zyx", "zyx"},
                                                                          {"yzx", "yzx"}};
  ProgramDescription program;
  program.at = table.at();
  table.with_origin();
  program.interpolation_period = table.number("interpolation_period", units::time);
  if (const auto order = table.word("orientation", orders))
    program.orientation = Entry<std::string>{*order, table.at("orientation"), {}};
  program.home = read_home(table, bodies);
  table.for_each("configurations", [&](TableReader& reader) {
    ProgramDescription::Configuration configuration;
    configuration.at = reader.at();
    configuration.code = reader.text("code", Need::required);
    configuration.branch = {read_branch(reader, "shoulder"), read_branch(reader, "elbow"),
                            read_branch(reader, "wrist")};
    reader.finish();
    program.configurations.push_back(std::move(configuration));
  });
  table.finish();
  return program;
}

}  // namespace erfd
