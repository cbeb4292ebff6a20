// Step 6 of Algorithm 1 where friction holds shafts.
// Source  errata L20, L27, L28.
//
// Dry friction is a motor that wants its shaft to rest, with the torques −F⁺ … F⁻: beside the motors of
// consistent.hpp it is one more of the Servos, which find the one motion that suits them all.
//
// Load-dependent friction (errata L20) of a joint that slides is in c = 1 + µ sign(qd⁺) sign(u); a
// joint that rests is held by up to µ|u| besides Coulomb. Directions of sliding and of torques are
// revised until they agree with the result, from half of the rounds on one at a time. They need not
// agree ever: µ|u| has no potential. Then µ|u| of the last round bounds it, c = 1, which has a
// solution, and `friction_settled` says so.
#pragma once

#include "erfd/math/lu.hpp"

#include "simulation/algorithm1/step.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

constexpr int consistent_rounds = 20;

/// G and x_0 of the motors' coordinates y and the joints' δ: y = A⁻¹ (forces − b), b of (1) without
/// Coulomb friction.
template <int N>
bool Algorithm1Step<N>::set_coordinates() {
  find_inertia();
  for (int i = 0; i < n_; ++i) {
    if (!is_filled(i)) fill_column_of_inertia(i);
    turn_motor(i);
    load_ = H_a_.col(i);
    H_a_.col(i) = W_.lazyProduct(load_);
    H_a_(i, i) += own_inertia(i);
  }
  ask_motors(ua_0_);
  if (drives_.has_coulomb()) ua_0_ -= motor_coulomb_ + W_.lazyProduct(joint_coulomb_);
  MatrixView X = view(ws_.A_);
  if (!invert_lu(H_a_, X)) return false;
  for (int i = 0; i < n_; ++i)
    K_inverse_.col(i) =
        view(drives_.coupling_inverse()).col(i) / (constant_ ? 1 : ws_.state_.slopes()[i]);
  Servos& servos = ws_.servos_;
  H_a_ = X.lazyProduct(W_);  // A is spent
  servos.G.topLeftCorner(n_, n_) = X;
  servos.G.topRightCorner(n_, n_) = H_a_;
  servos.G.bottomLeftCorner(n_, n_) = K_inverse_.lazyProduct(X);
  servos.G.bottomRightCorner(n_, n_) = K_inverse_.lazyProduct(H_a_);
  servos.x_0.head(n_) = -(X.lazyProduct(ua_0_));
  servos.x_0.tail(n_) = K_inverse_.lazyProduct(servos.x_0.head(n_));
  return true;
}

/// Friction of a shaft as a servo: it wants rest, which is `aim`.
inline Servo friction_servo(int coordinate, double aim, double moves, const CoulombRange& range) {
  return {coordinate, moves == 0 ? 0 : aim, -range.positive, range.negative,
          -coulomb_torque(range, moves)};
}

/// Motors first, then their shafts, then the joints: what a motor can bear is left to it.
/// @param by_size  load-dependent friction of every joint has the size µ|u|
template <int N>
void Algorithm1Step<N>::set_servos(bool by_size) {
  std::vector<Servo>& list = ws_.servos_.list;
  list.clear();
  for (int i = 0; i < n_; ++i)
    list.push_back({i, 0, low_[i], high_[i], std::clamp(ua_required_[i], low_[i], high_[i])});
  for (int i = 0; i < n_; ++i) {
    if (!algorithm_.motor_sticks_[static_cast<std::size_t>(i)]) continue;
    const double rest = motor_rest_speed(i);
    list.push_back(
        friction_servo(i, -speed_[i] / dt_, direction(speed_[i], rest),
                       coulomb_range(drives_.motor(i).friction, direction(start_[i], rest) == 0)));
  }
  for (int j = 0; j < n_; ++j) {
    if (!algorithm_.joint_sticks_[static_cast<std::size_t>(j)]) continue;
    const bool by_load = follows_torque_ && (by_size || slide_[j] == 0);
    ws_.borne_[j] = by_load ? load_friction(drives_.load_dependent()[j], u_[j]) : 0;
    list.push_back(friction_servo(n_ + j, -qd_cmd_[j] / dt_,
                                  direction(qd_cmd_[j], algorithm_.rest_speed_),
                                  grown(joint_range(j), ws_.borne_[j])));
  }
}

template <int N>
CoulombRange Algorithm1Step<N>::joint_range(int j) const {
  return coulomb_range(drives_.joint_friction(j), direction(qd_[j], algorithm_.rest_speed_) == 0);
}

