// Step 6 of Algorithm 1 as published, and mixed: which motors are at their limits is taken from the
// torques asked for, and the set only grows (errata L27 says what that costs).
// Source  [KV20] E section 3, Algorithm 1, (92); errata L20, L21.
//
// Looks for δ = qdd − qdd_cmd alone. For the motors B = S at their limit (mixed) or all (full), δ = 0
// elsewhere, with u and u_a of steps 3 and 4:
//
//   H_BB δ_B = target_B − u_a,B                                    (1)
//   u   += H δ                                                     (2)
//   u_a += H_a δ                                                   (3)
//   H_a  = W diag(c) H + M                                         (4)
//   M    = W diag(f_j) Δt + diag(I_a + f_v Δt) K   constant
//
// so that u' is never computed, and of H_a the columns of B only. A motor that (3) takes beyond its
// limit joins S and adds a column (mixed).
//
// Load-dependent friction follows the torque that is achieved (errata L20): the factors c of (2) are
// compared with those that made u_a and H_a, until they agree. Friction that turns makes u_a and the
// columns again, but never H.
//
// Friction of a robot at rest bears what the motors lack, if it can. With x_i = u_a,i − target_i, less
// what the shaft of motor i bears, the joints must bear
//
//   −F_s⁺ − µ|u| ≤ Kᵀ x ≤ F_s⁻ + µ|u|                              (5)
//
// F_s: starting values of the direction in which the load would move the joint.
#pragma once

#include "erfd/math/lu.hpp"

#include "simulation/algorithm1/step.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

constexpr int friction_rounds = 20;

/// Holds a motor at the limit that it exceeds.
template <int N>
void Algorithm1Step<N>::mark_active(int motor, bool high) {
  target_[motor] = high ? high_[motor] : low_[motor];
  side(motor) = high ? 1 : -1;
  ws_.active_.push_back(motor);
}

/// Names what bounds the motors that are at a limit.
template <int N>
void Algorithm1Step<N>::mark_limits() {
  for (int i = 0; i < n_; ++i) {
    if (side(i) == 0) continue;
    const TorqueRange range = torque_range(drives_.motor(i), speed_[i]);
    limits(i).add(side(i) > 0 ? range.high_by : range.low_by);
  }
}

/// Marks the motors that the torques take beyond their limits; true if there is a new one.
template <int N>
bool Algorithm1Step<N>::grow_active(const View& ua) {
  const std::size_t before = ws_.active_.size();
  for (int i = 0; i < n_; ++i) {
    if (!(ua[i] > high_[i] || ua[i] < low_[i])) continue;
    if (side(i) == 0) mark_active(i, ua[i] > high_[i]);
  }
  return ws_.active_.size() > before;
}

/// Columns of (4) that belong to the motors.
template <int N>
void Algorithm1Step<N>::fill_columns(const std::vector<int>& motors, std::size_t from) {
  for (std::size_t m = from; m < motors.size(); ++m) {
    const int j = motors[m];
    load_ = c_.cwiseProduct(H_.col(j));
    H_a_.col(j) = M_.col(j) + W_.lazyProduct(load_);
  }
}

/// (1) to (3) of B motors.
template <int N>
template <int B>
bool Algorithm1Step<N>::solve_block(const std::vector<int>& motors) {
  const auto size = static_cast<Eigen::Index>(motors.size());
  Eigen::Map<Eigen::Matrix<double, B, B>> A(ws_.A_.data(), size, size);
  Eigen::Map<Eigen::Matrix<double, B, 1>> x(ws_.right_.data(), size);
  for (Eigen::Index r = 0; r < x.size(); ++r) {
    const int i = motors[static_cast<std::size_t>(r)];
    x[r] = target_[i] - ua_0_[i];
    for (Eigen::Index k = 0; k < x.size(); ++k)
      A(r, k) = H_a_(i, motors[static_cast<std::size_t>(k)]);
  }
  if (!solve_lu(A, x)) return false;
  u_ = u_required_;
  ua_ = ua_0_;
  for (Eigen::Index r = 0; r < x.size(); ++r) {
    const int j = motors[static_cast<std::size_t>(r)];
    delta_[j] = x[r];
    u_ += x[r] * H_.col(j);
    ua_ += x[r] * H_a_.col(j);
  }
  return true;
}

