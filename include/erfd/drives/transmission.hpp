// Between the positions, speeds and torques of motors and of joints.
#pragma once

#include "erfd/drives/drives.hpp"

namespace erfd {

// Every map takes drives and where they stand. Drives without mechanisms have the same everywhere, and
// their maps without a state are below. Nothing here allocates; results may not overlap the arguments.
// All throw Error if a size is wrong.

/// q_a = f(q) and its derivatives.
/// @returns a fault when a mechanism has no such position or stands at a dead centre; then torques
/// and velocities cannot be turned into each other.
[[nodiscard]] DriveStatus set_position(const Drives& drives, In<double> q, DriveState& state);

/// Joint positions of motor positions [rad], by Newton's method.
/// @param q  a position on the same side of all dead centres as the answer; written. NaN for a
/// fault. @throws Error for passive joints: the motors do not tell their positions.
[[nodiscard]] DriveStatus joint_positions(const Drives& drives, In<double> q_a, Out<double> q);

/// All angles of mechanisms lie in their ranges.
bool is_in_range(const Drives& drives, In<double> q);

/// qd_a = K qd: motor speeds [rad/s] from joint speeds [rad/s or m/s].
void motor_velocities(const Drives& drives, const DriveState& state, In<double> qd,
                      Out<double> qd_a);
/// qd = K⁻¹ qd_a. @throws Error for passive joints: the motors do not tell their velocities.
void joint_velocities(const Drives& drives, const DriveState& state, In<double> qd_a,
                      Out<double> qd);
/// qdd_a = K qdd + Kd qd.
void motor_accelerations(const Drives& drives, const DriveState& state, In<double> qd,
                         In<double> qdd, Out<double> qdd_a);
/// Kd, the time derivative of K at joint velocities qd.
void transmission_rate(const Drives& drives, const DriveState& state, In<double> qd,
                       OutMatrix<double> Kd);
/// u_a = K⁻ᵀ u: motor torques [N m] that hold joint torques u [N m or N] (errata L18). What passive
/// joints would need no motor gives: their u is not read.
void motor_torques(const Drives& drives, const DriveState& state, In<double> u, Out<double> u_a);
/// u = Kᵀ u_a: joint torques [N m or N] that motor torques give; 0 for passive joints.
void joint_torques(const Drives& drives, const DriveState& state, In<double> u_a, Out<double> u);

/// Kᵀ diag(I_a) K [kg m^2 or kg]: the rotors as the joints feel them here.
void reflected_inertia(const Drives& drives, const DriveState& state, OutMatrix<double> H);
/// Kᵀ diag(I_a) Kd qd [N m or N]: what the rotors add to the bias, for their ratio changes.
void reflected_bias(const Drives& drives, const DriveState& state, In<double> qd, Out<double> bias);

/// Friction of a moving robot, reduced to the joints: viscous and Coulomb of motors and joints, and
/// µ|u| of the joints. Added to the torques of a motion it gives what the motors must supply; its
/// power friction · qd is never negative. A shaft at rest has none here.
///
/// @param qd        joint velocities [rad/s or m/s]
/// @param u         torques that the joints transmit [N m or N]
/// @param friction  [N m or N], written
void friction_torques(const Drives& drives, const DriveState& state, In<double> qd, In<double> u,
                      Out<double> friction);

/// The speeds from which a cycle of a controller starts, and up to which its joints count as at rest.
struct CycleStart {
  In<double> qd;          ///< [rad/s or m/s]
  double rest_speed = 0;  ///< rest_way over the period [rad/s or m/s]
};

/// Motor torques of a motion [N m]: u_a = K⁻ᵀ (u + friction of the joints) + I_a (K qdd + Kd qd) +
/// friction of the motors. A shaft at rest has no friction here. What passive joints would need is not
/// in it.
///
/// @param u  torques that the links need [N m or N], of rnea() or inverse_dynamics()
void drive_torques(const Drives& drives, const DriveState& state, In<double> qd, In<double> qdd,
                   In<double> u, Out<double> u_a);

/// The same for a cycle that ends with the speeds qd: friction follows these, a shaft that rests at the
/// end has none whatever the rounding of its speed, and one that rested before has its starting values.
void drive_torques(const Drives& drives, const DriveState& state, const CycleStart& start,
                   In<double> qd, In<double> qdd, In<double> u, Out<double> u_a);

// Drives without mechanisms. @throws Error for others.

/// q_a = K q.
void motor_positions(const Drives& drives, In<double> q, Out<double> q_a);
inline void motor_velocities(const Drives& drives, In<double> qd, Out<double> qd_a) {
  motor_velocities(drives, drives.constant(), qd, qd_a);
}
inline void joint_velocities(const Drives& drives, In<double> qd_a, Out<double> qd) {
  joint_velocities(drives, drives.constant(), qd_a, qd);
}
inline void motor_torques(const Drives& drives, In<double> u, Out<double> u_a) {
  motor_torques(drives, drives.constant(), u, u_a);
}
inline void joint_torques(const Drives& drives, In<double> u_a, Out<double> u) {
  joint_torques(drives, drives.constant(), u_a, u);
}
inline void friction_torques(const Drives& drives, In<double> qd, In<double> u,
                             Out<double> friction) {
  friction_torques(drives, drives.constant(), qd, u, friction);
}
inline void drive_torques(const Drives& drives, In<double> qd, In<double> qdd, In<double> u,
                          Out<double> u_a) {
  drive_torques(drives, drives.constant(), qd, qdd, u, u_a);
}

}  // namespace erfd
