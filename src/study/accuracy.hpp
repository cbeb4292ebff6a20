// How far double precision is from quad precision.
#pragma once

#include "erfd/dynamics/algorithms.hpp"
#include "erfd/math/quad.hpp"
#include "erfd/study/sample_states.hpp"

#include <span>
#include <vector>

namespace erfd {

/// The answers of rnea, crba or aba in quad precision (113 bits) for some states. Model and states
/// must outlive it.
class QuadReference {
 public:
  QuadReference(const Model& model, Task task, std::span<const SampleState> states);

  /// Largest ‖x − x_quad‖ / ‖x_quad‖ over the states, x by the route in double precision; infinite
  /// if an x is not finite.
  double largest_error(const AlgorithmInfo& algorithm) const;

 private:
  const Model& model_;
  Task task_;
  std::span<const SampleState> states_;
  std::vector<MatrixX<Quad>> answers_;
};

}  // namespace erfd
