// The document of `erfd torque --report`: what a motion asks of joints, motors and bearings, for the page.
#pragma once

#include "erfd/drives/motor_signals.hpp"
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/bearings.hpp"
#include "erfd/io/states.hpp"
#include "erfd/report/run_document.hpp"

#include <span>
#include <string>
#include <vector>

namespace erfd {

class ThinRun;
struct OccurringCauses;

/// Takes the samples of a motion one after the other; the page wants them at one period.
class TorqueDocument {
 public:
  /// @throws Error for a robot on a free base, and unless the times of the samples are evenly spaced.
  TorqueDocument(const LoadedRobot& robot, const std::vector<State>& motion);

  /// In the order of the motion.
  void add(const State& state, const TorqueSplit& split);

  /// @param file  the motion; @param summary  one sentence
  /// @param peaks  largest bearing loads, one a body
  Json document(const RunLabels& labels, const std::string& file, const std::string& summary,
                std::span<const BearingPeak> peaks) const;

 private:
  Json signals(const ThinRun& thin, const OccurringCauses& causes) const;

  const LoadedRobot& robot_;
  double period_ = 1;
  Eigen::Index next_ = 0;
  MatrixX<double> q_, qd_, qdd_, tau_, ua_, low_, high_, causes_, bearing_;
  MatrixX<double> angle_, speed_, current_, voltage_, tool_velocity_, tool_acceleration_, tcp_;
  Workspace tree_;
  std::optional<MotorSensors> sensors_;
};

}  // namespace erfd
