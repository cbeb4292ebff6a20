// Numbers that somebody typed.
#include "erfd/base/numbers.hpp"

#include "support/message_of.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(Numbers, AQuantityMayBringItsUnit) {
  EXPECT_DOUBLE_EQ(parse_quantity("--period", "10ms", seconds_units), 0.01);
  EXPECT_DOUBLE_EQ(parse_quantity("--period", " 10 ms ", seconds_units), 0.01);
  EXPECT_DOUBLE_EQ(parse_quantity("--period", "0.004", seconds_units), 0.004);
  EXPECT_DOUBLE_EQ(parse_quantity("--period", "4e-3s", seconds_units), 0.004);
  EXPECT_DOUBLE_EQ(parse_quantity("--duration", "+1.5min", seconds_units), 90);
  EXPECT_DOUBLE_EQ(parse_quantity("--duration", "250us", seconds_units), 250e-6);
  EXPECT_DOUBLE_EQ(parse_quantity("--tool-speed", "800 mm/s", speed_units), 0.8);
  EXPECT_DOUBLE_EQ(parse_quantity("--tool-acceleration", "3m/s2", acceleration_units), 3);
}

TEST(Numbers, WhatIsNoQuantityIsRefusedWithItsUnits) {
  const auto said = [](const char* text) {
    return message_of([&] { parse_quantity("--period", text, seconds_units); });
  };
  const char* const expected = "expected a number with its unit (s, ms, us, min); s without one";
  for (const char* const text : {"10mm", "ms", "", "ten", "10 s s", "nan", "inf", "1e999", "1,2"})
    EXPECT_EQ(said(text), std::string("--period: found '") + text + "', " + expected) << text;
}

TEST(Numbers, SharesAreFromOneToAThousandPerCent) {
  EXPECT_DOUBLE_EQ(parse_share("--speed", "60%"), 0.6);
  EXPECT_DOUBLE_EQ(parse_share("--speed", "0.6"), 0.6);
  EXPECT_NE(message_of([] { parse_share("--speed", "60"); }), "");
}

}  // namespace
}  // namespace erfd::test
