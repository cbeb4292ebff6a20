// A run whose way is known: only its time is planned anew. Private to the layer.
#pragma once

#include "verification/motions.hpp"
#include "verification/repair/lowered.hpp"

#include <memory>
#include <span>
#include <vector>

namespace erfd {

/// The postures of a planned run as a function of its path parameter, and the limits of its time law. For
/// searching: other speeds do not change the way, so neither the planner nor the inverse kinematics are
/// needed. What is found is to be proven by the planner.
class TabledRun {
 public:
  /// One for each way of the run, in its order: a joint move that flows into a line is a way of its own.
  /// Empty where the table would not do, as where a force turns with the tool.
  static std::vector<std::unique_ptr<TabledRun>> make(const Case& c, int first_move, int last_move);

  int moves() const { return moves_; }

  /// The cycles of the moves from `from` to `to`, counted on this way, at shares of what `ways` allow; as if
  /// it began and ended at rest.
  struct Motion {
    Plan plan;            ///< moves from..to alone; its first cycles may hold a jump that is none
    double duration = 0;  ///< of the whole way, before it is stretched to cycles [s]
  };
  Motion at(std::span<const WayLimits> ways, std::span<const LimitShares> shares, int from,
            int to) const;

 private:
  TabledRun(const Case& c, const TimedSegment& segment);
  void tabulate(const Case& c, const TimedSegment& segment);
  VectorX<double> posture(double s, std::size_t& hint) const;
  double begin_of(int move) const;
  std::vector<LawPiece> law_at(std::span<const WayLimits> ways,
                               std::span<const LimitShares> shares) const;

  int moves_ = 0, first_ = 0;
  double period_ = 0, speed_ = 1;
  std::vector<LawPiece> law_;
  std::vector<PathSegment::Piece> pieces_;
  std::vector<double> s_;
  MatrixX<double> q_, dq_;  ///< at s_, one column each
};

}  // namespace erfd
