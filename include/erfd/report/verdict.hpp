// The verdict on a program for its readers: terminal, JSON, CSV.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/verification/advice.hpp"
#include "erfd/verification/verification.hpp"

#include <string>

namespace erfd {

/// A case with its verification, for whoever tells about it.
struct JudgedCase {
  const Program& program;
  const Plan& plan;
  const Model& model;
  const Drives& drives;
  const Verification& verification;
  /// Called now and then while a document is made, with the share that is done; may be empty.
  Progress progress = {};
  /// What of the robot file was left out on demand: one sentence each.
  std::vector<std::string> left_out = {};
  const Advice* advice = nullptr;  ///< what would work, where somebody looked for it
};

/// Achievable or not, and of a program that is not both answers: how far the tool leaves its path if
/// the robot keeps time, how long it takes if it keeps the path.
std::string verdict_summary(const JudgedCase& subject);

/// Summary, a table of the moves, a sentence for each cause that makes moves impossible, the motors'
/// thermal load, what was noticed about the program.
std::string verdict_text(const JudgedCase& subject, const TextStyle& style);

/// docs/verdict.md lists the keys.
Json verdict_json(const JudgedCase& subject);

/// The asked motion cycle by cycle, and the achieved one: joint and motor positions and speeds,
/// accelerations, motor torques, tool centre; SI units in the heads.
std::string asked_csv(const JudgedCase& subject);
std::string achieved_csv(const JudgedCase& subject);

}  // namespace erfd
