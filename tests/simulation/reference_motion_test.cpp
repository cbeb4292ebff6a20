// Reference motions: rates are derivatives, ends are kept, limits are kept.
#include "erfd/simulation/reference_motion.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace erfd::test {
namespace {

using Motion3 = std::array<VectorX<double>, 3>;

Motion3 at(const Reference& motion, double t) {
  const int n = motion.joint_count();
  Motion3 x{VectorX<double>(n), VectorX<double>(n), VectorX<double>(n)};
  motion.at(t, x[0], x[1], x[2]);
  return x;
}

VectorX<double> list(std::vector<double> x) {
  return Eigen::Map<VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

std::vector<std::shared_ptr<const Reference>> every_kind() {
  const VectorX<double> a = list({0.2, -1, 0.5}), b = list({1.2, 0.4, 0.5}),
                        one = VectorX<double>::Ones(3);
  std::mt19937 rng(4);
  VectorX<double> times(9);
  MatrixX<double> q(3, 9);
  for (int k = 0; k < 9; ++k) {
    times[k] = k == 0 ? -0.5 : times[k - 1] + uniform(rng, 0.2, 0.8);
    q.col(k) = random_vector(3, rng);
  }
  return {set_point(a),
          polynomial_move(a, b, 0.5, 2),
          trapezoid_move(a, b, 0.5, 0.8 * one, 2 * one),
          sine_motion(a, b, list({1, 2, 3}), a),
          table_motion(times, q),
          spline_motion(times, q),
          cycloid_move(a, b, 0.5, 2),
          boundary_polynomial({a, one, {}}, {b, -one, {}}, -0.5, 4, 3),
          boundary_polynomial({a, one, a}, {b, -one, b}, -0.5, 4, 5),
          boundary_polynomial({a, one, a}, {b, -one, b}, -0.5, 4, 7)};
}

TEST(ReferenceMotion, RatesAreTheDerivativesOfThePositions) {
  const double h = 1e-5;  // central differences: h² of truncation, 1e-16/h of rounding
  for (const auto& motion : every_kind())
    for (const double t : {0.11, 0.57, 0.93, 1.51, 1.83, 2.21, 2.71}) {
      const Motion3 before = at(*motion, t - h), now = at(*motion, t), after = at(*motion, t + h);
      EXPECT_TRUE(is_close((after[0] - before[0]) / (2 * h), now[1], 1e-8)) << t;
      EXPECT_TRUE(is_close((after[1] - before[1]) / (2 * h), now[2], 1e-8)) << t;
    }
}

TEST(ReferenceMotion, MovesStartAndEndAtRestWhereTheyWereTold) {
  const VectorX<double> a = list({0.2, -1, 0.5}), b = list({1.2, 0.4, 0.5}),
                        one = VectorX<double>::Ones(3), none = VectorX<double>::Zero(3);
  for (const auto& motion :
       {polynomial_move(a, b, 0.5, 2), trapezoid_move(a, b, 0.5, 0.8 * one, 2 * one)}) {
    for (const double t : {-1.0, 0.5}) {
      EXPECT_EQ(at(*motion, t)[0], a);
      EXPECT_EQ(at(*motion, t)[1], none);
    }
    EXPECT_EQ(at(*motion, 99)[0], b);
    EXPECT_EQ(at(*motion, 99)[1], none);
    EXPECT_EQ(at(*motion, 99)[2], none);
  }
  const Motion3 end = at(*polynomial_move(a, b, 0.5, 2), 2.5 - 1e-9);
  EXPECT_TRUE(is_close(end[0], b, 1e-12));
  EXPECT_TRUE(is_close(end[2], none, 1e-7));
}

TEST(ReferenceMotion, TrapezoidKeepsEveryLimitAndReachesOne) {
  std::mt19937 rng(8);
  for (int k = 0; k < 50; ++k) {
    const VectorX<double> from = random_vector(4, rng, 2), to = random_vector(4, rng, 2),
                          v = random_vector(4, rng).cwiseAbs().array() + 0.1,
                          a = random_vector(4, rng, 3).cwiseAbs().array() + 0.1;
    const auto motion = trapezoid_move(from, to, 0, v, a);
    double fastest = 0, hardest = 0;
    for (double t = 1e-9; t < 60; t += 0.01) {
      const Motion3 x = at(*motion, t);
      fastest = std::max(fastest, x[1].cwiseQuotient(v).cwiseAbs().maxCoeff());
      hardest = std::max(hardest, x[2].cwiseQuotient(a).cwiseAbs().maxCoeff());
    }
    EXPECT_LE(fastest, 1 + 1e-14);
    EXPECT_LE(hardest, 1 + 1e-14);
    EXPECT_GT(hardest, 1 - 1e-14);  // acceleration is always used to the full
    EXPECT_EQ(at(*motion, 60)[0], to);
  }
}

TEST(ReferenceMotion, TableOfACubicIsThatCubic) {
  const auto cubic = [](double t) { return 2 + t * (-1 + t * (0.5 - 0.3 * t)); };
  const VectorX<double> times = list({-1, -0.7, 0.1, 0.6, 1.4, 2});
  MatrixX<double> q(1, times.size());
  for (int k = 0; k < times.size(); ++k) q(0, k) = cubic(times[k]);
  for (const int samples : {4, 5, 6}) {
    const auto motion = table_motion(times.head(samples), q.leftCols(samples));
    for (double t = -1; t <= times[samples - 1]; t += 0.05) {
      const Motion3 x = at(*motion, t);
      EXPECT_NEAR(x[0][0], cubic(t), 1e-14);
      EXPECT_NEAR(x[1][0], -1 + t * (1 - 0.9 * t), 1e-13);
      EXPECT_NEAR(x[2][0], 1 - 1.8 * t, 1e-13);
    }
  }
}

TEST(ReferenceMotion, TableOfTwoIsALineAndOfThreeAParabola) {
  const auto line = table_motion(list({1, 3}), list({2, 5}).transpose());
  EXPECT_NEAR(at(*line, 1.5)[0][0], 2.75, 1e-15);
  EXPECT_NEAR(at(*line, 1.5)[1][0], 1.5, 1e-15);
  const auto parabola = table_motion(list({0, 1, 3}), list({1, 2, 10}).transpose());  // 1 + t²
  EXPECT_NEAR(at(*parabola, 2)[0][0], 5, 1e-14);
  EXPECT_NEAR(at(*parabola, 2)[2][0], 2, 1e-14);
}

TEST(ReferenceMotion, TableOfASineIsFourthOrder) {
  const auto worst = [](int samples) {
    const VectorX<double> times = VectorX<double>::LinSpaced(samples, 0, 3);
    const auto motion = table_motion(times, times.array().sin().matrix().transpose());
    double error = 0;
    for (double t = 0.5; t <= 2.5; t += 1e-3)  // where the ends have no say
      error = std::max(error, std::abs(at(*motion, t)[0][0] - std::sin(t)));
    return error;
  };
  EXPECT_NEAR(worst(41) / worst(81), 16, 1.5);
}

TEST(ReferenceMotion, NeverAllocatesAndPassesNanOn) {
  for (const auto& motion : every_kind()) {
    Motion3 x = at(*motion, 0);
    if (AllocationCounter::works()) {
      const AllocationCounter counter;
      motion->at(0.7, x[0], x[1], x[2]);
      EXPECT_EQ(counter.count(), 0);
    }
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t moving : {1, 2, 3, 4})
    EXPECT_TRUE(std::isnan(at(*every_kind()[moving], nan)[0][0])) << moving;
}

TEST(ReferenceMotion, RefusesWhatItCannotFollow) {
  const VectorX<double> one = list({1}), two = list({1, 2}), nan = list({std::nan("")});
  EXPECT_EQ(message_of([&] { set_point(VectorX<double>()); }),
            "set_point: argument 'q' has size 0, expected at least 1");
  EXPECT_EQ(message_of([&] { set_point(nan); }),
            "set_point: argument 'q' is nan, expected a finite number");
  EXPECT_EQ(message_of([&] { polynomial_move(two, one, 0, 1); }),
            "polynomial_move: argument 'to' has size 1, expected 2");
  EXPECT_EQ(message_of([&] { polynomial_move(one, one, 0, 0); }),
            "polynomial_move: argument 'duration' is 0.000000, expected a number above 0");
  EXPECT_EQ(message_of([&] { trapezoid_move(one, one, 0, one, -one); }),
            "trapezoid_move: argument 'acceleration' is -1.000000, expected a number above 0");
  EXPECT_EQ(message_of([&] { table_motion(list({0, 1, 1}), MatrixX<double>::Zero(1, 3)); }),
            "table_motion: time 3 is 1.000000 s, expected more than the 1.000000 s before it");
  EXPECT_EQ(message_of([&] { table_motion(two, MatrixX<double>::Zero(1, 3)); }),
            "table_motion: argument 'q' has 1 rows and 3 columns, expected a row a joint and 2 "
            "columns, one a time");
}

// [MS07] (38), written out.
TEST(ReferenceMotion, CycloidIsThatOfMohanAndSaha) {
  const double pi = std::numbers::pi, T = 10;
  const auto motion = cycloid_move(list({0, 0.5}), list({pi, -1}), 1, T);
  for (const double t : {0.0, 1.3, 4.9, 7.7, 10.0}) {
    const Motion3 x = at(*motion, 1 + t);
    EXPECT_NEAR(x[0][0], pi / T * (t - T / (2 * pi) * std::sin(2 * pi * t / T)), 1e-14);
    EXPECT_NEAR(x[0][1], 0.5 - 1.5 / T * (t - T / (2 * pi) * std::sin(2 * pi * t / T)), 1e-14);
  }
  EXPECT_EQ(at(*motion, 20)[0], list({pi, -1}));
}

TEST(ReferenceMotion, PolynomialsKeepTheirEndsAndNoMore) {
  const VectorX<double> a = list({0.2, -1}), b = list({1.2, 0.4}), v = list({0.7, -0.3}),
                        w = list({-0.1, 2}), c = list({3, -4}), d = list({0.5, 1});
  for (const int degree : {3, 5, 7}) {
    const bool bent = degree > 3;
    const auto motion = boundary_polynomial({a, v, bent ? c : VectorX<double>()},
                                            {b, w, bent ? d : VectorX<double>()}, 0.3, 1.7, degree);
    const Motion3 start = at(*motion, 0.3), end = at(*motion, 2.0);
    EXPECT_TRUE(is_close(start[0], a, 1e-13) && is_close(end[0], b, 1e-13)) << degree;
    EXPECT_TRUE(is_close(start[1], v, 1e-13) && is_close(end[1], w, 1e-12)) << degree;
    if (bent) {
      EXPECT_TRUE(is_close(start[2], c, 1e-12) && is_close(end[2], d, 1e-11)) << degree;
    }
    // The difference of order degree + 1 of a polynomial is zero.
    double difference = 0, sign = 1, binomial = 1;
    for (int k = 0; k <= degree + 1; ++k) {
      difference += sign * binomial * at(*motion, 0.4 + 0.15 * k)[0][0];
      binomial *= double(degree + 1 - k) / (k + 1);
      sign = -sign;
    }
    EXPECT_NEAR(difference, 0, 1e-12) << degree;
  }
  // At rest at both ends degree 5 is the polynomial of polynomial_move().
  const auto rest = boundary_polynomial({a}, {b}, 0, 2, 5), move = polynomial_move(a, b, 0, 2);
  EXPECT_TRUE(is_close(at(*rest, 0.77)[0], at(*move, 0.77)[0], 1e-14));
  EXPECT_NE(message_of([&] { boundary_polynomial({a, v, c}, {b}, 0, 1, 3); }).find("degree 3"),
            std::string::npos);
  EXPECT_THROW(boundary_polynomial({a}, {b}, 0, 1, 4), Error);
}

TEST(ReferenceMotion, SplinePassesItsWaypointsAndRestsAtItsEnds) {
  const VectorX<double> times = list({0, 0.4, 1.5, 1.9});
  MatrixX<double> q(2, 4);
  q << 0, 1, -1, 2, 3, 3, 4, 0;
  const auto motion = spline_motion(times, q);
  for (int k = 0; k < 4; ++k) EXPECT_TRUE(is_close(at(*motion, times[k])[0], q.col(k), 1e-13));
  for (const double t : {0.0, 1.9}) EXPECT_LT(at(*motion, t)[1].cwiseAbs().maxCoeff(), 1e-13);
  for (const double t : {0.4, 1.5})  // accelerations do not jump
    EXPECT_TRUE(is_close(at(*motion, t - 1e-9)[2], at(*motion, t + 1e-9)[2], 1e-6));
  // Two waypoints: the cubic 3 x² − 2 x³.
  const auto two = spline_motion(list({0, 2}), q.leftCols(2));
  EXPECT_NEAR(at(*two, 0.5)[0][0], 3 * 0.0625 - 2 * 0.015625, 1e-14);
}

}  // namespace
}  // namespace erfd::test
