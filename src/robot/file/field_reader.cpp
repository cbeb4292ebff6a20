#include "robot/file/field_reader.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// A value that the table does not give leaves the field as it is.
template <class T>
void take(Field<T>& field, Field<T> read) {
  if (read) field = std::move(read);
}

void take_ends(Field<double>& lower, Field<double>& upper, const Field<std::vector<double>>& read) {
  if (!read) return;
  lower = Entry<double>{read->value[0], read->at, read->from};
  upper = Entry<double>{read->value[1], read->at, read->from};
}

/// Both lists have the same length.
void check_curve(TableReader& table, const std::vector<double>& speeds,
                 const std::vector<double>& torques) {
  if (speeds.size() != torques.size())
    table.error("torque-curve", table.at(),
                fmt::format("{} speed{} and {} torque{}; a point has one of each", speeds.size(),
                            plural(speeds.size()), torques.size(), plural(torques.size())));
  else if (speeds.size() < 2)
    table.error(
        "torque-curve", table.at(),
        fmt::format("{} point{}; a curve has at least 2", speeds.size(), plural(speeds.size())));
}

}  // namespace

void FieldReader::moves_as(JointDescription& joint) {
  if (joint.name.empty()) joint.name = joint_name_;
  motion_ = word_is_known_ ? std::optional(motion_of(joint.type)) : std::nullopt;
  if (!motion_) return;
  const JointMotion before = reading_.motions.emplace(joint.name, *motion_).first->second;
  if (reading_.setting && before != *motion_)
    table_.error("set", {},
                 "the type of a joint decides the units of its numbers; change the file");
}

void FieldReader::moves_as(const std::string& joint) {
  const auto found = reading_.motions.find(joint);
  motion_ = found == reading_.motions.end() ? std::nullopt : std::optional(found->second);
}

void FieldReader::text(const Key& key, std::string& value) {
  std::string read = table_.text(key.stem, key.need);
  if (table_.has(key)) value = std::move(read);
}

void FieldReader::text(const Key& key, std::vector<std::string>& values) {
  std::vector<std::string> read = table_.texts(key.stem);
  if (table_.has(key)) values = std::move(read);
}

void FieldReader::value(const Key& key, double& value) {
  if (const auto read = table_.number(key.stem, key.family, key.need)) value = read->value;
}

void FieldReader::value(const Key& key, Triple& value) {
  if (const auto read = table_.triple(key.stem, key.family, key.need)) value = read->value;
}

void FieldReader::scale(const Key& key, Triple& scale) {
  const auto written = table_.one_or_more(key.stem, key.family);
  if (!written) return;
  const std::vector<double>& values = written->values;
  if (values.size() == 1)
    scale = {values[0], values[0], values[0]};
  else if (values.size() == 3)
    scale = {values[0], values[1], values[2]};
  else
    table_.error("list-length", written->at,
                 fmt::format("scale has {} numbers, expected 1 or 3", values.size()));
}

/// All keys are known, and the one that is given says the kind.
bool FieldReader::is_kind(const Key& key, VisualKind& kind, VisualKind asked) {
  if (table_.has(key)) kind = asked;
  return true;
}

void FieldReader::field(const Key& key, Field<double>& field) {
  take(field, table_.number(key.stem, key.family, key.need));
}

void FieldReader::field(const Key& key, Field<Triple>& field) {
  take(field, table_.triple(key.stem, key.family, key.need));
}

void FieldReader::field(const Key& key, Entry<Triple>& entry) {
  if (const auto read = table_.triple(key.stem, key.family, key.need)) entry = *read;
}

void FieldReader::field(const Key& key, Field<std::array<double, 6>>& field) {
  take(field, table_.inertia(key.stem));
}

void FieldReader::field(const Key& key, Field<std::vector<double>>& field) {
  take(field, table_.numbers(key.stem, key.family, {}, key.need));
}

void FieldReader::field(const Key& key, Field<std::string>& field) {
  std::string read = table_.text(key.stem, key.need);
  if (!read.empty()) field = Entry<std::string>{std::move(read), table_.at(key.stem), {}};
}

void FieldReader::field(const Key& key, Field<std::vector<TorqueSpeedPoint>>& curve) {
  auto inner = table_.table(key.stem, key.need);
  if (!inner) return;
  inner->take_as_change(false);  // a curve is given as a whole
  CurveRow row;
  FieldReader reader(*inner, reading_);
  visit_fields(row, reader);
  inner->finish();
  if (!row.speed || !row.torque) return;
  const auto& [speeds, torques] = std::tie(row.speed->value, row.torque->value);
  check_curve(*inner, speeds, torques);
  curve = Entry<std::vector<TorqueSpeedPoint>>{{}, table_.at(key.stem), inner->row_origin()};
  for (std::size_t i = 0; i < std::min(speeds.size(), torques.size()); ++i)
    curve->value.push_back({speeds[i], torques[i]});
}

void FieldReader::field(const JointKey& key, Field<double>& field) {
  take(field, table_.joint_number(key, motion_));
}

void FieldReader::range(const Key& key, Field<double>& lower, Field<double>& upper) {
  take_ends(lower, upper, table_.numbers(key.stem, key.family, {2}, key.need));
}

void FieldReader::range(const JointKey& key, Field<double>& lower, Field<double>& upper) {
  take_ends(lower, upper, table_.joint_range(key, motion_));
}

/// Angles in the unit of the key, positions of prismatic joints in metres.
void FieldReader::posture(const Key& key, Field<std::vector<double>>& posture) {
  auto [read, unit] = table_.numbers_as_written(key.stem, key.family);
  if (!read) return;
  std::vector<JointMotion> moving;
  for (const BodyDescription& body : reading_.robot.bodies)
    if (const JointMotion motion = motion_of(body.joint.type); motion != JointMotion::none)
      moving.push_back(motion);
  if (read->value.size() != moving.size())
    return table_.error(
        "list-length", read->at,
        fmt::format("{}{} has {} number{}, but the robot has {} moving joint{}", key.stem,
                    unit.ending, read->value.size(), plural(read->value.size()), moving.size(),
                    plural(moving.size())));
  for (std::size_t i = 0; i < moving.size(); ++i)
    if (moving[i] != JointMotion::sliding) read->value[i] = unit.to_si(read->value[i]);
  for (const double position : read->value)
    if (!std::isfinite(position))
      table_.error("non-finite", read->at,
                   fmt::format("{} holds a number that is too large; check its unit", key.stem));
  posture = std::move(read);
}

void FieldReader::lone_field(const Key& table, const Key& key,
                             Field<std::vector<std::vector<double>>>& field) {
  auto inner = table_.table(table.stem);
  if (!inner) return;
  take(field, inner->with_origin().matrix(key.stem, key.need));
  inner->finish();
}

Provenance FieldReader::joined(const Provenance& before, Provenance now) {
  now.source = before.source.empty() ? now.source : before.source + "; " + now.source;
  now.estimated = before.estimated || now.estimated;
  now.measured = before.measured && now.measured;
  now.spread = std::max(before.spread, now.spread);
  if (now.note.empty()) now.note = before.note;
  return now;
}

}  // namespace erfd
