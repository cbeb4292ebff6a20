// Which joints of a robot its motors may move.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// Robots with loops and a fixed base: their active joints say where all others stand.
inline bool is_closed(const Model& model) {
  return !model.constraints().empty() && !model.has_free_base();
}

/// Indices into q and qd, rising: all joints of a tree, those that are not passive of a closed
/// mechanism. Of models with a fixed base.
inline std::vector<int> active_indices(const Model& model) {
  std::vector<int> joints;
  for (const Body& body : model.joints())
    if (!is_closed(model) || !body.passive) joints.push_back(body.v_index);
  return joints;
}

/// The entries of some joints.
inline VectorX<double> entries_of(const Eigen::Ref<const VectorX<double>>& of_all,
                                  const std::vector<int>& joints) {
  VectorX<double> part(static_cast<Eigen::Index>(joints.size()));
  for (std::size_t i = 0; i < joints.size(); ++i)
    part[static_cast<Eigen::Index>(i)] = of_all[joints[i]];
  return part;
}

}  // namespace erfd
