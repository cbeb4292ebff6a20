// The catalogue of motors: docs/motor-catalogue.md.
#include "erfd/robot/motor_catalogue.hpp"

#include "base/toml/format_key.hpp"
#include "base/toml/parser.hpp"
#include "robot/file/field_reader.hpp"

#include <set>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Without these nobody can say whether a motor would do.
constexpr const Key* needed_keys[] = {&keys::rotor_inertia, &keys::torque_peak, &keys::motor_speed};

void read_motor(TableReader& table, Reading& reading, DriveDescription& motor) {
  motor.at = table.at();
  FieldReader reader(table, reading);
  reader.says_origin();
  reader.text({"name", units::none, "", Need::required}, motor.name);
  reader.field(keys::rotor_inertia, motor.rotor_inertia);
  visit_motor(motor, reader);
  for (const Key* const key : needed_keys)
    if (!table.has(*key)) table.missing("missing-key", key->in_si());
  for (const Field<double>* const number :
       {&motor.rotor_inertia, &motor.torque_peak, &motor.speed_max, &motor.torque_rated})
    if (*number && !((*number)->value > 0))
      table.error("range", (*number)->at,
                  "a motor with 0 or less of it is none; expected more than 0");
  table.finish();
}

}  // namespace

MotorCatalogue read_motor_catalogue(std::string_view text, const std::string& file_name) {
  MotorCatalogue catalogue{file_name, {}, {}};
  Diagnostics diagnostics(file_name);
  Findings findings(diagnostics);
  const TomlTable document = parse_toml(text, findings);
  TableReader top(document, "", {}, findings);
  read_format(top, "erfd-motors/1");
  catalogue.title = top.text("title");
  const std::string source = top.text("source");
  top.inherit({{source, false, ""}, {}});
  const RobotDescription nobody;
  Reading reading{.robot = nobody};
  std::set<std::string> names;
  top.for_each("motor", [&](TableReader& table) {
    DriveDescription motor;
    read_motor(table, reading, motor);
    if (!motor.name.empty() && !names.insert(motor.name).second)
      table.error("duplicate-name", motor.at, "the name is given twice");
    catalogue.motors.push_back(std::move(motor));
  });
  if (catalogue.motors.empty() && !diagnostics.has_errors())
    top.missing("missing-key", "[[motor]]", "a catalogue needs one motor at least");
  top.finish();
  diagnostics.sort();
  if (diagnostics.has_errors()) throw FileError(std::move(diagnostics));
  return catalogue;
}

}  // namespace erfd
