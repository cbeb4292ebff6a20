// Moves between two stops as a program of their own: planned and judged again and again, at other
// speeds and accelerations. Private to the layer.
#pragma once

#include "erfd/verification/case.hpp"

#include "verification/motions.hpp"
#include "verification/repair/lowered.hpp"
#include "verification/repair/tabled_run.hpp"

#include <memory>
#include <vector>

namespace erfd {

/// Whether lower speeds or accelerations may help against a limit.
bool is_lowerable(Limit limit);
/// Whether a move exceeds a limit of that kind.
bool exceeds_lowerable(const MoveVerdict& verdict);
bool exceeds(const MoveVerdict& verdict, Limit limit);

/// What each instruction may do; one entry an instruction.
using ProgramShares = std::vector<LimitShares>;

/// The program with the moves of a plan lowered. `ways` are those of the plan's moves.
Program lowered(Program program, const Plan& plan, const std::vector<WayLimits>& ways,
                const ProgramShares& shares);

/// Every move of a program held against every limit, without moving the robot.
struct Trial {
  Plan plan;
  std::vector<MoveVerdict> moves;
  bool judged = false;  ///< false: it cannot be planned, or not be computed
  bool passes() const;
};

/// A program in its case, ready to be judged with other numbers in its moves.
class TrialCase {
 public:
  /// @param program  what is tried, with the loads and forces that it will always have
  TrialCase(const Case& c, Program program, PlannerSettings planner,
            const VerificationSettings& settings);

  const Program& program() const { return program_; }
  /// @param program  as the one it was made with, but for limits and fly-bys
  Trial judge(const Program& program) const;
  /// The asked cycles of a plan of program(), or of a part of it.
  Trial judge(Plan plan, const Program& program) const;
  const PlannerSettings& planner() const { return planner_; }

 private:
  const Case& case_;
  Program program_;
  PlannerSettings planner_;
  VerificationSettings settings_;
  LoadCases loads_;
};

/// A run of a case.
class RunTrial {
 public:
  /// @param ways  of all planned moves
  RunTrial(const Case& c, const VerificationSettings& settings, const std::vector<WayLimits>& ways,
           int first_move, int last_move);

  int moves() const { return static_cast<int>(ways_.size()); }
  /// Of the run's moves, from 0.
  const WayLimits& way(int move) const { return ways_[static_cast<std::size_t>(move)]; }

  struct Answer {
    bool judged = false;
    std::vector<bool> beyond;  ///< a limit, of each move
    double time = 0;           ///< of the whole run, before it is stretched to cycles [s]
  };
  /// @param about  only this move and those beside it are looked at; −1: all. The others are not beyond.
  Answer ask(const std::vector<LimitShares>& shares, int about = -1) const;

 private:
  Answer ask_tables(const std::vector<LimitShares>& shares, int about) const;

  void judge(Plan part, int first, int from, Answer& answer) const;

  std::vector<WayLimits> ways_;
  std::unique_ptr<TrialCase> trial_;
  std::vector<std::unique_ptr<TabledRun>> tables_;
};

}  // namespace erfd
