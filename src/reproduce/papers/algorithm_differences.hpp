// An algorithm of a paper against CRBA and RNEA. Private to the layer.
#pragma once

#include "erfd/model/model.hpp"

#include <string_view>

namespace erfd {

/// Largest differences over random states, relative to the largest entry (bias: where that is above 1).
struct AlgorithmDifferences {
  double H = 0;     ///< of the inertia matrix, to CRBA
  double bias = 0;  ///< of the torques without acceleration, to RNEA
};

AlgorithmDifferences differences_of(std::string_view algorithm, const Model& model);
/// The worst of general chains of 2 to `joints` joints.
AlgorithmDifferences differences_on_chains(std::string_view algorithm, int joints);

}  // namespace erfd
