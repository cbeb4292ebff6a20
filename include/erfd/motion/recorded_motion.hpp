// A motion that somebody recorded or computed, as verify() takes one.
#pragma once

#include "erfd/io/states.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/program/dialect.hpp"

#include <optional>

namespace erfd {

/// Of a recorded motion: nobody has programmed its moves, so that all are called "recorded".
const Dialect& recorded_dialect();

struct RecordedMotion {
  Program
      program;  ///< one instruction a move of the file; its place is the line of the first sample
  Plan plan;    ///< the samples
  std::vector<std::string> remarks;  ///< sentences for the user: what was done with the samples
};

/// Positions over time as program and plan: nothing is planned. A change of the column `move`, or of
/// the payload, starts a new move; a file without both is one move. Samples at equal distances are
/// taken as they are, others at those of the period by a cubic through positions and velocities. A
/// verification starts and ends at rest: a motion that does not is remarked.
///
/// @param motion  of read_motion_file() for the same model, without errors
/// @param model   with nothing in its tools
/// @param file    its name
/// @param own     what is carried where the file does not say it, in the flange frame
/// @param period  that is wanted [s]; none: that of the samples
/// @param usual   period of the robot's controller [s], where the samples have none
/// @throws Error for a free base, less than two samples, or a period that is not above 0.
RecordedMotion recorded_motion(const ReadStates& motion, const std::string& file,
                               const Model& model, const Payload& own, std::optional<double> period,
                               double usual);

}  // namespace erfd
