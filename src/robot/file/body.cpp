// [[body]], [base], [[tool]]: what has mass and place.
#include "robot/file/parts.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view inertia_is_needed =
    "it is never taken as zero: give inertia_kg_m2 = [Ixx, Iyy, Izz]";

/// Reads the mass properties of anything that has `mass`, `com` and `inertia`.
template <class Massive>
void read_mass(TableReader& table, Massive& massive) {
  massive.mass = table.number("mass", units::mass);
  massive.com = table.triple("com", units::length);
  massive.inertia = table.inertia("inertia");
}

void require_mass(TableReader& table) {
  if (!table.has("mass", units::mass)) table.missing("missing-key", "mass_kg");
}

void require_mass_and_inertia(TableReader& table, std::string_view cure) {
  require_mass(table);
  if (!table.has("com", units::length)) table.missing("missing-key", "com_m");
  if (!table.has("inertia", units::inertia))
    table.missing("missing-inertia", "inertia_kg_m2", cure);
}

void refuse_beside_shape(TableReader& table) {
  const auto refuse = [&](std::string_view stem, UnitFamily family) {
    table.refuse(stem, family, "shape-and-inertia",
                 "is given beside shape, which gives it, too; keep one");
  };
  refuse("com", units::length);
  refuse("inertia", units::inertia);
  refuse("inertia_about", units::none);
  refuse("mass_frame", units::none);
}

/// `mesh = "file"` is short for a visual that has nothing else.
void read_mesh(TableReader& table, BodyDescription& body) {
  const std::string mesh = table.text("mesh");
  if (mesh.empty()) return;
  VisualDescription visual;
  visual.kind = VisualKind::mesh;
  visual.at = table.at("mesh");
  visual.mesh = mesh;
  body.visuals.insert(body.visuals.begin(), std::move(visual));
}

/// A body on a fixed joint that says nothing of its mass only marks a place.
bool is_mere_frame(const TableReader& table, const BodyDescription& body) {
  return !moves(body.joint.type) && !table.has("mass", units::mass) &&
         !table.has("com", units::length) && !table.has("inertia", units::inertia);
}

}  // namespace

BodyDescription read_body(TableReader& table, const std::string& default_parent,
                          JointKinds& types) {
  static const std::vector<std::pair<std::string, bool>> abouts = {{"com", false},
                                                                   {"origin", true}};
  BodyDescription body;
  body.at = table.at();
  body.name = table.text("name", Need::required);
  body.parent = table.text("parent");
  if (!table.has("parent"))
    body.parent = default_parent;
  else if (body.parent.empty())
    table.error("empty-text", table.at("parent"),
                "parent is empty; name a body above or \"world\"");
  body.parent_at = table.at("parent");

  table.with_origin();
  read_mass(table, body);
  body.inertia_about_origin = table.word("inertia_about", abouts).value_or(false);
  body.mass_frame = read_origin(table, "mass_frame");
  body.shape = read_shape(table);
  body.visuals = read_visuals(table);
  read_mesh(table, body);
  body.accepted = read_accepted(table);
  if (auto joint = table.table("joint", Need::required))
    body.joint = read_joint(*joint, body.name, types);
  if (table.has("shape")) {
    require_mass(table);
    refuse_beside_shape(table);
  } else if (!is_mere_frame(table, body)) {
    require_mass_and_inertia(table, fmt::format("{} or a shape", inertia_is_needed));
  }
  table.finish();
  return body;
}

BaseDescription read_base(TableReader& table) {
  static const std::vector<std::pair<std::string, BaseType>> words = {{"fixed", BaseType::fixed},
                                                                      {"free", BaseType::free}};
  BaseDescription base;
  base.at = table.at();
  table.with_origin();
  base.type = table.word("type", words).value_or(BaseType::fixed);
  base.origin = read_origin(table, "origin");
  read_mass(table, base);
  if (base.type == BaseType::free) require_mass_and_inertia(table, inertia_is_needed);
  base.visuals = read_visuals(table);
  base.accepted = read_accepted(table);
  table.finish();
  return base;
}

ToolDescription read_tool(TableReader& table) {
  ToolDescription tool;
  tool.at = table.at();
  table.with_origin();
  tool.name = table.text("name", Need::required);
  tool.body = table.text("body", Need::required);
  tool.origin = read_origin(table, "origin");
  if (auto reader = table.table("payload")) {
    PayloadDescription payload;
    payload.at = reader->at();
    reader->with_origin();
    read_mass(*reader, payload);
    require_mass_and_inertia(*reader, inertia_is_needed);
    reader->finish();
    tool.payload = std::move(payload);
  }
  table.finish();
  return tool;
}

}  // namespace erfd
