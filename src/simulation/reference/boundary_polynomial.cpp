// Polynomial of given ends.
//
//   q(t) = Σ c_k x^k,  x = (t − t_0)/T,  k = 0 … 2m+1                          (1)
//   d^i q/dx^i at x = 0: i! c_i                                                (2)  i = 0 … m
//   d^i q/dx^i at x = 1: Σ_k k!/(k−i)! c_k                                     (3)
//
// m = 1, 2, 3: (2) gives the first half of the coefficients, (3) the others.
#include "erfd/simulation/reference_motion.hpp"

#include "simulation/reference/reference_checks.hpp"

#include <Eigen/LU>

namespace erfd {
namespace {

/// k (k − 1) … (k − i + 1).
double falling(int k, int i) {
  double product = 1;
  for (int f = 0; f < i; ++f) product *= k - f;
  return product;
}

class BoundaryPolynomial final : public Reference {
 public:
  BoundaryPolynomial(MatrixX<double> c, double start, double duration)
      : c_(std::move(c)), start_(start), duration_(duration) {}
  int joint_count() const override { return static_cast<int>(c_.rows()); }
  void at(double t, Out<double> q, Out<double> qd, Out<double> qdd) const override {
    const bool moves = t >= start_ && t <= start_ + duration_;
    const double x = moves ? (t - start_) / duration_ : (t > start_ ? 1 : 0);
    q.setZero();
    qd.setZero();
    qdd.setZero();
    for (Eigen::Index k = c_.cols() - 1; k >= 0; --k) {  // (1) and its rates, by Horner
      qdd = x * qdd + 2 * qd;
      qd = x * qd + q;
      q = x * q + c_.col(k);
    }
    qd *= (moves ? 1 : 0) / duration_;
    qdd *= (moves ? 1 : 0) / (duration_ * duration_);
    if (std::isnan(t)) q.setConstant(t);
  }

 private:
  MatrixX<double> c_;  ///< joints × powers
  double start_, duration_;
};

/// d^i q/dx^i of an end, one column a rate; jerks are 0.
MatrixX<double> rates_of(const char* argument, const Boundary& end, Eigen::Index joints, int m,
                         double duration) {
  const char* const name = "boundary_polynomial";
  check_values(name, argument, end.q, joints);
  MatrixX<double> rates = MatrixX<double>::Zero(joints, m + 1);
  rates.col(0) = end.q;
  const VectorX<double>* const given[] = {&end.qd, &end.qdd};
  double scale = 1;
  for (int i = 1; i <= 2; ++i) {
    scale *= duration;
    if (given[i - 1]->size() == 0) continue;
    if (i > m)
      throw Error(std::string(name) + ": argument '" + argument +
                  "' has accelerations, which degree 3 does not hold; expected degree 5 or 7");
    check_values(name, argument, *given[i - 1], joints);
    rates.col(i) = scale * *given[i - 1];
  }
  return rates;
}

}  // namespace

std::shared_ptr<const Reference> boundary_polynomial(const Boundary& from, const Boundary& to,
                                                     double start, double duration, int degree) {
  const char* const name = "boundary_polynomial";
  if (degree != 3 && degree != 5 && degree != 7)
    throw Error(std::string(name) + ": degree is " + std::to_string(degree) +
                ", expected 3, 5 or 7");
  check_value(name, "start", start);
  check_positive(name, "duration", duration);
  const int m = (degree - 1) / 2;
  const Eigen::Index joints = from.q.size();
  const MatrixX<double> begin = rates_of("from", from, joints, m, duration),
                        end = rates_of("to", to, joints, m, duration);
  MatrixX<double> c(joints, degree + 1), A(m + 1, m + 1), right = end;
  for (int k = 0; k <= m; ++k) c.col(k) = begin.col(k) / falling(k, k);  // (2)
  for (int i = 0; i <= m; ++i) {
    for (int k = 0; k <= m; ++k) {
      right.col(i) -= falling(k, i) * c.col(k);
      A(i, k) = falling(m + 1 + k, i);
    }
  }
  c.rightCols(m + 1) = A.partialPivLu().solve(right.transpose()).transpose();  // (3)
  return std::make_shared<BoundaryPolynomial>(std::move(c), start, duration);
}

}  // namespace erfd
