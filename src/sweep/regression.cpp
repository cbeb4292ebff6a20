#include "sweep/regression.hpp"

#include "erfd/math/decompositions.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

void Regression::add(const std::vector<double>& x, double y) {
  VectorX<double> row(mean_.size());
  for (std::size_t i = 0; i < x.size(); ++i) row[static_cast<Eigen::Index>(i)] = x[i];
  row[row.size() - 1] = y;
  count_ += 1;
  const VectorX<double> step = row - mean_;
  mean_ += step / count_;
  products_ += step * (row - mean_).transpose();
}

VectorX<double> Regression::standardised(MatrixX<double>& inverse,
                                         std::vector<int>& varying) const {
  const Eigen::Index n = mean_.size() - 1;
  for (int i = 0; i < n; ++i)
    if (products_(i, i) > 0) varying.push_back(i);
  const auto m = static_cast<Eigen::Index>(varying.size());
  const double of_result = std::sqrt(products_(n, n));
  MatrixX<double> correlation(m, m);
  VectorX<double> with_result(m);
  for (Eigen::Index a = 0; a < m; ++a) {
    const int i = varying[static_cast<std::size_t>(a)];
    for (Eigen::Index b = 0; b < m; ++b) {
      const int j = varying[static_cast<std::size_t>(b)];
      correlation(a, b) = products_(i, j) / std::sqrt(products_(i, i) * products_(j, j));
    }
    with_result[a] = products_(i, n) / (std::sqrt(products_(i, i)) * of_result);
  }
  inverse = pseudo_inverse(correlation);
  return inverse * with_result;
}

double Regression::explained() const {
  const Eigen::Index n = mean_.size() - 1;
  if (!(products_(n, n) > 0)) return 0;
  MatrixX<double> inverse;
  std::vector<int> varying;
  const VectorX<double> beta = standardised(inverse, varying);
  double r2 = 0;
  for (std::size_t a = 0; a < varying.size(); ++a)
    r2 += beta[static_cast<Eigen::Index>(a)] * products_(varying[a], n) /
          std::sqrt(products_(varying[a], varying[a]) * products_(n, n));
  return std::clamp(r2, 0.0, 1.0);
}

std::vector<Influence> Regression::influences() const {
  const Eigen::Index n = mean_.size() - 1;
  std::vector<Influence> all(static_cast<std::size_t>(n));
  if (!(products_(n, n) > 0)) return all;
  MatrixX<double> inverse;
  std::vector<int> varying;
  const VectorX<double> beta = standardised(inverse, varying);
  const double free = count_ - static_cast<double>(varying.size()) - 1;
  const double of_result = std::sqrt(products_(n, n) / (count_ - 1));
  for (std::size_t a = 0; a < varying.size(); ++a) {
    const auto k = static_cast<Eigen::Index>(a);
    Influence& influence = all[static_cast<std::size_t>(varying[a])];
    const double error =
        free > 0 ? std::sqrt((1 - explained()) * std::max(0.0, inverse(k, k)) / free) : 1;
    const double near = std::max(0.0, std::abs(beta[k]) - 1.96 * error);
    const double far = std::abs(beta[k]) + 1.96 * error;
    influence.share = beta[k] * beta[k];
    influence.low = near * near;
    influence.high = std::min(1.0, far * far);
    influence.slope = beta[k] * of_result;
  }
  return all;
}

}  // namespace erfd
