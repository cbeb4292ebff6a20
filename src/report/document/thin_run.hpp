// A run that is too long for a page, with fewer cycles.
#pragma once

#include "erfd/math/types.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace erfd {

using Cycles = std::vector<Eigen::Index>;

/// Which cycles of a run its document carries. Every n-th one has a place. Eight places make a
/// group, and of the cycles of a group those have a place that matter: where a channel is smallest
/// and largest, where a move is worst. A curve keeps its peaks, each less than a group from its time.
class ThinRun {
 public:
  /// Of all signals together [bytes].
  static constexpr double largest = 9e6;
  static constexpr Eigen::Index group = 8;

  /// @param cycles  of the whole run
  /// @param bytes   of all signals in a cycle
  /// @param worst   cycles to be kept: worst instants of moves
  ThinRun(Eigen::Index cycles, std::size_t bytes, Cycles worst);

  /// 1: nothing is left out.
  int every() const { return every_; }
  int places(Eigen::Index cycles) const;

  /// The cycles of the places, in their order, with the extremes of some rows of values. Values that
  /// are not finite are no extremes.
  Cycles kept(Eigen::Index cycles, std::span<const VectorX<double>> rows) const;

  /// One row a channel, one column a place. Together: all in the same cycles, as postures need it.
  /// Apart: each with its own smallest and largest values.
  MatrixX<double> together(const MatrixX<double>& channels) const;
  MatrixX<double> apart(const MatrixX<double>& channels) const;

  /// Motor by motor, with the extremes of its torque and of its share of what the motor can give.
  /// Signals in these cycles agree with each other.
  /// @param low, high  may be empty: no limits
  std::vector<Cycles> of_motors(const MatrixX<double>& torque, const MatrixX<double>& low,
                                const MatrixX<double>& high) const;

 private:
  /// @param first  cycle of the first place; `end` is one behind the last cycle
  void fill(Eigen::Index first, Eigen::Index end, std::span<const VectorX<double>> rows,
            std::span<Eigen::Index> places) const;

  int every_ = 1;
  Cycles worst_;
};

/// Channels in given cycles. Owner i has the i-th of equal shares of the rows.
MatrixX<double> in_cycles(const MatrixX<double>& channels, std::span<const Cycles> of_owner);

/// What a reader should know; empty where nothing is left out.
/// @param whole  where every cycle is to be had: "--csv"
std::string thinning_note(const ThinRun& thin, Eigen::Index cycles, double period,
                          const char* whole);

}  // namespace erfd
