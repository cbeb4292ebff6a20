// Sobol indices of a Saltelli design. Private to the layer.
//
// Source: Saltelli et al., Comput. Phys. Commun. 181 (2010) 259–270, Table 2: first (b), total (f,
// Jansen).
//   V     variance of f over all A and B
//   S_i   = mean( f(B) · (f(A_B^i) − f(A)) ) / V        (b)
//   T_i   = mean( (f(A) − f(A_B^i))² ) / (2 V)           (f)
// A_B^i: point A with number i of point B. f is taken off its mean, which leaves S_i the same and
// its spread smaller. Intervals by the bootstrap over the points, with Poisson weights that depend
// on the point alone: one pass, no row kept.
#pragma once

#include "erfd/math/types.hpp"
#include "erfd/sweep/statistics.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace erfd {

class SobolIndices {
 public:
  SobolIndices(std::size_t numbers, std::uint64_t seed);

  /// Rows in the order of their jobs; a point with a row left out counts for nothing.
  void add(std::uint64_t job, double result);
  void into(std::vector<Influence>& influences) const;

 private:
  void take_point();

  std::size_t numbers_;
  std::uint64_t seed_, point_ = 0;
  std::vector<std::optional<double>> rows_;  ///< f of A, B, A_B^1 …, of the point under way
  std::optional<double> offset_;             ///< near the mean
  // One column a bootstrap sample; the first one has every point once.
  MatrixX<double> first_, total_;
  VectorX<double> weight_, sum_, squares_;
};

}  // namespace erfd
