#pragma once

#include <functional>

namespace erfd {

/// Called now and then with the share of a long work that is done, 0 to 1. What it throws comes out.
using Progress = std::function<void(double share)>;

/// The progress of a part of the work, from one share of the whole to another; empty if `whole` is.
inline Progress part_of(const Progress& whole, double begin, double end) {
  if (!whole) return {};
  return [whole, begin, end](double share) { whole(begin + (end - begin) * share); };
}

}  // namespace erfd
