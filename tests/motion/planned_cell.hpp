// A cell of Lola 15 for tests of the planner, and what they ask of a plan.
#pragma once

#include "erfd/base/units.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "motion/reference_program.hpp"

#include <algorithm>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace erfd::test {

inline constexpr double degree = std::numbers::pi / 180, pi = std::numbers::pi;

inline VectorX<double> degrees(std::initializer_list<double> values) {
  VectorX<double> q(static_cast<Eigen::Index>(values.size()));
  std::transform(values.begin(), values.end(), q.begin(), [](double x) { return x * degree; });
  return q;
}

inline JointTarget joints(const VectorX<double>& q) { return {{q.begin(), q.end()}}; }

/// Lola 15 with a place to work at; ranges of its joints where a test wants them.
struct Cell {
  explicit Cell(double range = 0)
      : model(with_range(build(read.robot), range)),
        settings(planner_settings(read.robot, model)) {}

  static Model with_range(const Model& robot, double range) {
    Model::Parts parts = robot.parts();
    if (range > 0)
      for (Body& body : parts.bodies) body.limits.lower = -(body.limits.upper = range);
    return Model(parts);
  }
  Pose<double> tool(const VectorX<double>& q) const {
    Workspace ws(model);
    return frame_pose<double>(model, ws, q, model.tool());
  }
  CartesianTarget target(const VectorX<double>& q) const {
    CartesianTarget t;
    t.X_BaseT = tool(q);
    return t;
  }
  /// Start + (x, y, z) [m] with the orientation of the start.
  CartesianTarget beside(double x, double y, double z) const {
    CartesianTarget t = target(work);
    t.X_BaseT.p += Vector3<double>{x, y, z};
    return t;
  }
  Instruction to_work() const { return instruction(MoveKind::ptp, joints(work)); }
  Plan plan(std::vector<Instruction> list) const {
    Program program;
    program.instructions = std::move(list);
    return erfd::plan(program, model, kinematics, settings);
  }

  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model;
  InverseKinematics kinematics{model};
  PlannerSettings settings;
  VectorX<double> work = degrees({10, 20, -20, 5, -60, 10});
};

inline Instruction lin(const CartesianTarget& target, FlyBy fly_by = FlyBy::stop, double size = 0) {
  Instruction result = instruction(MoveKind::lin, target);
  Move& move = std::get<Move>(result.action);
  move.fly_by = fly_by;
  move.fly_by_size = size;
  return result;
}

inline Move& move_of(Instruction& instruction) { return std::get<Move>(instruction.action); }

inline std::string codes(const Plan& plan) {
  std::string text;
  for (const Diagnostic& d : plan.findings.all()) text += (text.empty() ? "" : " ") + d.check;
  return text;
}

inline std::string message(const Plan& plan, std::string_view code) {
  for (const Diagnostic& d : plan.findings.all())
    if (d.check == code) return d.message;
  return "";
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The only fault of a plan, at the last of its instructions.
inline Fault fault_of(const Plan& plan) {
  EXPECT_EQ(plan.faults.size(), 1U) << plan.findings.text();
  if (plan.faults.empty()) return {};
  EXPECT_EQ(plan.findings.all().back().message, plan.faults[0].message);
  EXPECT_EQ(plan.findings.all().back().at, plan.faults[0].at);
  return plan.faults[0];
}

}  // namespace erfd::test
