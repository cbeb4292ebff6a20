// The drives of a robot: its motors, and how they move its joints.
#pragma once

#include "erfd/drives/mechanism.hpp"
#include "erfd/drives/motor.hpp"
#include "erfd/model/model.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace erfd {

class Drives;

/// Why motors and joints cannot be told from each other at a position.
enum class DriveFault {
  none,
  out_of_reach,  ///< a mechanism has no such position
  dead_centre    ///< a mechanism stands where its motor does not move the joint
};

struct DriveStatus {
  DriveFault fault = DriveFault::none;
  int motor = -1;
  explicit operator bool() const { return fault == DriveFault::none; }
};
/// "motor3: dead centre"; "fine".
std::string text_of(const Drives& drives, DriveStatus status);

/// Drives at one position: one a thread, made once. set_position() writes it, all other functions read
/// it. Without mechanisms everything but the positions is good from the start.
class DriveState {
 public:
  explicit DriveState(const Drives& drives);

  const VectorX<double>& q_a() const { return q_a_; }        ///< motor positions [rad]
  const VectorX<double>& angles() const { return angles_; }  ///< phi = C q [rad]
  const VectorX<double>& slopes() const { return slopes_; }  ///< f'(phi) [-]
  const VectorX<double>& bends() const { return bends_; }    ///< f''(phi) [1/rad]
  const MatrixX<double>& K() const { return K_; }            ///< df/dq = diag(f') C

 private:
  friend class Drives;
  friend DriveStatus set_position(const Drives&, In<double>, DriveState&);
  /// Slopes 1, no bends.
  explicit DriveState(const MatrixX<double>& C);
  VectorX<double> angles_, q_a_, slopes_, bends_;
  MatrixX<double> K_;
};

/// A spring between a drive and its joint: the motors have the place theta of the joint as their own,
/// q_a = f(theta), and the joint gets stiffness (theta − q) + damping (thetad − qd).
struct ElasticGear {
  int joint = 0;         ///< column of the coupling
  double stiffness = 0;  ///< [N m/rad or N/m], on the side of the joint
  double damping = 0;    ///< [N m s/rad or N s/m]
};

/// q_a = f(q): joint positions give angles phi = C q by a constant coupling C, one row a motor, and each
/// angle its motor, by a mechanism or as it is: q_a[i] = f_i(phi[i]). K = df/dq is C where no motor has a
/// mechanism. A joint whose column of C is zero is passive: no motor moves it. The other joints are as
/// many as the motors. Immutable, shared freely between threads. Motors are counted as make_drives()
/// orders them (index of u_a), joints as in the model (index of u).
class Drives {
 public:
  /// Plain values, as make_drives() takes them from a robot file.
  struct Parts {
    std::string robot;  ///< for messages
    MatrixX<double> K;  ///< C: motor turns a joint turn; in front of mechanisms, turns of angles
    std::vector<Motor> motors;                  ///< one a row of K
    std::vector<ShaftFriction> joint_friction;  ///< at the joint, one a column of K; empty: none
    VectorX<double> load_dependent;             ///< µ: friction µ|u| of a joint [-]; empty: none
    std::vector<std::optional<Mechanism>> mechanisms =
        {};  ///< one a motor; empty: no motor has one
    std::vector<ElasticGear> elastic_gears = {};
  };
  /// @throws Error if sizes do not match, a number is not finite, or K is singular.
  explicit Drives(Parts parts);

  int count() const { return static_cast<int>(parts_.motors.size()); }
  int joint_count() const { return static_cast<int>(parts_.K.cols()); }
  const std::string& robot() const { return parts_.robot; }
  const Motor& motor(int i) const { return parts_.motors[static_cast<std::size_t>(i)]; }
  const std::vector<Motor>& motors() const { return parts_.motors; }
  const std::optional<Mechanism>& mechanism(int i) const {
    return parts_.mechanisms[static_cast<std::size_t>(i)];
  }
  /// Joints that no motor moves, rising.
  const std::vector<int>& passive_joints() const { return passive_joints_; }

  /// Gears with a spring, by rising joint. All maps between motors and joints are of stiff gears, or of
  /// the motor side: what the springs do, elastic_gears.hpp says.
  const std::vector<ElasticGear>& elastic_gears() const { return parts_.elastic_gears; }

  /// C, motors × joints.
  const MatrixX<double>& coupling() const { return parts_.K; }
  /// Joint turns an angle, joints × motors: C⁻¹, with rows of zeros for passive joints.
  const MatrixX<double>& coupling_inverse() const { return coupling_inverse_; }
  /// No mechanism: K is C wherever the robot stands.
  bool is_constant() const { return is_constant_; }
  /// The state of all positions of drives without mechanisms. @throws Error for others: K(q) is that of
  /// a DriveState.
  const DriveState& constant() const {
    if (!is_constant_) refuse_constant();
    return constant_;
  }
  /// K of drives without mechanisms.
  const MatrixX<double>& K() const { return constant().K(); }
  /// Kᵀ diag(I_a) K of drives without mechanisms [kg m^2 or kg]: the rotors as the joints feel them.
  const MatrixX<double>& reflected_inertia() const {
    if (!is_constant_) refuse_constant();
    return reflected_inertia_;
  }

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

  /// An element of C⁻ᵀ, or of C, that is not zero.
  struct Share {
    int motor, joint;
    double value;
  };
  /// C⁻ᵀ without its zeros: couplings are sparse.
  const std::vector<Share>& torque_shares() const { return torque_shares_; }

  /// The elements of a row of C that are not zero.
  std::span<const Share> turns_of(int motor) const {
    const auto i = static_cast<std::size_t>(motor);
    return {turns_.data() + turns_begin_[i], turns_begin_[i + 1] - turns_begin_[i]};
  }
  /// C qd of a motor: how fast its angle turns [rad/s].
  double turning(int motor, In<double> qd) const {
    double sum = 0;
    for (const Share& turn : turns_of(motor)) sum += turn.value * qd[turn.joint];
    return sum;
  }

  /// The values that made it, for drives that differ in some.
  const Parts& parts() const { return parts_; }

 private:
  [[noreturn, gnu::cold]] void refuse_constant() const;
  Parts parts_;
  DriveState constant_;
  std::vector<int> passive_joints_;
  MatrixX<double> coupling_inverse_, reflected_inertia_;
  VectorX<double> rotor_inertias_, motor_viscous_, joint_viscous_;
  bool has_coulomb_ = false, is_constant_ = true;
  std::vector<Share> torque_shares_, turns_;
  std::vector<std::size_t> turns_begin_;  ///< in turns_, of each motor
};

/// Whether a joint has an effort limit besides that of its motor.
bool has_own_effort(const Drives& drives, const Body& body);

/// What becomes of a joint that has no drive in the file.
enum class WithoutDrive {
  assumed,  ///< it gets an ideal motor (Motor::assumed)
  passive   ///< no motor moves it
};

/// The drives that a robot file describes: ratios, coupling matrix, mechanisms, gear elements. A drive
/// without any torque limit has that of its joint (Motor::peak_of_joint). Motors are in file order; in the
/// order of the joints where some are assumed. No motor moves a free base or a passive joint of a loop:
/// their columns are zero.
/// @throws Error for a joint with two drives, a drive of a passive joint, mechanisms that cannot be, friction of a drive
/// that names no joint to act on, a drive that names no joint where others are assumed, or if all joints
/// are passive.
Drives make_drives(const RobotDescription& robot, const Model& model,
                   WithoutDrive missing = WithoutDrive::assumed);

}  // namespace erfd
