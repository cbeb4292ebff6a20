// What every algorithm does with the tree: joint transforms, sizes, external wrenches. Private to
// the layer.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/math/counted.hpp"
#include "erfd/model/workspace.hpp"

#include "model/joint_pose.hpp"

#include <string>

namespace erfd {

/// @throws Error "rnea: argument 'qd' has size 3, but the model 'arm' needs 6".
inline void check_size(const char* algorithm, const char* argument, Eigen::Index got,
                       Eigen::Index needed, const Model& model) {
  if (got == needed) return;
  throw Error(std::string(algorithm) + ": argument '" + argument + "' has size " +
              std::to_string(got) + ", but the model '" + model.name() + "' needs " +
              std::to_string(needed));
}

/// @throws Error for a free base, which the algorithm does not know.
inline void check_fixed_base(const char* algorithm, const Model& model) {
  if (!model.has_free_base()) return;
  throw Error(std::string(algorithm) + ": the model '" + model.name() +
              "' has a free base, expected a fixed one; use rnea, crba or aba");
}

/// The first body whose parent is not the one before it; null for a serial chain.
inline const Body* first_branch(const Model& model) {
  for (int i = 0; i < model.body_count(); ++i)
    if (model.body({i}).parent.value != i - 1) return &model.body({i});
  return nullptr;
}

/// @throws Error for a tree with branches, which the algorithm does not know.
inline void check_serial(const char* algorithm, const Model& model) {
  const Body* const branch = first_branch(model);
  if (branch == nullptr) return;
  throw Error(std::string(algorithm) + ": the model '" + model.name() + "' branches at body '" +
              branch->name + "', expected a serial chain; use mrnea, rnea, crba or aba");
}

/// Fills ws.X_WB from ws.X_PB.
template <class S>
void update_world_poses(const Model& model, BasicWorkspace<S>& ws) {
  const KinematicsPart<S> part;
  for (int i = 0; i < model.body_count(); ++i) {
    const BodyIndex p = model.body({i}).parent;
    ws.X_WB[i] = p.is_world() ? ws.X_PB[i] : ws.X_WB[p.value] * ws.X_PB[i];
  }
}

/// Fills ws.X_PB and ws.X_WB.
template <class S>
void update_poses(const Model& model, BasicWorkspace<S>& ws,
                  const Eigen::Ref<const VectorX<S>>& q) {
  for (int i = 0; i < model.body_count(); ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  update_world_poses<S>(model, ws);
}

/// The frame that a wrench acts on. @throws Error if the model has no such frame.
template <class S>
const Frame& frame_of(const char* algorithm, const Model& model, const ExternalWrench<S>& w) {
  const int count = static_cast<int>(model.frames().size());
  if (w.frame.value >= 0 && w.frame.value < count) return model.frame(w.frame);
  throw Error(std::string(algorithm) + ": external wrench on frame " +
              std::to_string(w.frame.value) + ", but the model '" + model.name() + "' has " +
              std::to_string(count) + " frames");
}

/// Sums the wrenches of the environment on each body into ws.F_ext (body axes, about the body's
/// origin). Uses ws.X_PB, which the caller has filled; fills ws.X_WB when there are wrenches.
template <class S>
void collect_wrenches(const char* algorithm, const Model& model, BasicWorkspace<S>& ws,
                      std::span<const ExternalWrench<S>> wrenches) {
  for (auto& f : ws.F_ext) f = Force<S>{};
  if (wrenches.empty()) return;
  update_world_poses<S>(model, ws);
  for (const auto& w : wrenches) {
    const Frame& frame = frame_of<S>(algorithm, model, w);
    if (frame.body.is_world()) continue;  // what does not move carries any wrench
    const int i = frame.body.value;
    const Vector3<S> p_B = (frame.X_BF * w.p_F).template cast<S>();
    const Matrix3<S>& R_WB = ws.X_WB[i].R;
    const Vector3<S> force = R_WB.transpose() * w.F_W.force;
    ws.F_ext[i] += Force<S>{R_WB.transpose() * w.F_W.moment + cross(p_B, force), force};
  }
}

}  // namespace erfd
