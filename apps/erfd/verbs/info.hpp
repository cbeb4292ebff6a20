// The parts of `erfd info`, as text and as JSON.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/io/json.hpp"
#include "erfd/model/model.hpp"

#include "input/robot_input.hpp"

#include <string>

namespace erfd {

/// A robot and what is known about it.
struct RobotFacts {
  ChosenRobot robot;
  Model model;
  std::vector<Pose<double>> X_WF;  ///< each frame of the model in the world, joints at zero
};

/// Mass properties of a moving body, as the robot file would give them.
struct MassFacts {
  double mass = 0;                  ///< [kg]
  Vector3<double> com;              ///< in the link frame [m]
  std::array<double, 3> moments{};  ///< principal moments about the centre of mass [kg m^2]
};

/// What the loops leave free where the robot is put together.
struct LoopFacts {
  LoopClosure closure;
  LoopMobility mobility;
  std::string active;   ///< names of the active joints
  std::string trouble;  ///< why the active joints do not rule it; mostly empty
};
LoopFacts loop_facts(const Model& model);

RobotFacts facts_of(ChosenRobot robot);
MassFacts mass_facts(const Model& model, const Body& body);
/// Of the frame that the flange is; the model must have frames.
const std::string& flange_name(const Model& model);

/// "revolute", "dh".
const char* name_of(PlacementKind kind);

std::string structure_text(const RobotFacts& facts,
                           const TextStyle& style);  ///< tree, frames, masses, limits
std::string equipment_text(const RobotFacts& facts,
                           const TextStyle& style);  ///< tools, drives, loops
std::string origin_text(const RobotFacts& facts,
                        const TextStyle& style);  ///< sources, doubts, findings
Json info_json(const RobotFacts& facts);

/// The keys that --set takes, a line each; those that the file does not give behind a '#'.
std::string keys_text(const RobotDescription& robot);
Json keys_json(const RobotDescription& robot);

/// Its base parameters, as text or JSON. @throws Error for a free base.
void print_base_parameters(const Model& model, bool json);

}  // namespace erfd
