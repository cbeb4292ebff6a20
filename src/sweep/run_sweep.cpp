#include "erfd/base/error.hpp"
#include "erfd/sweep/sweep.hpp"

#include "sweep/journal.hpp"
#include "sweep/journal_files.hpp"
#include "sweep/study_hash.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <thread>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr auto progress_period = std::chrono::milliseconds(200);

int threads_of(const SweepSettings& settings) {
  if (settings.threads > 0) return settings.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// The jobs of one process, handed out to its threads.
class Work {
 public:
  Work(const PreparedStudy& prepared, const SweepSettings& settings, std::vector<bool> done)
      : prepared_(prepared), settings_(settings), done_(std::move(done)) {
    const std::uint64_t jobs = prepared.jobs(), n = settings.shard.count;
    progress_.jobs = jobs > settings.shard.index ? (jobs - settings.shard.index - 1) / n + 1 : 0;
    for (std::uint64_t k = 0; k < progress_.jobs; ++k) progress_.done += done_[job_at(k)] ? 1 : 0;
  }

  void run_thread(Journal& journal) {
    const StudyPoints points(prepared_.study());
    for (std::optional<std::uint64_t> job; (job = next());) {
      const JobResult result = prepared_.run(points, *job);
      const std::lock_guard lock(mutex_);
      if (failure_) return;
      try {
        journal.add(*job, result);
        count(result);
        show();
      } catch (...) {
        failure_ = std::current_exception();
      }
    }
  }

  SweepProgress finish() {
    if (failure_) std::rethrow_exception(failure_);
    return progress_;
  }

 private:
  std::uint64_t job_at(std::uint64_t position) const {
    return settings_.shard.index + position * settings_.shard.count;
  }

  std::optional<std::uint64_t> next() {
    const std::lock_guard lock(mutex_);
    while (!failure_ && !(settings_.stop && *settings_.stop)) {
      const std::uint64_t position = settings_.take ? settings_.take(1) : position_++;
      if (position >= progress_.jobs) return std::nullopt;
      if (!done_[job_at(position)]) return job_at(position);
    }
    return std::nullopt;
  }

  void count(const JobResult& result) {
    ++progress_.run;
    ++progress_.done;
    if (!result.error.empty()) ++progress_.failed;
    const auto& columns = prepared_.columns();
    for (std::size_t i = 0; i < result.numbers.size(); ++i) {
      if (!columns[i].is_truth) continue;
      progress_.passed += result.numbers[i] == 1 ? 1 : 0;
      break;
    }
  }

  void show() {
    const auto now = std::chrono::steady_clock::now();
    if (!settings_.progress || now - shown_ < progress_period) return;
    shown_ = now;
    settings_.progress(progress_);
  }

  const PreparedStudy& prepared_;
  const SweepSettings& settings_;
  std::vector<bool> done_;
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::uint64_t position_ = 0;
  SweepProgress progress_;
  std::chrono::steady_clock::time_point shown_ = {};
};

/// Jobs that any journal of the folder has.
std::vector<bool> done_jobs(const PreparedStudy& prepared, const std::string& folder,
                            const Sha256::Digest& study) {
  std::vector<bool> done(prepared.jobs());
  for (const std::string& path : journal_files(folder))
    scan_journal(path, study, [&](std::uint64_t job, std::uint64_t) {
      if (job < done.size()) done[job] = true;
    });
  return done;
}

}  // namespace

SweepProgress run_sweep(const PreparedStudy& prepared, const SweepSettings& settings) {
  const Shard& shard = settings.shard;
  if (shard.count < 1 || shard.index >= shard.count)
    throw Error(fmt::format("shard: found {}/{}, expected i/n with i from 1 to n", shard.index + 1,
                            shard.count));
  std::error_code problem;
  std::filesystem::create_directories(settings.folder, problem);
  if (problem) throw Error(fmt::format("{}: {}", settings.folder, problem.message()));
  const Sha256::Digest study = study_hash(prepared);
  Journal journal(journal_path(settings.folder, settings.writer.value_or(shard)), study);
  Work work(prepared, settings, done_jobs(prepared, settings.folder, study));
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < threads_of(settings); ++i)
      threads.emplace_back([&] { work.run_thread(journal); });
    work.run_thread(journal);
  }
  journal.sync();
  return work.finish();
}

}  // namespace erfd
