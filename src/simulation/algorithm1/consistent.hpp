// Step 6 of Algorithm 1 with a consistent set of limited motors, and friction that holds.
// Source  errata L20, L27, L28.
//
// With δ = qdd − qdd_cmd and y = K δ, what the motors lack of the acceleration asked for,
//
//   u_a = u_a(qdd_cmd) + A y                                                                (1)
//   A   = W (diag(c) H + diag(f_j) Δt) K⁻¹ + diag(I_a + f_v Δt)                             (2)
//
// and every motor, with high and low of step 5, has
//
//   y = 0,  low ≤ u_a ≤ high     or   y < 0,  u_a = high     or   y > 0,  u_a = low         (3)
//
// For c = 1 A is symmetric and positive definite, and there is exactly one such motion. The set S of
// motors at their limits is revised until (3) holds: a motor that overtakes what is asked leaves S, one
// that is taken beyond its limit joins it; A_SS y_S = limit_S − u_a,S. This takes one or two rounds, and of
// H the columns H K⁻¹ e_i of S alone.
//
// While all shafts move dry friction pushes with all it has, which (1) contains; directions are those of
// the result, asked for or not. If they do not settle at once a shaft may be held: held_shafts.hpp.
#pragma once

#include "erfd/math/lu.hpp"

#include "dynamics/engine_kept.hpp"
#include "simulation/algorithm1/step.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace erfd {

/// H, of which few motors at their limits need only columns.
template <int N>
void Algorithm1Step<N>::find_inertia() {
  if (!has_inertia_ && ws_.closed_)
    ws_.closed_->inertia(algorithm_.engine(), ws_.H_);
  else if (!has_inertia_)
    inertia_matrix_kept(algorithm_.engine(), ws_.engine_,
                        Eigen::Map<const VectorX<double>>(input_.q, n_), ws_.H_);
  has_inertia_ = true;
}

/// Column i of H K⁻¹ is known, and row i of W beside it.
template <int N>
void Algorithm1Step<N>::mark_filled(int i) {
  is_filled(i) = 1;
  W_rows_.col(i) = W_.row(i).transpose();
}

/// Columns of H K⁻¹ of the motors at their limits.
template <int N>
void Algorithm1Step<N>::fill_motor_columns() {
  std::array<int, kept_columns> missing;
  std::size_t count = 0;
  for (const int i : ws_.active_) {
    if (is_filled(i)) continue;
    if (has_inertia_ || count == missing.size()) return fill_columns_of_inertia();
    missing[count++] = i;
  }
  if (count == 0) return;
  std::array<const double*, kept_columns> turn;
  std::array<double*, kept_columns> column;
  for (std::size_t k = 0; k < count; ++k) {
    turn[k] = drives_.coupling_inverse().col(missing[k]).data();
    column[k] = HK_.col(missing[k]).data();
  }
  if (ws_.closed_ || !inertia_times_kept(algorithm_.engine(), ws_.engine_, input_.q,
                                         static_cast<int>(count), turn.data(), column.data()))
    return fill_columns_of_inertia();
  for (std::size_t k = 0; k < count; ++k) {
    mark_filled(missing[k]);
    if (!constant_) HK_.col(missing[k]) /= ws_.state_.slopes()[missing[k]];
  }
}

template <int N>
void Algorithm1Step<N>::fill_columns_of_inertia() {
  find_inertia();
  for (const int i : ws_.active_) {
    if (!is_filled(i)) fill_column_of_inertia(i);
  }
}

template <int N>
void Algorithm1Step<N>::fill_column_of_inertia(int i) {
  const auto k = view(drives_.coupling_inverse()).col(i);
  const double slope = constant_ ? 1 : ws_.state_.slopes()[i];
  HK_.col(i).setZero();
  for (int j = 0; j < n_; ++j) {
    if (k[j] != 0) HK_.col(i) += (k[j] / slope) * H_.col(j);
  }
  mark_filled(i);
}

/// diag(c) H K⁻¹ + diag(f_j) Δt K⁻¹ of motor i, kept in H_a: what joints ask of their motors, W apart.
template <int N>
void Algorithm1Step<N>::turn_motor(int i) {
  const double slope = constant_ ? 1 : ws_.state_.slopes()[i];
  H_a_.col(i) =
      c_.cwiseProduct(HK_.col(i)) +
      (dt_ / slope) *
          view(drives_.joint_viscous()).cwiseProduct(view(drives_.coupling_inverse()).col(i));
}

/// The last of (2).
template <int N>
double Algorithm1Step<N>::own_inertia(int i) const {
  return drives_.rotor_inertias()[i] + drives_.motor_viscous()[i] * dt_;
}

/// A_SS y_S = limit_S − u_a,S for B motors, and (1).
template <int N>
template <int B>
bool Algorithm1Step<N>::solve_set() {
  const std::vector<int>& S = ws_.active_;
  const auto size = static_cast<Eigen::Index>(S.size());
  Eigen::Map<Eigen::Matrix<double, B, B>> A(ws_.A_.data(), size, size);
  Eigen::Map<Eigen::Matrix<double, B, 1>> x(ws_.right_.data(), size);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const int i = S[static_cast<std::size_t>(k)];
    turn_motor(i);
    for (Eigen::Index r = 0; r < x.size(); ++r)
      A(r, k) = W_rows_.col(S[static_cast<std::size_t>(r)]).dot(H_a_.col(i));
    A(k, k) += own_inertia(i);
    x[k] = target_[i] - ua_0_[i];
  }
  if (!solve_lu(A, x)) return false;
  y_.setZero();
  load_.setZero();
  u_ = u_required_;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const int i = S[static_cast<std::size_t>(k)];
    y_[i] = x[k];
    u_ += x[k] * HK_.col(i);
    load_ += x[k] * H_a_.col(i);
  }
  ua_ = ua_0_ + W_.lazyProduct(load_);
  for (const int i : S) ua_[i] = target_[i];  // what (1) comes to
  return true;
}

