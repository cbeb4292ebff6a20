// Cures of a program that a robot cannot do: each computed, run and judged, with its price in cycle time.
#pragma once

#include "erfd/program/text_edit.hpp"
#include "erfd/verification/case.hpp"

namespace erfd {

/// What a cure changes.
enum class CureKind {
  program,   ///< numbers and fly-bys in lines of the program
  smoothed,  ///< the turning speeds of the tool change smoothly, besides lines of the program
  motors,    ///< stronger or faster motors
  gears,     ///< other gear ratios
  payload,   ///< less of what is carried besides the program's own loads
  place      ///< all targets elsewhere: the base of the robot by as much the other way
};
/// "program", "smoothed", …
std::string_view name_of(CureKind kind);

/// A change after which every limit is kept. Proven: the program was read, planned and verified so.
struct Cure {
  CureKind kind = CureKind::program;
  std::string what;                           ///< what is to be done, one sentence
  std::string text = {};                      ///< of the program then; empty: unchanged
  std::vector<std::string> settings = {};     ///< KEY=VALUE, as set_key() and --set take them
  std::optional<Vector3<double>> shift = {};  ///< of all targets, world axes [m]
  double time = 0;                            ///< cycle time [s]
  double price = 0;                           ///< what it costs of that: below zero it is won [s]
  int lines = 0;                              ///< of the program that differ
  double off_path = 0;  ///< how far blends take the tool off the path as it was, at most [m]
  double change = 0;    ///< sum of what each number changes, relative to it
};

struct Repair {
  bool achievable = false;  ///< there is nothing to repair
  double asked_time = 0;    ///< [s]; NaN where it cannot be planned
  /// Least cycle time lost first, then fewest lines, then smallest change.
  std::vector<Cure> cures;
  /// Cures that were looked for and do not help, a sentence each.
  std::vector<std::string> in_vain;
  /// The best one that the program alone needs; null without any.
  const Cure* of_program() const;
};

struct RepairSettings {
  VerificationSettings verification = {};
  bool hardware = true;  ///< cures besides those of the program, too
};

/// @param program  its text must be there: ProgramChoice::text
/// @throws Error, ProgramError as read_case(); for a recorded motion
Repair repair(const RobotChoice& robot, const ProgramChoice& program,
              const RepairSettings& settings = {});

}  // namespace erfd
