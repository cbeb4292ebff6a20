// The steps of Algorithm 1.
// Source  [KV20] E section 3, Algorithm 1; errata L18–L21, §3.1.
//
//   1  qd⁺ within ± qd_max                               and, if asked, K qd⁺ within motor speeds
//   2  qdd = (qd⁺ − qd) / Δt
//   3  u = H qdd + u'                                    (34), by inverse dynamics
//   4  u_a = H_a qdd + u'_a                              (90), here (a)
//   5  u_a within [low, high]; i_u = 1 where it was not
//   6  consistent  every motor does what is asked, or gives all it has towards it (errata L27)
//      full        H_a qdd = u_a − u'_a                   (92)
//      mixed       H_SS qdd_S = u_S − u'_S − H_SN qdd_N   S: motors at their limit (errata L21)
//   7  qd⁺ = qd + qdd Δt,  q⁺ = q + qd⁺ Δt
//
// Step 4 needs no matrix of the robot: (90) of actuator_model.cpp, regrouped, is
//
//   u_a = W (c ∘ u + f_j ∘ qd⁺ + F_j(qd⁺)) + I_a ∘ K qdd + f_v ∘ K qd⁺ + F_a(K qd⁺)        (a)
//
// with W = K⁻ᵀ, c = 1 + µ sign(qd⁺) sign(u) (corrected), or W = diag(1/k), c = 1 and µ sign(qd⁺) ∘ u
// of the torques asked for beside F_j (as_published). Step 6 is in consistent.hpp, held_shafts.hpp and
// limited.hpp; it leaves
// δ, the change of qdd, so that step 7 is
//
//   qd⁺ = qd_cmd + δ Δt                                                                     (b)
//
// and a joint that can stop stops exactly: (0 − qd) / Δt · Δt need not be −qd.
//
// A shaft that rests has no friction in (a), whatever the rounding of its speed (rest_way); one that
// rested when the cycle began has the starting values.
//
// Mechanisms: q_a = f(C q) has K = diag(f') C and W of it; the rotors need I_a f'' (C qd⁺)² besides.
//
// Instructions of a step of Lola 15 (bench/run algorithm1), not limited / one / three motors limited:
// 8430 / 11498 / 14005 with H, u' and H_a in every cycle, 3042 / 6734 / 8788 with (a), the equations of
// consistent.hpp and the number of joints known to the compiler, 2773 / 5427 / 7587 with the columns of
// H K⁻¹ alone that limited motors need (inertia_times.hpp). One call of forward dynamics: 2975.
#include "simulation/algorithm1/step.hpp"

#include "erfd/drives/transmission.hpp"

#include "simulation/algorithm1/closed_links.hpp"
#include "simulation/algorithm1/consistent.hpp"
#include "simulation/algorithm1/held_shafts.hpp"
#include "simulation/algorithm1/limited.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

template <int N>
Algorithm1Step<N>::Algorithm1Step(const Algorithm1& algorithm, Algorithm1Workspace& ws,
                                  const Algorithm1Input& input, Cycle& cycle)
    : algorithm_(algorithm),
      drives_(algorithm.drives()),
      ws_(ws),
      input_(input),
      cycle_(cycle),
      n_(algorithm.joint_count()),
      dt_(algorithm.settings().period),
      follows_torque_(algorithm.actuator_model().friction_follows_torque),
      q_(input.q, n_),
      qd_(input.qd, n_),
      qd_given_(input.qd_given, n_),
      constant_(algorithm.drives().is_constant()),
      K_(view(constant_ ? algorithm.drives().coupling() : ws.state_.K())),
      W_(view(constant_ ? algorithm.W_ : ws.W_)),
      M_(view(constant_ ? algorithm.M_ : ws.M_)),
      qd_cmd_(view(cycle.qd_cmd)),
      qdd_cmd_(view(cycle.qdd_cmd)),
      u_required_(view(cycle.u_required)),
      ua_required_(view(cycle.ua_required)),
      ua_(view(cycle.ua)),
      u_(view(cycle.u)),
      qdd_(view(cycle.qdd)),
      qd_next_(view(cycle.qd_next)),
      q_next_(view(cycle.q_next)),
      speed_(view(ws.speed_)),
      brake_(view(ws.brake_)),
      c_(view(ws.c_)),
      drag_(view(ws.drag_)),
      rotor_(view(ws.rotor_)),
      load_(view(ws.load_)),
      joint_coulomb_(view(ws.joint_coulomb_)),
      motor_coulomb_(view(ws.motor_coulomb_)),
      start_(view(ws.start_)),
      slide_(view(ws.slide_)),
      ua_0_(view(ws.ua_0_)),
      low_(view(ws.low_)),
      high_(view(ws.high_)),
      target_(view(ws.target_)),
      delta_(view(ws.delta_)),
      y_(view(ws.y_)),
      H_(view(ws.H_)),
      H_a_(view(ws.H_a_)),
      HK_(view(ws.HK_)),
      K_inverse_(view(ws.K_inverse_)),
      W_rows_(view(ws.K_inverse_)) {}

