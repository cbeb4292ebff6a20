// Cubic spline through the samples of a motion.
//
//   h_k = t_{k+1} − t_k,  d_k = (q_{k+1} − q_k)/h_k,  x = (t − t_k)/h_k
//   q̈ = (1 − x) M_k + x M_{k+1}                                                         (1)
//   q̇ = d_k + h_k ((3x² − 1) M_{k+1} − (3(1 − x)² − 1) M_k)/6                           (2)
//   q = (1 − x) q_k + x q_{k+1} + h_k² ((x³ − x) M_{k+1} + ((1 − x)³ − (1 − x)) M_k)/6  (3)
//
// M_k is the acceleration at sample k, by spline_derivatives().
#include "erfd/math/cubic_spline.hpp"
#include "erfd/simulation/reference_motion.hpp"

#include "simulation/reference/reference_checks.hpp"

#include <algorithm>
#include <vector>

namespace erfd {
namespace {

/// Accelerations at the samples, joints × samples.
MatrixX<double> spline_accelerations(const VectorX<double>& t, const MatrixX<double>& q,
                                     SplineEnds ends) {
  MatrixX<double> M(q.rows(), q.cols());
  const std::vector<double> times(t.begin(), t.end());
  std::vector<double> y(times.size()), yd(times.size()), ydd(times.size());
  for (Eigen::Index j = 0; j < q.rows(); ++j) {
    for (Eigen::Index k = 0; k < q.cols(); ++k) y[static_cast<std::size_t>(k)] = q(j, k);
    spline_derivatives(times, y, yd, ydd, ends);
    for (Eigen::Index k = 0; k < q.cols(); ++k) M(j, k) = ydd[static_cast<std::size_t>(k)];
  }
  return M;
}

class Table final : public Reference {
 public:
  Table(const VectorX<double>& t, const MatrixX<double>& q, SplineEnds ends)
      : t_(t), q_(q), M_(spline_accelerations(t, q, ends)) {}
  int joint_count() const override { return static_cast<int>(q_.rows()); }
  void at(double t, Out<double> q, Out<double> qd, Out<double> qdd) const override {
    const Eigen::Index last = t_.size() - 1;
    if (t < t_[0] || t > t_[last]) {
      q = q_.col(t < t_[0] ? 0 : last);
      qd.setZero();
      qdd.setZero();
      return;
    }
    const double* const next = std::upper_bound(t_.data(), t_.data() + last, t);
    const Eigen::Index k = std::clamp<Eigen::Index>(next - t_.data() - 1, 0, last - 1);
    const double h = t_[k + 1] - t_[k], x = (t - t_[k]) / h, y = 1 - x;
    const auto M_0 = M_.col(k), M_1 = M_.col(k + 1), q_0 = q_.col(k), q_1 = q_.col(k + 1);
    qdd = y * M_0 + x * M_1;                                                                // (1)
    qd = (q_1 - q_0) / h + (h / 6) * ((3 * x * x - 1) * M_1 - (3 * y * y - 1) * M_0);       // (2)
    q = y * q_0 + x * q_1 + (h * h / 6) * (x * (x * x - 1) * M_1 + y * (y * y - 1) * M_0);  // (3)
  }

 private:
  VectorX<double> t_;
  MatrixX<double> q_, M_;
};

std::shared_ptr<const Reference> spline_through(const char* name, const VectorX<double>& times,
                                                const MatrixX<double>& q, SplineEnds ends) {
  check_values(name, "times", times, times.size());
  if (times.size() < 2)
    throw Error(std::string(name) + ": argument 'times' has size 1, expected at least 2");
  for (Eigen::Index k = 1; k < times.size(); ++k)
    if (!(times[k] > times[k - 1]))
      throw Error(std::string(name) + ": time " + std::to_string(k + 1) + " is " +
                  std::to_string(times[k]) + " s, expected more than the " +
                  std::to_string(times[k - 1]) + " s before it");
  if (q.rows() == 0 || q.cols() != times.size())
    throw Error(std::string(name) + ": argument 'q' has " + std::to_string(q.rows()) +
                " rows and " + std::to_string(q.cols()) + " columns, expected a row a joint and " +
                std::to_string(times.size()) + " columns, one a time");
  for (const double value : q.reshaped()) check_value(name, "q", value);
  return std::make_shared<Table>(times, q, ends);
}

}  // namespace

std::shared_ptr<const Reference> table_motion(const VectorX<double>& times,
                                              const MatrixX<double>& q) {
  return spline_through("table_motion", times, q, SplineEnds::not_a_knot);
}

std::shared_ptr<const Reference> spline_motion(const VectorX<double>& times,
                                               const MatrixX<double>& q) {
  return spline_through("spline_motion", times, q, SplineEnds::at_rest);
}

}  // namespace erfd
