#include "erfd/robot/keys.hpp"

#include "base/toml/cursor.hpp"
#include "base/toml/parser.hpp"
#include "robot/file/field_reader.hpp"
#include "robot/file/row_writer.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

// --- Setting -------------------------------------------------------------------------------------

/// A setting stands in no file.
void forget_places(TomlTable& table);
void forget_places(TomlValue& value) {
  value.at = {};
  if (const auto* const inner = std::get_if<std::unique_ptr<TomlTable>>(&value.data))
    forget_places(**inner);
  if (const auto* const list = std::get_if<std::unique_ptr<TomlArray>>(&value.data))
    for (TomlValue& item : (*list)->items) forget_places(item);
}
void forget_places(TomlTable& table) {
  table.at = {};
  for (TomlMember& member : table.members) {
    member.at = {};
    forget_places(member.value);
  }
}

void throw_errors(std::string_view place, const Diagnostics& findings) {
  std::vector<std::string> messages;
  for (const Diagnostic& finding : findings.all())
    if (finding.severity == Severity::error) messages.push_back(finding.message);
  if (!messages.empty()) throw Error(fmt::format("{}: {}", place, fmt::join(messages, "; ")));
}

/// `path = value` as a file; a value that is none there is taken as a text.
TomlTable parse_setting(std::string_view path, std::string_view value, std::string_view source) {
  const std::string place = fmt::format("{}: key '{}'", source, path);
  const auto parse = [&](std::string_view as_value, Diagnostics& problems) {
    Findings findings(problems);
    return parse_toml(fmt::format("{} = {}", path, as_value), findings);
  };
  Diagnostics of_path, of_value, of_text;
  parse("0", of_path);
  throw_errors(place, of_path);
  TomlTable table = parse(value, of_value);
  if (of_value.has_errors()) table = parse(toml_text(value), of_text);
  throw_errors(place, of_text);
  forget_places(table);
  return table;
}

// --- Listing -------------------------------------------------------------------------------------

class KeyLister : public PassOver {
 public:
  explicit KeyLister(const RobotDescription& robot) : robot_(robot) {}

  void moves_as(const JointDescription& joint) { motion_ = motion_of(joint.type); }
  void moves_as(const std::string& joint) {
    motion_ = JointMotion::turning;
    for (const BodyDescription& body : robot_.bodies)
      if (body.joint.name == joint) return moves_as(body.joint);
  }
  void moves_as(JointMotion motion) { motion_ = motion; }

  void text(const Key& key, const std::string& value) {
    value.empty() ? add(key) : add(key, toml_text(value));
  }
  void text(const Key& key, const std::vector<std::string>& values) {
    std::vector<std::string> texts(values.size());
    std::transform(values.begin(), values.end(), texts.begin(), toml_text);
    add(key, fmt::format("[{}]", fmt::join(texts, ", ")));
  }
  bool word(const Key& key, const auto& words, const auto& meaning) {
    if constexpr (requires { meaning->value; })
      meaning ? add(key, toml_text(meaning->value)) : add(key);
    else if constexpr (std::is_same_v<decltype(meaning), const bool&>)
      meaning ? add(key, toml_text(word_that_means(words, true))) : add(key);  // usual: not said
    else
      add(key, toml_text(word_that_means(words, meaning)));
    return true;
  }
  void value(const Key& key, double value) { add(key, toml_number(value)); }
  void value(const Key& key, const Triple& values) { add(key, toml_list(values)); }
  void scale(const Key& key, const Triple& scale) { value(key, scale); }

  void field(const Key& key, const Entry<Triple>& entry) { value(key, entry.value); }
  template <class Value>
  void field(const Key& key, const Field<Value>& field) {
    if (!field) return add(key);
    if constexpr (std::is_same_v<Value, double>)
      add(key, toml_number(field->value));
    else if constexpr (std::is_same_v<Value, std::string>)
      add(key, toml_text(field->value));
    else if constexpr (std::is_same_v<Value, std::vector<TorqueSpeedPoint>>)
      add(key, fmt::format("{{ {} }}", row_of(field->value).str()));
    else if constexpr (NumberList<Value>)
      add(key, toml_list(field->value));
    else
      list_inner(std::string(key.stem), field->value);
  }
  void field(const JointKey& key, const Field<double>& number) {
    if (motion_ != JointMotion::none) field(key.as(motion_), number);
  }
  void posture(const Key& key, const auto& numbers) { field(key, numbers); }
  void range(const Key& key, const Field<double>& lower, const Field<double>& upper) {
    lower&& upper ? add(key, toml_list(std::array{lower->value, upper->value})) : add(key);
  }
  void range(const JointKey& key, const Field<double>& lower, const Field<double>& upper) {
    if (motion_ != JointMotion::none) range(key.as(motion_), lower, upper);
  }
  void lone_field(const Key& table, const Key& key,
                  const Field<std::vector<std::vector<double>>>& matrix) {
    const std::string outer = path_;
    path_ += fmt::format("{}.", table.stem);
    std::vector<std::string> rows;
    for (const auto& row : matrix ? matrix->value : std::vector<std::vector<double>>{})
      rows.push_back(toml_list(row));
    matrix ? add(key, fmt::format("[{}]", fmt::join(rows, ", "))) : add(key);
    path_ = outer;
  }

  template <class Part>
  void table(const Key& key, const Part& part) {
    list_inner(std::string(key.stem), part);
  }
  template <class Part>
  void table(const Key& key, const std::optional<Part>& part) {
    part ? list_inner(std::string(key.stem), *part) : add(key);
  }
  template <class Part>
  void list(const Key& key, const std::vector<Part>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string name = name_in_list(parts[i], i);
      const bool bare =
          !name.empty() && std::all_of(name.begin(), name.end(), is_bare_key_character);
      list_inner(fmt::format("{}.{}", key.stem, bare ? name : toml_text(name)), parts[i]);
    }
  }

  std::vector<SettableKey> take() { return std::move(found_); }

 private:
  void add(const Key& key, std::optional<std::string> value = {}) {
    found_.push_back({path_ + key.in_si(), std::move(value)});
  }
  void list_inner(const std::string& name, const auto& part) {
    const std::string outer = path_;
    const JointMotion motion = motion_;
    path_ += name + ".";
    visit_fields(part, *this);
    path_ = outer;
    motion_ = motion;
  }

  const RobotDescription& robot_;
  std::string path_;
  JointMotion motion_ = JointMotion::turning;
  std::vector<SettableKey> found_;
};

}  // namespace

void set_key(RobotDescription& robot, std::string_view path, std::string_view value,
             std::string_view source) {
  const TomlTable setting = parse_setting(path, value, source);
  RobotDescription changed = robot;
  Reading reading{.robot = changed, .coupled = changed.coupling.has_value(), .setting = true};
  for (const BodyDescription& body : robot.bodies)
    reading.motions.emplace(body.joint.name, motion_of(body.joint.type));
  Diagnostics problems;
  Findings findings(problems);
  TableReader top(setting, "", {{std::string(source), false, ""}, {}}, findings);
  top.take_as_change(true);
  FieldReader reader(top, reading);
  visit_head(changed, reader);
  visit_parts(changed, reader);
  apply_rules(top, changed, reading);
  top.finish();
  throw_errors(source, problems);
  robot = std::move(changed);
}

std::vector<SettableKey> list_keys(const RobotDescription& robot) {
  KeyLister lister(robot);
  visit_head(robot, lister);
  visit_parts(robot, lister);
  return lister.take();
}

}  // namespace erfd
