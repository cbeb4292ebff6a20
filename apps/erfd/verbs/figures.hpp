// The figures that --svg writes, one file each.
#pragma once

#include "erfd/io/states.hpp"
#include "erfd/report/svg_plot.hpp"
#include "erfd/report/verdict.hpp"

#include "verbs/drives.hpp"
#include "verbs/simulate_output.hpp"

#include <string>
#include <vector>

namespace erfd {

/// The torque of every joint over the states, by their times or numbers.
std::string states_figure(const Model& model, const ReadStates& read);

/// The torque of every motor (of every joint without drives) over a motion, and its causes.
class TorqueFigure {
 public:
  explicit TorqueFigure(const LoadedRobot& robot);
  void add(double time, const TorqueSplit& split);
  std::string svg(const std::string& motion) const;

 private:
  const LoadedRobot& robot_;
  std::vector<double> times_;
  std::vector<std::vector<std::vector<double>>> values_;  ///< of each shaft: total, then causes
};

/// Positions, asked and run, and torques with their limits.
std::string simulation_figure(const SimulationPage& page, const Reference* reference);

/// How far off its path, and the torque of every motor, asked and achieved, within what it can give;
/// shaded where more is asked.
std::string verdict_figure(const JudgedCase& subject);

/// What every motor can give at its speeds, and what gravity needs of it.
std::string drives_figure(const DriveFacts& facts);

}  // namespace erfd