/// Asks for all numbers at once: 0 · x is 0, but for a number that is not finite.
template <int N>
bool Algorithm1Step<N>::take_input() {
  if (!(0 * cycle_.time + (0 * q_ + 0 * qd_).sum() == 0)) return false;
  auto& good = cycle_.last_good;
  good.known = true;
  good.time = cycle_.time;
  view(good.q) = q_;
  view(good.qd) = qd_;
  double rest = (0 * qd_given_).sum();
  for (const ExternalWrench<double>& w : input_.wrenches)
    rest += (0 * w.F_W.moment + 0 * w.F_W.force + 0 * w.p_F).sum();
  return rest == 0;
}

template <int N>
void Algorithm1Step<N>::run() {
  if (!constant_ && !place_mechanisms()) return;
  limit_speeds();
  ask_accelerations();
  joint_torques();
  motor_torques();
  limit_torques();
  achieve_accelerations();
  advance();
}

/// K, W and M of the position.
template <int N>
bool Algorithm1Step<N>::place_mechanisms() {
  const DriveStatus status =
      set_position(drives_, Eigen::Map<const VectorX<double>>(input_.q, n_), ws_.state_);
  if (!status) {
    cycle_.status = CycleStatus::drives_out_of_reach;
    cycle_.fault = {"q", status.motor, 0};
    return false;
  }
  for (int i = 0; i < n_; ++i) {
    ws_.W_.row(i) = algorithm_.W_.row(i) / ws_.state_.slopes()[i];
    ws_.M_.row(i) =
        (drives_.rotor_inertias()[i] + drives_.motor_viscous()[i] * dt_) * ws_.state_.K().row(i) +
        dt_ * ws_.W_.row(i).cwiseProduct(drives_.joint_viscous().transpose());
  }
  return true;
}

template <int N>
void Algorithm1Step<N>::limit_speeds() {
  const ConstView most = view(algorithm_.joint_speed_limits_);
  qd_cmd_ = qd_given_.cwiseMax(-most).cwiseMin(most);
  const bool clipped = (qd_cmd_ - qd_given_).cwiseAbs().sum() > 0;
  for (int j = 0; clipped && j < n_; ++j) {
    if (qd_cmd_[j] != qd_given_[j]) limits(j).add(Limit::joint_speed);
  }
  speed_.noalias() = K_.lazyProduct(qd_cmd_);
  limit_motor_speeds();
}

template <int N>
void Algorithm1Step<N>::limit_motor_speeds() {
  const ConstView most = view(algorithm_.motor_speed_limits_);
  if ((speed_.cwiseAbs() - most).maxCoeff() <= 0) return;
  for (int i = 0; i < n_; ++i) {
    if (std::abs(speed_[i]) <= most[i]) continue;
    speed_[i] = sign(speed_[i]) * most[i];
    limits(i).add(Limit::motor_speed);
  }
  load_ = speed_;
  if (!constant_) load_ = load_.cwiseQuotient(view(ws_.state_.slopes()));
  qd_cmd_.noalias() = view(drives_.coupling_inverse()).lazyProduct(load_);
  // A slower motor can ask more of a joint that is coupled to it: all slow down together then.
  const ConstView joints_most = view(algorithm_.joint_speed_limits_);
  double share = 1;
  for (int j = 0; j < n_; ++j)
    if (share * std::abs(qd_cmd_[j]) > joints_most[j])
      share = joints_most[j] / std::abs(qd_cmd_[j]);
  if (share == 1) return;
  for (int j = 0; j < n_; ++j) {
    if (std::abs(qd_cmd_[j]) > joints_most[j]) limits(j).add(Limit::joint_speed);
  }
  qd_cmd_ *= share;
  speed_ *= share;
}

template <int N>
void Algorithm1Step<N>::ask_accelerations() {
  qdd_cmd_ = (qd_cmd_ - qd_) / dt_;
}

template <int N>
void Algorithm1Step<N>::joint_torques() {
  if (ws_.closed_)
    return ws_.closed_->torques(algorithm_.engine(), qd_, cycle_.qdd_cmd, cycle_.u_required,
                                input_.wrenches);
  inverse_dynamics(algorithm_.engine(), ws_.engine_, q_, qd_, cycle_.qdd_cmd, cycle_.u_required,
                   input_.wrenches);
}

/// Load-dependent friction of joints that transmit u: c = 1 + µ sign(qd⁺) sign(u).
/// @return the factors were others before
template <int N>
bool Algorithm1Step<N>::set_friction(const View& u) {
  bool turned = false;
  for (int j = 0; j < n_; ++j) {
    const double c = load_factor(brake_[j], u[j]);
    turned |= c != c_[j];
    c_[j] = c;
  }
  return turned;
}

