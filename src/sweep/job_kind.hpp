// A kind of job, to be listed in jobs.cpp. Private to the layer.
#pragma once

#include "erfd/sweep/jobs.hpp"

namespace erfd {

class JobKind {
 public:
  virtual ~JobKind() = default;
  /// Its results, from the case as the files say it.
  virtual std::vector<ResultColumn> columns() const = 0;
  /// A number for each column. @throws Error: the row tells it.
  virtual std::vector<double> run(const RobotChoice& robot, const ProgramChoice& program) const = 0;
};

std::unique_ptr<const JobKind> verify_job(const RobotChoice& robot, const ProgramChoice& program);
std::unique_ptr<const JobKind> optimise_job(const RobotChoice& robot, const ProgramChoice& program);
std::unique_ptr<const JobKind> lint_job();

/// What the nominal case must have for a job that runs a program. @throws Error
void demand_program(const ProgramChoice& program, const char* job);

}  // namespace erfd
