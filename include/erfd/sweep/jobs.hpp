// What is done at each point of a study, and what comes out as numbers.
#pragma once

#include "erfd/sweep/points.hpp"
#include "erfd/verification/case.hpp"

#include <memory>

namespace erfd {

/// One result of every job.
struct ResultColumn {
  std::string name;                ///< "worst_ratio"
  std::string unit;                ///< empty: none
  std::vector<std::string> words;  ///< not empty: the number counts them, from 0
  bool is_truth = false;           ///< 1 or 0: shares with their intervals are told
};

/// NaN: the job has no such number, as the time of a robot that never arrives.
struct JobResult {
  std::vector<double> numbers;  ///< one a column; empty where there is an error
  std::string error;            ///< a job that cannot be done is a row, never the end of the study
};

/// A kind of job.
struct JobInfo {
  const char* name;
  const char* does;
  const char* explains;  ///< the result whose spread is explained
};
/// verify, optimise, lint.
std::vector<JobInfo> study_jobs();

class JobKind;

/// A study that is ready to run.
class PreparedStudy {
 public:
  /// Runs the case once as the files say it, so that a study that cannot work fails here.
  /// @throws Error, FileError
  explicit PreparedStudy(Study study);
  ~PreparedStudy();
  PreparedStudy(PreparedStudy&&) noexcept;

  const Study& study() const { return study_; }
  std::uint64_t jobs() const { return points_.jobs(); }
  const std::vector<ResultColumn>& columns() const { return columns_; }
  /// As the files say it: what the study is compared with.
  const JobResult& nominal() const { return nominal_; }
  /// The settings of a job, as the command line takes them: what runs one case of it again.
  std::vector<std::string> settings(const std::vector<VariedValue>& point) const;

  /// Several threads may run jobs at once. Never throws for what a job does.
  /// @param points  those of the study, one for each thread
  JobResult run(const StudyPoints& points, std::uint64_t job) const;

 private:
  JobResult run_with(const std::vector<std::string>& settings) const;

  Study study_;
  StudyPoints points_;
  std::vector<std::vector<std::vector<double>>> nominal_values_;  ///< [variation][key][entry]
  std::unique_ptr<const JobKind> kind_;
  std::vector<ResultColumn> columns_;
  JobResult nominal_;
};

}  // namespace erfd
