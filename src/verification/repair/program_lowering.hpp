// A whole program that is lowered until it keeps its limits. Private to the layer.
#pragma once

#include "verification/repair/lower_limits.hpp"

#include <optional>
#include <vector>

namespace erfd {

/// From the first move to the last between two stops.
struct RunOfMoves {
  int first = 0, last = 0;
  bool beyond = false;  ///< a limit that lowering may keep
};

/// A program that keeps what lowering can keep, at shares of its numbers.
struct LoweredProgram {
  ProgramShares shares;  ///< one an instruction
  Trial trial;
};

class ProgramLowering {
 public:
  /// All of them must live as long.
  ProgramLowering(const Case& c, const Verification& verified,
                  const VerificationSettings& settings);

  const std::vector<RunOfMoves>& runs() const { return runs_; }
  /// Of each planned move, as it was.
  const std::vector<WayLimits>& ways() const { return ways_; }
  /// Motors are too hot over the program, so that all moves are to be lowered alike.
  bool heats() const;
  bool is_hopeless(int move) const { return hopeless_[static_cast<std::size_t>(move)]; }
  bool any_hopeless() const;

  /// Run by run; those that nothing helps become hopeless and keep their numbers.
  ProgramShares lowered_by(Lowering how);
  /// The same motion, slower; none where that does not help.
  std::optional<ProgramShares> shares_of_kept_path() const;
  /// As the whole program keeps it; none where it does not.
  std::optional<LoweredProgram> settled(std::optional<ProgramShares> shares) const;
  /// The program with the moves at these shares.
  Program program_at(const ProgramShares& shares) const;
  Trial judge(const ProgramShares& shares) const { return whole_.judge(program_at(shares)); }

  std::size_t instruction_of(int move) const;

 private:
  double slowest_share(const RunOfMoves& run) const;
  void give_up(const RunOfMoves& run);
  void find_hopeless();

  const Case& case_;
  const Verification& verified_;
  const VerificationSettings& settings_;
  std::vector<WayLimits> ways_;
  std::vector<RunOfMoves> runs_;
  std::vector<bool> hopeless_;
  TrialCase whole_;
};

}  // namespace erfd
