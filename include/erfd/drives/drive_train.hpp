// The drives of any robot, also with mechanisms whose ratio depends on the position: q_a = f(q).
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/drives/mechanism.hpp"

#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// Joint positions give angles phi = C q by a constant coupling C, and each angle its motor by a
/// mechanism, q_a[i] = f_i(phi[i]). Immutable, shared freely between threads. A robot without
/// mechanisms has constant Drives, which are faster; here it works, too.
class DriveTrain {
 public:
  /// @param coupling    motors, friction, and C in place of K
  /// @param mechanisms  one a motor; none: the motor turns as its angle
  /// @throws Error if sizes do not match.
  DriveTrain(Drives coupling, std::vector<std::optional<Mechanism>> mechanisms);
  /// Constant ratios.
  DriveTrain(Drives coupling);  // NOLINT(google-explicit-constructor): drives are a drive train

  int count() const { return coupling_.count(); }
  const std::string& robot() const { return coupling_.robot(); }
  const std::vector<Motor>& motors() const { return coupling_.motors(); }
  const Motor& motor(int i) const { return coupling_.motor(i); }
  /// Motors and friction; its K is C, the map to the angles of the mechanisms.
  const Drives& coupling() const { return coupling_; }
  const std::optional<Mechanism>& mechanism(int i) const {
    return mechanisms_[static_cast<std::size_t>(i)];
  }
  /// No mechanism: K is the constant matrix of coupling().
  bool is_constant() const { return is_constant_; }

 private:
  Drives coupling_;
  std::vector<std::optional<Mechanism>> mechanisms_;
  bool is_constant_ = true;
};

/// The drives that a robot file describes: ratios, coupling matrix, mechanisms, gear elements.
/// @throws Error as make_drives(), and for mechanisms that cannot be.
DriveTrain make_drive_train(const RobotDescription& robot, const Model& model);

/// Why motors and joints cannot be told from each other at a position.
enum class TrainFault {
  none,
  out_of_reach,  ///< a mechanism has no such position
  dead_centre    ///< a mechanism stands where its motor does not move the joint
};

struct TrainStatus {
  TrainFault fault = TrainFault::none;
  int motor = -1;
  explicit operator bool() const { return fault == TrainFault::none; }
};
/// "motor3: dead centre"; "fine".
std::string text_of(const DriveTrain& train, TrainStatus status);

/// A drive train at one position: one a thread, made once. set_position() writes it, all other
/// functions read it.
class DriveTrainState {
 public:
  explicit DriveTrainState(const DriveTrain& train);

  const VectorX<double>& q_a() const { return q_a_; }        ///< motor positions [rad]
  const VectorX<double>& angles() const { return angles_; }  ///< phi = C q [rad]
  const VectorX<double>& slopes() const { return slopes_; }  ///< f'(phi) [-]
  const VectorX<double>& bends() const { return bends_; }    ///< f''(phi) [1/rad]
  const MatrixX<double>& K() const { return K_; }            ///< df/dq = diag(f') C

 private:
  friend TrainStatus set_position(const DriveTrain&, In<double>, DriveTrainState&);
  VectorX<double> angles_, q_a_, slopes_, bends_;
  MatrixX<double> K_;
};

/// q_a = f(q) and its derivatives. Nothing from here on allocates; results may not overlap the
/// arguments. @throws Error if a size is wrong.
/// @returns a fault when a mechanism has no such position or stands at a dead centre; then torques
/// and velocities cannot be turned into each other.
[[nodiscard]] TrainStatus set_position(const DriveTrain& train, In<double> q,
                                       DriveTrainState& state);

/// Joint positions of motor positions [rad], by Newton's method.
/// @param q  a position on the same side of all dead centres as the answer; written. NaN for a
/// fault.
[[nodiscard]] TrainStatus joint_positions(const DriveTrain& train, In<double> q_a, Out<double> q);

/// All angles of mechanisms lie in their ranges.
bool is_in_range(const DriveTrain& train, In<double> q);

/// qd_a = K qd.
void motor_velocities(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                      Out<double> qd_a);
/// qd = K⁻¹ qd_a.
void joint_velocities(const DriveTrain& train, const DriveTrainState& state, In<double> qd_a,
                      Out<double> qd);
/// qdd_a = K qdd + Kd qd.
void motor_accelerations(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                         In<double> qdd, Out<double> qdd_a);
/// Kd, the time derivative of K at joint velocities qd.
void transmission_rate(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                       OutMatrix<double> Kd);
/// u_a = K⁻ᵀ u.
void motor_torques(const DriveTrain& train, const DriveTrainState& state, In<double> u,
                   Out<double> u_a);
/// u = Kᵀ u_a.
void joint_torques(const DriveTrain& train, const DriveTrainState& state, In<double> u_a,
                   Out<double> u);

/// Kᵀ diag(I_a) K [kg m^2 or kg]: the rotors as the joints feel them here.
void reflected_inertia(const DriveTrain& train, const DriveTrainState& state, OutMatrix<double> H);
/// Kᵀ diag(I_a) Kd qd [N m or N]: what the rotors add to the bias, for their ratio changes.
void reflected_bias(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                    Out<double> bias);

/// Motor torques of a motion [N m]: K⁻ᵀ of the torques of the links with the friction of the
/// joints, inertia of the rotors, friction of the motors. A shaft at rest has no friction here.
///
/// @param u  torques that the links need [N m or N], of rnea() or inverse_dynamics()
void drive_torques(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                   In<double> qdd, In<double> u, Out<double> u_a);

/// The speeds from which a cycle of a controller starts, and up to which its joints count as at rest.
struct CycleStart {
  In<double> qd;          ///< [rad/s or m/s]
  double rest_speed = 0;  ///< rest_way over the period [rad/s or m/s]
};

/// The same for a cycle that ends with the speeds qd: friction follows these, a shaft that rests at the
/// end has none whatever the rounding of its speed, and one that rested before has its starting values.
void drive_torques(const DriveTrain& train, const DriveTrainState& state, const CycleStart& start,
                   In<double> qd, In<double> qdd, In<double> u, Out<double> u_a);

}  // namespace erfd
