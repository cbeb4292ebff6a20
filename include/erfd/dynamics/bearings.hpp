// What the bearings of the joints carry.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/dynamics/loops/workspace.hpp"
#include "erfd/model/workspace.hpp"

#include <optional>
#include <vector>

namespace erfd {

/// Bearing loads of a robot, loop by loop closed where it has some. Of one model, or of others that
/// differ in their masses alone: one a thread, made once.
class Bearings {
 public:
  explicit Bearings(const Model& model);

  /// Wrench of the parent on each body, about the origin of the body frame and in its axes: see
  /// rnea_with_reactions(). Where constraints are redundant, with the smallest forces of the cut joints.
  /// Good until the next call.
  /// @throws Error if a size is wrong, or the active joints do not rule the mechanism.
  const std::vector<Force<double>>& loads(const Model& model, In<double> q, In<double> qd,
                                          In<double> qdd, Wrenches<double> wrenches = {});

 private:
  Workspace tree_;
  std::optional<LoopWorkspace> loops_;
  VectorX<double> tau_, active_, lambda_;
  std::vector<Force<double>> loads_;
};

/// A size and the time of it.
struct TimedPeak {
  double value = 0;
  double time = 0;  ///< [s]

  void add(double at, double size) {
    if (size > value) *this = {size, at};
  }
};

/// Largest loads of the bearing of one joint over a motion, each by itself.
struct BearingPeak {
  TimedPeak radial;   ///< force across the joint axis [N]
  TimedPeak axial;    ///< force along it [N]; of a prismatic joint this is its drive force
  TimedPeak tilting;  ///< moment across it [N m]

  /// @param load  wrench of the parent on the body, in its axes
  void add(double time, const Force<double>& load);
};

}  // namespace erfd
