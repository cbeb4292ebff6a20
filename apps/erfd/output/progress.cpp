#include "output/progress.hpp"

#include "erfd/base/text.hpp"

#include "output/output.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {

using namespace std::chrono_literals;

namespace {

/// "8 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

ProgressLine::ProgressLine(std::string what)
    : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { finish(); }

std::string ProgressLine::text(double share, double seconds) const {
  std::string line = fmt::format("{}: {:.0f} %", what_, std::floor(100 * share));
  // The first hundredth tells nothing about the rest.
  if (share >= 0.01 && share < 1)
    line += fmt::format(", {} left", duration_text(seconds * (1 - share) / share));
  return line;
}

void ProgressLine::show(double share, const std::string& besides) {
  if (manners().quiet) return;
  const auto now = Clock::now();
  if (now - begin_ < 1s || now - last_ < (terminal_ ? Clock::duration(100ms) : 10s)) return;
  last_ = now;
  std::string line = text(share, std::chrono::duration<double>(now - begin_).count());
  if (!besides.empty()) line += "; " + besides;
  if (terminal_)  // what is left of a longer line is painted over
    fmt::print(stderr, "\r{:{}}", line, shown_);
  else
    fmt::print(stderr, "{}\n", line);
  shown_ = display_width(line);
  std::fflush(stderr);
}

void ProgressLine::finish() {
  if (shown_ > 0 && terminal_) fmt::print(stderr, "\r{:{}}\r", "", shown_);
  shown_ = 0;
}

}  // namespace erfd
