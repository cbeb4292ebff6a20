#include "model/lint/mass_plausibility.hpp"

#include <limits>

#include <Eigen/Eigenvalues>

namespace erfd {

InertiaSense sense_of(const Matrix3<double>& I_com, double scale) {
  const double tolerance = 16 * std::numeric_limits<double>::epsilon() * scale;
  InertiaSense sense;
  sense.moments =
      Eigen::SelfAdjointEigenSolver<Matrix3<double>>(I_com, Eigen::EigenvaluesOnly).eigenvalues();
  sense.excess = sense.moments[2] - sense.moments[0] - sense.moments[1];
  sense.positive = sense.moments[0] > tolerance;
  sense.negative_moment = sense.moments[0] < -tolerance;
  sense.keeps_triangle = sense.excess <= tolerance;
  return sense;
}

}  // namespace erfd
