// The document "erfd-run/1" that the page shows: robot, program, verdict, signals.
#pragma once

#include "erfd/model/visuals.hpp"
#include "erfd/report/verdict.hpp"
#include "erfd/simulation/reference_motion.hpp"
#include "erfd/simulation/simulate.hpp"

#include <span>
#include <string>
#include <vector>

namespace erfd {

/// What a document says of itself.
struct RunLabels {
  std::string generator = "erfd";  ///< program and version
  std::string robot_title = {};    ///< empty: the robot's name
  Visuals look = {};               ///< bodies without are drawn from the model
};

/// With the title and the look of the robot. Meshes that cannot be drawn are in its notes, as `erfd lint`
/// tells them.
/// @param model  built from the robot
RunLabels run_labels(std::string generator, const RobotDescription& robot, const Model& model);

/// Everything about a verification; what its torques are needed for only with
/// VerificationSettings::causes. web/schema/run.schema.json is its schema,
/// docs/design/2026-11-16-page-contract.md says what it means.
Json run_document(const JudgedCase& subject, const RunLabels& labels = {});

/// The program that a live robot runs.
struct LiveProgram {
  const Program& program;
  const Plan& plan;
};

/// The frame in which live samples arrive: the robot, and where it is known the program with the way of
/// the tool that is planned; no other signals yet.
/// @param drives  may be null: a robot without
/// @param running  may be null
Json live_document(const Model& model, const Drives* drives, double period,
                   const RunLabels& labels = {}, const LiveProgram* running = nullptr);

/// A run of simulate() for its readers.
struct SimulationSubject {
  const Plant& plant;
  std::span<const Sample> samples;       ///< every period; a last one between is left out
  double period = 0;                     ///< [s]
  const Reference* reference = nullptr;  ///< what was asked; null: nothing
  std::string file = {};                 ///< the scenario
  std::string summary = {};              ///< one sentence
  std::string fault = {};                ///< what stopped the run; empty: nothing
  std::vector<std::string> notes = {};   ///< more sentences: the audit
};

/// Everything about a run of simulate(): no program, no moves, a motion and its torques.
Json simulation_document(const SimulationSubject& subject, const RunLabels& labels = {});

/// A run beside another one of the same robot: an entry of `others` of its document.
Json compared_run(const SimulationSubject& subject, const std::string& name);

}  // namespace erfd
