// Set algorithm1_consistent: which motors are at their limits, and the accelerations (errata L27).
#include "erfd/base/error.hpp"
#include "erfd/simulation/servos.hpp"

#include "golden/golden.hpp"

namespace erfd::golden {
namespace {

/// +1 at the high limit, −1 at the low one, 0 between them: the solver sets a torque to its limit
/// exactly.
VectorX<double> sides_of(const VectorX<double>& torque, const VectorX<double>& low,
                         const VectorX<double>& high) {
  VectorX<double> sides(torque.size());
  for (Eigen::Index i = 0; i < sides.size(); ++i)
    sides[i] = torque[i] >= high[i] ? 1 : torque[i] <= low[i] ? -1 : 0;
  return sides;
}

}  // namespace

Outcome check_algorithm1_consistent(const Json& file) {
  Outcome outcome;
  for (const Json& sample : file.at("samples")) {
    const VectorX<double> low = vector_of(sample.at("low")), high = vector_of(sample.at("high"));
    VectorX<double> acceleration, torque;
    if (!limited_accelerations(matrix_of(sample.at("A")), vector_of(sample.at("bias")), low, high,
                               vector_of(sample.at("commanded")), acceleration, torque))
      throw Error("golden: algorithm1_consistent: sample " + std::to_string(outcome.samples) +
                  " has no solution");
    outcome.compare("acceleration", acceleration, vector_of(sample.at("acceleration")));
    outcome.compare("torque", torque, vector_of(sample.at("torque")));
    outcome.compare("at_limit", sides_of(torque, low, high), vector_of(sample.at("at_limit")), 0);
    ++outcome.samples;
  }
  return outcome;
}

}  // namespace erfd::golden
