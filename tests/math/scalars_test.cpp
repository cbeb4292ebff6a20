// The scalars that study algorithms: what they count, how they differentiate.
#include "erfd/math/counted.hpp"
#include "erfd/math/dual.hpp"
#include "erfd/math/types.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

Vector3<Counted> variables(double x, double y, double z) {
  return {Counted::variable(x), Counted::variable(y), Counted::variable(z)};
}

TEST(Counted, CountsWhatAHandCounts) {
  const Vector3<Counted> a = variables(1, 2, 3), b = variables(4, 5, 6);
  const OperationCounter counter(CountingRule::as_written);
  EXPECT_EQ(double(a.dot(b)), 32);
  EXPECT_EQ(counter.total(), (OperationCount{3, 2, 0, 0}));
  EXPECT_EQ(double(cross(a, b).x()), -3);
  EXPECT_EQ(counter.total() - OperationCount({3, 2, 0, 0}), (OperationCount{6, 3, 0, 0}));
}

TEST(Counted, CountsDivisionsAndTranscendentalCalls) {
  const Counted x = Counted::variable(0.5);
  const OperationCounter counter(CountingRule::without_trivial);
  const Counted y = sin(x) / cos(x) - sqrt(x);
  EXPECT_DOUBLE_EQ(double(y), std::tan(0.5) - std::sqrt(0.5));
  EXPECT_EQ(counter.total(), (OperationCount{0, 1, 1, 3}));
}

TEST(Counted, LeavesOutWhatAHandWouldNotWriteDown) {
  const Counted x = Counted::variable(3), zero(0.0), one(1.0), c(0.7);
  const auto count = [&](CountingRule rule) {
    const OperationCounter counter(rule);
    const Counted y = x * one + x * zero + zero + (c * c + c) * x - x * -one;
    EXPECT_DOUBLE_EQ(double(y), 6 + (0.49 + 0.7) * 3);
    return counter.total();
  };
  EXPECT_EQ(count(CountingRule::as_written), (OperationCount{5, 5, 0, 0}));
  // left: (constant) x, and the two sums with it
  EXPECT_EQ(count(CountingRule::without_trivial), (OperationCount{1, 2, 0, 0}));
}

TEST(Counted, ConstantsThatCancelAreZeroWhateverTheRounding) {
  const Counted x = Counted::variable(3), third(1.0 / 3), c(0.1 + 0.2), d(0.3);
  ASSERT_NE(c.v, d.v);
  const OperationCounter counter(CountingRule::without_trivial);
  const Counted y = (c - d) * x + (third - third) * x;
  EXPECT_EQ(y.v, 0);
  EXPECT_EQ(counter.total(), OperationCount{});
}

TEST(Counted, KeepsTheKinematicsApart) {
  const Counted x = Counted::variable(3);
  const OperationCounter counter(CountingRule::as_written);
  Counted y = x * x;
  {
    const KinematicsPart<Counted> outer;
    y += x;
    {
      const KinematicsPart<Counted> inner;
      y += x;
    }
    y += x;
  }
  y = y * x;
  EXPECT_EQ(counter.dynamics(), (OperationCount{2, 0, 0, 0}));
  EXPECT_EQ(counter.kinematics(), (OperationCount{0, 3, 0, 0}));
  EXPECT_EQ(counter.total(), (OperationCount{2, 3, 0, 0}));
}

TEST(Dual, DifferentiatesAsTheRulesOfCalculusSay) {
  const double x = 0.7, h = 1e-6;
  const auto f = [](const auto& t) {
    using std::cos, std::sin, std::sqrt;
    return sin(t) * cos(t) / sqrt(t + 1.0) - t * t * t;
  };
  const Dual y = f(Dual(x, 1));
  EXPECT_DOUBLE_EQ(y.value, f(x));
  EXPECT_NEAR(y.derivative, (f(x + h) - f(x - h)) / (2 * h), 1e-9);
}

}  // namespace
}  // namespace erfd
