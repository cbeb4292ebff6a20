// One verification at a time, on its own thread; a newer one makes older ones stale.
#pragma once

#include "workbench.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace erfd::server {

class Jobs {
 public:
  /// Called on the thread of the jobs.
  struct Reports {
    std::function<void(int job, double share)> progress;
    std::function<void(int job, VerifyResult result)> done;
  };

  Jobs(const Workbench& workbench, Reports reports);
  /// Stops the running job at its next progress, and waits for that.
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// The one that waits is forgotten, the one that runs is stopped: nobody wants them any more.
  /// @return its number, counted from 1
  int start(VerifyRequest request);

 private:
  void work();
  VerifyResult run(int job, const VerifyRequest& request);
  bool is_stale(int job);

  const Workbench& workbench_;
  Reports reports_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<VerifyRequest> waiting_;
  int newest_ = 0;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace erfd::server
