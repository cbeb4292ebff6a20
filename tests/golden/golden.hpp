// Reference values from a JSON file against the library: one reader a set, found by the field "set"
// of the file.
#pragma once

#include "erfd/model/model.hpp"

#include <map>
#include <string>

#include <nlohmann/json.hpp>

namespace erfd::golden {

using Json = nlohmann::json;

/// Worst error of each algorithm over all samples: |x − ref| / max(1, |ref|).
struct Outcome {
  struct Worst {
    double error = 0;
    double allowed = 1e-9;
  };
  int samples = 0;
  std::map<std::string, Worst> algorithms;

  void compare(const std::string& algorithm, const MatrixX<double>& x,
               const MatrixX<double>& reference, double allowed = 1e-9);
  bool passed() const;
};

using Reader = Outcome (*)(const Json& file);

/// The reader of a set; null when the set is not supported yet. @throws Error for a set that nobody
/// knows.
Reader reader_of(const std::string& set);

Outcome check_serial(const Json& file);       ///< lola15, irb140, puma
Outcome check_tree(const Json& file);         ///< tree12
Outcome check_moving_base(const Json& file);  ///< moving_base

/// The model that a file carries, link by link, its tool as frame "tool".
Model model_of(const Json& file);
VectorX<double> vector_of(const Json& list);
MatrixX<double> matrix_of(const Json& rows);

/// Forward dynamics by the dense route: H qdd = tau − bias with H from the composite body
/// algorithm.
VectorX<double> solve_dense(const MatrixX<double>& H, const VectorX<double>& right);

}  // namespace erfd::golden
