// How far a long computation has come.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace erfd {

/// Says on stderr how much is done, once a computation takes longer than a second: in place on a
/// terminal, every ten seconds elsewhere.
class Progress {
 public:
  /// @param what  "samples", as in "30 % of 1000000 samples"
  Progress(std::size_t total, std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// One more is done.
  void step();

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t total_, done_ = 0;
  std::string what_;
  bool on_terminal_, shown_ = false;
  Clock::time_point next_;
};

}  // namespace erfd
