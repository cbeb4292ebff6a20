// A path of the active joints of a closed mechanism, with what the loops make of the others. Private to the
// layer.
//
//   q_a(s) of the path,   φ(q) = 0                            nearest to the path's own q(s)   (1)
//   q′ = G q_a′,   J_p q_p″ = −J̇ q′ − J_a q_a″                with d/ds in place of d/dt        (2)
//
// So (1) to (3) of path_torques.hpp hold with q′, q″ of all joints, and what the motors feel of the torques
// of the open tree is Gᵀ τ ([K10] (57)).
#pragma once

#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/motion/joint_path.hpp"

namespace erfd::optimal {

class ClosedPath : public JointPath {
 public:
  /// @param path  of all joints; what it says of passive ones is where closing starts; must live as long
  ClosedPath(const JointPath& path, const Model& model);

  /// @throws Error where the loops do not close, or the active joints do not rule the mechanism.
  void at(double s, int piece, PathPoint& point) const override;

 private:
  const JointPath& path_;
  const Model& model_;
  mutable LoopWorkspace loops_;
};

/// Torques of the open tree as the active joints feel them: Gᵀ τ there, zero in passive joints.
class FeltTorques {
 public:
  explicit FeltTorques(const Model& model);
  void place(const Model& model, const VectorX<double>& q);
  void project(VectorX<double>& tau);

 private:
  LoopWorkspace loops_;
  MatrixX<double> G_;
  VectorX<double> felt_;
};

}  // namespace erfd::optimal
