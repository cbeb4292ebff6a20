// What a torque is needed for: the torques of a motion, cause by cause, at joints and at motors.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/dynamics/loops/workspace.hpp"
#include "erfd/model/workspace.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace erfd {

/// Why a joint or a motor must give a torque. The number is the column in TorqueSplit.
enum class TorqueCause {
  inertia,       ///< H qdd of the links
  coriolis,      ///< C qd of the links: Coriolis and centrifugal
  gravity,       ///< g of the links
  payload,       ///< what H qdd + C qd + g grows by with the payload
  external,      ///< −Jᵀ w of the wrenches
  rotors,        ///< rotors that spin: Kᵀ diag(I_a) (K qdd + Kd qd) at the joints
  viscous,       ///< friction that grows with the speed, of motors and joints
  coulomb,       ///< constant friction of moving shafts, of motors and joints
  load_friction  ///< friction that grows with the torque of the links, µ|u|
};
inline constexpr int torque_cause_count = 9;

/// "inertia", "coriolis", …, "load_friction": for heads and keys.
std::string_view name_of(TorqueCause cause);
/// All causes, in the order of the columns.
constexpr std::array<TorqueCause, torque_cause_count> torque_causes() {
  std::array<TorqueCause, torque_cause_count> all{};
  for (int i = 0; i < torque_cause_count; ++i)
    all[static_cast<std::size_t>(i)] = static_cast<TorqueCause>(i);
  return all;
}

/// A robot as its torques are split: immutable, shared freely between threads. Where it has loops, torques of
/// links, payload and wrenches are those that the active joints give for all: Gᵀ of the tree's.
struct LoadedRobot {
  Model links;                        ///< without payload
  std::optional<Model> loaded = {};   ///< the same robot with its payload; none where there is none
  std::optional<Drives> drives = {};  ///< none: links only

  /// The robot that moves.
  const Model& model() const { return loaded ? *loaded : links; }
  int motor_count() const { return drives ? drives->count() : 0; }
};

/// Torques of one instant. The columns of a matrix are the causes and add up to the total, which is
/// computed another way.
struct TorqueSplit {
  explicit TorqueSplit(const LoadedRobot& robot);

  MatrixX<double> joint;  ///< nv × causes [N m or N]
  VectorX<double>
      link_total;  ///< of links, payload and wrenches: what the joints transmit; of passive
                   ///< joints of loops zero
  /// With rotors and friction, as the motors must give it; at a passive joint what something else must
  /// give for this motion.
  VectorX<double> joint_total;
  MatrixX<double> motor;        ///< motors × causes [N m]; no rows without drives
  VectorX<double> motor_total;  ///< [N m]
  /// Wrench of the parent on each body by links, payload, wrenches and cut joints (bearing loads), about the
  /// origin of the body frame and in its axes: see rnea_with_reactions(). Where constraints are redundant,
  /// with the smallest forces of the cut joints that do it.
  std::vector<Force<double>> reactions;
};

/// Scratch: one a thread, made once, never an answer.
class TorqueSplitWorkspace {
 public:
  explicit TorqueSplitWorkspace(const LoadedRobot& robot);

 private:
  friend struct TorqueSplitAccess;
  Workspace tree_;
  MatrixX<double> matrix_;
  VectorX<double> a_, of_motors_, speed_, speed_before_, shaft_q_;
  std::optional<DriveState> state_;
  std::optional<LoopWorkspace> loops_;
  MatrixX<double> G_;
  VectorX<double> at_active_, lambda_;
};

/// Splits the torques of a state and its accelerations. The terms come from crba(),
/// coriolis_matrix(), gravity_torques() and external_torques(), the totals from rnea() and
/// friction_torques(). A shaft at rest has no Coulomb and no load-dependent friction here.
///
/// @param q, qd, qdd  sizes nq, nv, nv [rad or m, per s, per s^2]
/// @param split       written completely
/// @throws Error if a size is wrong, if a torque is not finite, if a mechanism does not reach the
/// position or stands at a dead centre, if the active joints do not rule the mechanism, or if the terms do not add up to the totals within 1e-9 of
/// the largest term. Never allocates otherwise.
void split_torques(const LoadedRobot& robot, TorqueSplitWorkspace& ws, In<double> q, In<double> qd,
                   In<double> qdd, TorqueSplit& split, Wrenches<double> wrenches = {});

/// The same for a cycle of a controller, which brakes with other speeds than those it starts with:
/// friction follows `qd_friction` (Algorithm 1: the speeds at the end of the cycle). A joint that moves
/// no farther than rest_way in the period counts as at rest; one that rested before has its starting
/// friction.
void split_torques(const LoadedRobot& robot, TorqueSplitWorkspace& ws, In<double> q, In<double> qd,
                   In<double> qdd, In<double> qd_friction, double period, TorqueSplit& split,
                   Wrenches<double> wrenches = {});

}  // namespace erfd
