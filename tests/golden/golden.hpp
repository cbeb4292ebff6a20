// Reference values from a JSON file against the library: one reader a set, found by the field "set"
// of the file.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/dynamics/algorithms.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

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

/// What every algorithm must reproduce.
struct Sample {
  VectorX<double> q, qd, qdd;
  std::span<const ExternalWrench<double>> wrenches;
  VectorX<double> tau;
  MatrixX<double> H;
};

/// All algorithms of the registry that can run the robot, which must outlive them.
using Algorithms = std::vector<std::pair<AlgorithmInfo, std::unique_ptr<Algorithm>>>;
Algorithms make_algorithms(const Model& robot);
/// Compares "<algorithm> tau", "<algorithm> H" and "<algorithm> qdd", as far as it gives them.
void check_algorithms(const Algorithms& algorithms, const Sample& sample, Outcome& outcome);

using Reader = Outcome (*)(const Json& file);

/// The reader of a set. @throws Error for a set that nobody knows.
Reader reader_of(const std::string& set);

Outcome check_serial(const Json& file);                 ///< lola15, irb140, puma
Outcome check_tree(const Json& file);                   ///< tree12
Outcome check_moving_base(const Json& file);            ///< moving_base
Outcome check_fourbar(const Json& file);                ///< fourbar
Outcome check_gough_stewart(const Json& file);          ///< gough_stewart
Outcome check_elastic(const Json& file);                ///< elastic
Outcome check_actuator(const Json& file);               ///< lola15_actuator
Outcome check_rotors(const Json& file);                 ///< rotors3
Outcome check_algorithm1(const Json& file);             ///< lola15_algorithm1
Outcome check_algorithm1_consistent(const Json& file);  ///< algorithm1_consistent
Outcome check_time_optimal(const Json& file);           ///< time_optimal

/// Position along a move of lola15_algorithm1 at a time [s], 0 to 1. @throws Error for a profile that
/// nobody knows.
double progress(const Json& move, double t);

/// The drives that a file of Lola 15 carries: K, mu, fv, Ia, and Mmax if it has them.
Drives lola15_drives(const Json& file);

/// The model that a file carries, link by link, its tool as frame "tool".
Model model_of(const Json& file);
/// The same from a table of links of the file.
Model model_of(const Json& file, const Json& model, const std::string& name);
VectorX<double> vector_of(const Json& list);
MatrixX<double> matrix_of(const Json& rows);

/// Forward dynamics by the dense route: H qdd = tau − bias with H from the composite body
/// algorithm.
VectorX<double> solve_dense(const MatrixX<double>& H, const VectorX<double>& right);

}  // namespace erfd::golden
