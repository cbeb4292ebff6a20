// Where a joint carries its body, over any scalar.
#pragma once

#include "erfd/math/counted.hpp"
#include "erfd/model/model.hpp"

#include "model/screw.hpp"

namespace erfd {

/// X_PB(q): the body in its parent (in the world for a free base).
template <class S>
Pose<S> joint_pose(const Body& body, const Eigen::Ref<const VectorX<S>>& q) {
  const KinematicsPart<S> part;
  const int k = body.q_index;
  if (!body.is_free()) return moved_by<S>(body.X_PB0.cast<S>(), body.screw(), q[k]);
  return {rotation_of_quaternion<S>(q[k], q[k + 1], q[k + 2], q[k + 3]),
          {q[k + 4], q[k + 5], q[k + 6]}};
}

}  // namespace erfd
