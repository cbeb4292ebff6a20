// H and u' of the links of a plant, or their accelerations, by any algorithm of the registry. Private to
// simulation.
#pragma once

#include "erfd/simulation/plant.hpp"

#include <Eigen/Cholesky>

namespace erfd {

/// Where the links are, which of the plant's models they are, and what acts on them.
struct LinkState {
  int model;
  In<double> q, qd;  ///< of the model
  Wrenches<double> wrenches;
};

/// Scratch of one run.
class LinkEquations {
 public:
  explicit LinkEquations(const Plant& plant);

  /// H and u' of tau = H qdd + u'.
  void find(const LinkState& state, OutMatrix<double> H, Out<double> bias);
  /// qdd of given torques.
  void accelerate(const LinkState& state, In<double> tau, Out<double> qdd);

  /// Calls of the algorithm so far.
  long calls() const { return calls_; }
  void count_calls_from(long calls) { calls_ = calls; }

 private:
  void by_columns_of_torques(const LinkState& state, OutMatrix<double> H, Out<double> bias);
  void by_columns_of_accelerations(const LinkState& state, OutMatrix<double> H, Out<double> bias);
  void bias_of(const LinkState& state, const MatrixX<double>& H, Out<double> bias);
  Algorithm& algorithm(const LinkState& state) {
    ++calls_;
    return *algorithms_[static_cast<std::size_t>(state.model)];
  }

  const Plant& plant_;
  std::vector<EngineWorkspace> engines_;                ///< of the engine,
  std::vector<std::unique_ptr<Algorithm>> algorithms_;  ///< or of another algorithm
  VectorX<double> zero_, unit_, column_, rest_, bias_;
  MatrixX<double> H_, mobility_, identity_;
  Eigen::LDLT<MatrixX<double>> factors_;
  long calls_ = 0;
};

}  // namespace erfd
