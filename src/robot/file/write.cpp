// A description as a robot file, in SI units and radians.
#include "erfd/robot/read.hpp"

#include "robot/file/row_writer.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

/// Lists of small tables stand in a line, or in a line each.
template <class Part>
std::string list_of(const std::vector<Part>& parts) {
  constexpr bool in_lines = std::is_same_v<Part, ProgramDescription::Configuration>;
  std::string items;
  for (const Part& part : parts)
    items += in_lines ? fmt::format("  {{ {} }},\n", row_of(part).str())
                      : fmt::format("{}{{ {} }}", items.empty() ? "" : ", ", row_of(part).str());
  return in_lines ? "[\n" + items + "]" : "[" + items + "]";
}

/// Nothing in it that a file must say.
bool is_usual(const BaseDescription& base) {
  return base.type == BaseType::fixed && !base.origin && base.accepted.empty() &&
         base.visuals.empty();
}

class FieldWriter : public PassOver {
 public:
  /// @param path  of the table: "body."
  FieldWriter(TableWriter& out, const RobotDescription& robot, std::string path)
      : out_(out), robot_(robot), path_(std::move(path)) {}

  void joint_is_called(const std::string& name) { joint_name_ = name; }
  void moves_as(const JointDescription& joint) { motion_ = motion_of(joint.type); }
  void moves_as(const std::string& joint);
  void moves_as(JointMotion motion) { motion_ = motion; }

  void text(const Key& key, const std::string& value);
  void text(const Key& key, const std::vector<std::string>& values);
  bool word(const Key& key, const auto& words, const auto& meaning);
  void value(const Key& key, double value) { out_.plain(key.in_si(), toml_number(value)); }
  void value(const Key& key, const Triple& values) { out_.plain(key.in_si(), toml_list(values)); }
  void scale(const Key& key, const Triple& scale) {
    if (scale != Triple{1, 1, 1}) value(key, scale);
  }

  void field(const Key& key, const Field<double>& field) {
    out_.number(key.stem, key.family, field);
  }
  void field(const Key& key, const Field<std::string>& field) {
    if (field) out_.text(key.stem, field->value);
  }
  void field(const Key& key, const Entry<Triple>& gravity);
  template <class Value>
  void field(const Key& key, const Field<Value>& field);
  void field(const JointKey& key, const Field<double>& number) { field(key.as(motion_), number); }
  void posture(const Key& key, const Field<std::vector<double>>& numbers) {
    out_.list(key.stem, key.family, numbers);
  }
  void range(const Key& key, const Field<double>& lower, const Field<double>& upper);
  void range(const JointKey& key, const Field<double>& lower, const Field<double>& upper) {
    range(key.as(motion_), lower, upper);
  }
  void lone_field(const Key& table, const Key& key,
                  const Field<std::vector<std::vector<double>>>& matrix);

  void table(const Key& key, const BaseDescription& base) {
    if (!is_usual(base)) write_part("[", key, "]", base);
  }
  void table(const Key& key, const JointDescription& joint) { write_part("[", key, "]", joint); }
  void table(const Key& key, const CylinderRow<const double>& row) {
    out_.plain(key.stem, fmt::format("{{ {} }}", row_of(row).str()));
  }
  template <class Part>
  void table(const Key& key, const std::optional<Part>& part) {
    if (part) write_part("[", key, "]", *part);
  }
  void list(const Key& key, const std::vector<AcceptedFinding>& accepted) {
    if (!accepted.empty()) out_.plain(key.stem, list_of(accepted));
  }
  void list(const Key& key, const std::vector<ProgramDescription::Configuration>& configurations) {
    if (!configurations.empty()) out_.plain(key.stem, list_of(configurations));
  }
  template <class Part>
  void list(const Key& key, const std::vector<Part>& parts) {
    for (const Part& part : parts) write_part("[[", key, "]]", part);
  }

 private:
  template <class Part>
  void write_part(std::string_view open, const Key& key, std::string_view close, const Part& part);

  TableWriter& out_;
  const RobotDescription& robot_;
  std::string path_, joint_name_;
  JointMotion motion_ = JointMotion::turning;
};

void FieldWriter::moves_as(const std::string& joint) {
  for (const BodyDescription& body : robot_.bodies)
    if (body.joint.name == joint) return moves_as(body.joint);
}

void FieldWriter::text(const Key& key, const std::string& value) {
  if (key.need == Need::required || (!value.empty() && value != joint_name_))
    out_.text(key.stem, value);
}

void FieldWriter::text(const Key& key, const std::vector<std::string>& values) {
  std::string items;
  for (const std::string& value : values) items += fmt::format("  {},\n", toml_text(value));
  if (!items.empty()) out_.plain(key.stem, "[\n" + items + "]");
}

bool FieldWriter::word(const Key& key, const auto& words, const auto& meaning) {
  if constexpr (requires { meaning->value; }) {
    if (meaning) out_.text(key.stem, meaning->value);
  } else if constexpr (std::is_same_v<decltype(meaning), const bool&>) {
    if (meaning) out_.text(key.stem, word_that_means(words, true));  // the usual is not said
  } else {
    out_.text(key.stem, word_that_means(words, meaning));
  }
  return true;
}

void FieldWriter::field(const Key& key, const Entry<Triple>& gravity) {
  const Entry<Triple> usual = RobotDescription{}.gravity;
  if (gravity.value != usual.value || gravity.from != usual.from)
    out_.value(key.in_si(), toml_list(gravity.value), gravity.from);
}

template <class Value>
void FieldWriter::field(const Key& key, const Field<Value>& field) {
  if (!field) return;
  if constexpr (NumberList<Value>)
    out_.list(key.stem, key.family, field);
  else
    out_.row(key.stem, row_of(field->value), field->from);
}

void FieldWriter::range(const Key& key, const Field<double>& lower, const Field<double>& upper) {
  if (lower && upper)
    out_.value(key.in_si(), toml_list(std::array{lower->value, upper->value}), lower->from);
}

void FieldWriter::lone_field(const Key& table, const Key& key,
                             const Field<std::vector<std::vector<double>>>& matrix) {
  if (!matrix) return;
  out_.child(fmt::format("[{}]", table.stem))
      .value(std::string(key.stem), lines_of(matrix->value), matrix->from);
}

template <class Part>
void FieldWriter::write_part(std::string_view open, const Key& key, std::string_view close,
                             const Part& part) {
  const std::string path = fmt::format("{}{}", path_, key.stem);
  FieldWriter writer(out_.child(fmt::format("{}{}{}", open, path, close)), robot_, path + ".");
  writer.motion_ = motion_;
  if constexpr (std::is_same_v<Part, JointDescription>) writer.joint_name_ = joint_name_;
  visit_fields(part, writer);
}

}  // namespace

std::string write_robot_toml(const RobotDescription& robot) {
  TableWriter top("");
  top.text("format", robot_format);
  FieldWriter writer(top, robot, "");
  visit_head(robot, writer);
  visit_parts(robot, writer);
  return top.str_top({robot.from.source, false, ""});
}

}  // namespace erfd
