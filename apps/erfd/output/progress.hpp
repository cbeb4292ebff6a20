// Progress of long work, on stderr.
#pragma once

#include <chrono>
#include <string>

namespace erfd {

/// Says nothing in the first second; then a line that overwrites itself on a terminal, and a line
/// every ten seconds elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// @param share  of the work that is done, 0 to 1
  void show(double share);
  /// Clears the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  bool terminal_, shown_ = false;
};

}  // namespace erfd
