// Straight lines and natural cubic splines.
// Source  C. de Boor, A Practical Guide to Splines, Springer 1978, chapter IV, with knots at 0, 1, 2, …
//
//   m_{k−1} + 4 m_k + m_{k+1} = 6 (q_{k+1} − 2 q_k + q_{k−1}),   m_0 = m_n = 0     (1)   m = q″
//   q(k+r) = (1−r) q_k + r q_{k+1} − (r (1−r)/6) ((2−r) m_k + (1+r) m_{k+1})       (2)
#include "erfd/motion/joint_path.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace erfd {
namespace {

std::vector<double> knots(Eigen::Index count) {
  std::vector<double> s(static_cast<std::size_t>(std::max<Eigen::Index>(count, 0)));
  std::iota(s.begin(), s.end(), 0.0);
  return s;
}

/// (1) by elimination in a band of three.
MatrixX<double> second_derivatives(const MatrixX<double>& q) {
  const Eigen::Index last = q.cols() - 1;
  MatrixX<double> m = MatrixX<double>::Zero(q.rows(), q.cols());
  std::vector<double> diagonal(static_cast<std::size_t>(q.cols()), 4.0);
  for (Eigen::Index k = 1; k < last; ++k) {
    m.col(k) = 6 * (q.col(k + 1) - 2 * q.col(k) + q.col(k - 1));
    if (k == 1) continue;
    const double factor = 1 / diagonal[static_cast<std::size_t>(k - 1)];
    diagonal[static_cast<std::size_t>(k)] -= factor;
    m.col(k) -= factor * m.col(k - 1);
  }
  for (Eigen::Index k = last - 1; k >= 1; --k)
    m.col(k) = (m.col(k) - m.col(k + 1)) / diagonal[static_cast<std::size_t>(k)];
  return m;
}

}  // namespace

JointPath::JointPath(int joints, std::vector<double> borders)
    : joints_(joints), borders_(std::move(borders)) {
  const bool rises = std::adjacent_find(borders_.begin(), borders_.end(), [](double a, double b) {
                       return !(a < b);
                     }) == borders_.end();
  if (borders_.size() < 2 || !rises || borders_.front() != 0)
    throw Error("path: its borders do not rise from 0");
}

int JointPath::piece_at(double s) const {
  const auto behind = std::upper_bound(borders_.begin(), borders_.end(), s);
  const auto piece = static_cast<int>(behind - borders_.begin()) - 1;
  return std::clamp(piece, 0, static_cast<int>(borders_.size()) - 2);
}

StraightPath::StraightPath(const VectorX<double>& from, const VectorX<double>& to)
    : JointPath(static_cast<int>(from.size()), {0, 1}), from_(from) {
  if (to.size() != from.size())
    throw Error(fmt::format("path: from {} joints to {}, expected the same number", from.size(),
                            to.size()));
  way_ = to - from;
  if (!way_.allFinite() || way_.isZero(0))
    throw Error("path: it does not lead from one posture to another");
}

void StraightPath::at(double s, int, PathPoint& point) const {
  point.q = from_ + s * way_;
  point.dq = way_;
  point.ddq.setZero(joints());
}

SplinePath::SplinePath(MatrixX<double> rows)
    : JointPath(static_cast<int>(rows.rows()), knots(rows.cols())), rows_(std::move(rows)) {
  if (!rows_.allFinite()) throw Error("path: a position is not finite");
  for (Eigen::Index k = 1; k < rows_.cols(); ++k)
    if (rows_.col(k) == rows_.col(k - 1))
      throw Error(fmt::format("path: row {} is row {} once more; leave it out", k + 1, k));
  second_ = second_derivatives(rows_);
}

void SplinePath::at(double s, int piece, PathPoint& point) const {
  const double r = s - piece, bow = r * (1 - r) / 6;
  const double bow0 = (2 - 6 * r + 3 * r * r) / 6, bow1 = (1 - 3 * r * r) / 6;
  const double *q0 = rows_.col(piece).data(), *q1 = rows_.col(piece + 1).data();
  const double *m0 = second_.col(piece).data(), *m1 = second_.col(piece + 1).data();
  double *q = point.q.data(), *dq = point.dq.data(), *ddq = point.ddq.data();
  for (int j = 0; j < joints(); ++j) {
    q[j] = (1 - r) * q0[j] + r * q1[j] - bow * ((2 - r) * m0[j] + (1 + r) * m1[j]);  // (2)
    dq[j] = q1[j] - q0[j] - bow0 * m0[j] - bow1 * m1[j];
    ddq[j] = (1 - r) * m0[j] + r * m1[j];
  }
}

}  // namespace erfd
