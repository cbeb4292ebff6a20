// The motion of a run against its reference and against what the robot file allows, at the ends and in
// the middle of every step.
//
//   ∫ e² dt ≈ h/6 (e_0² + 4 e_m² + e_1²)                                                      (1)
//   settled from the last t at which |e| falls to the band, found by bisection               (2)
#include "simulation/run/run.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// Beyond a bound by less than this share is rounding and the error of the integrator.
constexpr double margin = 1e-6;

void watch(ExcessRecord& record, double t, double value, double low, double high) {
  const double bound = value > high ? high : low;
  const double excess = std::max(value - high, low - value);
  if (!(excess > margin * (1 + std::abs(bound)))) return;
  if (record.excess == 0) record.first = t;
  if (excess <= record.excess) return;
  record.excess = excess;
  record.worst = value;
  record.bound = bound;
  record.time = t;
}

}  // namespace

void Run::watch_bounds(double t, In<double> x) {
  spread(x);
  MotionRecords& records = result_.motion;
  for (std::size_t j = 0; j < records.ranges.size(); ++j) {
    const Body& body = plant_.model().joints()[j];
    const JointLimits& limits = body.limits;
    watch(records.ranges[j], t, q_[body.q_index], limits.lower, limits.upper);
    watch(records.joint_speeds[j], t, qd_[body.v_index], -limits.speed, limits.speed);
  }
  if (records.motor_speeds.empty()) return;
  dynamics_.motor_speeds(q_, qd_, speed_a_);
  for (std::size_t i = 0; i < records.motor_speeds.size(); ++i) {
    const double most = plant_.drives()->motor(static_cast<int>(i)).limits.speed;
    watch(records.motor_speeds[i], t, speed_a_[static_cast<Eigen::Index>(i)], -most, most);
  }
  if (plant_.drives()->is_constant()) return;
  const VectorX<double>& angles = dynamics_.mechanism_angles(q_);
  for (std::size_t i = 0; i < records.mechanisms.size(); ++i) {
    const auto& mechanism = plant_.drives()->mechanism(static_cast<int>(i));
    if (!mechanism) continue;
    watch(records.mechanisms[i], t, angles[static_cast<Eigen::Index>(i)], mechanism->lower,
          mechanism->upper);
  }
}

void Run::watch_error(double t, In<double> x, VectorX<double>& error) {
  spread(x);
  settings_.reference->at(t, asked_, asked_d_, asked_dd_);
  error = asked_ - q_.segment(plant_.nq() - joints_, joints_);
  for (Eigen::Index j = 0; j < joints_; ++j) {
    if (plant_.model().joints()[static_cast<std::size_t>(j)].passive && dynamics_.has_loops())
      error[j] = 0;  // nothing is asked of them
    TrackingRecord& record = result_.motion.tracking[static_cast<std::size_t>(j)];
    record.end = std::abs(error[j]);
    if (record.end <= record.largest) continue;
    record.largest = record.end;
    record.time = t;
  }
}

void Run::watch_start() {
  watch_bounds(result_.t, x_);
  if (settings_.reference == nullptr) return;
  watch_error(result_.t, x_, error_1_);
  begin_settling();
}

/// Of a place that is asked for all the time the error at the start is the way.
void Run::begin_settling() {
  for (std::size_t j = 0; j < result_.motion.settling.size(); ++j) {
    SettlingRecord& record = result_.motion.settling[j];
    const bool turns = is_angle(plant_.model().joints()[j].kind);
    record.way = error_1_[static_cast<Eigen::Index>(j)];
    record.band = std::max(0.02 * std::abs(record.way), turns ? 0.01 : 0.001);
    record.outside = std::abs(record.way) > record.band ? 1 : 0;
    record.time = result_.t;
  }
}

const VectorX<double>& Run::errors_at(double t) {
  integrator_->state_at(t, probe_);
  watch_error(t, probe_, error_m_);
  return error_m_;
}

/// From t_0 to t_1 of the last step.
void Run::watch_settling(double t_0, double t_1) {
  if (result_.motion.settling.empty()) return;
  settling_error_ = errors_at(t_1);
  for (std::size_t j = 0; j < result_.motion.settling.size(); ++j) {
    const auto i = static_cast<Eigen::Index>(j);
    SettlingRecord& record = result_.motion.settling[j];
    const double beyond = record.way > 0 ? -settling_error_[i] : settling_error_[i];
    if (record.way != 0) record.overshoot = std::max(record.overshoot, beyond);
    const bool was_outside = record.outside != 0;
    record.outside = std::abs(settling_error_[i]) > record.band ? 1 : 0;
    if (!was_outside || record.outside != 0) continue;
    double before = t_0, after = t_1;
    for (;;) {
      const double middle = before + (after - before) / 2;
      if (middle <= before || middle >= after) break;
      (std::abs(errors_at(middle)[i]) > record.band ? before : after) = middle;  // (2)
    }
    record.time = after;
  }
}

void Run::watch_step() {
  const double t_0 = integrator_->t_before(), t_1 = result_.t, t_m = t_0 + (t_1 - t_0) / 2;
  integrator_->state_at(t_0, probe_);
  if (settings_.reference != nullptr) watch_error(t_0, probe_, error_0_);
  watch_settling(t_0, t_m);
  watch_settling(t_m, t_1);
  integrator_->state_at(t_m, probe_);
  watch_bounds(t_m, probe_);
  watch_bounds(t_1, x_);
  if (settings_.reference == nullptr) return;
  watch_error(t_m, probe_, error_m_);
  watch_error(t_1, x_, error_1_);
  for (Eigen::Index j = 0; j < joints_; ++j)
    result_.motion.tracking[static_cast<std::size_t>(j)].squares +=
        (t_1 - t_0) / 6 *
        (error_0_[j] * error_0_[j] + 4 * error_m_[j] * error_m_[j] +
         error_1_[j] * error_1_[j]);  // (1)
}

}  // namespace erfd
