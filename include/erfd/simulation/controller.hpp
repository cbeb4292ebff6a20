// Control laws: joint torques from the measured state. The laws with their proofs: docs/controllers.md.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/model/model.hpp"
#include "erfd/simulation/input_states.hpp"
#include "erfd/simulation/reference_motion.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// A control law bound to its robot, its gains and the motion it is asked for. One a thread. A law with
/// states runs continuously as InputStates of a run, and keeps them itself where it is called once a cycle.
class Controller : public InputStates {
 public:
  /// @param t   time [s]; a law with memory wants times that do not fall
  /// @param q   measured joint positions  [rad or m]
  /// @param qd  measured joint velocities [rad/s or m/s]
  /// @param u   joint torques [N m or N], written; NaN if the state is
  /// @throws Error if a size is wrong. Never allocates otherwise.
  virtual void torque(double t, In<double> q, In<double> qd, Out<double> u) = 0;

  /// Says what the drives really gave in answer to the last torque(), where that is less. A law that
  /// integrates needs it to not wind up; the wrappers below call it by themselves.
  virtual void applied(In<double>) {}

  /// The inertial parameters that an adaptive law believes now, in the order of
  /// inertial_parameters(); null for a law that estimates none.
  virtual const VectorX<double>* estimated_parameters() const { return nullptr; }

  /// Forgets everything since it was made.
  virtual void reset() {}

  /// True if the torque depends on earlier calls: call it once a cycle, rising t, and hold u between.
  /// A law without memory may be called at any time, also inside the steps of an integrator; so may one with
  /// states after set_states().
  virtual bool has_memory() const { return false; }

  /// Appends what the law remembers, and takes it back from the front of `memory`: the torques to
  /// come are the same, bit for bit.
  /// @throws Error if the law has a memory and does not say it, or `memory` is too short.
  virtual void save(std::vector<double>& memory) const;
  virtual void restore(std::span<const double>& memory);
};

/// Clips every torque to ± limit [N m or N] (infinite: none).
/// @throws Error if a limit is negative or NaN.
std::unique_ptr<Controller> saturated(std::unique_ptr<Controller> law, VectorX<double> limit);

/// Lets no torque change faster than `rate` [N m/s or N/s]; the first torque passes as it is.
/// @throws Error if a rate is not above 0.
std::unique_ptr<Controller> rate_limited(std::unique_ptr<Controller> law, VectorX<double> rate);

/// What a law can be told. Each reads some of it (ControllerInfo::gains) and refuses what it does
/// not read. One number stands for all joints. Units for revolute joints; N and m for prismatic.
struct ControllerGains {
  VectorX<double> Kp = {};        ///< stiffness [N m/rad]; of computed_torque [1/s^2]
  VectorX<double> Kd = {};        ///< damping [N m s/rad]; of computed_torque [1/s]
  VectorX<double> Ki = {};        ///< integral gain [N m/(rad s)]
  VectorX<double> tracking = {};  ///< pid: how fast a clipped integral returns [1/s]; empty: Ki/Kp
  VectorX<double> lambda = {};    ///< robust, adaptive: 1 / time constant of the error [1/s]
  /// robust, adaptive: how far each inertial parameter may lie off the model, size
  /// 10 · body_count() in the order of inertial_parameters(); see payload_uncertainty().
  VectorX<double> uncertainty = {};
  VectorX<double> disturbance = {};  ///< robust: largest torque that no model knows [N m]; empty: 0
  VectorX<double> layer = {};        ///< robust: boundary layer ε [W], one number
  VectorX<double> adaptation = {};   ///< adaptive: γ of Γ = γ diag(uncertainty²) [1/J], one number
  /// motor_cascade, one number for all motors or one each:
  VectorX<double> position = {};  ///< speed asked for an error of the motor's angle [1/s]
  VectorX<double> speed = {};     ///< torque for an error of its speed [N m s/rad]
  VectorX<double> integral = {};  ///< torque for the integral of that error [N m/rad]
  VectorX<double> current = {};   ///< bandwidth of the current loop [1/s]; empty: torques at once
};

/// The gain of that name. @throws Error naming the nearest.
VectorX<double>& gain(ControllerGains& gains, std::string_view name);

struct ControllerInfo {
  std::string_view name;   ///< as given to a command, "computed_torque"
  std::string_view title;  ///< "inverse dynamics and a linear error"
  std::string_view gains;  ///< "Kp, Ki, Kd, [tracking]": what it reads, optional ones in brackets
};

/// All laws, in the order of docs/controllers.md.
std::span<const ControllerInfo> controllers();

/// @throws Error for an unknown name, with the nearest known one.
const ControllerInfo& find_controller(std::string_view name);

/// What a law believes of the drives. Laws without a model make no use of it.
struct DriveKnowledge {
  /// Null: the links alone. Else rotors, couplings and viscous friction are commanded too. Needed
  /// while the law is made only.
  const Drives* drives = nullptr;
  /// Dry friction (Coulomb, and µ|u|) is commanded with tanh(v / friction_speed) for the sign of the
  /// asked joint speed v [rad/s or m/s], one for all joints or one each; empty: not compensated.
  VectorX<double> friction_speed = {};
};

/// Binds a law to a robot with a fixed base. `model` is what the law believes of the links.
/// Of a robot with loops the passive joints have no torque, gains and reference of theirs are not read.
/// @throws Error if the name is unknown, the base is free, motor_cascade finds a joint without a motor of its own, loops are closed and the law is robust or adaptive,
/// the reference or the drives have another
/// number of joints, a gain is missing, superfluous, of wrong size or out of range, or friction is to
/// be compensated by a law without model.
std::unique_ptr<Controller> make_controller(std::string_view name, const Model& model,
                                            std::shared_ptr<const Reference> reference,
                                            const ControllerGains& gains,
                                            const DriveKnowledge& known = {});

}  // namespace erfd
