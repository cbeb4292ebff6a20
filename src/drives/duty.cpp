// Root mean squares of a cycle.
//
//   rms² = 1/T Σ ∫ x² dt,  ∫ over a step from x_0 to x_1 = Δt (x_0² + x_0 x_1 + x_1²) / 3     (1)
//
// exact where x is linear between samples. Currents are torques over the torque constant, so that
// their rms is that of the torque, divided.
#include "erfd/drives/duty.hpp"

#include "erfd/base/error.hpp"

#include <cmath>

namespace erfd {
namespace {

void check_samples(std::span<const double> time, std::size_t count) {
  const auto say = [](auto k) { return std::to_string(k); };
  if (time.size() != count || count < 2)
    throw Error("duty: " + say(time.size()) + " times and " + say(count) +
                " samples, expected as many of both and at least 2");
  for (std::size_t k = 1; k < count; ++k) {
    if (!(time[k] > time[k - 1]) || std::isinf(time[k] - time[k - 1]))
      throw Error("duty: time " + say(time[k]) + " s follows " + say(time[k - 1]) +
                  " s, expected rising times");
  }
}

std::optional<double> share(double value, double rated) {
  return std::isfinite(rated) ? std::optional(value / rated) : std::nullopt;
}

}  // namespace

void RunningRms::add(double time, double value) {
  if (known_) {
    const double a = last_, b = value, step = time - time_;
    integral_ += step * (a * a + a * b + b * b) / 3;  // (1)
    duration_ += step;
  }
  if (!any_) alone_ = std::abs(value);
  time_ = time;
  last_ = value;
  known_ = any_ = true;
}

void RunningRms::leave_out() { known_ = false; }

double RunningRms::value() const {
  return duration_ > 0 ? std::sqrt(integral_ / duration_) : alone_;
}

double rms_over_time(std::span<const double> time, std::span<const double> values) {
  check_samples(time, values.size());
  RunningRms running;
  for (std::size_t k = 0; k < values.size(); ++k) running.add(time[k], values[k]);
  const double rms = running.value();
  if (!std::isfinite(rms)) throw Error("duty: a value is not finite, expected torques in N m");
  return rms;
}

std::vector<MotorDuty> motor_duty(const std::vector<Motor>& motors, std::span<const double> time,
                                  const MatrixX<double>& u_a) {
  if (u_a.cols() != static_cast<Eigen::Index>(motors.size()))
    throw Error("duty: torques of " + std::to_string(u_a.cols()) + " motors, expected " +
                std::to_string(motors.size()));
  std::vector<MotorDuty> duties;
  for (std::size_t i = 0; i < motors.size(); ++i) {
    const Motor& motor = motors[i];
    const VectorX<double> torques = u_a.col(static_cast<Eigen::Index>(i));
    MotorDuty duty;
    duty.torque_rms =
        rms_over_time(time, {torques.data(), static_cast<std::size_t>(torques.size())});
    duty.torque_peak = torques.cwiseAbs().maxCoeff();
    duty.of_rated_torque = share(duty.torque_rms, motor.limits.torque_rated);
    if (motor.constants.torque_constant) {
      duty.current_rms = motor_current(motor, duty.torque_rms);
      duty.current_peak = motor_current(motor, duty.torque_peak);
      duty.of_rated_current = share(*duty.current_rms, motor.constants.current_rated);
    }
    duties.push_back(duty);
  }
  return duties;
}

}  // namespace erfd
