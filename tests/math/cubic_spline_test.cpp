#include "erfd/math/cubic_spline.hpp"

#include "support/message_of.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using Function = std::function<double(double)>;

/// Uneven times from 0 to `end`.
std::vector<double> uneven(int count, double end) {
  std::vector<double> t;
  for (int i = 0; i < count; ++i) {
    const double x = static_cast<double>(i) / (count - 1);
    t.push_back(end * (x + 0.05 * std::sin(2 * std::numbers::pi * x)));
  }
  return t;
}

struct Derivatives {
  std::vector<double> first, second;
  Derivatives(const std::vector<double>& t, const Function& f) : first(t.size()), second(t.size()) {
    std::vector<double> y;
    for (const double x : t) y.push_back(f(x));
    spline_derivatives(t, y, first, second);
  }
};

double worst(const std::vector<double>& t, const std::vector<double>& found, const Function& f) {
  double most = 0;
  for (std::size_t i = 0; i < t.size(); ++i) most = std::max(most, std::abs(found[i] - f(t[i])));
  return most;
}

TEST(CubicSpline, IsExactForCubics) {
  for (const int count : {4, 5, 6, 20}) {
    const auto t = uneven(count, 2);
    const Derivatives s(t, [](double x) { return 2 - x + 3 * x * x - 0.7 * x * x * x; });
    EXPECT_LT(worst(t, s.first, [](double x) { return -1 + 6 * x - 2.1 * x * x; }), 1e-12) << count;
    EXPECT_LT(worst(t, s.second, [](double x) { return 6 - 4.2 * x; }), 1e-11) << count;
  }
}

TEST(CubicSpline, OfTwoSamplesIsALineAndOfThreeAParabola) {
  const std::vector<double> two{1, 3}, three{0, 1, 3};
  const Derivatives line(two, [](double x) { return 5 * x; });
  EXPECT_EQ(line.first, (std::vector<double>{5, 5}));
  EXPECT_EQ(line.second, (std::vector<double>{0, 0}));
  const Derivatives parabola(three, [](double x) { return x * x; });
  EXPECT_EQ(parabola.first, (std::vector<double>{0, 2, 6}));
  EXPECT_EQ(parabola.second, (std::vector<double>{2, 2, 2}));
}

// Order of the error in the step: velocities 3, accelerations 2 (at the ends; better inside).
TEST(CubicSpline, GetsBetterWithTheStepAsItsOrderSays) {
  const auto error = [](int count, bool second) {
    const auto t = uneven(count, 3);
    const Derivatives s(t, [](double x) { return std::sin(2 * x); });
    return second ? worst(t, s.second, [](double x) { return -4 * std::sin(2 * x); })
                  : worst(t, s.first, [](double x) { return 2 * std::cos(2 * x); });
  };
  EXPECT_NEAR(std::log2(error(101, false) / error(201, false)), 3, 0.2);
  EXPECT_NEAR(std::log2(error(101, true) / error(201, true)), 2, 0.2);
}

TEST(CubicSpline, NamesTimesThatDoNotRiseAndWrongSizes) {
  std::vector<double> t{0, 1, 1}, y(3), yd(3), ydd(3), one(1);
  EXPECT_EQ(message_of([&] { spline_derivatives(t, y, yd, ydd); }),
            "spline_derivatives: time 2 does not rise");
  EXPECT_EQ(message_of([&] { spline_derivatives(one, one, one, one); }),
            "spline_derivatives: 1 times, 1 values and places for 1 and 1 derivatives, expected "
            "equal sizes of 2 or more");
}

}  // namespace
}  // namespace erfd::test
