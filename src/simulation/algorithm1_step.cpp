// The steps of Algorithm 1.
// Source  [KV20] E section 3, Algorithm 1; errata L18–L21, §3.1.
//
//   1  qd⁺ within ± qd_max                               and, if asked, K qd⁺ within motor speeds
//   2  qdd = (qd⁺ − qd) / Δt
//   3  u = H qdd + u'                                    (34)
//   4  u_a = H_a qdd + u'_a                              (90), actuator_model.cpp
//   5  u_a within [low, high]; i_u = 1 where it was not
//   6  full   H_a qdd = u_a − u'_a                       (92)
//      mixed  H_SS qdd_S = u_S − u'_S − H_SN qdd_N       S: motors at their limit (errata L21)
//   7  qd⁺ = qd + qdd Δt,  q⁺ = q + qd⁺ Δt
//
// Load-dependent friction follows the torque that is achieved (errata L20): after step 6 the signs
// of u = H qdd + u' are compared with those that made H_a and u'_a, until they agree.
#include "simulation/algorithm1_step.hpp"

#include "erfd/math/lu.hpp"

#include <algorithm>

namespace erfd {
namespace {

constexpr int friction_rounds = 20;

}  // namespace

void Algorithm1Step::limit_speeds(In<double> qd_given) {
  for (const Body& body : algorithm_.model().bodies()) {
    const int j = body.v_index;
    cycle_.qd_cmd[j] = std::clamp(qd_given[j], -body.limits.speed, body.limits.speed);
    if (cycle_.qd_cmd[j] != qd_given[j])
      cycle_.limited[static_cast<std::size_t>(j)].add(Limit::joint_speed);
  }
  ws_.speed_.noalias() = drives_.K().lazyProduct(cycle_.qd_cmd);
  if (!algorithm_.settings().motor_speed_limits) return;
  bool clipped = false;
  for (int i = 0; i < n_; ++i) {
    const double most = drives_.motor(i).limits.speed, asked = ws_.speed_[i];
    ws_.speed_[i] = std::clamp(asked, -most, most);
    if (ws_.speed_[i] == asked) continue;
    cycle_.limited[static_cast<std::size_t>(i)].add(Limit::motor_speed);
    clipped = true;
  }
  if (clipped) cycle_.qd_cmd.noalias() = drives_.K_inverse().lazyProduct(ws_.speed_);
}

void Algorithm1Step::ask_accelerations() { cycle_.qdd_cmd = (cycle_.qd_cmd - qd_) / dt_; }

void Algorithm1Step::joint_torques() {
  inertia_matrix(algorithm_.engine(), ws_.engine_, q_, ws_.H_);
  inverse_dynamics(algorithm_.engine(), ws_.engine_, q_, qd_, ws_.zero_, ws_.bias_, wrenches_);
  cycle_.u_required = ws_.bias_;
  cycle_.u_required += ws_.H_.lazyProduct(cycle_.qdd_cmd);
}

void Algorithm1Step::evaluate_actuators(const VectorX<double>& u) {
  algorithm_.actuator_model().evaluate(drives_, {ws_.H_, ws_.bias_, u, qd_, cycle_.qd_cmd, dt_},
                                       ws_.H_a_, ws_.bias_a_);
}

void Algorithm1Step::motor_torques() {
  evaluate_actuators(cycle_.u_required);
  cycle_.ua_required = ws_.bias_a_;
  cycle_.ua_required += ws_.H_a_.lazyProduct(cycle_.qdd_cmd);
}

/// Holds a motor at the limit that it exceeds.
void Algorithm1Step::mark_active(int motor) {
  const TorqueRange& range = ws_.range_[static_cast<std::size_t>(motor)];
  const bool high = ws_.target_[motor] > range.high;
  ws_.target_[motor] = high ? range.high : range.low;
  cycle_.limited[static_cast<std::size_t>(motor)].add(high ? range.high_by : range.low_by);
  ws_.active_.push_back(motor);
}

void Algorithm1Step::limit_torques() {
  ws_.active_.clear();
  ws_.target_ = cycle_.ua_required;
  for (int i = 0; i < n_; ++i) {
    TorqueRange& range = ws_.range_[static_cast<std::size_t>(i)];
    range = torque_range(drives_.motor(i), ws_.speed_[i]);
    if (ws_.target_[i] > range.high || ws_.target_[i] < range.low) mark_active(i);
  }
}

/// (92): every motor gives its target.
bool Algorithm1Step::solve_all() {
  ws_.A_ = ws_.H_a_;
  cycle_.qdd = ws_.target_ - ws_.bias_a_;
  return solve_lu(ws_.A_, cycle_.qdd);
}

/// H_SS qdd_S = u_S − u'_S − H_SN qdd_N, qdd_N as asked.
bool Algorithm1Step::solve_active() {
  const Eigen::Index size = static_cast<Eigen::Index>(ws_.active_.size());
  cycle_.qdd = cycle_.qdd_cmd;
  for (const int i : ws_.active_) cycle_.qdd[i] = 0;
  for (Eigen::Index r = 0; r < size; ++r) {
    const int i = ws_.active_[static_cast<std::size_t>(r)];
    ws_.right_[r] = ws_.target_[i] - ws_.bias_a_[i] - ws_.H_a_.row(i).dot(cycle_.qdd);
    for (Eigen::Index c = 0; c < size; ++c)
      ws_.A_(r, c) = ws_.H_a_(i, ws_.active_[static_cast<std::size_t>(c)]);
  }
  if (!solve_lu(ws_.A_.topLeftCorner(size, size), ws_.right_.head(size))) return false;
  for (Eigen::Index r = 0; r < size; ++r)
    cycle_.qdd[ws_.active_[static_cast<std::size_t>(r)]] = ws_.right_[r];
  return true;
}

/// Adds the motors that the accelerations at hand take beyond their limits.
bool Algorithm1Step::grow_active() {
  const std::size_t before = ws_.active_.size();
  for (int i = 0; i < n_; ++i) {
    if (std::find(ws_.active_.begin(), ws_.active_.begin() + static_cast<std::ptrdiff_t>(before),
                  i) != ws_.active_.begin() + static_cast<std::ptrdiff_t>(before))
      continue;
    const TorqueRange& range = ws_.range_[static_cast<std::size_t>(i)];
    const double ua = ws_.H_a_.row(i).dot(cycle_.qdd) + ws_.bias_a_[i];
    if (ua <= range.high && ua >= range.low) continue;
    ws_.target_[i] = ua;
    mark_active(i);
  }
  return ws_.active_.size() > before;
}

bool Algorithm1Step::solve_mixed() {
  do {
    if (!solve_active()) return false;
  } while (grow_active());  // at most n rounds
  return true;
}

void Algorithm1Step::remember_signs(const VectorX<double>& u) {
  for (int j = 0; j < n_; ++j)
    ws_.sign_[static_cast<std::size_t>(j)] = static_cast<int>(sign(u[j]));
}

/// u = H qdd + u'; true if a joint torque has another sign than the one that made H_a and u'_a.
bool Algorithm1Step::friction_turned() {
  cycle_.u = ws_.bias_;
  cycle_.u += ws_.H_.lazyProduct(cycle_.qdd);
  bool turned = false;
  for (int j = 0; j < n_; ++j)
    turned |= static_cast<int>(sign(cycle_.u[j])) != ws_.sign_[static_cast<std::size_t>(j)];
  return turned && algorithm_.actuator_model().friction_follows_torque;
}

void Algorithm1Step::achieve_accelerations() {
  cycle_.qdd = cycle_.qdd_cmd;
  cycle_.u = cycle_.u_required;
  cycle_.ua = cycle_.ua_required;
  if (ws_.active_.empty()) return;
  const Step6 variant = algorithm_.settings().step6;
  remember_signs(cycle_.u_required);
  for (int round = 0;; ++round) {
    if (!(variant == Step6::mixed ? solve_mixed() : solve_all())) {
      cycle_.status = CycleStatus::singular;
      return;
    }
    if (!friction_turned()) break;
    cycle_.friction_settled = round < friction_rounds;
    if (!cycle_.friction_settled) break;
    remember_signs(cycle_.u);
    evaluate_actuators(cycle_.u);
  }
  if (variant == Step6::as_printed) {
    ws_.right_ = cycle_.qdd;
    cycle_.qdd = cycle_.qdd_cmd;
    for (const int i : ws_.active_) cycle_.qdd[i] = ws_.right_[i];
    cycle_.u = ws_.bias_;
    cycle_.u += ws_.H_.lazyProduct(cycle_.qdd);
  }
  cycle_.ua = ws_.bias_a_;
  cycle_.ua += ws_.H_a_.lazyProduct(cycle_.qdd);
}

void Algorithm1Step::advance() {
  cycle_.qd_next = qd_ + cycle_.qdd * dt_;
  cycle_.q_next = q_ + cycle_.qd_next * dt_;
}

}  // namespace erfd
