// The points of a study: right spreads, every one a function of its number alone.
#include "erfd/sweep/points.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace erfd {
namespace {

Study study_of(DesignKind kind, std::uint64_t points, std::vector<Spread> spreads) {
  Study study;
  study.design = {kind, points, 11};
  for (Spread& spread : spreads) {
    Variation& variation = study.variations.emplace_back();
    variation.name = "v" + std::to_string(study.variations.size());
    variation.keys = {variation.name};
    variation.spread = std::move(spread);
  }
  return study;
}

TEST(StudyPoints, OfAGridAreEveryCombinationOnce) {
  const StudyPoints points(study_of(
      DesignKind::grid, 0, {RangeSpread{1, 3, 3}, ListSpread{{"a", "b"}}, RangeSpread{7, 7, 1}}));
  ASSERT_EQ(points.jobs(), 6u);
  std::set<std::pair<double, std::string>> seen;
  for (std::uint64_t job = 0; job < points.jobs(); ++job) {
    const auto point = points.at(job);
    seen.emplace(point[0].number, point[1].text);
    EXPECT_EQ(point[2].number, 7);
  }
  const std::set<std::pair<double, std::string>> all{{1, "a"}, {2, "a"}, {3, "a"},
                                                     {1, "b"}, {2, "b"}, {3, "b"}};
  EXPECT_EQ(seen, all);
}

TEST(StudyPoints, OfALatinHypercubeFillEveryStratumOnce) {
  constexpr std::uint64_t count = 97;  // no power of two: the random order has to walk
  const StudyPoints points(
      study_of(DesignKind::latin_hypercube, count, {UniformSpread{0, 1}, UniformSpread{0, 1}}));
  for (std::size_t i = 0; i < 2; ++i) {
    std::set<int> strata;
    for (std::uint64_t job = 0; job < count; ++job)
      strata.insert(static_cast<int>(points.at(job)[i].number * count));
    EXPECT_EQ(strata.size(), count);
  }
}

TEST(StudyPoints, DoNotDependOnTheOrderInWhichTheyAreAsked) {
  for (const DesignKind kind :
       {DesignKind::random, DesignKind::latin_hypercube, DesignKind::sobol, DesignKind::saltelli}) {
    const Study study = study_of(kind, 50, {UniformSpread{0, 1}, NormalSpread{0, 1}});
    const StudyPoints forward(study), backward(study);
    std::vector<double> there, back;
    for (std::uint64_t job = 0; job < forward.jobs(); ++job)
      there.push_back(forward.at(job)[1].number);
    for (std::uint64_t job = forward.jobs(); job-- > 0;) back.push_back(backward.at(job)[1].number);
    std::reverse(back.begin(), back.end());
    EXPECT_EQ(there, back);
  }
}

// Mean and deviation of 20000 points against the closed forms of each spread.
TEST(StudyPoints, HaveTheMomentsOfTheirSpreads) {
  struct Expected {
    Spread spread;
    double mean, deviation;
  };
  const double a = 1, b = 5, c = 2;
  const std::vector<Expected> all{{UniformSpread{a, b}, (a + b) / 2, (b - a) / std::sqrt(12.0)},
                                  {NormalSpread{3, 0.5}, 3, 0.5},
                                  {TriangularSpread{a, c, b}, (a + b + c) / 3,
                                   std::sqrt((a * a + b * b + c * c - a * b - a * c - b * c) / 18)},
                                  {RangeSpread{0, 4, 5}, 2, std::sqrt(2.0)}};
  for (const DesignKind kind :
       {DesignKind::random, DesignKind::latin_hypercube, DesignKind::sobol}) {
    std::vector<Spread> spreads;
    for (const Expected& e : all) spreads.push_back(e.spread);
    const StudyPoints points(study_of(kind, 20000, spreads));
    for (std::size_t i = 0; i < all.size(); ++i) {
      double sum = 0, squares = 0;
      for (std::uint64_t job = 0; job < points.jobs(); ++job) {
        const double x = points.at(job)[i].number;
        sum += x;
        squares += x * x;
      }
      const double n = static_cast<double>(points.jobs()), mean = sum / n;
      EXPECT_NEAR(mean, all[i].mean, 4 * all[i].deviation / std::sqrt(n)) << i;
      EXPECT_NEAR(std::sqrt(squares / n - mean * mean), all[i].deviation, 0.03 * all[i].deviation)
          << i;
    }
  }
}

TEST(StudyPoints, OfSaltelliDifferInOneNumber) {
  const StudyPoints points(study_of(
      DesignKind::saltelli, 8, {UniformSpread{0, 1}, UniformSpread{0, 1}, UniformSpread{0, 1}}));
  ASSERT_EQ(points.jobs(), 40u);
  for (std::uint64_t block = 0; block < 8; ++block)
    for (std::size_t changed = 0; changed < 3; ++changed)
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(points.at(5 * block + 2 + changed)[i].number,
                  points.at(5 * block + (i == changed ? 1 : 0))[i].number);
}

TEST(StudyPoints, BeyondTheLargestStudyAreRefused) {
  const Study grid =
      study_of(DesignKind::grid, 0, {RangeSpread{0, 1, 100000}, RangeSpread{0, 1, 101}});
  EXPECT_THROW(job_count(grid), std::exception);
}

}  // namespace
}  // namespace erfd
