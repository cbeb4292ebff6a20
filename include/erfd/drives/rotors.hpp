// Rotors as rigid bodies: spin, gyroscopic coupling with the link that carries them, weight.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/engine.hpp"

#include <string>
#include <vector>

namespace erfd {

/// A rotor that turns about z of its own frame R on a carrier C.
struct Rotor {
  std::string name;
  BodyIndex carrier;   ///< world: fixed to the ground
  Pose<double> X_CR0;  ///< R in C (in the world for the world) at angle zero
  Inertia I_R;         ///< in R; needs no balance
};

/// A robot whose rotors turn with its joints: angles N q against their carriers. Exact: the rotors
/// are bodies of an extended tree and the joints bind them (errata §1.5). Immutable.
class GearedRotors {
 public:
  /// @param arm  the links without what `rotors` adds; fixed base
  /// @param N    one row a rotor, one column a joint [-] or [rad/m]
  /// @throws Error if sizes do not match or the base is free.
  GearedRotors(const Model& arm, const std::vector<Rotor>& rotors, MatrixX<double> N);

  int joint_count() const { return static_cast<int>(N_.cols()); }
  int rotor_count() const { return static_cast<int>(N_.rows()); }
  const MatrixX<double>& N() const { return N_; }
  /// The tree of links and rotors on which everything is computed.
  const Model& extended() const { return engine_.model(); }
  const Engine& engine() const { return engine_; }

 private:
  MatrixX<double> N_;
  Engine engine_;
};

/// The rotors of a robot file. Its link masses hold the rotors, as data sheets do: what is added is
/// the spin, and the carrier loses the moment of inertia that turns apart from it. For balanced
/// rotors neither their mass nor their place on the carrier matters then. N = K: motors turn
/// against the bodies that carry them. Gear elements only spin: of them no carrier is known.
/// @throws Error if a drive does not say rotor_inertia, rotor_on and rotor_axis.
GearedRotors make_rotors(const RobotDescription& robot, const Model& model, const Drives& drives);

/// Scratch: one a thread, made once, never an answer.
class RotorWorkspace {
 public:
  explicit RotorWorkspace(const GearedRotors& rotors);

 private:
  friend struct RotorAccess;
  EngineWorkspace engine_;
  VectorX<double> q_, qd_, qdd_, tau_;
  MatrixX<double> H_, HB_;
};

/// Joint torques tau = Bᵀ rnea(B q, B qd, B qdd), B = (1; N). Arguments as
/// inverse_dynamics(engine, …). @throws Error if a size is wrong. Never allocates otherwise.
void inverse_dynamics(const GearedRotors& rotors, RotorWorkspace& ws, In<double> q, In<double> qd,
                      In<double> qdd, Out<double> tau, Wrenches<double> wrenches = {});

/// H = Bᵀ H_ext B, both triangles written.
void inertia_matrix(const GearedRotors& rotors, RotorWorkspace& ws, In<double> q,
                    OutMatrix<double> H);

/// What reflected rotors leave out: exact minus reflected.
struct RotorDifference {
  VectorX<double> tau;  ///< joint torques of a motion [N m or N]
  MatrixX<double> H;    ///< inertia matrix
};

/// @param links   the model to which Kᵀ diag(I_a) K of `drives` is added: the robot file's own for
///                make_rotors(), the bare links for rotors that a file does not know ([S])
/// @throws Error if a size is wrong.
RotorDifference rotor_difference(const GearedRotors& exact, const Model& links,
                                 const Drives& drives, In<double> q, In<double> qd, In<double> qdd);

/// What reflected rotors leave out of the torque of one joint, over random states.
struct RotorShare {
  double needed = 0;         ///< root mean square of the exact torque [N m or N]
  double left_out = 0;       ///< root mean square of the difference
  double most_left_out = 0;  ///< largest difference
};

/// Tries random states, the same ones at every call: positions as survey_motors() does, speeds and accelerations
/// within the limits of the joints, 1 rad/s (1 rad/s², 1 m/s, 1 m/s²) where there is none.
/// @return one a joint. @throws Error as rotor_difference().
std::vector<RotorShare> survey_rotors(const GearedRotors& exact, const Model& links,
                                      const Drives& drives, int samples);

}  // namespace erfd
