// Functions of a robot as straight lists of steps: what a generator writes down.
#pragma once

#include "erfd/math/traced.hpp"
#include "erfd/model/model.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// What can be generated.
enum class RobotFunction {
  inverse_dynamics,    ///< q, qd, qdd -> tau
  forward_dynamics,    ///< q, qd, tau -> qdd
  inertia_matrix,      ///< q -> H
  bias,                ///< q, qd -> tau of qdd = 0
  gravity,             ///< q -> tau at rest
  forward_kinematics,  ///< q -> pose of the tool
  jacobian,            ///< q -> J of the tool
  regressor            ///< q, qd, qdd -> Y with tau = Y · inertial parameters
};

/// A vector or matrix that goes in or comes out, row by row.
struct RecordedArgument {
  std::string name;  ///< "tau"
  int rows = 0, columns = 1;
  std::string unit;     ///< "N m"
  std::string meaning;  ///< "joint torques"
  int size() const { return rows * columns; }
};

/// A function whose results are known steps. Inputs are numbered through all arguments, outputs as well.
struct RecordedFunction {
  RobotFunction function = RobotFunction::inverse_dynamics;
  std::string robot;
  std::vector<RecordedArgument> inputs, outputs;
  Trace trace;
  std::vector<Traced> results;
  int input_size() const;
};

/// Operations of one call. Arguments of sines and cosines are counted apart.
struct StepCount {
  int multiplications = 0, additions = 0, divisions = 0;
  int angles = 0;  ///< additions inside sines and cosines
  int sines = 0;   ///< sines and cosines
  int total() const { return multiplications + additions + divisions; }
};

/// Only what the results need counts.
StepCount count_steps(const RecordedFunction& recorded);

/// The steps that the results need, each behind what it needs: depth first, so that few numbers are alive.
std::vector<int> needed_steps(const RecordedFunction& recorded);

/// How often the results and other needed steps use each step.
std::vector<int> step_uses(const RecordedFunction& recorded);

/// What the steps give for one state: inputs and outputs argument after argument.
std::vector<double> evaluate(const RecordedFunction& recorded, std::span<const double> inputs);

/// A function of a robot after one of the passes, for the table of their gains.
struct RecordingPass {
  std::string name;  ///< "frames and regrouped inertias"
  RecordedFunction recorded;
};

/// The shortest form that the passes find. The tool of forward kinematics and of the Jacobian is model.tool().
/// @throws Error for a robot that the function cannot have (the regressor of a free base).
RecordedFunction record_function(const Model& model, RobotFunction function);

/// Every pass, the last one last; one entry for functions that no pass touches.
std::vector<RecordingPass> record_passes(const Model& model, RobotFunction function);

/// "id", "fd", "H", "bias", "gravity", "fk", "jacobian", "regressor".
std::string_view word_of(RobotFunction function);
std::span<const RobotFunction> robot_functions();

}  // namespace erfd
