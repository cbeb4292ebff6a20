// [body.joint]: how a body hangs on its parent.
#include "robot/file/parts.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

struct Way {
  std::string_view key;
  PlacementKind kind;
};

/// Reads the four ways of placing; more than one is an error. `origin` beside `screw` belongs to
/// the screw.
void read_placement(TableReader& table, JointDescription& joint) {
  joint.dh = read_dh(table);
  joint.mdh = read_mdh(table);
  joint.screw = read_screw(table);
  joint.origin = read_origin(table, "origin");
  joint.axis = table.triple("axis", units::none);

  std::vector<Way> given;
  for (const Way way :
       {Way{"dh", PlacementKind::dh}, Way{"mdh", PlacementKind::mdh},
        Way{"screw", PlacementKind::screw}, Way{"origin", PlacementKind::placement}}) {
    const bool of_the_screw = way.kind == PlacementKind::placement && table.has("screw");
    if (table.has(way.key) && !of_the_screw) given.push_back(way);
  }
  if (given.empty()) return;
  joint.placed_by = given.front().kind;
  for (std::size_t i = 1; i < given.size(); ++i)
    table.error("placement-twice", table.at(given[i].key),
                fmt::format("placed by {} and by {}; keep one", given.front().key, given[i].key));
  if (table.has("axis") && moves(joint.type) && joint.placed_by != PlacementKind::placement)
    table.error("axis-unused", table.at("axis"),
                fmt::format("axis belongs to origin, but the joint is placed by {}; leave it out",
                            given.front().key));
}

void read_limits(TableReader& table, JointDescription& joint, std::optional<JointKind> type) {
  if (const auto range = table.joint_range("range", units::position, motion_of(type))) {
    joint.lower = Entry<double>{range->value[0], range->at, range->from};
    joint.upper = Entry<double>{range->value[1], range->at, range->from};
  }
  joint.speed_max = table.joint_number("speed_max", units::speed, motion_of(type));
  joint.acceleration_max =
      table.joint_number("acceleration_max", units::acceleration, motion_of(type));
}

void read_effort(TableReader& table, JointDescription& joint, std::optional<JointKind> type) {
  constexpr std::string_view fixed = "is given, but the joint is fixed; leave it out";
  if (type && !moves(*type)) {
    table.refuse("torque_max", units::torque, "fixed-joint", fixed);
    table.refuse("force_max", units::force, "fixed-joint", fixed);
    return;
  }
  if (type && is_angle(*type))
    table.refuse(
        "force_max", units::force, "wrong-unit",
        fmt::format("is a force, but the joint is {}; write torque_max_N_m", info_of(*type).name));
  else
    joint.effort_max = table.number("force_max", units::force);
  if (type && is_length(*type))
    table.refuse(
        "torque_max", units::torque, "wrong-unit",
        fmt::format("is a torque, but the joint is {}; write force_max_N", info_of(*type).name));
  else if (const auto torque = table.number("torque_max", units::torque))
    joint.effort_max = torque;
}

/// A helical joint needs it, no other joint has it.
void read_pitch(TableReader& table, JointDescription& joint, std::optional<JointKind> type) {
  if (!type || info_of(*type).has_pitch) {
    joint.pitch = table.number("pitch", units::length, type ? Need::required : Need::optional);
    return;
  }
  table.refuse(
      "pitch", units::length, "pitch",
      fmt::format("is given, but the joint is {}; leave it out, or write type = \"helical\"",
                  info_of(*type).name));
}

/// The words of a robot file; a free base has a table of its own.
std::vector<std::pair<std::string, JointKind>> joint_words() {
  std::vector<std::pair<std::string, JointKind>> words;
  for (const JointKindInfo& info : joint_kinds)
    if (info.kind != JointKind::free) words.emplace_back(info.name, info.kind);
  return words;
}

}  // namespace

JointDescription read_joint(TableReader& table, const std::string& body, JointKinds& types) {
  static const std::vector<std::pair<std::string, JointKind>> words = joint_words();
  JointDescription joint;
  joint.at = table.at();
  table.with_origin();
  joint.name = table.text("name");
  if (joint.name.empty()) joint.name = body;
  std::optional<JointKind> type = table.word("type", words);
  if (!table.has("type")) type = JointKind::revolute;
  if (type) {
    joint.type = *type;
    types.emplace(joint.name, *type);
  }
  read_pitch(table, joint, type);
  read_placement(table, joint);
  read_limits(table, joint, type);
  read_effort(table, joint, type);
  if (type && !moves(*type)) {
    table.refuse("axis", units::none, "fixed-joint",
                 "is given, but the joint is fixed; leave it out");
    table.refuse("screw", units::none, "fixed-joint",
                 "is given, but the joint is fixed; write origin, dh or mdh");
  }
  table.finish();
  return joint;
}

}  // namespace erfd
