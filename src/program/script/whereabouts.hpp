// Where the robot is behind the moves that a program has asked for so far.
#pragma once

#include "erfd/program/program_context.hpp"

#include <optional>
#include <vector>

namespace erfd::script {

class Whereabouts {
 public:
  explicit Whereabouts(const ProgramContext& context);

  /// Behind a move to joint positions; axes without value hold.
  void arrive(const JointTarget& target);
  /// Behind a move of the tool centre.
  void arrive(const CartesianTarget& target, const Conditions& conditions);

  std::optional<VectorX<double>> joints() const;
  std::optional<double> joint(std::size_t axis) const { return joints_[axis]; }
  /// Tool centre in the base of the conditions; none: not known.
  std::optional<Pose<double>> tool_in_base(const Conditions& conditions) const;

 private:
  const ProgramContext& context_;
  std::vector<std::optional<double>> joints_;
  std::optional<Pose<double>> X_WF_;
};

}  // namespace erfd::script
