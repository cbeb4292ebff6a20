// [[body.visual]] and [[base.visual]]: what is drawn.
#include "robot/file/parts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::array<std::string_view, 4> kind_keys = {"box_m", "cylinder", "sphere_m", "mesh"};

bool is_color(std::string_view text) {
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return text.size() == 7 && text.front() == '#' &&
         std::all_of(text.begin() + 1, text.end(), is_hex);
}

std::string read_color(TableReader& table) {
  std::string color = table.text("color");
  if (color.empty() || is_color(color)) return color;
  table.error(
      "color", table.at("color"),
      fmt::format("color is {}, expected red, green and blue as \"#rrggbb\"", in_quotes(color)));
  return "";
}

/// One number for all axes, or three.
Triple read_scale(TableReader& table) {
  const auto written = table.one_or_more("scale", units::none);
  if (!written) return {1, 1, 1};
  const std::vector<double>& values = written->values;
  if (values.size() == 1) return {values[0], values[0], values[0]};
  if (values.size() == 3) return {values[0], values[1], values[2]};
  table.error("list-length", written->at,
              fmt::format("scale has {} numbers, expected 1 or 3", values.size()));
  return {1, 1, 1};
}

void read_cylinder(TableReader& table, VisualDescription& visual) {
  auto row = table.table("cylinder");
  if (!row) return;
  visual.kind = VisualKind::cylinder;
  if (const auto radius = row->number("radius", units::length, Need::required))
    visual.radius = radius->value;
  if (const auto length = row->number("length", units::length, Need::required))
    visual.length = length->value;
  row->finish();
}

void read_kind(TableReader& table, VisualDescription& visual) {
  if (const auto size = table.triple("box", units::length)) visual.size = size->value;
  read_cylinder(table, visual);
  if (const auto radius = table.number("sphere", units::length)) {
    visual.kind = VisualKind::sphere;
    visual.radius = radius->value;
  }
  visual.mesh = table.text("mesh");
  visual.scale = read_scale(table);
  if (!visual.mesh.empty()) visual.kind = VisualKind::mesh;
}

void check_kind(TableReader& table) {
  const int given = table.has("box", units::length) + table.has("cylinder") +
                    table.has("sphere", units::length) + table.has("mesh");
  if (given == 0)
    table.missing("missing-key", "box_m", "or cylinder, sphere_m or mesh");
  else if (given > 1)
    table.error("visual", table.at(),
                fmt::format("{} of {} are given; keep one", given, fmt::join(kind_keys, ", ")));
  if (table.has("scale") && !table.has("mesh"))
    table.error("visual", table.at("scale"), "scale belongs to mesh; leave it out");
}

}  // namespace

std::vector<VisualDescription> read_visuals(TableReader& owner) {
  std::vector<VisualDescription> visuals;
  owner.for_each("visual", [&](TableReader& table) {
    VisualDescription visual;
    visual.at = table.at();
    table.with_origin();
    visual.origin = read_origin(table, "origin");
    read_kind(table, visual);
    check_kind(table);
    visual.color = read_color(table);
    table.finish();
    visuals.push_back(std::move(visual));
  });
  return visuals;
}

}  // namespace erfd
