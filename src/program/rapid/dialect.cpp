// How RAPID is written.
#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/program/rapid.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string millimetres(double metres) { return shortest(1000 * metres); }

std::string written_target(const CartesianTarget& target) {
  const Vector3<double>& p = target.X_BaseT.p;
  const std::array<double, 4> q = quaternion_of(target.X_BaseT.R);
  return fmt::format("[[{},{},{}],[{},{},{},{}],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]]",
                     millimetres(p.x()), millimetres(p.y()), millimetres(p.z()), shortest(q[0]),
                     shortest(q[1]), shortest(q[2]), shortest(q[3]));
}

std::string written_speed(double speed) {
  return fmt::format("[{},500,5000,1000]", millimetres(speed));
}

/// Speeds stand in one record; accelerations are modal.
std::string written_limit(MovePart part, const MoveLimits& limits) {
  if (part != MovePart::speed || !limits.turn_speed) return "";
  return fmt::format("[{},{},5000,1000]", with_digits(1000 * *limits.speed, 9),
                     with_digits(*limits.turn_speed / degree, 9));
}

std::string written_fly_by(FlyBy fly_by, double size) {
  if (fly_by != FlyBy::path || !(size > 0)) return "fine";
  const double mm = 1000 * size;
  return fmt::format("[FALSE,{},{},{},{},{},{}]", shortest(mm), shortest(1.5 * mm),
                     shortest(1.5 * mm), shortest(0.15 * mm), shortest(1.5 * mm),
                     shortest(0.15 * mm));
}

}  // namespace

const Dialect& rapid_dialect() {
  static const Dialect dialect{
      .name = "RAPID",
      .moves = {"MoveJ", "MoveL", "MoveC"},
      .statements = {"MoveJ", "MoveL", "MoveC"},
      .orientation_modes = {"a constant orientation", "\\Off", "CirPathMode\\PathFrame",
                            "CirPathMode\\PathFrame", "SingArea\\Wrist"},
      .fly_bys = {"fine", "a zone", "a zone", "a zone"},
      .target = written_target,
      .speed = written_speed,
      .fly_by = written_fly_by,
      .limit = written_limit,
      .names_targets = true};
  return dialect;
}

}  // namespace erfd
