// How KRL is written.
#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/program/krl.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::string written_target(const CartesianTarget& target) {
  const Vector3<double> p = target.X_BaseT.p / millimetre;
  const std::array<double, 3> rpy = rpy_of(target.X_BaseT.R);
  return fmt::format("{{X {},Y {},Z {},A {},B {},C {}}}", shortest(p.x()), shortest(p.y()),
                     shortest(p.z()), shortest(rpy[2] / degree), shortest(rpy[1] / degree),
                     shortest(rpy[0] / degree));
}

std::string written_fly_by(FlyBy fly_by, double size) {
  (void)size;  // stands in $APO
  switch (fly_by) {
    case FlyBy::ptp:
      return "C_PTP";
    case FlyBy::path:
      return "C_DIS";
    case FlyBy::speed:
      return "C_VEL";
    case FlyBy::stop:
      break;
  }
  return "";
}

}  // namespace

const Dialect& krl_dialect() {
  static const Dialect dialect{.name = "KRL",
                               .moves = {"PTP", "LIN", "CIRC"},
                               .statements = {"PTP", "LIN", "CIRC"},
                               .orientation_modes = {"#CONSTANT", "#VAR", "#CONSTANT with #PATH",
                                                     "#VAR with #PATH", "#JOINT"},
                               .fly_bys = {"exact stop", "C_PTP", "C_DIS", "C_VEL"},
                               .target = written_target,
                               .fly_by = written_fly_by,
                               .names_targets = true};
  return dialect;
}

}  // namespace erfd
