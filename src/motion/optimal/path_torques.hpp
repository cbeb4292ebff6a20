// What a motion along a path asks of joints and motors, as functions of ṡ and s̈. Private to the layer.
//
//   q̇ = q′ ṡ,   q̈ = q′ s̈ + q″ ṡ²                                                          (1)
//   τ  = H q̈ + C q̇ + g        = a s̈ + b ṡ² + c          a = H q′, b = H q″ + C(q, q′) q′    (2)
//   u_a = K⁻ᵀ (τ + F_j) + I_a (K q̈ + K̇ q̇) + F_a
//       = a s̈ + b ṡ² + d ṡ + c + Σ_j m_j |τ_j|                                            (3)
//
// (2) by three calls of the inverse dynamics: at rest, with the acceleration q′, with the velocity q′
// and the acceleration q″. In (3) a, b, c are those of (2) and of the rotors, d is viscous friction,
// Coulomb friction is in c with the sign of q′, and m_j = (K⁻ᵀ)_ij µ_j sign q′_j.
#pragma once

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/motion/joint_path.hpp"

#include <vector>

namespace erfd::optimal {

/// (3) of one motor, and its speed w ṡ.
struct MotorRow {
  double a = 0, b = 0, d = 0, c = 0, w = 0;
  double slope = 1;  ///< of its mechanism
};

/// (2) of one joint, its speed dq ṡ, and the sign of its speed.
struct JointRow {
  double a = 0, b = 0, c = 0, dq = 0, sign = 0;
};

/// Where in the path, and what friction does there.
struct Place {
  double s = 0;
  int piece = 0;
  double inside = 0;  ///< a place of the same cell that is no border: directions are taken there
  bool breakaway = false;  ///< motors and joints have their starting friction
};

class PathTorques {
 public:
  PathTorques(const JointPath& path, const Model& model, const Drives& drives,
              Wrenches<double> wrenches);

  int motors() const { return drives_.count(); }
  int joints() const { return path_.joints(); }
  const Drives& drives() const { return drives_; }
  const Model& model() const { return engine_.model(); }
  const JointPath& path() const { return path_; }
  bool has_load_friction() const { return has_load_friction_; }
  /// Needed of joints at all: load friction, or an effort limit of a joint.
  const std::vector<double>& efforts() const { return efforts_; }

  /// Writes motors() and joints() rows. @throws Error where a mechanism cannot go.
  void rows(const Place& place, MotorRow* motors, JointRow* joints);
  /// q′ of the joints and w of the motors, one below the other: they change their signs where friction
  /// turns round.
  void turning(double s, int piece, VectorX<double>& speeds);

  /// Another route: motor and joint torques of one instant by one call of the inverse dynamics and
  /// drive_torques().
  struct Instant {
    VectorX<double> tau, u_a, qd, qd_a;
  };
  void instant(const Place& place, double rate, double acceleration, Instant& out);

 private:
  void put(double s, int piece);
  double joint_friction(int j, double direction, bool breakaway) const;

  const JointPath& path_;
  const Drives& drives_;
  Engine engine_;
  EngineWorkspace ws_;
  std::vector<ExternalWrench<double>> wrenches_;
  DriveState state_;
  PathPoint point_, inside_;
  VectorX<double> tau_a_, tau_b_, tau_c_, zero_, qd_, qdd_, qd_start_;
  std::vector<double> efforts_;
  bool has_load_friction_;
};

/// A speed along the path that is none: rounding of a joint that rests [1/s].
inline constexpr double resting = 1e-12;

}  // namespace erfd::optimal
