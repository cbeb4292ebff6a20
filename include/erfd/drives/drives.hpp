// The drives of a robot: between the positions, speeds and torques of motors and of joints.
#pragma once

#include "erfd/drives/motor.hpp"
#include "erfd/model/model.hpp"

#include <vector>

namespace erfd {

/// One motor a joint, coupled by a constant matrix: q_a = K q. Immutable, shared freely between
/// threads. Motors are counted as make_drives() orders them (index of u_a), joints as in the
/// model (index of u).
class Drives {
 public:
  /// Plain values, as make_drives() takes them from a robot file.
  struct Parts {
    std::string robot;          ///< for messages
    MatrixX<double> K;          ///< motor turns a joint turn: one row a motor, one column a joint
    std::vector<Motor> motors;  ///< one a row of K
    std::vector<ShaftFriction> joint_friction;  ///< at the joint, one a column of K; empty: none
    VectorX<double> load_dependent;             ///< µ: friction µ|u| of a joint [-]; empty: none
  };
  /// @throws Error if sizes do not match, a number is not finite, or K is singular.
  explicit Drives(Parts parts);

  int count() const { return static_cast<int>(parts_.motors.size()); }
  const std::string& robot() const { return parts_.robot; }
  const MatrixX<double>& K() const { return parts_.K; }
  const MatrixX<double>& K_inverse() const { return K_inverse_; }
  const Motor& motor(int i) const { return parts_.motors[static_cast<std::size_t>(i)]; }
  const std::vector<Motor>& motors() const { return parts_.motors; }
  const ShaftFriction& joint_friction(int j) const {
    return parts_.joint_friction[static_cast<std::size_t>(j)];
  }
  /// µ of each joint [-].
  const VectorX<double>& load_dependent() const { return parts_.load_dependent; }
  /// I_a of each motor [kg m^2].
  const VectorX<double>& rotor_inertias() const { return rotor_inertias_; }
  /// Viscous friction of each motor and of each joint [N m s/rad or N s/m].
  const VectorX<double>& motor_viscous() const { return motor_viscous_; }
  const VectorX<double>& joint_viscous() const { return joint_viscous_; }
  /// Some shaft has Coulomb friction.
  bool has_coulomb() const { return has_coulomb_; }
  /// Kᵀ diag(I_a) K [kg m^2 or kg]: the rotors as the joints feel them.
  const MatrixX<double>& reflected_inertia() const { return reflected_inertia_; }

  /// An element of K⁻ᵀ that is not zero.
  struct Share {
    int motor, joint;
    double value;
  };
  /// K⁻ᵀ without its zeros: couplings are sparse.
  const std::vector<Share>& torque_shares() const { return torque_shares_; }

 private:
  Parts parts_;
  MatrixX<double> K_inverse_, reflected_inertia_;
  VectorX<double> rotor_inertias_, motor_viscous_, joint_viscous_;
  bool has_coulomb_ = false;
  std::vector<Share> torque_shares_;
};

/// The drives that a robot file describes: ratios or coupling matrix. A joint without drive gets an
/// ideal one (Motor::assumed), and a drive without any torque limit that of its joint
/// (Motor::peak_of_joint). Motors are in file order; in the order of the joints where some have none.
/// @throws Error for a free base, a joint with two drives, a mechanism whose ratio depends on the
/// position (make_drive_train() takes it), friction of a drive that names no joint to act on, or a
/// drive that names no joint where others have none.
Drives make_drives(const RobotDescription& robot, const Model& model);

/// q_a = K q: motor positions [rad] from joint positions [rad or m]. Results may not overlap the
/// arguments; nothing here allocates. @throws Error if a size is wrong.
void motor_positions(const Drives& drives, In<double> q, Out<double> q_a);
/// q = K⁻¹ q_a.
void joint_positions(const Drives& drives, In<double> q_a, Out<double> q);
/// qd_a = K qd: motor speeds [rad/s] from joint speeds [rad/s or m/s].
void motor_velocities(const Drives& drives, In<double> qd, Out<double> qd_a);
/// qd = K⁻¹ qd_a.
void joint_velocities(const Drives& drives, In<double> qd_a, Out<double> qd);
/// u_a = K⁻ᵀ u: motor torques [N m] that hold joint torques u [N m or N] (errata L18).
void motor_torques(const Drives& drives, In<double> u, Out<double> u_a);
/// u = Kᵀ u_a: joint torques [N m or N] that motor torques give.
void joint_torques(const Drives& drives, In<double> u_a, Out<double> u);

/// Friction of a moving robot, reduced to the joints: viscous and Coulomb of motors and joints, and
/// µ|u| of the joints. Added to the torques of a motion it gives what the motors must supply; its
/// power friction · qd is never negative. A shaft at rest has none here.
///
/// @param qd        joint velocities [rad/s or m/s]
/// @param u         torques that the joints transmit [N m or N]
/// @param friction  [N m or N], written
void friction_torques(const Drives& drives, In<double> qd, In<double> u, Out<double> friction);

/// Motor torques of a motion [N m]: u_a = K⁻ᵀ (u + friction of the joints) + I_a K qdd + friction
/// of the motors. A shaft at rest has no friction here.
///
/// @param u  torques that the links need [N m or N], of rnea() or inverse_dynamics()
void drive_torques(const Drives& drives, In<double> qd, In<double> qdd, In<double> u,
                   Out<double> u_a);

}  // namespace erfd
