// From a robot file to a mechanism.
#include "erfd/base/error.hpp"
#include "erfd/drives/mechanism.hpp"

#include <cmath>

namespace erfd {
namespace {

double length_of(const Field<double>& field, const char* key, const std::string& place) {
  if (field && field->value > 0) return field->value;
  throw Error(place + ": mechanism: " + key + " is " +
              (field ? std::to_string(field->value) + " m, expected more than 0"
                     : "missing, expected a length in m"));
}

void set_lengths(const MechanismDescription& description, const std::string& place, Mechanism& m) {
  if (m.kind == MechanismKind::parallelogram) return;
  m.a = length_of(description.a, "a", place);
  m.b = length_of(description.b, "b", place);
  if (m.kind == MechanismKind::ball_screw) {
    m.pitch = length_of(description.pitch, "pitch", place);
  } else {
    m.c = length_of(description.c, "c", place);
    m.d = length_of(description.d, "d", place);
  }
}

}  // namespace

Mechanism make_mechanism(const MechanismDescription& description, const std::string& place) {
  Mechanism m;
  m.kind = description.kind;
  set_lengths(description, place, m);
  m.offset = value_or(description.offset, 0);
  m.ratio = value_or(description.ratio, 1);
  m.branch = value_or(description.branch, 1);
  m.lower = value_or(description.lower, m.lower);
  m.upper = value_or(description.upper, m.upper);
  if (!(std::abs(m.ratio) > 0) || std::isinf(m.ratio) || std::abs(m.branch) != 1)
    throw Error(place + ": mechanism: ratio " + std::to_string(m.ratio) + " and branch " +
                std::to_string(m.branch) + ", expected a ratio other than 0 and branch 1 or -1");
  const double zero = value_or(description.zero, 0);
  const MechanismPoint at = mechanism_at(m, zero);
  if (!at.reachable)
    throw Error(place + ": mechanism: cannot stand at " + std::to_string(zero) +
                " rad, where its motor has its zero; give zero_deg an angle within its reach");
  m.start = at.turn;
  return m;
}

}  // namespace erfd
