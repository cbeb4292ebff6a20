#include "reproduce/papers/algorithm_differences.hpp"

#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/study/sample_states.hpp"

#include <algorithm>

namespace erfd {

AlgorithmDifferences differences_of(std::string_view name, const Model& model) {
  const auto algorithm = make_algorithm<double>(name, model);
  Workspace ws(model);
  const Eigen::Index n = model.nv();
  MatrixX<double> H(n, n), expected(n, n);
  VectorX<double> bias(n), by_rnea(n);
  const VectorX<double> rest = VectorX<double>::Zero(n);
  AlgorithmDifferences worst;
  for (const SampleState& state : sample_states(model, 30)) {
    crba<double>(model, ws, state.q, expected);
    rnea<double>(model, ws, state.q, state.qd, rest, by_rnea);
    algorithm->inertia_matrix(state.q, H);
    algorithm->inverse_dynamics(state.q, state.qd, rest, bias, {});
    worst.H =
        std::max(worst.H, (H - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff());
    worst.bias = std::max(worst.bias, (bias - by_rnea).cwiseAbs().maxCoeff() /
                                          std::max(1.0, by_rnea.cwiseAbs().maxCoeff()));
  }
  return worst;
}

AlgorithmDifferences differences_on_chains(std::string_view algorithm, int joints) {
  AlgorithmDifferences worst;
  for (int n = 2; n <= joints; ++n) {
    const AlgorithmDifferences d = differences_of(algorithm, general_chain(n));
    worst = {std::max(worst.H, d.H), std::max(worst.bias, d.bias)};
  }
  return worst;
}

}  // namespace erfd
