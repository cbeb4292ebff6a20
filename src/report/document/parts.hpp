// The parts of the run document. Private to the layer.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/io/json.hpp"
#include "erfd/model/visuals.hpp"
#include "erfd/verification/verification.hpp"

#include "report/document/thin_run.hpp"

namespace erfd {

struct JudgedCase;

Json pose_json(const Pose<double>& X);
/// What is drawn, ready for the robot and the notes of a document.
struct VisualsJson {
  std::vector<Json::List> of_body;
  Json::List of_world, meshes;
  std::vector<std::string> notes;
};
/// At most 200 000 triangles; more are thinned, and a note says so.
VisualsJson visuals_json(const Visuals& look, int bodies);
Json robot_json(const Model& model, const std::string& title, VisualsJson& look);
/// In its own frame where it belongs to a scene.
Json visual_json(const Visual& visual);
/// What stands around the robot; with a program, where parts are that it grips.
Json::List scene_json(const std::vector<SceneObject>& scene);
Json::List scene_json(const std::vector<SceneObject>& scene, const JudgedCase& subject,
                      const ThinRun& thin);
/// Nothing is set without any.
void add_notes(const std::vector<std::string>& notes, Json& document);
Json motors_json(const Drives& drives);
/// The causes that a motion's torques have at all; a program without payload need not carry zeros.
/// None if the verification recorded none.
struct OccurringCauses {
  Json::List names;
  MatrixX<double> torques;  ///< motor by motor its causes [N m], one column a cycle
};
OccurringCauses occurring_causes(const JudgedCase& subject);
/// @param all  motor by motor every cause, one column a cycle
OccurringCauses occurring_causes(const MatrixX<double>& all);

/// What differs between documents that judge no program.
struct DocumentParts {
  const char* kind;  ///< "live", "simulate"
  std::string generator;
  Json robot, motors;
  std::string file = {};  ///< what was run
  std::string summary;
  std::string fault = {};  ///< empty: none
  double period = 0;       ///< of its cycles [s]
  int cycles = 0, asked_cycles = 0;
  Json::List causes = {};
  Json signals = Json::Object{};
};
Json document_without_program(DocumentParts parts);

/// What the channels of a signal are.
struct SignalKind {
  const char* of;  ///< "joint", "motor", "tool", "scalar", "cause", "sensor"
  bool asked = false;
  bool exact = false;  ///< 64 bits instead of 32
};
using SignalUnits = std::vector<std::string>;
/// One row a channel, one column a cycle.
Json signal_json(const SignalKind& kind, const SignalUnits& units, const MatrixX<double>& channels);
/// "rad/s" or "m/s", joint by joint; the suffix is "/s".
SignalUnits joint_units(const Model& model, const char* suffix);
/// "N m" or "N", joint by joint.
SignalUnits joint_torque_units(const Model& model);
/// "N m", motor by motor; "N" for a joint that slides and has no motor of its own.
SignalUnits motor_torque_units(const Model& model, const Drives& drives);

/// "g", "m/s²" or "rad/s", sensor by sensor its channels.
SignalUnits felt_units(const Model& model);
/// What the sensors feel [m/s^2 and rad/s] in these units.
MatrixX<double> in_felt_units(const Model& model, MatrixX<double> felt);

/// The way of the tool centre that a plan asks for, at most 20 000 points of it.
Json planned_way(const Plan& plan);
/// What motors do, one row a motor: see MotorSignals.
struct MotorRows {
  const MatrixX<double>&angle, &speed, &current, &voltage;
};
/// Of the tool in world axes, six rows: angular first.
struct ToolRows {
  const MatrixX<double>&velocity, &acceleration;
};
void add_motor_signals(const Model& model, const Drives& drives, const MotorRows& motors,
                       const ThinRun& thin, Json& signals);
void add_tool_signals(const Model& model, const ToolRows& tool, const ThinRun& thin, bool asked,
                      Json& signals);
/// @param wrenches  six rows a body, as MotionSignals::bearing
void add_bearing_signals(const Model& model, const MatrixX<double>& wrenches, const ThinRun& thin,
                         Json& signals);
/// MotionSignals of both sides of a verification, as many channels; nothing where none were recorded.
void add_motion_signals(const JudgedCase& subject, const ThinRun& thin, Json& signals);
Eigen::Index motion_signal_rows(const Model& model, const Drives& drives);

/// The cycles of a verification that fit into a document.
ThinRun thin_run_of(const JudgedCase& subject, const MatrixX<double>& cause_torques);
/// Nothing is set where every cycle fits.
void add_thinning(const ThinRun& thin, Eigen::Index cycles, double period, Json& document);
/// All signals of a verification, by name.
Json signals_json(const JudgedCase& subject, const MatrixX<double>& cause_torques,
                  const ThinRun& thin);

}  // namespace erfd