/// δ, torques and limits of the solution.
template <int N>
void Algorithm1Step<N>::take_servos() {
  const Servos& servos = ws_.servos_;
  y_ = servos.x().head(n_);
  delta_ = K_inverse_.lazyProduct(y_);
  for (int i = 0; i < n_; ++i) {
    ua_[i] = servos.list[static_cast<std::size_t>(i)].force;
    side(i) = ua_[i] >= high_[i] ? 1 : ua_[i] <= low_[i] ? -1 : 0;
  }
  for (std::size_t e = static_cast<std::size_t>(n_); e < servos.list.size(); ++e) {
    const Servo& s = servos.list[e];
    if (s.coordinate < n_ || servos.x()[s.coordinate] != s.aim) continue;
    delta_[s.coordinate - n_] = s.aim;
  }
  u_ = u_required_ + H_.lazyProduct(delta_);
}

/// −1, 0 or 1: where joint j slides. A joint that is to rest slides if it leaves what is asked. One
/// that is held by the motors it is coupled to has the rounding of their speeds.
template <int N>
double Algorithm1Step<N>::slide_of(int j) const {
  const bool to_rest = direction(qd_cmd_[j], algorithm_.rest_speed_) == 0;
  double size = 0;
  for (int i = 0; i < n_; ++i)
    size +=
        std::abs(K_inverse_(j, i)) * (std::abs(y_[i]) * dt_ + (to_rest ? 0 : std::abs(speed_[i])));
  return direction((to_rest ? 0 : qd_cmd_[j]) + delta_[j] * dt_, 1e-13 * size);
}

/// Load-dependent friction that the result asks for; true if it is not the one that made it.
/// @param one  revise the first joint alone
template <int N>
bool Algorithm1Step<N>::revise_slides(bool one) {
  bool changed = false;
  for (int j = 0; j < n_; ++j) {
    const double mu = drives_.load_dependent()[j];
    if (mu == 0 || (changed && one)) continue;
    const double slides = slide_of(j), borne = load_friction(mu, u_[j]);
    // A joint that turned round may rest, and one that slid may bear more than it was given.
    const bool may_rest =
        slides * slide_[j] < 0 || (slide_[j] == 0 && borne > ws_.borne_[j] * (1 + 1e-9));
    const double slide = may_rest ? 0 : slides;
    const double c = load_factor(mu * slide, u_[j]);
    const bool agrees = slides == slide_[j] && c == c_[j] && (slide != 0 || is_held(j));
    if (agrees) continue;
    changed = true;
    slide_[j] = slide;
    brake_[j] = mu * slide;
    c_[j] = c;
  }
  return changed;
}

/// The friction of a joint is no more than it can bear under the torque achieved.
template <int N>
bool Algorithm1Step<N>::is_held(int j) const {
  for (const Servo& s : ws_.servos_.list) {
    if (s.coordinate != n_ + j) continue;
    const double by_load = load_friction(drives_.load_dependent()[j], u_[j]);
    return bears(grown(joint_range(j), by_load), s.force, 1e-12 * (std::abs(s.force) + by_load));
  }
  return true;
}

template <int N>
bool Algorithm1Step<N>::solve_servos(bool by_size) {
  if (!set_coordinates()) return false;
  set_servos(by_size);
  if (!ws_.servos_.solve()) {
    if (!ws_.servos_.x().allFinite()) return false;
    cycle_.friction_settled = false;
  }
  take_servos();
  return true;
}

template <int N>
bool Algorithm1Step<N>::solve_with_friction() {
  u_ = u_required_;
  for (int j = 0; j < n_; ++j) {
    slide_[j] = direction(qd_cmd_[j], algorithm_.rest_speed_);
    if (!follows_torque_) continue;
    brake_[j] = drives_.load_dependent()[j] * slide_[j];
    c_[j] = load_factor(brake_[j], u_[j]);
  }
  for (int round = 0;; ++round) {
    if (!solve_servos(false)) return false;
    if (!follows_torque_ || !revise_slides(round > consistent_rounds / 2)) break;
    if (round < consistent_rounds) continue;
    cycle_.friction_settled = false;
    c_.setOnes();
    if (!solve_servos(true)) return false;
    break;
  }
  note_stops();
  return true;
}

/// Joints that friction brings to rest, exactly: −qd / Δt · Δt need not be −qd.
template <int N>
void Algorithm1Step<N>::note_stops() {
  for (int j = 0; j < n_; ++j) {
    const double scale = std::abs(qd_cmd_[j]) + std::abs(delta_[j]) * dt_;
    const bool stopped = direction(qd_cmd_[j], algorithm_.rest_speed_) != 0 &&
                         std::abs(qd_cmd_[j] + delta_[j] * dt_) <= 1e-14 * scale;
    ws_.stopped_[static_cast<std::size_t>(j)] = stopped;
    any_stopped_ |= stopped;
  }
}

}  // namespace erfd
