// What a cycle asks of a motor over time: root mean squares against rated values.
#pragma once

#include "erfd/drives/motor.hpp"
#include "erfd/math/types.hpp"

#include <optional>
#include <span>
#include <vector>

namespace erfd {

/// Root mean square over time of a value that is linear between its samples, which come one after the
/// other. The one formula of all that is told about heat.
class RunningRms {
 public:
  /// Times rise [s].
  void add(double time, double value);
  /// Nothing is known up to the next sample.
  void leave_out();
  /// Of a single sample its size; 0 without any.
  double value() const;

 private:
  double time_ = 0, last_ = 0;          // of the last sample
  double integral_ = 0, duration_ = 0;  // ∫ x² dt over what is known [s]
  double alone_ = 0;                    // size of the first sample
  bool known_ = false, any_ = false;    // the last sample; any sample
};

/// The same of samples that are there at once.
/// @param time  rising [s], at least two
/// @throws Error if sizes differ, times do not rise or a number is not finite.
double rms_over_time(std::span<const double> time, std::span<const double> values);

/// One motor over one cycle. Currents follow from the torque constant; empty without one.
struct MotorDuty {
  double torque_rms = 0;                            ///< [N m]
  double torque_peak = 0;                           ///< largest size [N m]
  std::optional<double> current_rms, current_peak;  ///< [A]
  std::optional<double> of_rated_torque;            ///< torque_rms / torque_rated [-]
  std::optional<double> of_rated_current;           ///< current_rms / current_rated [-]
  /// Within all rated values that are given. A motor that is not overheats if the cycle repeats.
  bool within_rating() const {
    return of_rated_torque.value_or(0) <= 1 && of_rated_current.value_or(0) <= 1;
  }
};

/// @param time  of the samples [s], rising
/// @param u_a   motor torques [N m]: one row a sample, one column a motor
std::vector<MotorDuty> motor_duty(const std::vector<Motor>& motors, std::span<const double> time,
                                  const MatrixX<double>& u_a);

}  // namespace erfd
