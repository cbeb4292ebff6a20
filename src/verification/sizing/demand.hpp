// What a program asks of the joints, cycle by cycle, whatever motors move them. Private to the layer.
//
//   u_a = K⁻ᵀ (u + friction of the joints) + I_a (K qdd + Kd qd) + friction of the motors        (1)
//
// u, q, qd, qdd are those of the asked motion; K, I_a and the friction belong to the drives that are tried, so that each trial
// is one pass over the cycles without dynamics.
#pragma once

#include "erfd/drives/transmission.hpp"
#include "erfd/verification/sizing.hpp"

#include "verification/motions.hpp"

#include <utility>
#include <vector>

namespace erfd {

struct Demand {
  const Case* program;
  MotionRecord motion;        ///< the asked side
  MatrixX<double> qd_before;  ///< speeds that the cycles start with
  MatrixX<double>
      link_inertia;  ///< at the motor shafts, without rotors: motors × cycles that were looked at
  std::vector<int> looked_at;

  int cycles() const { return static_cast<int>(motion.q_asked.cols()); }
  bool counts(int k) const { return !motion.jumps[static_cast<std::size_t>(k)]; }
  int instruction(int k) const {
    const int move = program->plan.move[static_cast<std::size_t>(k)];
    return program->plan.moves[static_cast<std::size_t>(move)].instruction;
  }
};

/// @throws Error where the plan is not complete or the motion cannot be computed.
Demand demand_of(const Case& program);

/// Calls `see(k, gap, speed, torque)` with what drives would have to give in each cycle that counts; `gap`: the one before did not.
/// Motors in the order of the drives. @return false where a mechanism does not reach
template <class See>
bool for_each_cycle(const Demand& demand, const Drives& drives, See see) {
  DriveState state(drives);
  VectorX<double> q(drives.joint_count()), before(q), qd(q), qdd(q), u(q), speed(drives.count()),
      torque(drives.count());
  bool gap = false;
  for (int k = 0; k < demand.cycles(); ++k) {
    if (!demand.counts(k)) {
      gap = true;
      continue;
    }
    q = demand.motion.q_asked.col(k), before = demand.qd_before.col(k);
    qd = demand.motion.qd_asked.col(k), qdd = demand.motion.qdd_asked.col(k),
    u = demand.motion.tau_asked.col(k);
    if (!set_position(drives, q, state)) return false;
    motor_velocities(drives, state, qd, speed);
    drive_torques(drives, state, {before, rest_way / demand.motion.period}, qd, qdd, u,
                  torque);  // (1)
    see(k, std::exchange(gap, false), speed, torque);
  }
  return true;
}

/// How the motors of drives stand to all demands.
std::vector<MotorStrain> strains(const std::vector<Demand>& demands, const Drives& drives);

/// What the tool could carry besides.
PayloadReach payload_reach(const std::vector<Demand>& demands, const SizingSettings& settings);

}  // namespace erfd
