// A controller that catches up, cycle by cycle, in the space of the motors: these fall short.
//
// Asked are the positions r_k, behind is e = r_k − q. Given for cycle k is the speed
//
//   qd⁺ = (r_{k+1} − r_k) / Δt + v                  v = K_v e, as far as it can be braked     (1)
//
// A motor that needs u_a for what is asked in cycle m and can give `low` can brake against it with
//
//   b_m = φ(u_a − low) / A_ii      φ(x) = σ x for x > 0, x for x < 0                          (2)
//
// A_ii: inertia that the motor feels; σ: share of the spare torque. Where the motion itself asks for too
// much, b < 0. With v in this cycle and b from then on, the motor has after N cycles come nearer by
//
//   Δt v + Δt (v − Δt b_{k+1}) + … = N Δt v − Δt² Σ_{j=2…N} Σ_{m=1…j−1} b_{k+m}               (3)
//
// and has not passed what is asked if this is at most e. So, for all N within the horizon,
//
//   v ≤ (e / Δt + Δt Σ_{j=2…N} Σ_{m=1…j−1} b_{k+m}) / N                                       (4)
//
// N = 1: no more than the whole error in one cycle. A reference that rests and a constant b make (4) the
// √(2be) of a stop at e. A motion within the limits has b ≥ 0, and (4) never bars the asked speed.
//
// A motor that is asked to brake harder than it can (b < 0 ahead) brakes sooner: (4) is then below 0, also
// with σ = 1, and v takes from the asked speed, at most all of it. Nothing moves faster than asked, or
// before it is asked, to be ahead of a shortage.
//
// From below, v ≥ −(…) with the errors of a motor that is ahead and `high` likewise; where both bind,
// the one that slows the motor down does. Catching up speeds up with no more than
//
//   min over the motors i of  σ (high_i − u_a,i) / |A_ij|      (low_i where A_ij pushes there) (5)
//
// so that no other motor falls short by it; a motor that still falls behind has all its torque.
#include "erfd/drives/transmission.hpp"

