// The asked and the achieved motion, cycle by cycle. Private to the layer.
#pragma once

#include "verification/load_cases.hpp"

namespace erfd {

/// What all passes read.
struct Job {
  const Program& program;
  const Plan& plan;
  const Model& model;
  const DriveTrain& drives;
  const VerificationSettings& settings;
  const LoadCases& loads;

  int joints() const { return static_cast<int>(plan.q.rows()); }
  /// Instruction of an asked cycle.
  int instruction(int cycle) const {
    const int move = plan.move[static_cast<std::size_t>(cycle)];
    return plan.moves[static_cast<std::size_t>(move)].instruction;
  }
  const Conditions& conditions(int cycle) const {
    return program.instructions[static_cast<std::size_t>(instruction(cycle))].conditions;
  }
};

/// What passes over a finished record read.
struct RecordedJob {
  RecordedJob(const Program& program, const Plan& plan, const Model& model,
              const DriveTrain& drives)
      : settings{.algorithm = {.period = plan.period}},
        loads(program, model, drives, settings.algorithm),
        job{program, plan, model, drives, settings, loads} {}
  RecordedJob(const RecordedJob&) = delete;  // the job points into it
  RecordedJob& operator=(const RecordedJob&) = delete;

  const VerificationSettings settings;
  const LoadCases loads;
  const Job job;
};

/// Fills the asked side of the record: what the motion needs of the motors in every cycle, as if it
/// had been achieved until then.
/// @return what had to stop it, or empty
std::string record_asked(const Job& job, MotionRecord& record);

/// Fills the achieved side: Algorithm 1 from cycle to cycle, until the robot has settled.
/// `arrival` gets the time at which the robot is where each asked cycle is [s]; NaN: never.
std::string record_achieved(const Job& job, MotionRecord& record, std::vector<double>& arrival);

}  // namespace erfd
