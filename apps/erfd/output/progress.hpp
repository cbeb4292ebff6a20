// Progress of long work, on stderr.
#pragma once

#include <chrono>
#include <string>

namespace erfd {

/// "verifying: 42 %, 8 s left". Says nothing in the first second; then a line that overwrites itself
/// on a terminal, and a line every ten seconds elsewhere; nothing at all with --quiet.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// @param share  of the work that is done, 0 to 1
  /// @param besides  behind it: "12 of 100 jobs"
  void show(double share, const std::string& besides = {});
  /// Clears the line.
  void finish();
  /// The line when so much is done after so many seconds: the rest goes on as fast as what is done.
  std::string text(double share, double seconds) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  bool terminal_;
  std::size_t shown_ = 0;  ///< columns of the line that stands there
};

}  // namespace erfd
