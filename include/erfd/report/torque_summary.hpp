// The torques of a whole motion: peaks, effective values, columns of a file.
#pragma once

#include "erfd/drives/duty.hpp"
#include "erfd/drives/motor_signals.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/bearings.hpp"
#include "erfd/io/column_writer.hpp"
#include "erfd/io/states.hpp"

#include <array>
#include <vector>

namespace erfd {

/// One joint or motor over a motion.
struct TorquePeak {
  double peak = 0;  ///< of the largest magnitude, with its sign [N m or N]
  double time = 0;  ///< when it first occurs [s]
  double rms = 0;   ///< root mean square over the time [N m or N]
  std::array<double, torque_cause_count>
      causes{};  ///< of the peak, in the order of torque_causes()
};

/// Takes the samples of a motion one after the other.
class TorqueSummary {
 public:
  explicit TorqueSummary(const LoadedRobot& robot);

  /// Times rise. Does not allocate.
  void add(double time, const TorqueSplit& split);

  std::size_t sample_count() const { return count_; }
  double duration() const { return last_ - first_; }  ///< [s]
  const std::vector<TorquePeak>& joints() const { return joints_.peaks; }
  const std::vector<TorquePeak>& motors() const { return motors_.peaks; }
  /// One a body of the model.
  const std::vector<BearingPeak>& bearings() const { return bearings_; }

 private:
  struct Row {
    std::vector<TorquePeak> peaks;
    std::vector<RunningRms> rms;
    void add(double time, bool first, const VectorX<double>& total, const MatrixX<double>& terms);
  };
  Row joints_, motors_;
  std::vector<BearingPeak> bearings_;
  std::size_t count_ = 0;
  double first_ = 0, last_ = 0;
};

/// Columns of a motion with its torques: time, q, qd, qdd, tau (as the motors must give it), motor1 …,
/// then all causes of each (tau1_inertia …, motor1_inertia …), the wrench of each joint
/// (load1_fx … load1_nz), of drives motor1_angle …, motor1_speed … and, where their constants are known,
/// motor1_current … and motor1_voltage …, and move and payload where the motion has them.
ColumnTable torque_columns(const LoadedRobot& robot, const ReadStates& motion);

/// The numbers of one sample in that order, `sensors` of a robot with drives, else null; `row` keeps its memory from call to call.
void set_torque_row(const LoadedRobot& robot, const ReadStates& motion, const State& state,
                    const TorqueSplit& split, MotorSensors* sensors, std::vector<double>& row);

}  // namespace erfd