/// The sets that (3) asks for; true if one changes.
template <int N>
bool Algorithm1Step<N>::revise_sides() {
  bool changed = false;
  for (int i = 0; i < n_; ++i) {
    if (side(i) == 0) {
      if (!(ua_[i] > high_[i] || ua_[i] < low_[i])) continue;
      side(i) = ua_[i] > high_[i] ? 1 : -1;
    } else {
      if (!(side(i) * y_[i] > 0)) continue;
      side(i) = 0;  // overtakes
    }
    changed = true;
  }
  if (!changed) return false;
  ws_.active_.clear();
  for (int i = 0; i < n_; ++i) {
    if (side(i) == 0) continue;
    ws_.active_.push_back(i);
    target_[i] = side(i) > 0 ? high_[i] : low_[i];
  }
  return true;
}

/// Where a shaft moves: with what is asked and what it lacks; one that is to rest, if it does not.
inline double moves(double asked, double lack, double rest_speed) {
  if (lack == 0) return direction(asked, rest_speed);
  return sign(direction(asked, rest_speed) == 0 ? lack : asked + lack);
}

/// Gives dry friction the directions of the result, whose δ it leaves. True if one was another.
template <int N>
bool Algorithm1Step<N>::revise_directions() {
  delta_.setZero();
  bool changed = false;
  for (const int i : ws_.active_) {
    const double slope = constant_ ? 1 : ws_.state_.slopes()[i];
    delta_ += (y_[i] / slope) * view(drives_.coupling_inverse()).col(i);
  }
  for (int i = 0; i < n_ && drives_.has_coulomb(); ++i) {
    if (as_asked_ && y_[i] == 0) continue;
    const double rest = motor_rest_speed(i);
    const double torque =
        coulomb_torque(coulomb_range(drives_.motor(i).friction, direction(start_[i], rest) == 0),
                       moves(speed_[i], y_[i] * dt_, rest));
    changed |= torque != motor_coulomb_[i];
    rotor_[i] += torque - motor_coulomb_[i];
    motor_coulomb_[i] = torque;
  }
  for (int j = 0; j < n_; ++j) {
    if (as_asked_ && delta_[j] == 0) continue;
    const double moved = moves(qd_cmd_[j], delta_[j] * dt_, algorithm_.rest_speed_);
    if (follows_torque_) {
      const double brake = drives_.load_dependent()[j] * moved;
      changed |= brake != brake_[j];
      brake_[j] = brake;
    }
    if (!drives_.has_coulomb()) continue;
    const double torque = coulomb_torque(joint_range(j), moved);
    changed |= torque != joint_coulomb_[j];
    drag_[j] += torque - joint_coulomb_[j];
    joint_coulomb_[j] = torque;
  }
  as_asked_ = as_asked_ && !changed;
  return changed;
}

/// A motor at its limit that is to stop goes on, more likely than not.
template <int N>
void Algorithm1Step<N>::guess_directions() {
  const double rest = algorithm_.rest_speed_;
  if (qd_cmd_.cwiseAbs().minCoeff() > rest) return;
  bool stops = false;
  for (int j = 0; j < n_; ++j)
    stops |= direction(qd_cmd_[j], rest) == 0 && direction(qd_[j], rest) != 0;
  if (!stops) return;
  y_.setZero();
  for (const int i : ws_.active_) y_[i] = K_.row(i).dot(qd_ - qd_cmd_) / dt_;
  if (!revise_directions()) return;
  if (follows_torque_) set_friction(u_required_);
  ask_motors(ua_0_);
}

/// Sets of motors, while every shaft with dry friction moves: as asked, or as it then turns out. False
/// if directions change more than twice or the rounds do not suffice.
template <int N>
bool Algorithm1Step<N>::solve_sets() {
  std::ranges::fill(ws_.filled_, char{0});
  guess_directions();
  int revisions = 0;
  for (int round = 0; round < n_ + 4; ++round) {
    fill_motor_columns();
    bool solved = false;
    switch (ws_.active_.size()) {
      case 1:
        solved = solve_set<1>();
        break;
      case 2:
        solved = solve_set<2>();
        break;
      case 3:
        solved = solve_set<3>();
        break;
      default:
        solved = solve_set<Eigen::Dynamic>();
    }
    if (!solved) return false;
    bool turned = follows_torque_ && set_friction(u_);
    if (!revise_sides() && !turned) {
      if (!revise_directions()) return true;
      if (++revisions > 2) return false;
      if (follows_torque_) set_friction(u_);
      turned = true;
    }
    if (turned) ask_motors(ua_0_);
  }
  return false;
}

template <int N>
bool Algorithm1Step<N>::solve_consistent() {
  return solve_sets() || solve_with_friction();
}

}  // namespace erfd
