// Torques of the links in the laws that have a model, of trees and of robots with loops. Private to the
// layer.
#pragma once

#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/loops/workspace.hpp"

#include <optional>

namespace erfd {

/// Passive joints of loops have no torque; what the links need of them stands at the active joints.
class LinkTorques {
 public:
  explicit LinkTorques(const Model& model);

  /// H(q) a + C(q, qd) qd + g(q). Of a robot with loops the accelerations of the passive joints follow
  /// from the others. NaN where the active joints do not rule the mechanism.
  void inverse_dynamics(In<double> q, In<double> qd, In<double> a, Out<double> u);
  void gravity(In<double> q, Out<double> u);

  /// Passive joints of an asked state where the loops close, searched from a closed position.
  /// @return false where they do not
  bool close_asked(In<double> from, Out<double> q, Out<double> qd);

 private:
  void take_to_active(In<double> q, Out<double> u);

  Engine engine_;
  EngineWorkspace ws_;
  Workspace tree_;
  std::optional<LoopWorkspace> loops_;
  VectorX<double> a_, at_active_, asked_;
  MatrixX<double> G_;
};

}  // namespace erfd
