// The points of a study: what job k sets, computed from k alone.
#pragma once

#include "erfd/sweep/study.hpp"

#include <memory>
#include <span>

namespace erfd {

/// What a variation has in one job.
struct VariedValue {
  double number = 0;  ///< of a list: its index
  std::string text;   ///< of a list, as `--set` takes it; empty: the number
};

/// Every job can be asked for alone and in any order: a design of ten million jobs takes no more
/// memory than one of ten, and a job is the same on every machine.
class StudyPoints {
 public:
  explicit StudyPoints(const Study& study);
  ~StudyPoints();
  StudyPoints(StudyPoints&&) noexcept;

  std::uint64_t jobs() const { return jobs_; }
  /// Not for several threads at once: each has its own.
  std::vector<VariedValue> at(std::uint64_t job) const;

  /// The place of a job in the unit cube, a number in (0, 1) for each variation.
  void coordinates(std::uint64_t job, std::span<double> u) const;

 private:
  struct Sequence;
  double coordinate(std::uint64_t point, int dimension) const;

  std::vector<Variation> variations_;
  StudyDesign design_;
  std::uint64_t jobs_ = 0;
  std::unique_ptr<Sequence> sequence_;
};

/// Jobs of a study, without its points. @throws Error where they are too many.
std::uint64_t job_count(const Study& study);

/// The value below which the share `u` of a spread lies.
VariedValue quantile(const Spread& spread, double u);

}  // namespace erfd
