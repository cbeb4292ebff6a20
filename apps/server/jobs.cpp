#include "jobs.hpp"

#include <chrono>
#include <new>
#include <utility>

namespace erfd::server {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto longest_job = std::chrono::minutes(10);
constexpr auto between_reports = std::chrono::milliseconds(100);

/// Leaves a verification that nobody waits for.
struct Stale {};

}  // namespace

Jobs::Jobs(const Workbench& workbench, Reports reports)
    : workbench_(workbench), reports_(std::move(reports)), thread_([this] { work(); }) {}

Jobs::~Jobs() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

int Jobs::start(VerifyRequest request) {
  const std::lock_guard lock(mutex_);
  waiting_ = std::move(request);
  changed_.notify_one();
  return ++newest_;
}

bool Jobs::is_stale(int job) {
  const std::lock_guard lock(mutex_);
  return over_ || job != newest_;
}

void Jobs::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return over_ || waiting_; });
    if (over_) return;
    const VerifyRequest request = *std::exchange(waiting_, std::nullopt);
    const int job = newest_;
    lock.unlock();
    try {
      reports_.done(job, run(job, request));
    } catch (const Stale&) {
      continue;
    } catch (const std::exception&) {
      continue;  // no memory even for the answer; the next job may have it
    }
  }
}

VerifyResult Jobs::run(int job, const VerifyRequest& request) {
  const auto begin = Clock::now();
  auto last = begin;
  const auto progress = [&](double share) {
    const auto now = Clock::now();
    if (is_stale(job)) throw Stale{};
    if (now - begin > longest_job)
      throw Error("the verification took longer than 10 minutes and was stopped");
    if (now - last < between_reports) return;
    last = now;
    reports_.progress(job, share);
  };
  try {
    VerifyResult result = workbench_.verify(request, progress);
    if (is_stale(job)) throw Stale{};
    return result;
  } catch (const std::bad_alloc&) {
    return "the program needs more memory than the server may use; is a wait or a move very long?";
  } catch (const std::exception& error) {
    return std::string(error.what());
  }
}

}  // namespace erfd::server
