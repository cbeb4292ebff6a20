// What a robot file must keep to beyond its single keys: which ones exclude or need each other.
#include "base/toml/cursor.hpp"
#include "robot/file/field_reader.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

// --- Mass ----------------------------------------------------------------------------------------

constexpr std::string_view inertia_is_needed =
    "it is never taken as zero: give inertia_kg_m2 = [Ixx, Iyy, Izz]";

void require(TableReader& table, const Key& key) {
  if (!table.has(key)) table.missing("missing-key", key.in_si());
}

void require_mass_and_inertia(TableReader& table, std::string_view cure) {
  require(table, keys::mass);
  require(table, keys::com);
  if (!table.has(keys::inertia)) table.missing("missing-inertia", keys::inertia.in_si(), cure);
}

/// On a fixed joint such a body only marks a place; of one that moves the linter tells.
bool says_nothing_of_mass(const TableReader& table) {
  return !table.has(keys::mass) && !table.has(keys::com) && !table.has(keys::inertia);
}

void check_mass(TableReader& table, const BodyDescription& body, bool setting) {
  if (setting && table.has(keys::shape) && (body.com || body.inertia || body.mass_frame))
    table.error("shape-and-inertia", table.at(keys::shape.stem),
                "shape is given beside com, inertia or mass_frame; keep one");
  else if (table.has(keys::shape) || body.shape) {
    require(table, keys::mass);
    for (const Key& key : {keys::com, keys::inertia, keys::inertia_about, keys::mass_frame})
      table.refuse(key.stem, key.family, "shape-and-inertia",
                   "is given beside shape, which gives it, too; keep one");
  } else if (!says_nothing_of_mass(table)) {
    require_mass_and_inertia(table, fmt::format("{} or a shape", inertia_is_needed));
  }
}

// --- Bodies --------------------------------------------------------------------------------------

/// A body hangs on the one above it unless it says otherwise.
void find_parent(TableReader& table, BodyDescription& body, const Reading& reading) {
  const auto& above = reading.robot.bodies;
  if (table.has(keys::parent) && body.parent.empty())
    table.error("empty-text", table.at(keys::parent.stem),
                "parent is empty; name a body above or \"world\"");
  else if (body.parent.empty())
    body.parent = above.empty() ? "world" : above.back().name;
  if (!reading.setting) body.parent_at = table.at(keys::parent.stem);
}

/// `mesh = "file"` is short for a visual that has nothing else.
void take_mesh(TableReader& table, BodyDescription& body) {
  const std::string mesh = table.text(keys::mesh.stem);
  if (mesh.empty()) return;
  VisualDescription visual;
  visual.kind = VisualKind::mesh;
  visual.at = table.at(keys::mesh.stem);
  visual.mesh = mesh;
  body.visuals.insert(body.visuals.begin(), std::move(visual));
}

// --- Joints --------------------------------------------------------------------------------------

/// A joint is placed in one of four ways. `origin` beside `screw` belongs to the screw.
void check_placement(TableReader& table, JointDescription& joint) {
  struct Way {
    Key key;
    PlacementKind kind;
    bool is_given;
  };
  const auto is_given = [&](const Key& key, const auto& row) { return row || table.has(key); };
  const bool by_screw = is_given(keys::screw, joint.screw);
  std::vector<Way> given = {
      {keys::dh, PlacementKind::dh, is_given(keys::dh, joint.dh)},
      {keys::mdh, PlacementKind::mdh, is_given(keys::mdh, joint.mdh)},
      {keys::screw, PlacementKind::screw, by_screw},
      {keys::origin, PlacementKind::placement, is_given(keys::origin, joint.origin) && !by_screw}};
  std::erase_if(given, [](const Way& way) { return !way.is_given; });
  if (given.empty()) return;
  const Way& first = given.front();
  joint.placed_by = first.kind;
  for (std::size_t i = 1; i < given.size(); ++i)
    table.error("placement-twice", table.at(given[i].key.stem),
                fmt::format("placed by {} and by {}; keep one", first.key.stem, given[i].key.stem));
  if (table.has(keys::axis) && moves(joint.type) && joint.placed_by != PlacementKind::placement)
    table.error("axis-unused", table.at(keys::axis.stem),
                fmt::format("axis belongs to origin, but the joint is placed by {}; leave it out",
                            first.key.stem));
}

