// What the algorithms in world axes share. Private to the layer.
#pragma once

#include "erfd/dynamics/body_in_world.hpp"

#include "dynamics/tree.hpp"

#include <limits>
#include <vector>

namespace erfd {

template <class S>
BodyInWorld<S> body_in_world(const Body& body, const Pose<S>& X_WB) {
  const Vector3<S> com = body.I_B.com().template cast<S>();
  const Matrix3<S> I = body.I_B.inertia_about_com().template cast<S>();
  return {X_WB.R.col(2), X_WB.p, X_WB * com, X_WB.R * I * X_WB.R.transpose()};
}

/// Velocity of a point for a unit of the joint's speed.
template <class S>
Vector3<S> velocity_from(const Screw& screw, const BodyInWorld<S>& joint, const Vector3<S>& point) {
  if (!screw.turns) return slid<S, Vector3<S>>(screw, joint.z);
  return velocity_at<S>(screw, joint.z, point - joint.p);
}

/// Takes the wrenches of the environment off the force and, about the body's origin, off the moment
/// that each body needs. Uses ws.X_WB, which the caller has filled.
template <class S>
void subtract_wrenches(const char* algorithm, const Model& model, const BasicWorkspace<S>& ws,
                       std::span<const ExternalWrench<S>> wrenches, std::vector<Vector3<S>>& moment,
                       std::vector<Vector3<S>>& force) {
  for (const auto& w : wrenches) {
    const Frame& frame = frame_of<S>(algorithm, model, w);
    if (frame.body.is_world()) continue;  // what does not move carries any wrench
    const int i = frame.body.value;
    const Vector3<S> arm = ws.X_WB[i].R * (frame.X_BF * w.p_F).template cast<S>();
    force[i] -= w.F_W.force;
    moment[i] -= w.F_W.moment + cross(arm, w.F_W.force);
  }
}

/// NaN in every vector, so that a test sees one that is read before it is written.
template <class S>
void poison(std::vector<Vector3<S>>& vectors) {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  for (auto& v : vectors) v = Vector3<S>::Constant(nan);
}
template <class S>
void poison(std::vector<std::vector<Vector3<S>>>& rows) {
  for (auto& row : rows) poison<S>(row);
}
template <class S>
void poison(std::vector<BodyInWorld<S>>& bodies) {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  const Vector3<S> nan3 = Vector3<S>::Constant(nan);
  for (auto& b : bodies) b = {nan3, nan3, nan3, Matrix3<S>::Constant(nan)};
}

}  // namespace erfd
