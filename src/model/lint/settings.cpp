// Base, gravity, springs and program settings.
#include "model/lint/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

void check_base(const Subject& s) {
  const BaseDescription& base = s.robot.base;
  if (base.type == BaseType::fixed && (base.mass || base.com || base.inertia))
    s.report.warning(
        "base", base.at, base_owner,
        "base: mass properties of a fixed base have no effect; remove them or set type = \"free\"");
}

void check_gravity(const Subject& s) {
  const Vector g = vector_of(s.robot.gravity.value);
  const Location at = s.robot.gravity.at;
  const std::string text = fmt::format("gravity: [{:g}, {:g}, {:g}] m/s^2", g[0], g[1], g[2]);
  if (g.norm() == 0) s.report.note("gravity", at, "gravity: is 0, so the robot floats");
  if (g.norm() > 30)
    s.report.warning(
        "gravity", at, base_owner,
        fmt::format("{} has size {:g}, expected at most 30; looks like another unit than m/s^2",
                    text, g.norm()));
  if (g.z() > 0 && g.z() > 0.5 * g.norm())
    s.report.warning("gravity", at, base_owner,
                     text + " points up; z is up, so gravity on Earth is [0, 0, -9.81]");
}

/// A spring in a joint, or one between its drive and its link.
template <class Spring>
void check_spring(const Subject& s, const char* rule, const std::string& place,
                  const Spring& spring, std::set<std::string>& seen) {
  const auto joint = s.tree.joint.find(spring.joint);
  const Measure& m =
      joint == s.tree.joint.end() ? angle_measure : measure_of(s.robot.bodies[joint->second]);
  const std::string unit = fmt::format("{}/{}", m.effort, m.position),
                    damping_unit = fmt::format("{} s/{}", m.effort, m.position);
  if (!seen.insert(spring.joint).second)
    s.report.error(rule, spring.at, no_owner,
                   place + ": has a second spring; give one for each joint");
  if (!spring.stiffness)
    s.report.error(rule, spring.at, no_owner,
                   fmt::format("{}: stiffness is not given, expected it in {}", place, unit));
  else if (spring.stiffness->value <= 0)
    s.report.error(rule, place_or(spring.stiffness->at, spring.at), no_owner,
                   fmt::format("{}: stiffness is {:g} {}, expected more than 0", place,
                               spring.stiffness->value, unit));
  if (spring.damping && spring.damping->value < 0)
    s.report.error(rule, place_or(spring.damping->at, spring.at), no_owner,
                   fmt::format("{}: damping is {:g} {}, expected none below 0", place,
                               spring.damping->value, damping_unit));
  const bool swings = spring.stiffness && spring.stiffness->value > 0 &&
                      (!spring.damping || spring.damping->value == 0);
  if (swings && joint != s.tree.joint.end())
    s.report.note(rule, spring.at,
                  place +
                      ": has no damping; what it carries swings for ever, and a simulation must "
                      "follow every swing");
}

void check_springs(const Subject& s) {
  std::set<std::string> gears, joints;
  for (const ElasticJointDescription& elastic : s.robot.elastic_joints)
    check_spring(s, "elastic", fmt::format("elastic joint '{}'", elastic.joint), elastic, gears);
  for (const SpringDescription& spring : s.robot.springs)
    check_spring(s, "spring", fmt::format("spring '{}'", spring.joint), spring, joints);
}

void check_home(const Subject& s, const Field<std::vector<double>>& home, Location program_at) {
  const Location at = place_or(home->at, program_at);
  const std::size_t joints = s.tree.moving.size();
  if (home->value.size() != joints) {
    s.report.error("program", at, no_owner,
                   fmt::format("program: home has {} numbers, expected one a moving joint: {}",
                               home->value.size(), joints));
    return;
  }
  for (std::size_t k = 0; k < joints; ++k) {
    const BodyDescription& body = s.robot.bodies[s.tree.moving[k]];
    const auto& [lower, upper] = std::tie(body.joint.lower, body.joint.upper);
    const double q = home->value[k];
    if ((lower && q < lower->value) || (upper && q > upper->value))
      s.report.warning("program", at, base_owner,
                       fmt::format("program: home of joint '{}' is {:g} {}, outside of its range",
                                   joint_name(body), q, measure_of(body).position));
  }
}

void check_maker(const Subject& s, const ProgramDescription& program) {
  const std::size_t joints = s.tree.moving.size();
  const auto count = [&](const char* key, const Field<std::vector<double>>& field) {
    if (!field || field->value.size() == joints) return;
    s.report.error("program", place_or(field->at, program.at), no_owner,
                   fmt::format("program: {} has {} numbers, expected one a moving joint: {}", key,
                               field->value.size(), joints));
  };
  count("maker_senses", program.maker_senses);
  count("maker_zeros", program.maker_zeros);
  if (!program.maker_senses) return;
  for (const double sense : program.maker_senses->value)
    if (sense != 1 && sense != -1)
      s.report.error("program", place_or(program.maker_senses->at, program.at), no_owner,
                     fmt::format("program: maker_senses holds {:g}, expected 1 or -1", sense));
}

void check_program(const Subject& s, const ProgramDescription& program) {
  const auto& [period, orientation] = std::tie(program.interpolation_period, program.orientation);
  if (period && period->value <= 0)
    s.report.error("program", place_or(period->at, program.at), no_owner,
                   fmt::format("program: interpolation_period is {:g} s, expected more than 0",
                               period->value));
  if (orientation && orientation->value != "zyx" && orientation->value != "yzx")
    s.report.error(
        "program", place_or(orientation->at, program.at), no_owner,
        fmt::format("program: orientation is '{}', expected 'zyx' or 'yzx'", orientation->value));
  if (program.home) check_home(s, program.home, program.at);
  check_maker(s, program);
  for (const auto& configuration : program.configurations)
    if (!std::ranges::all_of(configuration.branch, [](double b) { return b == 1 || b == -1; }))
      s.report.error("program", place_or(configuration.at, program.at), no_owner,
                     fmt::format("program: configuration '{}': shoulder, elbow and wrist are {:g}, "
                                 "{:g}, {:g}, expected 1 or -1",
                                 configuration.code, configuration.branch[0],
                                 configuration.branch[1], configuration.branch[2]));
}

}  // namespace

void check_settings(const Subject& s) {
  check_base(s);
  check_gravity(s);
  check_springs(s);
  if (s.robot.program) check_program(s, *s.robot.program);
}

}  // namespace erfd::linting
