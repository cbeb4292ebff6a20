// What a motion along a path asks of joints and motors, as functions of ṡ and s̈. Private to the layer.
//
//   q̇ = q′ ṡ,   q̈ = q′ s̈ + q″ ṡ²                                                          (1)
//   τ  = H q̈ + C q̇ + g        = a s̈ + b ṡ² + c          a = H q′, b = H q″ + C(q, q′) q′    (2)
//   u_a = K⁻ᵀ (τ + F_j) + I_a (K q̈ + K̇ q̇) + F_a
//       = a s̈ + b ṡ² + d ṡ + c + Σ_j m_j |τ_j|                                            (3)
//
// (2) by three calls of the inverse dynamics: at rest, with the acceleration q′, with the velocity q′
// and the acceleration q″. In (3) a, b, c are those of (2) and of the rotors, d is viscous friction,
// Coulomb friction is in c with the sign of q′, and m_j = (K⁻ᵀ)_ij µ_j sign q′_j. No term is sampled: in
// ṡ and s̈ a row is exact.
#pragma once

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/motion/joint_path.hpp"

#include "motion/optimal/closed_path.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace erfd::optimal {

/// (3) of one motor, its speed w ṡ and the sign of that.
struct MotorRow {
  double a = 0, b = 0, d = 0, c = 0, w = 0, sign = 0;
  double load_a = 0, load_b = 0;  ///< Σ |m_j a_j|, Σ |m_j b_j|
  /// Its torque goes one way with s̈, whatever load friction does.
  bool rises() const { return std::abs(a) > load_a; }
};

/// (2) of one joint, its speed dq ṡ, and the sign of its speed.
struct JointRow {
  double a = 0, b = 0, c = 0, dq = 0, sign = 0;
};

/// The tool's origin, or its turning: velocity v ṡ, acceleration v s̈ + a ṡ².
struct ToolRow {
  Vector3<double> v = Vector3<double>::Zero(), a = Vector3<double>::Zero();
};

/// A motor that feels the load friction of a joint.
struct LoadTerm {
  int motor, joint;
  double share;  ///< of C⁻ᵀ
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
  /// The sum in (3), motor by motor.
  const std::vector<LoadTerm>& loads() const { return loads_; }
  /// Effort limits that joints have besides those of their motors; infinite: none.
  const std::vector<double>& efforts() const { return efforts_; }

  /// Writes motors() and joints() rows and m_j of loads(). @throws Error where a mechanism cannot go.
  void rows(const Place& place, MotorRow* motors, JointRow* joints, double* loads);
  /// The tool where rows() was, or instant(): origin, turning. In time as along the path: for the q̇ and q̈
  /// of an instant v is its velocity, and a its acceleration.
  std::array<ToolRow, 2> tool_rows(FrameIndex frame);
  std::array<ToolRow, 2> tool_at_instant(FrameIndex frame);
  /// Whether friction has the signs of these rows in the cell of a place, too.
  bool same_signs(const Place& place, const MotorRow* motors, const JointRow* joints);
  /// Whether the path has the same derivatives on both sides of a border.
  bool same_path(double s, int piece, int next);
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
  void links(const VectorX<double>& qd, const VectorX<double>& qdd, VectorX<double>& tau);
  std::array<ToolRow, 2> tool_motion(FrameIndex frame, const VectorX<double>& qd,
                                     const VectorX<double>& qdd);
  void set_signs(const Place& place);
  double joint_friction(int j, double direction, bool breakaway) const;

  std::optional<ClosedPath> closed_path_;  ///< none for a tree
  std::optional<FeltTorques> felt_;
  const JointPath& path_;
  const Drives& drives_;
  Engine engine_;
  EngineWorkspace ws_;
  Workspace page_;
  MatrixX<double> J_;
  std::vector<ExternalWrench<double>> wrenches_;
  DriveState state_;
  PathPoint point_, inside_;
  double placed_s_ = -1;  ///< where point_ is
  int placed_piece_ = -1;
  VectorX<double> tau_a_, tau_b_, tau_c_, zero_, qd_, qdd_, qd_start_;
  VectorX<double> turns_, signs_;  ///< signs of joints, then of motors
  std::vector<double> efforts_;
  std::vector<LoadTerm> loads_;
  std::vector<double> coupling_size_;  ///< Σ |C| of each motor
};

/// A speed along the path that is none: rounding of a joint that rests [1/s].
inline constexpr double resting = 1e-12;

}  // namespace erfd::optimal
