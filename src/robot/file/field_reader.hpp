// Reads the fields of descriptions out of the tables of a file. What a table does not name stays as
// it is, so that single keys of a known robot are set by the same reader.
#pragma once

#include "base/toml/table_reader.hpp"
#include "robot/fields.hpp"

#include <map>
#include <string>

namespace erfd {

/// What the parts of a robot must know of each other while they are read.
struct Reading {
  const RobotDescription& robot;  ///< as far as it is known
  /// By the names of joints. A joint whose type could not be read is not in it.
  std::map<std::string, JointMotion, std::less<>> motions{};
  bool coupled = false;  ///< the robot has a [transmission]
  bool setting = false;  ///< single keys of a known robot are set
};

// What is true of a part beyond its single keys. Called when its fields have been read.
void apply_rules(TableReader& top, RobotDescription& robot, Reading& reading);
void apply_rules(TableReader& table, JointDescription& joint, Reading& reading);
void apply_rules(TableReader& table, BodyDescription& body, Reading& reading);
void apply_rules(TableReader& table, BaseDescription& base, Reading& reading);
void apply_rules(TableReader& table, PayloadDescription& payload, Reading& reading);
void apply_rules(TableReader& table, VisualDescription& visual, Reading& reading);
void apply_rules(TableReader& table, SceneObjectDescription& object, Reading& reading);
void apply_rules(TableReader& table, DriveDescription& drive, Reading& reading);
template <class Part>
void apply_rules(TableReader&, Part&, Reading&) {}

class FieldReader : public PassOver {
 public:
  FieldReader(TableReader& table, Reading& reading) : table_(table), reading_(reading) {}

  void says_origin() { table_.with_origin(); }
  void joint_is_called(const std::string& name) { joint_name_ = name; }
  void moves_as(JointDescription& joint);
  void moves_as(const std::string& joint);
  void moves_as(JointMotion motion) { motion_ = motion; }

  void text(const Key& key, std::string& value);
  void text(const Key& key, std::vector<std::string>& values);
  template <class Words, class Meaning>
  bool word(const Key& key, const Words& words, Meaning& meaning);
  void value(const Key& key, double& value);
  void value(const Key& key, Triple& value);
  void scale(const Key& key, Triple& scale);
  bool is_kind(const Key& key, VisualKind& kind, VisualKind asked);

  void field(const Key& key, Field<double>& field);
  void field(const Key& key, Field<Triple>& field);
  void field(const Key& key, Entry<Triple>& entry);
  void field(const Key& key, Field<std::array<double, 6>>& field);
  void field(const Key& key, Field<std::vector<double>>& field);
  void field(const Key& key, Field<std::string>& field);
  void field(const Key& key, Field<std::vector<TorqueSpeedPoint>>& curve);
  template <class Row>
  void field(const Key& key, Field<Row>& field);
  void field(const JointKey& key, Field<double>& field);
  void range(const Key& key, Field<double>& lower, Field<double>& upper);
  void range(const JointKey& key, Field<double>& lower, Field<double>& upper);
  void posture(const Key& key, Field<std::vector<double>>& posture);
  void lone_field(const Key& table, const Key& key, Field<std::vector<std::vector<double>>>& field);

  template <class Part>
  void table(const Key& key, Part& part);
  template <class Part>
  void table(const Key& key, std::optional<Part>& part);
  template <class Part>
  void list(const Key& key, std::vector<Part>& parts);

 private:
  template <class Part>
  void read_part(TableReader& table, Part& part, bool is_new);
  /// The origin of a row of which only some numbers have been read.
  static Provenance joined(const Provenance& before, Provenance now);

  TableReader& table_;
  Reading& reading_;
  std::optional<JointMotion> motion_;  ///< of the joint numbers; nothing: not known
  std::string joint_name_;
  bool word_is_known_ = true;  ///< the last one that was read
};

template <class Words, class Meaning>
bool FieldReader::word(const Key& key, const Words& words, Meaning& meaning) {
  const auto chosen = table_.word(key.stem, words, key.need);
  if constexpr (std::is_same_v<Meaning, Field<std::string>>) {
    if (chosen) meaning = Entry<std::string>{std::string(*chosen), table_.at(key.stem), {}};
  } else if (chosen) {
    meaning = *chosen;
  }
  const bool may_miss = key.need == Need::optional || reading_.setting;
  word_is_known_ = chosen || (may_miss && !table_.has(key.stem));
  return word_is_known_;
}

template <class Row>
void FieldReader::field(const Key& key, Field<Row>& field) {
  auto inner = table_.table(key.stem, key.need);
  if (!inner) return;
  if (!field) inner->take_as_change(false);
  Row row = field ? field->value : Row{};
  FieldReader reader(*inner, reading_);
  visit_fields(row, reader);
  if (!reader.word_is_known_) return;  // the other keys cannot be judged
  inner->finish();
  const Provenance from = inner->row_origin();
  field = Entry<Row>{row, table_.at(key.stem), field ? joined(field->from, from) : from};
}

template <class Part>
void FieldReader::table(const Key& key, Part& part) {
  if (auto inner = table_.table(key.stem, key.need)) read_part(*inner, part, !reading_.setting);
}

template <class Part>
void FieldReader::table(const Key& key, std::optional<Part>& part) {
  auto inner = table_.table(key.stem, key.need);
  if (!inner) return;
  Part read = part.value_or(Part{});
  read_part(*inner, read, !part);
  part = std::move(read);
}

/// Settings name the part that they mean: drive.M2.ratio.
template <class Part>
void FieldReader::list(const Key& key, std::vector<Part>& parts) {
  if (reading_.setting) {
    auto named = table_.table(key.stem);
    for (std::size_t i = 0; named && i < parts.size(); ++i)
      if (auto inner = named->table(name_in_list(parts[i], i))) read_part(*inner, parts[i], false);
    if (named) named->finish();
    return;
  }
  table_.for_each(key.stem, [&](TableReader& item) {
    Part part;
    read_part(item, part, true);
    parts.push_back(std::move(part));
  });
}

template <class Part>
void FieldReader::read_part(TableReader& table, Part& part, bool is_new) {
  if (is_new) table.take_as_change(false);
  if constexpr (requires { part.at; })
    if (is_new) part.at = table.at();
  FieldReader reader(table, reading_);
  reader.motion_ = motion_;
  reader.joint_name_ = joint_name_;
  visit_fields(part, reader);
  apply_rules(table, part, reading_);
  table.finish();
}

}  // namespace erfd
