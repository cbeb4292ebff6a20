#include "output/progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(std::string what)
    : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { finish(); }

void ProgressLine::show(double share) {
  const auto now = Clock::now();
  if (now - begin_ < 1s || now - last_ < (terminal_ ? Clock::duration(100ms) : 10s)) return;
  last_ = now;
  shown_ = true;
  fmt::print(stderr, "{}{}: {:.0f} %{}", terminal_ ? "\r" : "", what_, 100 * share,
             terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void ProgressLine::finish() {
  if (shown_ && terminal_) fmt::print(stderr, "\r{:{}}\r", "", what_.size() + 8);
  shown_ = false;
}

}  // namespace erfd
