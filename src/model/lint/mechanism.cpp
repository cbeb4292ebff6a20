// Mechanisms whose ratio depends on the position, and gear elements.
#include "model/lint/rules.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

struct MechanismCase {
  const Subject& s;
  const DriveDescription& drive;

  Location of(const Field<double>& field) const {
    return field ? place_or(field->at, drive.at) : drive.at;
  }
  void error(const char* check, Location at, const std::string& text) const {
    s.report.error(check, at, no_owner, fmt::format("drive '{}': {}", drive.name, text));
  }
  /// Reports a length that the kind needs and the file does not give, or one that is none.
  void need(const char* key, const Field<double>& length) const {
    if (!length)
      error("mechanism", drive.at, fmt::format("mechanism: {} is missing, expected a length", key));
    else if (!(length->value > 0))
      error("mechanism", of(length),
            fmt::format("mechanism: {} is {:g} m, expected more than 0; a negative ratio turns the "
                        "motor the other way",
                        key, length->value));
  }
  void not_zero(const std::string& what, const Field<double>& ratio) const {
    if (ratio && ratio->value == 0)
      error("mechanism", of(ratio), what + ": ratio is 0, expected motor turns a turn of it");
  }
};

void check_lengths(const MechanismCase& c, const MechanismDescription& m) {
  if (m.kind == MechanismKind::parallelogram) return;
  c.need("a", m.a);
  c.need("b", m.b);
  if (m.kind == MechanismKind::ball_screw) return c.need("pitch", m.pitch);
  c.need("c", m.c);
  c.need("d", m.d);
}

void check_mechanism(const MechanismCase& c, const MechanismDescription& m) {
  check_lengths(c, m);
  c.not_zero("mechanism", m.ratio);
  if (m.branch && std::abs(m.branch->value) != 1)
    c.error("mechanism", c.of(m.branch),
            fmt::format("mechanism: branch is {:g}, expected 1 or -1", m.branch->value));
  if (m.lower && m.upper && !(m.lower->value < m.upper->value))
    c.error("mechanism", c.of(m.lower),
            fmt::format("mechanism: range goes from {:g} to {:g} rad, expected rising angles",
                        m.lower->value, m.upper->value));
  if (c.drive.ratio)
    c.error("mechanism", c.of(c.drive.ratio),
            "both a ratio and a mechanism are given; the gear before the mechanism is its own "
            "ratio: mechanism = { ratio = ... }");
}

void check_element(const MechanismCase& c, const GearElementDescription& element) {
  const std::string place = fmt::format("element '{}'", element.name);
  if (element.inertia && !(element.inertia->value >= 0))
    c.error("rotor", c.of(element.inertia),
            fmt::format("{}: inertia is {:g} kg m^2, expected 0 or more", place,
                        element.inertia->value));
  c.not_zero(place, element.ratio);
}

}  // namespace

void check_mechanisms(const Subject& s) {
  for (const DriveDescription& drive : s.robot.drives) {
    const MechanismCase c{s, drive};
    if (drive.mechanism) check_mechanism(c, *drive.mechanism);
    for (const GearElementDescription& element : drive.elements) check_element(c, element);
  }
}

}  // namespace erfd::linting
