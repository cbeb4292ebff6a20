// Profiles of the moves of golden sets, against the speeds that their text describes.
#include "golden/golden.hpp"
#include "support/message_of.hpp"

#include <gtest/gtest.h>

namespace erfd::golden {
namespace {

// "trapezoidal: velocity ramps of length 'ramp'; s = 1 for t ≥ T".
TEST(GoldenProgress, TrapezoidIsTheIntegralOfItsSpeed) {
  const double T = 0.62, ramp = 0.15, top = 1 / (T - ramp);
  const Json move{{"profile", "trapezoidal"}, {"T", T}, {"ramp", ramp}};
  double s = 0;
  constexpr int steps = 62'000;
  for (int k = 0; k < steps; ++k) {
    const double t = T * (k + 0.5) / steps;
    ASSERT_NEAR(progress(move, t - T / 2 / steps), s, 1e-9);
    s += top * std::min({t / ramp, 1.0, (T - t) / ramp}) * T / steps;  // midpoint rule
  }
  EXPECT_NEAR(s, 1, 1e-9);
  EXPECT_EQ(progress(move, T), 1);
  EXPECT_EQ(progress(move, 2 * T), 1);
}

TEST(GoldenProgress, RefusesProfilesThatNobodyKnows) {
  EXPECT_EQ(test::message_of([] { progress({{"profile", "square"}, {"T", 1}}, 0); }),
            "golden: profile 'square' is not known (known: cycloidal, trapezoidal)");
}

}  // namespace
}  // namespace erfd::golden