/// Few motors reach their limits at once: these blocks have a size that the compiler knows.
template <int N>
bool Algorithm1Step<N>::solve(const std::vector<int>& motors) {
  switch (motors.size()) {
    case 1:
      return solve_block<1>(motors);
    case 2:
      return solve_block<2>(motors);
    case 3:
      return solve_block<3>(motors);
    default:
      return solve_block<Eigen::Dynamic>(motors);
  }
}

template <int N>
bool Algorithm1Step<N>::solve_mixed() {
  std::size_t filled = 0;
  do {
    fill_columns(ws_.active_, filled);
    filled = ws_.active_.size();
    if (!solve(ws_.active_)) return false;
  } while (grow_active(ua_));  // at most n rounds
  return true;
}

template <int N>
bool Algorithm1Step<N>::solve_full() {
  fill_columns(ws_.all_, 0);
  return solve(ws_.all_);
}

/// Step 6 as the paper words it: joints of other motors keep what was asked, whatever that takes.
template <int N>
void Algorithm1Step<N>::drop_unlimited() {
  for (int i = 0; i < n_; ++i) {
    if (side(i) == 0) delta_[i] = 0;
  }
  u_ = u_required_ + H_.lazyProduct(delta_);
  ua_ = ua_0_ + H_a_.lazyProduct(delta_);
}

/// (5): the robot rests, is to rest, and friction bears what the motors lack. Motor shafts bear first,
/// which is exact without coupling and on the safe side with it.
template <int N>
bool Algorithm1Step<N>::friction_holds() {
  const double still = algorithm_.rest_speed_;
  if (!follows_torque_ || qd_.cwiseAbs().maxCoeff() > still ||
      qd_cmd_.cwiseAbs().maxCoeff() > still)
    return false;
  load_.setZero();
  for (int i = 0; i < n_; ++i) {
    const CoulombRange shaft = coulomb_range(drives_.motor(i).friction, true);
    const double lack = ua_required_[i] - target_[i];
    const double rest = lack - std::clamp(lack, -shaft.positive, shaft.negative);
    load_ += rest * K_.row(i).transpose();
  }
  bool held = true;
  for (int j = 0; j < n_; ++j) {
    const double by_load = load_friction(drives_.load_dependent()[j], u_required_[j]);
    held &= bears(grown(coulomb_range(drives_.joint_friction(j), true), by_load), load_[j]);
  }
  return held;
}

/// Dry friction against what is asked is more than motor i has, and takes its shaft beyond rest: a
/// known torque of sign(qd⁺) would drive it ever faster (errata L28). The published actuator model is
/// let run: its friction drives by itself (L19, L20), and that is what it is there to show.
template <int N>
void Algorithm1Step<N>::refuse_driving_friction() {
  if (!follows_torque_) return;
  load_ = (c_.array() - 1).matrix().cwiseProduct(u_) + joint_coulomb_;
  for (int i = 0; i < n_; ++i) {
    if (side(i) == 0) continue;
    const double friction = motor_coulomb_[i] + W_.row(i).dot(load_);
    const double turns = speed_[i] + K_.row(i).dot(delta_) * dt_;
    if (friction * target_[i] <= 0 || std::abs(friction) <= std::abs(target_[i])) continue;
    if (turns * friction >= 0) continue;
    cycle_.status = CycleStatus::friction_drives;
    cycle_.fault = {"friction", i, friction};
    return;
  }
}

template <int N>
void Algorithm1Step<N>::achieve_accelerations() {
  delta_.setZero();
  u_ = u_required_;
  ua_ = target_;
  if (!ws_.active_.empty()) {
    ua_0_ = ua_required_;
    if (algorithm_.settings().shortfall == Shortfall::consistent) {
      if (!solve_consistent()) cycle_.status = CycleStatus::singular;
    } else if (!friction_holds()) {
      solve_accelerations();
      if (cycle_.status == CycleStatus::ok) refuse_driving_friction();
    }
    mark_limits();
  }
  qdd_ = qdd_cmd_ + delta_;
}

template <int N>
void Algorithm1Step<N>::solve_accelerations() {
  const Shortfall variant = algorithm_.settings().shortfall;
  find_inertia();
  for (int round = 0;; ++round) {
    if (!(variant == Shortfall::mixed ? solve_mixed() : solve_full())) {
      cycle_.status = CycleStatus::singular;
      return;
    }
    if (!follows_torque_ || !set_friction(u_)) break;
    cycle_.friction_settled = round < friction_rounds;
    if (!cycle_.friction_settled) break;
    ask_motors(ua_0_);
  }
  if (variant == Shortfall::as_printed) drop_unlimited();
}

}  // namespace erfd
