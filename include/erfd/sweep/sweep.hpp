// Runs the jobs of a study: on threads, in shards, or as one of many processes; and collects them.
#pragma once

#include "erfd/sweep/jobs.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// The part of the jobs that a process has: those whose number is `index` modulo `count`.
struct Shard {
  std::uint64_t index = 0, count = 1;
};

/// How far a study is.
struct SweepProgress {
  std::uint64_t done = 0, jobs = 0;  ///< of this process's part
  std::uint64_t failed = 0;          ///< rows with an error, of this run
  std::uint64_t passed = 0;          ///< of this run: the first truth of the job is true
  std::uint64_t run = 0;             ///< by this run
};

/// Jobs from a counter that all processes of a study share: takes `count` and returns the first.
using TakeJobs = std::function<std::uint64_t(std::uint64_t count)>;

struct SweepSettings {
  std::string folder;  ///< holds journals and results; made if it is not there
  int threads = 0;     ///< 0: one for each core
  Shard shard = {};
  /// Names the journal where several processes share the jobs of one shard; none: the shard does.
  std::optional<Shard> writer = {};
  TakeJobs take = {};  ///< empty: the jobs of the shard one after the other
  std::function<void(const SweepProgress&)> progress = {};  ///< now and then; what it throws stops
  const std::atomic<bool>* stop = nullptr;  ///< set: jobs under way are finished, and no more begun
};

/// Runs the jobs of the part that no journal of the folder has.
/// @return how far the part is; all of it unless it was stopped
/// @throws Error if a journal belongs to another study, or the disk does not take one
SweepProgress run_sweep(const PreparedStudy& prepared, const SweepSettings& settings);

/// The results of a study in the order of its jobs, wherever and in which order they were run. Takes
/// memory for no job.
class SweepResults {
 public:
  /// Reads the journals of a folder. @throws Error as run_sweep() does.
  SweepResults(const PreparedStudy& prepared, const std::string& folder);
  ~SweepResults();

  std::uint64_t done() const { return done_; }
  bool complete() const { return done_ == jobs_; }
  /// Calls back for every job that is done, in order.
  void each(const std::function<void(std::uint64_t job, const JobResult& result)>& row) const;
  JobResult result(std::uint64_t job) const;
  /// SHA-256 over jobs and results in order: equal for 1 thread, many processes, and after a crash.
  std::string hash() const;

 private:
  struct Index;
  std::uint64_t jobs_ = 0, done_ = 0;
  std::unique_ptr<Index> index_;
};

/// Held by the process that collects: several may end at once.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int handle_ = -1;
};

/// All jobs with what they set and what came out. A row whose job failed has its error
/// in the last column.
void write_results_csv(const PreparedStudy& prepared, const SweepResults& results,
                       const std::string& path, bool overwrite);

}  // namespace erfd
