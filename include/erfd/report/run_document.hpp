// The document "erfd-run/1" that the page shows: robot, program, verdict, signals.
#pragma once

#include "erfd/report/verdict.hpp"

#include <string>

namespace erfd {

/// What a document says of itself.
struct RunLabels {
  std::string generator = "erfd";  ///< program and version
  std::string robot_title = {};    ///< empty: the robot's name
};

/// Everything about a verification. web/schema/run.schema.json is its schema,
/// docs/design/2026-11-16-page-contract.md says what it means.
Json run_document(const VerdictSubject& subject, const RunLabels& labels = {});

/// The frame in which live samples arrive: the robot, no program, no signals yet.
/// @param drives  may be null: a robot without
Json live_document(const Model& model, const DriveTrain* drives, double period,
                   const RunLabels& labels = {});

}  // namespace erfd
