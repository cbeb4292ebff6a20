// The words of the motion IR.
#include "erfd/motion/program.hpp"

namespace erfd {

std::string_view name_of(MoveKind kind) {
  switch (kind) {
    case MoveKind::ptp:
      return "ptp";
    case MoveKind::lin:
      return "lin";
    case MoveKind::circle:
      return "circle";
  }
  return "";
}

std::string_view name_of(OrientationMode mode) {
  switch (mode) {
    case OrientationMode::constant:
      return "o_con";
    case OrientationMode::variable:
      return "o_var";
    case OrientationMode::path_constant:
      return "o_pco";
    case OrientationMode::path_variable:
      return "o_pvo";
    case OrientationMode::joint:
      return "o_joint";
  }
  return "";
}

std::string_view name_of(FlyBy fly_by) {
  switch (fly_by) {
    case FlyBy::stop:
      return "stop";
    case FlyBy::ptp:
      return "c_ptp";
    case FlyBy::path:
      return "c_cp";
    case FlyBy::speed:
      return "c_speed";
  }
  return "";
}

}  // namespace erfd
