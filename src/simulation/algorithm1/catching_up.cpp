// A controller that catches up, cycle by cycle, in the space of the motors: these fall short.
//
// Asked are the positions r_k; a motor is off by e = K (r_k − q) and was faster than asked by g in the
// cycle before. Given for cycle k is the speed
//
//   qd⁺ = (r_{k+1} − r_k) / Δt + K⁻¹ v        v_i = sign(e_i) V_i,  V_i ≥ 0                    (1)
//
// V is the most that keeps all of these (for e > 0; e < 0 likewise, high and low exchanged):
//
//   V ≤ K_v e   and   V ≤ K_0 e + T b_k                                                       (2)
//   Δt Σ w_m ≤ e,   w_k = V,   w_{m+1} = max(0, w_m − Δt φ(b_{m+1}))                            (3)
//   V ≤ max(0, g) + Δt min over the motors i of  σ_i left_i / |A_ij|                          (4)
//
// (2): the gain counts near the path; far from it a motor comes nearer by K_0, whatever the gain.
// (3): b_m = (u_a − low) / A_ii is how hard the motor can brake against what is asked in cycle m. It
// uses a share σ_b of it, φ(b) = σ_b b, and where the motion itself asks for too much, φ(b) = b < 0,
// runs past. What this comes to within the horizon must not be more than e: a motor that is behind
// stays so if it will be carried forwards anyway. It is never held back for that: w ≥ 0.
// (4): catching up speeds up only as far as no motor falls short by it. left_i = high − u_a is what a
// motor has left (low where A_ij pushes there), σ = σ_a of its own and σ_a / n of another's. One that is
// off and still moves away (g against e) needs A_ii |g| / T_g of it to come round, and gives only the rest.
//
// The torques of a jump are the quotient of a step and a period: b = 0 in such a cycle.
#include "simulation/algorithm1/catching_up.hpp"

#include "erfd/drives/transmission.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace erfd {
namespace {

constexpr double far_gain = 5;          // K_0 [1/s]
constexpr double reaction = 0.003;      // T [s]
constexpr double braking_share = 0.04;  // σ_b
constexpr double speeding_share = 0.5;  // σ_a
constexpr double turning_time = 0.02;   // T_g [s]
constexpr double tolerated = 1e-9;      // beyond a limit, of the limit: as verdicts count it

/// The next cycle, from each on, in which a motor lacks torque on a side.
Eigen::MatrixXi next_shortages(const MatrixX<double>& spare, const MatrixX<double>& limit,
                               const std::vector<bool>& jumps) {
  const Eigen::Index n = spare.rows(), cycles = spare.cols();
  Eigen::MatrixXi next(n, cycles);
  for (Eigen::Index k = cycles; k-- > 0;) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const bool lacks =
          !jumps[static_cast<std::size_t>(k)] && spare(i, k) < -tolerated * std::abs(limit(i, k));
      next(i, k) = lacks            ? static_cast<int>(k)
                   : k + 1 < cycles ? next(i, k + 1)
                                    : std::numeric_limits<int>::max();
    }
  }
  return next;
}

/// Accelerations of motors, before mechanisms, up to which no joint has more than acceleration_max.
VectorX<double> largest_accelerations(const Algorithm1& algorithm) {
  const MatrixX<double>& joints = algorithm.drives().coupling_inverse();
  VectorX<double> most =
      VectorX<double>::Constant(joints.cols(), std::numeric_limits<double>::infinity());
  for (Eigen::Index j = 0; j < joints.rows(); ++j) {
    const int joint = algorithm.active()[static_cast<std::size_t>(j)];
    const Body& body = algorithm.model().bodies()[static_cast<std::size_t>(joint)];
    for (Eigen::Index i = 0; i < joints.cols(); ++i) {
      const double ratio = std::abs(joints(j, i));
      if (ratio > 0) most[i] = std::min(most[i], body.limits.acceleration / ratio);
    }
  }
  return most;
}

}  // namespace

CatchingUp::CatchingUp(const Algorithm1& algorithm, const AskedMotion& asked, double gain)
    : asked_(asked),
      gain_(gain),
      dt_(algorithm.settings().period),
      ahead_(static_cast<int>(std::ceil(horizon / dt_))),
      largest_(largest_accelerations(algorithm)),
      short_low_(next_shortages(asked.ua - asked.ua_low, asked.ua_low, asked.jumps)),
      short_high_(next_shortages(asked.ua_high - asked.ua, asked.ua_high, asked.jumps)),
      engine_(algorithm.engine()),
      train_(algorithm.drives()),
      H_(algorithm.joint_count(), algorithm.joint_count()),
      HK_(H_),
      A_(H_) {
  if (algorithm.is_closed()) closed_.emplace(algorithm.engine());
  for (VectorX<double>* const v :
       {&here_, &behind_, &joint_speed_, &error_, &gaining_, &most_, &v_})
    v->setZero(algorithm.joint_count());
}

void CatchingUp::give(const Algorithm1& algorithm, int k, In<double> q, In<double> qd,
                      Out<double> given) {
  const int now = std::min(k, last());
  given = asked_.qd.col(now);
  if (gain_ == 0) return;
  for (Eigen::Index j = 0; j < here_.size(); ++j)
    here_[j] = q[algorithm.active()[static_cast<std::size_t>(j)]];
  behind_ = asked_.q.col(now) - here_;
  const bool weighed = behind_.cwiseAbs().maxCoeff() > rest_way &&
                       set_position(algorithm.drives(), here_, train_) && weigh(algorithm, q);
  if (!weighed) {
    given += gain_ * behind_;  // rounding; or step() tells what is wrong
    return;
  }
  motor_velocities(algorithm.drives(), train_, behind_, error_);
  joint_speed_ = qd;
  if (k > 0) joint_speed_ -= asked_.qd.col(std::min(k - 1, last()));
  motor_velocities(algorithm.drives(), train_, joint_speed_, gaining_);
  for (int i = 0; i < algorithm.joint_count(); ++i) v_[i] = catch_up(i, k);
  joint_velocities(algorithm.drives(), train_, v_, joint_speed_);
  given += joint_speed_;  // (1)
}

