#include "report/document/thin_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

using Eigen::Index;

/// Where a row is smallest and largest in [first, end).
void add_extremes(const VectorX<double>& row, Index first, Index end, Cycles& cycles) {
  Index low = -1, high = -1;
  for (Index k = first; k < std::min(end, row.size()); ++k) {
    if (!std::isfinite(row[k])) continue;
    if (low < 0 || row[k] < row[low]) low = k;
    if (high < 0 || row[k] > row[high]) high = k;
  }
  if (low >= 0) cycles.insert(cycles.end(), {low, high});
}

void sort_unique(Cycles& cycles) {
  std::sort(cycles.begin(), cycles.end());
  cycles.erase(std::unique(cycles.begin(), cycles.end()), cycles.end());
}

/// Share of what the motor can give, with the sign of the torque; 0 without a limit.
double share(double torque, double low, double high) {
  const double bound = torque < 0 ? -low : high;
  if (torque == 0 || !std::isfinite(bound)) return 0;
  return bound > 0 ? torque / bound : std::copysign(std::numeric_limits<double>::max(), torque);
}

}  // namespace

ThinRun::ThinRun(Index cycles, std::size_t bytes, Cycles worst) : worst_(std::move(worst)) {
  const double all = static_cast<double>(cycles) * static_cast<double>(bytes);
  every_ = std::max(1, static_cast<int>(std::ceil(all / largest)));
  if (cycles > 0) worst_.push_back(cycles - 1);  // where the run ends
  sort_unique(worst_);
}

int ThinRun::places(Index cycles) const { return static_cast<int>((cycles + every_ - 1) / every_); }

Cycles ThinRun::kept(Index cycles, std::span<const VectorX<double>> rows) const {
  Cycles all(static_cast<std::size_t>(places(cycles)));
  const auto size = static_cast<std::size_t>(group);
  const std::size_t groups = std::max<std::size_t>(1, all.size() / size);
  for (std::size_t g = 0; g < groups; ++g) {
    const bool last = g + 1 == groups;  // it has what is left over, too
    const std::size_t place = g * size, count = last ? all.size() - place : size;
    const Index end = last ? cycles : static_cast<Index>(place + size) * every_;
    fill(static_cast<Index>(place) * every_, end, rows, std::span(all).subspan(place, count));
  }
  return all;
}

/// Cycle k belongs to place k / every. The cycles that matter take their places, or the nearest that is
/// left, the others are evenly spaced.
void ThinRun::fill(Index first, Index end, std::span<const VectorX<double>> rows,
                   std::span<Index> places) const {
  const auto count = static_cast<Index>(places.size());
  for (Index p = 0; p < count; ++p) places[static_cast<std::size_t>(p)] = first + p * every_;
  if (every_ == 1) return;
  Cycles matter;
  for (const VectorX<double>& row : rows) add_extremes(row, first, end, matter);
  sort_unique(matter);
  const auto from = std::lower_bound(worst_.begin(), worst_.end(), first);
  for (auto k = from; k != worst_.end() && *k < end && std::ssize(matter) < count; ++k)
    matter.push_back(*k);
  sort_unique(matter);
  Index free = 0;  // places before it are taken, or lie before what is placed
  for (Index i = 0; i < std::min(count, static_cast<Index>(matter.size())); ++i) {
    const Index cycle = matter[static_cast<std::size_t>(i)];
    const Index own = (cycle - first) / every_;
    const Index left = std::ssize(matter) - 1 - i;  // they need places behind this one
    const Index place = std::max(free, std::min(own, count - 1 - left));
    places[static_cast<std::size_t>(place)] = cycle;
    free = place + 1;
  }
  std::sort(places.begin(), places.end());
}

MatrixX<double> ThinRun::together(const MatrixX<double>& channels) const {
  const Cycles all = kept(channels.cols(), {});
  return in_cycles(channels, {&all, 1});
}

MatrixX<double> ThinRun::apart(const MatrixX<double>& channels) const {
  std::vector<Cycles> of_channel;
  for (Index i = 0; i < channels.rows(); ++i) {
    const VectorX<double> row = channels.row(i);
    of_channel.push_back(kept(channels.cols(), {&row, 1}));
  }
  return in_cycles(channels, of_channel);
}

std::vector<Cycles> ThinRun::of_motors(const MatrixX<double>& torque, const MatrixX<double>& low,
                                       const MatrixX<double>& high) const {
  std::vector<Cycles> of_motor;
  for (Index i = 0; i < torque.rows(); ++i) {
    std::array<VectorX<double>, 2> rows{torque.row(i), {}};
    if (low.size() > 0)
      rows[1] = VectorX<double>::NullaryExpr(
          torque.cols(), [&](Index k) { return share(torque(i, k), low(i, k), high(i, k)); });
    of_motor.push_back(kept(torque.cols(), rows));
  }
  return of_motor;
}

MatrixX<double> in_cycles(const MatrixX<double>& channels, std::span<const Cycles> of_owner) {
  if (of_owner.empty() || channels.size() == 0) return channels;
  const Index share = channels.rows() / std::ssize(of_owner);
  MatrixX<double> out(channels.rows(), std::ssize(of_owner.front()));
  for (Index r = 0; r < channels.rows(); ++r)
    out.row(r) = channels.row(r)(of_owner[static_cast<std::size_t>(r / share)]);
  return out;
}

std::string thinning_note(const ThinRun& thin, Index cycles, double period, const char* whole) {
  if (thin.every() == 1) return {};
  const auto of_group = static_cast<double>(ThinRun::group * thin.every());
  return fmt::format(
      "This run is long: of its {} cycles plots and 3D view show one in {}. Of every {} the "
      "smallest "
      "and the largest values and the worst instants are among them, less than {:.2f} s from their "
      "times. Verdict, moves and limits are complete; {} writes every cycle.",
      cycles, thin.every(), ThinRun::group * thin.every(), of_group * period, whole);
}

}  // namespace erfd
