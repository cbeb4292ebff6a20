#include "motion/optimal/path_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd::optimal {
namespace {

/// Places in one piece of the path where a joint or a motor turns round.
void add_reversals(PathTorques& torques, int piece, const std::vector<double>& places,
                   std::vector<double>& reversals) {
  VectorX<double> before, behind, now;
  torques.turning(places.front(), piece, before);
  for (std::size_t k = 1; k < places.size(); ++k, before = behind) {
    torques.turning(places[k], piece, behind);
    for (Eigen::Index i = 0; i < before.size(); ++i) {
      if (!(before[i] * behind[i] < 0)) continue;
      double low = places[k - 1], high = places[k];
      for (int halving = 0; halving < 60 && high - low > 1e-15 * places.back(); ++halving) {
        const double middle = low + (high - low) / 2;
        torques.turning(middle, piece, now);
        (now[i] * before[i] > 0 ? low : high) = middle;
      }
      reversals.push_back(high);
    }
  }
}

}  // namespace

PathGrid make_grid(PathTorques& torques, int cells) {
  const JointPath& path = torques.path();
  const double length = path.length();
  PathGrid grid;
  std::vector<double> free;  // where nodes would be without borders
  for (int k = 1; k < cells; ++k)
    free.push_back(length * (1 - std::cos(std::numbers::pi * k / cells)) / 2);
  auto next_free = free.begin();
  for (int piece = 0; piece + 1 < static_cast<int>(path.borders().size()); ++piece) {
    const auto p = static_cast<std::size_t>(piece);
    const double begin = path.borders()[p], end = path.borders()[p + 1];
    std::vector<double> places{begin};
    for (; next_free != free.end() && *next_free < end; ++next_free)
      if (*next_free > begin) places.push_back(*next_free);
    places.push_back(end);
    std::vector<double> fixed{begin, end};
    add_reversals(torques, piece, places, fixed);
    std::sort(fixed.begin(), fixed.end());
    // A free node next to a fixed one would leave a cell that is all rounding.
    const auto crowded = [&](double s) {
      const double least = 1e-3 * length * std::max(std::min(s, length - s) / length, 1e-6) / cells;
      const auto next = std::lower_bound(fixed.begin(), fixed.end(), s);
      return (next != fixed.end() && *next - s < least) ||
             (next != fixed.begin() && s - *(next - 1) < least);
    };
    for (const double s : places)
      if (!crowded(s)) fixed.push_back(s);
    std::sort(fixed.begin(), fixed.end());
    const double least = 1e-11 * length;
    double from = begin;
    for (const double s : fixed)
      if (s - from > least && (s == end || end - s > least)) {
        grid.cells.push_back({from, s, piece});
        from = s;
      }
  }
  return grid;
}

}  // namespace erfd::optimal
