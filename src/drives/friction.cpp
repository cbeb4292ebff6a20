// Source  [S] T. Szkodny, (17) and (18).
//
//   F_r = 0                        qd_a = 0 and |F_d| ≤ F_s       (17)
//   F_r = F_d − F_s sgn(F_d)       qd_a = 0 and |F_d| > F_s
//   F_r = F_d − F_m sgn(qd_a)      qd_a ≠ 0
//   F_re = F_r − k_v qd_a                                         (18)
//
// F_s and F_m are taken from the direction of the torque and of the speed.
#include "erfd/drives/friction.hpp"

namespace erfd {

double torque_after_friction(const ShaftFriction& friction, double torque, double speed) {
  if (speed != 0) return torque - coulomb_torque(friction, speed) - friction.viscous * speed;
  if (torque > friction.starting_positive) return torque - friction.starting_positive;
  if (torque < -friction.starting_negative) return torque + friction.starting_negative;
  return torque * 0;  // held; a torque that is not a number stays none
}

}  // namespace erfd
