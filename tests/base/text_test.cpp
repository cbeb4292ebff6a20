#include "erfd/base/text.hpp"

#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>

namespace erfd {
namespace {

TEST(Text, WidthCountsCodePointsNotBytes) { EXPECT_EQ(display_width("Kvrgić – §"), 10u); }

TEST(Text, ColoursTakeNoColumnsAndStayAwayWhereNobodyWantsThem) {
  const TextStyle plain{100, false}, coloured{100, true};
  EXPECT_EQ(toned("NO", Tone::bad, plain), "NO");
  EXPECT_EQ(toned("NO", Tone::bad, coloured), "\033[31mNO\033[39m");
  EXPECT_NE(toned("ok", Tone::good, coloured), toned("ok", Tone::doubtful, coloured));
  EXPECT_EQ(display_width(toned("spät", Tone::doubtful, coloured)), 4u);
  EXPECT_EQ(cut_to_width(toned("ok", Tone::good, coloured), 2), toned("ok", Tone::good, coloured));
}

TEST(Text, CutTextKeepsItsWidthAndShowsTheCut) {
  EXPECT_EQ(cut_to_width("Vidaković", 9), "Vidaković");
  EXPECT_EQ(cut_to_width("Vidaković et al.", 9), "Vidakovi…");
}

TEST(Text, WrappedLinesAreNeverTooWide) {
  const std::string text = wrapped("one two three supercalifragilistic four", 12, 2);
  EXPECT_EQ(text, "one two\n  three\n  supercalif\n  ragilistic\n  four");
}

TEST(Text, WrappingKnowsWhereTheFirstLineStarts) {
  EXPECT_EQ(wrapped("aaa bbb ccc", 12, 4, 8), "aaa\n    bbb ccc");
}

TEST(Text, ShortestNumberReadsBackExactly) {
  for (const double x : {0.1, 1.0 / 3, 6.02214076e23, -5e-324, std::numeric_limits<double>::max()})
    EXPECT_EQ(std::strtod(shortest(x).c_str(), nullptr), x);
  EXPECT_EQ(shortest(0.1), "0.1");
}

TEST(Text, ZeroHasNoSign) {
  EXPECT_EQ(with_decimals(-0.0004, 3), "0.000");
  EXPECT_EQ(with_decimals(-0.0006, 3), "-0.001");
  EXPECT_EQ(with_digits(-0.0), "0");
}

TEST(Text, AnAmountThatIsThereIsNeverToldAsZero) {
  EXPECT_EQ(amount_with_decimals(0.004, 2), "less than 0.01");
  EXPECT_EQ(amount_with_decimals(1e-9, 1), "less than 0.1");
  EXPECT_EQ(amount_with_decimals(0.006, 2), "0.01");
  EXPECT_EQ(amount_with_decimals(30, 2), "30.00");
  EXPECT_EQ(amount_with_decimals(0, 2), "0.00");
}

TEST(Text, WhatIsBeyondAllIsNotAHundredPercent) {
  EXPECT_EQ(percent(0.123), "12");
  EXPECT_EQ(percent(1), "100");
  EXPECT_EQ(percent(0.99999), "100");
  EXPECT_EQ(percent(1.00014), "100.01");
  EXPECT_EQ(percent(1.000000002), "100.0000002");
  EXPECT_EQ(percent(1.1), "110");
  EXPECT_EQ(percent(10), "1000");
}

TEST(Text, OnlyOneIsSingular) {
  EXPECT_EQ(counted(0, "file"), "0 files");
  EXPECT_EQ(counted(1, "file"), "1 file");
  EXPECT_EQ(counted(2, "file"), "2 files");
}

}  // namespace
}  // namespace erfd
