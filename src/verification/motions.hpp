// The asked and the achieved motion, cycle by cycle. Private to the layer.
#pragma once

#include "erfd/dynamics/loops/active_joints.hpp"

#include "verification/load_cases.hpp"

namespace erfd {

/// The share of a verification that lies before a pass, and with it.
struct Pass {
  double begin, end;
};
inline constexpr Pass sizing{0, 0}, asking{0, 0.3}, recording_causes{0.3, 0.4}, achieving{0.4, 0.8},
    recording_asked_signals{0.8, 0.85}, recording_signals{0.85, 0.9}, judging{0.9, 1},
    explaining{1, 1};

/// A case that is being verified: what all passes read.
struct CaseInWork {
  const Program& program;
  const Plan& plan;
  const Model& model;
  const Drives& drives;
  const VerificationSettings& settings;
  const LoadCases& loads;

  int joints() const { return static_cast<int>(plan.q.rows()); }
  /// The joints that Algorithm 1 moves: the active ones of a closed mechanism, else all.
  const std::vector<int>& active() const { return loads.all().front().asked.active(); }
  VectorX<double> active_of(const Eigen::Ref<const VectorX<double>>& of_all) const {
    return entries_of(of_all, active());
  }
  /// Zero for passive joints.
  VectorX<double> spread(const Eigen::Ref<const VectorX<double>>& of_active) const {
    VectorX<double> all = VectorX<double>::Zero(joints());
    for (std::size_t i = 0; i < active().size(); ++i)
      all[active()[i]] = of_active[static_cast<Eigen::Index>(i)];
    return all;
  }
  /// Instruction of an asked cycle.
  int instruction(int cycle) const {
    const int move = plan.move[static_cast<std::size_t>(cycle)];
    return plan.moves[static_cast<std::size_t>(move)].instruction;
  }
  const Conditions& conditions(int cycle) const {
    return program.instructions[static_cast<std::size_t>(instruction(cycle))].conditions;
  }
  /// Tells what is done, at every 256th of `count` parts of a pass.
  void tell(const Pass& pass, int part, int count) const {
    if (part % 256 == 0 && settings.progress)
      settings.progress(pass.begin + (pass.end - pass.begin) * part / count);
  }
};

/// Fills the asked side of the record: what the motion needs of the motors in every cycle, as if it
/// had been achieved until then.
/// @return what had to stop it, or empty
std::string record_asked(const CaseInWork& work, MotionRecord& record);

/// Fills causes_asked: what the torques of the asked side are needed for.
void record_causes(const CaseInWork& work, MotionRecord& record);

/// Fills MotionRecord::asked_signals and ::signals, of both sides when they are complete.
void record_signals(const CaseInWork& work, MotionRecord& record);

/// Fills the achieved side: Algorithm 1 from cycle to cycle, until the robot has settled.
/// `arrival` gets the time at which the robot is where each asked cycle is [s]; NaN: never.
std::string record_achieved(const CaseInWork& work, MotionRecord& record,
                            std::vector<double>& arrival);

}  // namespace erfd
