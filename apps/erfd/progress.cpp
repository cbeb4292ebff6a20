#include "progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {

Progress::Progress(std::size_t total, std::string what)
    : total_(total),
      what_(std::move(what)),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (shown_ && on_terminal_) fmt::print(stderr, "\r\033[K");
}

void Progress::step() {
  ++done_;
  if (done_ % 64 != 0 || Clock::now() < next_)
    return;  // asking for the time costs more than a step
  next_ = Clock::now() + (on_terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10));
  shown_ = true;
  fmt::print(stderr, "{}{} % of {} {}{}", on_terminal_ ? "\r\033[K" : "", 100 * done_ / total_,
             total_, what_, on_terminal_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace erfd