/// A of Algorithm 1 (consistent.hpp), without friction, and what acceleration_max leaves. False in a dead
/// centre of a closed mechanism.
bool CatchingUp::weigh(const Algorithm1& algorithm, In<double> q) {
  const Drives& drives = algorithm.drives();
  if (closed_) {
    if (!closed_->place(algorithm.engine(), q)) return false;
    closed_->inertia(algorithm.engine(), H_);
  } else {
    inertia_matrix(algorithm.engine(), engine_, q, H_);
  }
  HK_.noalias() = H_.lazyProduct(drives.coupling_inverse());
  A_.noalias() = drives.coupling_inverse().transpose().lazyProduct(HK_);
  for (int i = 0; i < drives.count(); ++i) {
    const double slope = train_.slopes()[i];
    A_.row(i) /= slope;
    A_.col(i) /= slope;
    A_(i, i) += drives.rotor_inertias()[i];
    most_[i] = largest_[i] * std::abs(slope);
  }
  return true;
}

/// v of motor i.
double CatchingUp::catch_up(int i, int k) const {
  const double size = std::abs(error_[i]);
  if (size == 0) return 0;
  const int side = error_[i] > 0 ? 1 : -1;
  double most = std::min(gain_, far_gain) * size + reaction * std::max(0.0, braking(i, k, side, 1));
  most = std::min(most, gain_ * size);                                                    // (2)
  most = std::min(most, std::max(0.0, side * gaining_[i]) + dt_ * speeding(i, k, side));  // (4)
  return side * braked_in_time(i, k, side, most);
}

/// The most of `wanted` that keeps (3). The way is convex and piecewise linear in V: Newton's method
/// comes down to the answer from above.
double CatchingUp::braked_in_time(int i, int k, int side, double wanted) const {
  constexpr int rounds = 12;
  const double most_way = std::abs(error_[i]) / dt_;
  double speed = wanted;
  for (int round = 0; round < rounds && speed > 0; ++round) {
    const Braked now = brake(i, k, side, speed);
    if (now.way <= most_way) return speed;
    speed -= (now.way - most_way) / now.slope;
  }
  return std::max(speed, 0.0);
}

CatchingUp::Braked CatchingUp::brake(int i, int k, int side, double speed) const {
  const Eigen::MatrixXi& next_short = side > 0 ? short_low_ : short_high_;
  const int end = k + ahead_;
  Braked braked{speed, 1};
  bool stopped = false;
  for (int m = k + 1; m < end; ++m) {
    if (speed == 0) {  // and from where it is carried on
      stopped = true;
      if (m > last() || next_short(i, m) >= end) break;
      m = next_short(i, m);
    }
    speed = std::max(0.0, speed - dt_ * braking(i, m, side, braking_share));
    braked.way += speed;
    if (!stopped && speed > 0) ++braked.slope;
  }
  return braked;
}

/// What motor i has left in an asked cycle towards its high limit (side 1) or its low one [N m].
double CatchingUp::spare(int i, int cycle, int side) const {
  const int m = std::min(cycle, last());
  return side > 0 ? asked_.ua_high(i, m) - asked_.ua(i, m) : asked_.ua(i, m) - asked_.ua_low(i, m);
}

/// φ(b) in an asked cycle, for a speed forwards (side 1) or backwards (−1). After the end the robot
/// rests, and asks for nothing too hard.
double CatchingUp::braking(int i, int cycle, int side, double share) const {
  if (cycle <= last() && asked_.jumps[static_cast<std::size_t>(cycle)]) return 0;
  const double left = spare(i, cycle, -side);
  if (left > 0) return std::min(share * left / A_(i, i), most_[i]);
  return cycle > last() ? 0 : left / A_(i, i);
}

/// What motor i leaves to the pushes of another.
double CatchingUp::spare_for_others(int i, int k, int side) const {
  const double left = spare(i, k, side), leaves = side * gaining_[i];
  if (side * error_[i] < 0 || leaves >= 0) return left;
  return left + A_(i, i) * leaves / turning_time;
}

/// Acceleration of motor j by (4) in a cycle, forwards (side 1) or backwards (−1). After the end the
/// torques that hold the robot are not known; a share of the range of the motor is used then.
double CatchingUp::speeding(int j, int k, int side) const {
  if (k > last()) {
    const double range = asked_.ua_high(j, last()) - asked_.ua_low(j, last());
    return std::min(most_[j], speeding_share * range / A_(j, j));
  }
  const auto n = static_cast<double>(v_.size());
  double most = std::min(most_[j], speeding_share * spare(j, k, side) / A_(j, j));
  for (int i = 0; i < v_.size(); ++i) {
    const double push = side * A_(i, j);
    if (i == j || push == 0) continue;
    const double left = spare_for_others(i, k, push > 0 ? 1 : -1);
    most = std::min(most, speeding_share / n * left / std::abs(push));
  }
  return std::max(most, 0.0);
}

}  // namespace erfd
