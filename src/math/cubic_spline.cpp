// Derivatives of a cubic spline with "not a knot" ends, or at rest there.
// Source  C. de Boor, A Practical Guide to Splines, Springer 1978, chapter IV.
//
//   h_i = t_{i+1} − t_i,   d_i = (y_{i+1} − y_i)/h_i,   m_i = y''(t_i)
//   h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 (d_i − d_{i−1})     (1)   0 < i < n−1
//   m_0     = m_1 − (h_0/h_1) (m_2 − m_1)                                         (2)   not a knot
//   m_{n−1} = m_{n−2} + (h_{n−2}/h_{n−3}) (m_{n−2} − m_{n−3})                     (3)
//   y'(t_i) = d_i − h_i (2 m_i + m_{i+1})/6                                       (4)
//   2 m_0 + m_1 = 6 d_0/h_0,   m_{n−2} + 2 m_{n−1} = −6 d_{n−2}/h_{n−2}           (5)   at rest
//
// (2) and (3) go into the first and the last equation (1), which stay dominated by their diagonal;
// the rest is elimination in a band of three.
#include "erfd/math/cubic_spline.hpp"

#include "erfd/base/error.hpp"

#include <string>
#include <vector>

namespace erfd {
namespace {

void check(std::span<const double> t, std::span<const double> y, std::span<double> yd,
           std::span<double> ydd) {
  if (t.size() < 2 || y.size() != t.size() || yd.size() != t.size() || ydd.size() != t.size())
    throw Error("spline_derivatives: " + std::to_string(t.size()) + " times, " +
                std::to_string(y.size()) + " values and places for " + std::to_string(yd.size()) +
                " and " + std::to_string(ydd.size()) +
                " derivatives, expected equal sizes of 2 or more");
  for (std::size_t i = 1; i < t.size(); ++i)
    if (!(t[i] > t[i - 1]))
      throw Error("spline_derivatives: time " + std::to_string(i) + " does not rise");
}

/// m at the inner samples by (1) to (3); the ends by (2), (3).
void set_second(const std::vector<double>& h, const std::vector<double>& d, std::span<double> m) {
  const std::size_t n = m.size();
  std::vector<double> diagonal(n), right(n);  // the band above the diagonal is `above(i)`
  const auto above = [&](std::size_t i) {
    return i == 1 ? h[1] - h[0] * h[0] / h[1] : h[i];  // (2) in (1)
  };
  const auto below = [&](std::size_t i) {
    return i == n - 2 ? h[i - 1] - h[i] * h[i] / h[i - 1] : h[i - 1];  // (3) in (1)
  };
  for (std::size_t i = 1; i < n - 1; ++i) {
    diagonal[i] = 2 * (h[i - 1] + h[i]);                          // (1)
    if (i == 1) diagonal[i] += h[0] * (1 + h[0] / h[1]);          // (2)
    if (i == n - 2) diagonal[i] += h[i] * (1 + h[i] / h[i - 1]);  // (3)
    right[i] = 6 * (d[i] - d[i - 1]);
    if (i == 1) continue;
    const double factor = below(i) / diagonal[i - 1];
    diagonal[i] -= factor * above(i - 1);
    right[i] -= factor * right[i - 1];
  }
  for (std::size_t i = n - 2; i >= 1; --i)
    m[i] = (right[i] - (i == n - 2 ? 0 : above(i) * m[i + 1])) / diagonal[i];
  m[0] = m[1] - h[0] / h[1] * (m[2] - m[1]);                          // (2)
  m[n - 1] = m[n - 2] + h[n - 2] / h[n - 3] * (m[n - 2] - m[n - 3]);  // (3)
}

/// m by (1) and (5).
void set_second_at_rest(const std::vector<double>& h, const std::vector<double>& d,
                        std::span<double> m) {
  const std::size_t last = m.size() - 1;
  std::vector<double> diagonal(m.size()), right(m.size());
  diagonal[0] = 2 * h[0];
  right[0] = 6 * d[0];
  for (std::size_t i = 1; i <= last; ++i) {
    diagonal[i] = 2 * (h[i - 1] + (i < last ? h[i] : 0));
    right[i] = 6 * ((i < last ? d[i] : 0) - d[i - 1]);
    const double factor = h[i - 1] / diagonal[i - 1];
    diagonal[i] -= factor * h[i - 1];
    right[i] -= factor * right[i - 1];
  }
  m[last] = right[last] / diagonal[last];
  for (std::size_t i = last; i-- > 0;) m[i] = (right[i] - h[i] * m[i + 1]) / diagonal[i];
}

}  // namespace

void spline_derivatives(std::span<const double> t, std::span<const double> y, std::span<double> yd,
                        std::span<double> ydd, SplineEnds ends) {
  check(t, y, yd, ydd);
  const std::size_t n = t.size();
  std::vector<double> h(n - 1), d(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = t[i + 1] - t[i];
    d[i] = (y[i + 1] - y[i]) / h[i];
  }
  if (ends == SplineEnds::at_rest)
    set_second_at_rest(h, d, ydd);
  else if (n == 2)
    ydd[0] = ydd[1] = 0;
  else if (n == 3)
    ydd[0] = ydd[1] = ydd[2] = 2 * (d[1] - d[0]) / (h[0] + h[1]);  // the parabola
  else
    set_second(h, d, ydd);
  for (std::size_t i = 0; i + 1 < n; ++i)
    yd[i] = d[i] - h[i] * (2 * ydd[i] + ydd[i + 1]) / 6;  // (4)
  yd[n - 1] = d[n - 2] + h[n - 2] * (ydd[n - 2] + 2 * ydd[n - 1]) / 6;
}

}  // namespace erfd