#include "simulation/algorithm1/catching_up.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace erfd {
namespace {

constexpr double tolerated = 1e-9;  // beyond a limit, of the limit: as verdicts count it

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
  for (const Body& body : algorithm.model().bodies()) {
    for (Eigen::Index i = 0; i < joints.cols(); ++i) {
      const double ratio = std::abs(joints(body.v_index, i));
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
  for (VectorX<double>* const v :
       {&behind_, &joint_speed_, &error_, &speed_, &gaining_, &most_, &v_})
    v->setZero(algorithm.joint_count());
}

void CatchingUp::give(const Algorithm1& algorithm, int k, In<double> q, In<double> qd,
                      Out<double> given) {
  const int now = std::min(k, last());
  given = asked_.qd.col(now);
  if (gain_ == 0) return;
  behind_ = asked_.q.col(now) - q;
  given += gain_ * behind_;
  if (is_calm(k) || !set_position(algorithm.drives(), q, train_)) return;  // step() tells it
  weigh(algorithm, q);
  motor_velocities(algorithm.drives(), train_, behind_, error_);
  motor_velocities(algorithm.drives(), train_, asked_.qd.col(now), speed_);
  joint_speed_ = qd;
  if (k > 0) joint_speed_ -= asked_.qd.col(std::min(k - 1, last()));
  motor_velocities(algorithm.drives(), train_, joint_speed_, gaining_);
  bool cut = false;
  for (int i = 0; i < algorithm.joint_count(); ++i) {
    v_[i] = catch_up(i, k);
    cut |= v_[i] != gain_ * error_[i];
  }
  if (!cut) return;
  joint_velocities(algorithm.drives(), train_, v_, joint_speed_);
  given = asked_.qd.col(now) + joint_speed_;  // (1)
}

/// On its way, and nothing ahead that the motors cannot do.
bool CatchingUp::is_calm(int k) const {
  if (!(behind_.cwiseAbs().maxCoeff() <= rest_way)) return false;
  for (int i = 0; i < behind_.size(); ++i) {
    if (is_short(i, k + 1, k + ahead_, 1) || is_short(i, k + 1, k + ahead_, -1)) return false;
  }
  return true;
}

/// Motor i lacks torque in an asked cycle of those from `first` to `end`: at its low limit, with which
/// it brakes a motion forwards (side 1), or at its high one (−1).
bool CatchingUp::is_short(int i, int first, int end, int side) const {
  const Eigen::MatrixXi& next = side > 0 ? short_low_ : short_high_;
  return first <= last() && next(i, first) < end;
}

/// A of Algorithm 1 (algorithm1_consistent.hpp), without friction, and what acceleration_max leaves.
void CatchingUp::weigh(const Algorithm1& algorithm, In<double> q) {
  const Drives& drives = algorithm.drives();
  inertia_matrix(algorithm.engine(), engine_, q, H_);
  HK_.noalias() = H_.lazyProduct(drives.coupling_inverse());
  A_.noalias() = drives.coupling_inverse().transpose().lazyProduct(HK_);
  for (int i = 0; i < drives.count(); ++i) {
    const double slope = train_.slopes()[i];
    A_.row(i) /= slope;
    A_.col(i) /= slope;
    A_(i, i) += drives.rotor_inertias()[i];
    most_[i] = largest_[i] * std::abs(slope);
  }
}

/// v of motor i.
double CatchingUp::catch_up(int i, int k) const {
  const double wanted = gain_ * error_[i], asked = speed_[i];
  double most = bound(i, k, 1, std::max(wanted, 0.0));
  double least = -bound(i, k, -1, std::max(-wanted, 0.0));
  most = std::max(most, asked > 0 ? -asked : 0);
  least = std::min(least, asked < 0 ? -asked : 0);
  most = std::min(most, std::max(gaining_[i], 0.0) + dt_ * speeding(i, k, 1));
  least = std::max(least, std::min(gaining_[i], 0.0) - dt_ * speeding(i, k, -1));
  return asked > 0 ? std::min(std::max(wanted, least), most)
                   : std::max(std::min(wanted, most), least);
}

/// (4), and where that is below 0 the same with σ = 1: what brakes sooner uses all that there is.
double CatchingUp::bound(int i, int k, int side, double wanted) const {
  const double most = braked(i, k, side, wanted, share);
  return most >= 0 ? most : std::min(0.0, braked(i, k, side, wanted, 1));
}

/// (4) for a motor that is behind (side 1) or ahead (−1), at most `wanted`. Once the speeds that are
/// braked by N cycles exceed the least of (4), only a shortage can lower it.
double CatchingUp::braked(int i, int k, int side, double wanted, double used) const {
  double way = std::max(side * error_[i], 0.0) / dt_, taken = 0;
  double least = std::min(wanted, way);
  for (int N = 2; N <= ahead_ && (taken < least || is_short(i, k + N - 1, k + ahead_, side)); ++N) {
    taken += dt_ * braking(i, k + N - 1, side, used);
    way += taken;
    least = std::min(least, way / N);
  }
  return least;
}

/// What motor i has left in an asked cycle towards its high limit (side 1) or its low one [N m].
double CatchingUp::spare(int i, int cycle, int side) const {
  const int m = std::min(cycle, last());
  return side > 0 ? asked_.ua_high(i, m) - asked_.ua(i, m) : asked_.ua(i, m) - asked_.ua_low(i, m);
}

/// b of (2) in an asked cycle; 0 in one whose torques are those of a jump. After the end the robot rests,
/// and asks for nothing too hard.
double CatchingUp::braking(int i, int cycle, int side, double used) const {
  if (cycle <= last() && asked_.jumps[static_cast<std::size_t>(cycle)]) return 0;
  const double left = spare(i, cycle, -side);
  if (left > 0) return std::min(used * left / A_(i, i), most_[i]);
  return cycle > last() ? 0 : left / A_(i, i);
}

/// (5) in a cycle, forwards (side 1) or backwards (−1). After the end the torques that hold the robot are
/// not known; σ of the range of the motor is used then.
double CatchingUp::speeding(int j, int k, int side) const {
  double most = most_[j];
  if (k > last()) {
    const double range = asked_.ua_high(j, last()) - asked_.ua_low(j, last());
    return std::min(most, share * range / A_(j, j));
  }
  for (int i = 0; i < v_.size(); ++i) {
    const double push = side * A_(i, j);
    if (push != 0) most = std::min(most, share * spare(i, k, push > 0 ? 1 : -1) / std::abs(push));
  }
  return std::max(most, 0.0);
}

}  // namespace erfd