template <int N>
double Algorithm1Step<N>::motor_rest_speed(int i) const {
  const double speed = algorithm_.motor_rest_speeds_[i];
  return constant_ ? speed : speed * std::abs(ws_.state_.slopes()[i]);
}

/// F_j and F_a of (a).
template <int N>
void Algorithm1Step<N>::add_coulomb() {
  const double rest = algorithm_.rest_speed_;
  start_.noalias() = K_.lazyProduct(qd_);
  for (int i = 0; i < n_; ++i) {
    const double motor_rest = motor_rest_speed(i);
    joint_coulomb_[i] = coulomb_torque(drives_.joint_friction(i), {qd_[i], qd_cmd_[i], rest});
    motor_coulomb_[i] =
        coulomb_torque(drives_.motor(i).friction, {start_[i], speed_[i], motor_rest});
  }
  drag_ += joint_coulomb_;
  rotor_ += motor_coulomb_;
}

/// I_a f'' (C qd⁺)²: the ratio of a mechanism changes on the way.
template <int N>
void Algorithm1Step<N>::add_bends() {
  for (int i = 0; i < n_; ++i) {
    const double rate = speed_[i] / ws_.state_.slopes()[i];
    rotor_[i] += drives_.rotor_inertias()[i] * ws_.state_.bends()[i] * rate * rate;
  }
}

/// (a) of the accelerations asked for, with the friction at hand.
template <int N>
void Algorithm1Step<N>::ask_motors(View& ua) {
  load_ = c_.cwiseProduct(u_required_) + drag_;
  ua = rotor_ + W_.lazyProduct(load_);
}

template <int N>
void Algorithm1Step<N>::motor_torques() {
  rotor_.noalias() = K_.lazyProduct(qdd_cmd_);
  rotor_ = view(drives_.rotor_inertias()).cwiseProduct(rotor_) +
           view(drives_.motor_viscous()).cwiseProduct(speed_);
  if (!constant_) add_bends();
  drag_ = view(drives_.joint_viscous()).cwiseProduct(qd_cmd_);
  if (drives_.has_coulomb()) add_coulomb();
  const ConstView mu = view(drives_.load_dependent());
  for (int j = 0; j < n_; ++j) brake_[j] = mu[j] * direction(qd_cmd_[j], algorithm_.rest_speed_);
  if (follows_torque_) {
    set_friction(u_required_);
  } else {
    c_.setOnes();
    drag_ += brake_.cwiseProduct(u_required_);
  }
  ask_motors(ua_required_);
}

template <int N>
void Algorithm1Step<N>::limit_torques() {
  low_ = view(algorithm_.low_);
  high_ = view(algorithm_.high_);
  for (const int i : algorithm_.speed_dependent_) {
    const TorqueRange range = torque_range(drives_.motor(i), speed_[i]);
    low_[i] = range.low;
    high_[i] = range.high;
  }
  target_ = ua_required_.cwiseMax(low_).cwiseMin(high_);
  ws_.active_.clear();
  std::ranges::fill(ws_.side_, 0);
  if ((target_ - ua_required_).cwiseAbs().sum() == 0) return;  // most cycles
  grow_active(ua_required_);
}

template <int N>
void Algorithm1Step<N>::advance() {
  qd_next_ = qd_cmd_ + delta_ * dt_;  // (b)
  for (int j = 0; any_stopped_ && j < n_; ++j) {
    if (ws_.stopped_[static_cast<std::size_t>(j)]) qd_next_[j] = 0;
  }
  q_next_ = q_ + qd_next_ * dt_;
}

/// One sum over all results: 0 · x is 0, but for a number that is not finite.
template <int N>
bool Algorithm1Step<N>::result_is_finite() const {
  return (0 * u_required_ + 0 * ua_required_ + 0 * qdd_ + 0 * ua_ + 0 * qd_next_ + 0 * q_next_)
             .sum() == 0;
}

namespace {

template <int N>
bool run_steps(const Algorithm1& algorithm, Algorithm1Workspace& ws, const Algorithm1Input& input,
               Cycle& cycle) {
  Algorithm1Step<N> step(algorithm, ws, input, cycle);
  if (!step.take_input()) {
    cycle.status = CycleStatus::not_finite_input;
    return false;
  }
  step.run();
  return step.result_is_finite();
}

}  // namespace

bool run_algorithm1(const Algorithm1& algorithm, Algorithm1Workspace& ws,
                    const Algorithm1Input& input, Cycle& cycle) {
  switch (algorithm.joint_count()) {
    case 6:
      return run_steps<6>(algorithm, ws, input, cycle);
    case 7:
      return run_steps<7>(algorithm, ws, input, cycle);
    default:
      return run_steps<Eigen::Dynamic>(algorithm, ws, input, cycle);
  }
}

}  // namespace erfd
