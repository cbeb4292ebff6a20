// What studies say of their spread, against closed forms.
#include "erfd/sweep/statistics.hpp"

#include "sweep/counter_random.hpp"
#include "sweep/regression.hpp"
#include "sweep/sobol_indices.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd {
namespace {

// Wilson's interval holds the true share in about 95 of 100 studies.
TEST(ShareEstimate, HoldsTheTrueShareAsOftenAsItSays) {
  for (const double truth : {0.5, 0.9, 0.97}) {
    int inside = 0;
    constexpr int studies = 4000;
    for (int study = 0; study < studies; ++study) {
      std::uint64_t yes = 0;
      constexpr std::uint64_t jobs = 200;
      for (std::uint64_t job = 0; job < jobs; ++job)
        yes += unit_number(random_bits(5, static_cast<std::uint64_t>(study), job)) < truth ? 1 : 0;
      const ShareEstimate estimate = share_estimate(yes, jobs);
      inside += estimate.low <= truth && truth <= estimate.high ? 1 : 0;
    }
    const double coverage = inside / static_cast<double>(studies);
    EXPECT_GT(coverage, 0.93) << truth;
    EXPECT_LT(coverage, 0.97) << truth;
  }
}

TEST(ShareEstimate, OfNothingAndOfAllStaysWithinZeroAndOne) {
  EXPECT_EQ(share_estimate(0, 0).high, 1);
  EXPECT_EQ(share_estimate(0, 50).low, 0);
  EXPECT_GT(share_estimate(0, 50).high, 0.05);
  EXPECT_EQ(share_estimate(50, 50).high, 1);
  EXPECT_LT(share_estimate(50, 50).low, 0.95);
}

// y = 3 a − 4 b + noise of deviation 0: a explains 9/25, b 16/25.
TEST(Regression, SharesTheVarianceOfALinearResult) {
  Regression regression(3);
  for (std::uint64_t k = 0; k < 65536; ++k) {
    const auto normal = [&](std::uint64_t i) {
      const double u = unit_number(random_bits(1, 2 * i, k));
      const double v = unit_number(random_bits(1, 2 * i + 1, k));
      return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
    };
    const double a = normal(0), b = normal(1);
    regression.add({1e6 + a, b, 42}, 3 * a - 4 * b);  // a large mean, and a number that stays
  }
  const auto influences = regression.influences();
  EXPECT_NEAR(influences[0].share, 9.0 / 25, 0.03);
  EXPECT_NEAR(influences[1].share, 16.0 / 25, 0.03);
  EXPECT_LT(influences[1].slope, 0);
  EXPECT_EQ(influences[2].share, 0);
  EXPECT_NEAR(regression.explained(), 1, 1e-9);
}

// Ishigami and Homma 1990: f = sin x1 + a sin² x2 + b x3⁴ sin x1 on (−π, π)³, indices in closed form.
TEST(SobolIndices, OfTheIshigamiFunctionLieWithinTheirIntervals) {
  constexpr double a = 7, b = 0.1, pi = std::numbers::pi;
  Study study;
  study.design = {DesignKind::saltelli, 4096, 3};
  for (int i = 0; i < 3; ++i) {
    Variation& variation = study.variations.emplace_back();
    variation.keys = {"x"};
    variation.spread = UniformSpread{-pi, pi};
  }
  const StudyPoints points(study);
  SobolIndices indices(3, study.design.seed);
  for (std::uint64_t job = 0; job < points.jobs(); ++job) {
    const auto x = points.at(job);
    const double s2 = std::sin(x[1].number), x3 = x[2].number;
    indices.add(job, std::sin(x[0].number) * (1 + b * x3 * x3 * x3 * x3) + a * s2 * s2);
  }
  std::vector<Influence> found(3);
  indices.into(found);
  const double pi4 = std::pow(pi, 4), pi8 = pi4 * pi4;
  const double v1 = 0.5 * std::pow(1 + b * pi4 / 5, 2), v2 = a * a / 8;
  const double v13 = b * b * pi8 * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(*found[i].first, first[i], 1.2 * found[i].first_error) << i;
    EXPECT_NEAR(*found[i].total, total[i], 1.2 * found[i].total_error) << i;
    EXPECT_LT(found[i].first_error, 0.06);
    EXPECT_LT(found[i].total_error, 0.06);
  }
}

}  // namespace
}  // namespace erfd
