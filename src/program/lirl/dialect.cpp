// How L-IRL is written (docs/program-language.md).
//
//   R = Rz(a) Ry(b) Rx(c):  b = asin(−R31),  a = atan2(R21, R11),  c = atan2(R32, R33)     (1)
//   at b = ±90°, where a and c turn about one axis:  c = 0,  a = atan2(−R12, R22)           (2)
#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"
#include "erfd/program/lirl.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string millimetres(double metres) { return shortest(1000 * metres); }
std::string percentage(double share) { return shortest(100 * share) + "%"; }

std::string written_orientation(const Matrix3<double>& R) {
  constexpr double upright = 1 - 1e-12;
  const double sine = std::clamp(-R(2, 0), -1.0, 1.0);
  const bool locked = std::abs(sine) > upright;
  const double a =
      locked ? std::atan2(-R(0, 1), R(1, 1)) : std::atan2(R(1, 0), R(0, 0));  // (1), (2)
  const double b = std::asin(sine), c = locked ? 0 : std::atan2(R(2, 1), R(2, 2));
  return fmt::format("orizyx({}, {}, {})", shortest(a / degree), shortest(b / degree),
                     shortest(c / degree));
}

std::string written_target(const CartesianTarget& target) {
  const Vector3<double>& p = target.X_BaseT.p;
  const std::string place = fmt::format("position({}, {}, {})", millimetres(p.x()),
                                        millimetres(p.y()), millimetres(p.z()));
  if (!target.has_orientation) return fmt::format("robtarget({})", place);
  std::string text =
      fmt::format("robtarget(pose({}, {})", place, written_orientation(target.X_BaseT.R));
  if (target.configuration || target.turns)
    text += fmt::format(", {}", target.configuration.value_or(0));
  if (target.turns) text += fmt::format(", {}", *target.turns);
  return text + ")";
}

std::string written_speed(double speed) { return "speed=" + millimetres(speed); }
std::string written_acceleration(double acceleration) { return "acc=" + millimetres(acceleration); }
std::string written_share(double share) { return "speed_ptp=" + percentage(share); }

std::string written_limit(MovePart part, const MoveLimits& limits) {
  switch (part) {
    case MovePart::speed:
      return written_speed(*limits.speed);
    case MovePart::acceleration:
      return written_acceleration(*limits.acceleration);
    case MovePart::deceleration:
      return "dec=" + millimetres(*limits.deceleration);
    case MovePart::speed_share:
      return written_share(*limits.speed_share);
    case MovePart::acceleration_share:
      return "acc_ptp=" + percentage(*limits.acceleration_share);
    case MovePart::deceleration_share:
      return "dec_ptp=" + percentage(*limits.deceleration_share);
    case MovePart::turn_speed:
      return "speed_ori=" + shortest(*limits.turn_speed / degree);
    case MovePart::turn_acceleration:
      return "acc_ori=" + shortest(*limits.turn_acceleration / degree);
    default:
      return "";
  }
}

std::string written_fly_by(FlyBy fly_by, double size) {
  switch (fly_by) {
    case FlyBy::stop:
      return "";
    case FlyBy::ptp:
      return "c_ptp=" + percentage(size);
    case FlyBy::path:
      return "c_cp=" + millimetres(size);
    case FlyBy::speed:
      return size > 0 ? "c_speed=" + millimetres(size) : "c_speed";
  }
  return "";
}

}  // namespace

const Dialect& lirl_dialect() {
  static const Dialect dialect{.name = "L-IRL",
                               .moves = {"ptp", "lin", "circle"},
                               .statements = {"move ptp", "move lin", "move circle"},
                               .orientation_modes = {"o_con", "o_var", "o_pco", "o_pvo", "o_joint"},
                               .fly_bys = {"stop", "c_ptp", "c_cp", "c_speed"},
                               .target = written_target,
                               .speed = written_speed,
                               .speed_share = written_share,
                               .acceleration = written_acceleration,
                               .fly_by = written_fly_by,
                               .limit = written_limit};
  return dialect;
}

}  // namespace erfd
