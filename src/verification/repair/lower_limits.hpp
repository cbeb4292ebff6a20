// How much of their speeds and accelerations moves have to give, so that no limit is exceeded.
// Private to the layer.
#pragma once

#include "verification/repair/run_trial.hpp"

#include <optional>

namespace erfd {

/// Which numbers of a move are lowered.
enum class Lowering {
  speed,         ///< accelerations stay
  acceleration,  ///< the speed stays
  both,          ///< speed by a share, accelerations by its square: the same motion, slower
  least_loss     ///< the pair that costs least time
};

/// A run that is being repaired. Moves that are beyond a limit are lowered one after the other.
class RunInRepair {
 public:
  /// @param shares   of its moves, to begin with
  /// @param slowest  share of all speeds at which the run is known to pass, or below which nothing is
  ///                 looked for
  RunInRepair(const RunTrial& run, std::vector<LimitShares> shares, double slowest)
      : run_(run), shares_(std::move(shares)), slowest_(slowest) {}

  const std::vector<LimitShares>& shares() const { return shares_; }

  /// Lowers what is beyond a limit. Where `how` alone does not help: both, then the whole run.
  /// @return whether none is beyond one then; shares() are the last ones tried otherwise
  bool lower(Lowering how);

  /// The largest shares at which move m is within its limits and no other comes beyond one; none where
  /// nothing helps.
  std::optional<LimitShares> largest(int m, Lowering how) const;

 private:
  struct Asked {
    bool holds = false;
    double time = 0;
  };
  Asked ask(int m, const LimitShares& its) const;
  std::optional<LimitShares> along(int m, Lowering how, LimitShares low) const;
  std::optional<LimitShares> least_loss(int m) const;
  bool lower_all();

  const RunTrial& run_;
  std::vector<LimitShares> shares_;
  std::vector<bool> beyond_;
  double slowest_, fineness_ = 0;
};

/// What still fails when the whole program runs is lowered further, in small steps: a stop is shared by
/// the moves before and behind it.
/// @param hopeless  moves that are not looked at
/// @return the program as it passes at `shares`, but for limits that no lowering cures; none: it does not
std::optional<Trial> settle(const TrialCase& whole, const Plan& plan,
                            const std::vector<WayLimits>& ways, const std::vector<bool>& hopeless,
                            ProgramShares& shares);

/// One entry an instruction, the same for all that one statement made.
void share_among_statements(const Program& program, ProgramShares& shares);

}  // namespace erfd
