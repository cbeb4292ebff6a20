// What a program may know of the robot and its cell, whatever its language.
#pragma once

#include "erfd/program/program.hpp"
#include "erfd/robot/robot_description.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace erfd {

/// What three angles (A, B, C) without a named constructor mean.
enum class AngleTriple {
  zyx,  ///< R = Rz(A) Ry(B) Rx(C), as orizyx
  yzx   ///< R = Ry(-B) Rz(C) Rx(A), as ori_lola
};

/// A tool that programs may call by its name: use_tool "gripper".
struct NamedTool {
  Pose<double> X_FlangeT;
  Payload load;  ///< in the flange frame
};

/// How the robot's maker counts an axis: his position is sense · ours + zero.
struct MakerAxis {
  double sense = 1;
  double zero = 0;  ///< his position where ours is 0 [rad or m]
  double ours(double his) const { return (his - zero) / sense; }
  double his(double ours) const { return sense * ours + zero; }
};

/// What a program may know of the robot and its cell.
struct ProgramContext {
  /// One an axis: an angle in degrees or a length in millimetres. Six revolute axes by default.
  std::vector<JointKind> axes = std::vector<JointKind>(6, JointKind::revolute);
  AngleTriple angles = AngleTriple::zyx;
  /// One an axis where the robot file says how its maker counts: then joint targets and configuration
  /// data of industrial languages are his. Empty: joint targets are the file's, configurations are not used.
  std::vector<MakerAxis> maker_axes;
  std::vector<int> configurations;           ///< codes that the robot knows; empty: not checked
  std::vector<double> home;                  ///< where the program starts [rad or m]; empty: zero
  std::map<std::string, NamedTool> tools;    ///< by name
  std::vector<std::string> tools_elsewhere;  ///< tools of the file that no program can use
  Pose<double> X_FlangeT;                    ///< the robot's own tool: the first of its file
  Payload own_load;                          ///< of that tool, in the flange frame
  /// Values from outside: they replace the first value of a variable of that name, or are known
  /// to the program as a variable it need not declare. Names in lower case.
  std::map<std::string, std::variant<bool, std::int64_t, double>> inputs;

  /// Flange in the world for joint positions: here() and move_inc behind a joint target need it.
  std::function<Pose<double>(const VectorX<double>&)> flange_at;
  /// Joint positions for a target, near others: herej() and joint increments behind a Cartesian
  /// target need it.
  std::function<std::optional<VectorX<double>>(const CartesianTarget&, const Conditions&,
                                               const VectorX<double>& near)>
      joints_at;

  std::int64_t most_statements = 1'000'000;  ///< that are run: the step budget
  int most_calls = 100;                      ///< of routines in each other
  std::size_t most_instructions = 100'000;   ///< moves and waits that come out
  std::int64_t most_elements = 100'000;      ///< of all arrays that live at a time
  int cycles = 1;     ///< how often an endless loop, or a program that has none, is run
  std::string entry;  ///< routine to begin with, in lower case; empty: the language's own first one
};

/// What a robot and its file say: axes, home, angle triples, configuration codes, tools, and the
/// pose of its flange. `model` must outlive the context and be one of build_unloaded(): a program's
/// conditions hold the loads. @throws Error for a free base, or a model that carries its tool's load.
ProgramContext program_context(const RobotDescription& robot, const Model& model);

}  // namespace erfd
