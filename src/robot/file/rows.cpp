// Rows of numbers: poses, Denavit-Hartenberg rows, screws, shapes.
#include "robot/file/parts.hpp"

namespace erfd {
namespace {

/// A row entry that is zero when left out.
double or_zero(const Field<double>& field) { return field ? field->value : 0; }
Triple or_zero(const Field<Triple>& field) { return field ? field->value : Triple{0, 0, 0}; }

/// Reads the table under `key` by `fill(reader)`, which returns the row.
template <class Fill>
auto read_row(TableReader& owner, std::string_view key, Fill fill) -> Field<decltype(fill(owner))> {
  auto reader = owner.table(key);
  if (!reader) return std::nullopt;
  reader->with_origin();
  auto row = fill(*reader);
  reader->finish();
  return Entry<decltype(row)>{row, owner.at(key), reader->row_origin()};
}

void read_shape_numbers(TableReader& r, ShapeDescription& shape) {
  const Need needed = Need::required;
  switch (shape.kind) {
    case ShapeKind::cylinder:
      shape.radius = or_zero(r.number("radius", units::length, needed));
      [[fallthrough]];
    case ShapeKind::rod:
      shape.from = or_zero(r.triple("from", units::length, needed));
      shape.to = or_zero(r.triple("to", units::length, needed));
      break;
    case ShapeKind::box:
      shape.size = or_zero(r.triple("size", units::length, needed));
      shape.centre = or_zero(r.triple("centre", units::length));
      break;
    case ShapeKind::bent_rod:
      shape.a = or_zero(r.number("a", units::length));
      shape.b = or_zero(r.number("b", units::length));
      shape.hub_inertia = or_zero(r.number("hub_inertia", units::inertia));
      break;
  }
}

}  // namespace

Field<OriginDescription> read_origin(TableReader& owner, std::string_view key) {
  return read_row(owner, key, [](TableReader& r) {
    OriginDescription row;
    row.xyz = or_zero(r.triple("xyz", units::length));
    row.rpy = or_zero(r.triple("rpy", units::angle));
    return row;
  });
}

Field<DhRow> read_dh(TableReader& owner) {
  return read_row(owner, "dh", [](TableReader& r) {
    DhRow row;
    row.theta = or_zero(r.number("theta", units::angle));
    row.d = or_zero(r.number("d", units::length));
    row.a = or_zero(r.number("a", units::length));
    row.alpha = or_zero(r.number("alpha", units::angle));
    return row;
  });
}

Field<MdhRow> read_mdh(TableReader& owner) {
  return read_row(owner, "mdh", [](TableReader& r) {
    MdhRow row;
    row.gamma = or_zero(r.number("gamma", units::angle));
    row.b = or_zero(r.number("b", units::length));
    row.alpha = or_zero(r.number("alpha", units::angle));
    row.d = or_zero(r.number("d", units::length));
    row.theta = or_zero(r.number("theta", units::angle));
    row.r = or_zero(r.number("r", units::length));
    return row;
  });
}

Field<ScrewRow> read_screw(TableReader& owner) {
  return read_row(owner, "screw", [](TableReader& r) {
    ScrewRow row;
    row.axis = or_zero(r.triple("axis", units::none, Need::required));
    row.point = or_zero(r.triple("point", units::length));
    return row;
  });
}

Field<ShapeDescription> read_shape(TableReader& owner) {
  static const std::vector<std::pair<std::string, ShapeKind>> kinds = {
      {"rod", ShapeKind::rod},
      {"cylinder", ShapeKind::cylinder},
      {"box", ShapeKind::box},
      {"bent_rod", ShapeKind::bent_rod}};
  auto reader = owner.table("shape");
  if (!reader) return std::nullopt;
  reader->with_origin();
  const auto kind = reader->word("type", kinds, Need::required);
  if (!kind) return std::nullopt;  // the other keys cannot be judged
  ShapeDescription shape;
  shape.kind = *kind;
  read_shape_numbers(*reader, shape);
  reader->finish();
  return Entry<ShapeDescription>{shape, owner.at("shape"), reader->row_origin()};
}

std::vector<AcceptedFinding> read_accepted(TableReader& owner) {
  std::vector<AcceptedFinding> all;
  owner.for_each("accept", [&](TableReader& reader) {
    AcceptedFinding accepted;
    accepted.at = reader.at();
    accepted.check = reader.text("check", Need::required);
    accepted.because = reader.text("because", Need::required);
    reader.finish();
    all.push_back(std::move(accepted));
  });
  return all;
}

}  // namespace erfd
