// From instructions to a chain.
#pragma once

#include "motion/path/make_path_move.hpp"
#include "motion/plan/chain.hpp"

#include <span>

namespace erfd::planning {

/// Takes moves into a chain until one of them must stop; reports what it decides.
class ChainBuilder {
 public:
  ChainBuilder(const Arm& arm, const Program& program, Plan& plan);

  struct Result {
    Chain chain;
    std::size_t next = 0;  ///< the instruction behind the chain
    bool failed = false;   ///< that instruction cannot be planned; its error is reported
  };
  /// @param first  index of a move
  /// @param q      posture at the start
  Result build(std::size_t first, const VectorX<double>& q);

 private:
  enum class Join { stop, plain, blend };
  const Instruction& instruction(std::size_t k) const { return program_.instructions[k]; }
  const Move& move(std::size_t k) const { return std::get<Move>(instruction(k).action); }
  void report(std::size_t k, const Finding& finding);
  int add_planned_move(std::size_t k);
  bool goes_on(std::size_t k);
  bool take_joint_move(std::size_t k);
  bool take_path_move(std::size_t k);
  Join join_at(std::size_t k, const PathMove& before, const PathMove& behind);
  void finish_joint_run();
  void finish_path_run();
  void report_path_run(const ChainRun& run, const std::vector<double>& wanted,
                       const std::vector<double>& fitted);
  void report_configuration(std::size_t i, const VectorX<double>& q);
  void report_wanted(std::size_t k, const VectorX<double>& q);
  void report_sooner_code(std::size_t k, const VectorX<double>& from, const VectorX<double>& goal);
  void report_speed(std::size_t i, const PathRun& run, const TimeLaw& law);
  void smooth_turns(PathRun& run, const TimeLaw& law) const;
  double smoothing_width(const PathRun& run, const TimeLaw& law, int k) const;
  void append(ChainRun run);
  double overlap_with(const ChainRun& before, const ChainRun& behind) const;
  Vector3<double> tool_centre(const ChainRun& run, const Pose<double>& X_FT, double t) const;
  bool walk_to_end();

  const Arm& arm_;
  const Program& program_;
  Plan& plan_;
  Result result_;
  double speed_ = 1;             ///< share of its speed at which the chain runs
  VectorX<double> q_;            ///< posture at the end of all finished runs
  Pose<double> X_WT_;            ///< tool centre at the end of the last move taken
  double overlap_share_ = 0;     ///< of the next run with the last one
  double overlap_distance_ = 0;  ///< most from the corner while both act [m]; 0: any
  bool failed_ = false;
  std::vector<std::size_t> taken_;  ///< instructions of the open run
  std::vector<int> planned_;        ///< their planned moves
  std::vector<JointMove> joint_moves_;
  std::vector<PathMove> path_moves_;
  std::vector<double> blends_;  ///< wanted behind each path move [m]
};

/// Adds a finding about an instruction, once however often it runs. An error is a fault of the plan.
void add_finding(const Program& program, std::size_t k, const Finding& finding, Plan& plan);

/// A ptp move to a posture.
JointMove joint_move_of(const Move& move, const VectorX<double>& goal);

/// Whether a move may run into the next one under other conditions.
bool same_conditions(const Conditions& a, const Conditions& b);

}  // namespace erfd::planning