/// A helical joint needs it, no other joint has it.
void check_pitch(TableReader& table, const JointDescription& joint) {
  const JointKindInfo& kind = info_of(joint.type);
  if (kind.has_pitch && !table.has(keys::pitch))
    table.missing("missing-key", keys::pitch.in_si());
  else if (!kind.has_pitch)
    table.refuse(
        keys::pitch.stem, keys::pitch.family, "pitch",
        fmt::format("is given, but the joint is {}; leave it out, or write type = \"helical\"",
                    kind.name));
}

// --- Visuals -------------------------------------------------------------------------------------

bool is_color(std::string_view text) {
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return text.size() == 7 && text.front() == '#' &&
         std::all_of(text.begin() + 1, text.end(), is_hex);
}

void check_kind(TableReader& table, const VisualDescription& visual) {
  const std::array kinds = {keys::box, keys::cylinder, keys::sphere, keys::mesh};
  std::array<std::string, 4> names;
  std::transform(kinds.begin(), kinds.end(), names.begin(), std::mem_fn(&Key::in_si));
  const auto given =
      std::count_if(kinds.begin(), kinds.end(), [&](const Key& key) { return table.has(key); });
  if (given == 0)
    table.missing("missing-key", names[0],
                  fmt::format("or {}, {} or {}", names[1], names[2], names[3]));
  else if (given > 1)
    table.error("visual", table.at(),
                fmt::format("{} of {} are given; keep one", given, fmt::join(names, ", ")));
  if (table.has(keys::scale) && visual.kind != VisualKind::mesh)
    table.error("visual", table.at(keys::scale.stem), "scale belongs to mesh; leave it out");
}

}  // namespace

void apply_rules(TableReader& top, RobotDescription& robot, Reading&) {
  if (!std::all_of(robot.name.begin(), robot.name.end(), is_bare_key_character))
    top.error("name", top.at(keys::robot_name.stem),
              fmt::format("name is {}, expected letters, digits, '_' and '-' only",
                          in_quotes(robot.name)));
}

void apply_rules(TableReader& table, JointDescription& joint, Reading&) {
  check_pitch(table, joint);
  check_placement(table, joint);
  if (moves(joint.type)) return;
  const auto refuse = [&](const Key& key, std::string_view cure) {
    table.refuse(key.stem, key.family, "fixed-joint",
                 fmt::format("is given, but the joint is fixed; {}", cure));
  };
  refuse(keys::axis, "leave it out");
  refuse(keys::screw, "write origin, dh or mdh");
}

void apply_rules(TableReader& table, BodyDescription& body, Reading& reading) {
  find_parent(table, body, reading);
  take_mesh(table, body);
  check_mass(table, body, reading.setting);
}

void apply_rules(TableReader& table, BaseDescription& base, Reading&) {
  if (base.type == BaseType::free) require_mass_and_inertia(table, inertia_is_needed);
}

void apply_rules(TableReader& table, PayloadDescription&, Reading&) {
  require_mass_and_inertia(table, inertia_is_needed);
}

void apply_rules(TableReader& table, VisualDescription& visual, Reading&) {
  check_kind(table, visual);
  if (visual.kind == VisualKind::mesh && visual.mesh.empty()) visual.kind = VisualKind::box;
  if (visual.color.empty() || is_color(visual.color)) return;
  table.error("color", table.at(keys::color.stem),
              fmt::format("color is {}, expected red, green and blue as \"#rrggbb\"",
                          in_quotes(visual.color)));
  visual.color.clear();
}

void apply_rules(TableReader& table, SceneObjectDescription& object, Reading& reading) {
  object.visual.at = object.at;
  apply_rules(table, object.visual, reading);
}

void apply_rules(TableReader& table, DriveDescription&, Reading& reading) {
  if (!table.has(keys::driven_joint) && !reading.coupled)
    table.missing("missing-key", keys::driven_joint.stem,
                  "only [transmission] makes it unnecessary");
  if (reading.coupled)
    table.refuse(keys::ratio.stem, keys::ratio.family, "ratio-and-coupling",
                 "is given, but [transmission] coupling says it, too; leave it out");
}

}  // namespace erfd
