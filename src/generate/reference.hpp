// The functions by the reference algorithms: what recordings are compared with.
#pragma once

#include "erfd/generate/record.hpp"
#include "erfd/study/sample_states.hpp"

namespace erfd::generate {

/// The inputs of a recording for a state, argument after argument.
std::vector<double> input_values(const RecordedFunction& recorded, const SampleState& state);

/// What rnea, crba, jacobian, … give for this state: the outputs, matrices row by row.
std::vector<double> reference_values(const Model& model, RobotFunction function,
                                     const SampleState& state);

}  // namespace erfd::generate
