#include "erfd/report/svg_plot.hpp"

#include "erfd/base/error.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

LinePlot small_plot() {
  return {"a & b", {"joints n", true}, {"time [ns]", true}, {{"one", {{2, 10}, {40, 1000}}}}};
}

TEST(SvgPlot, IsCompleteAndNeedsNothingElse) {
  const std::string svg = svg_of(small_plot());
  EXPECT_TRUE(svg.starts_with("<svg xmlns="));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("a &amp; b"), svg.npos);
  EXPECT_NE(svg.find("time [ns]"), svg.npos);
  EXPECT_NE(svg.find("prefers-color-scheme: dark"), svg.npos);
  EXPECT_EQ(svg.find("href"), svg.npos);
  EXPECT_EQ(svg.find("url("), svg.npos);
  EXPECT_EQ(svg.find("nan"), svg.npos);
}

TEST(SvgPlot, RefusesWhatCannotBeDrawn) {
  LinePlot plot = small_plot();
  plot.series[0].points[0].second = 0;
  EXPECT_THROW(svg_of(plot), Error);
  plot.y.logarithmic = false;
  EXPECT_NO_THROW(svg_of(plot));
  plot.series[0].points[0].second = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(svg_of(plot), Error);
  plot.series.clear();
  EXPECT_THROW(svg_of(plot), Error);
  EXPECT_THROW(svg_of(BarPlot{"none", "x", {}}), Error);
  EXPECT_THROW(svg_of(BarPlot{"below zero", "x", {{"a", -1}}}), Error);
}

TEST(SvgPlot, AllZeroBarsAreDrawn) {
  EXPECT_EQ(svg_of(BarPlot{"zero", "x", {{"a", 0}, {"b", 0}}}).find("nan"), std::string::npos);
}

TEST(SvgPlot, TicksLieWithinTheAxisAndAreRound) {
  EXPECT_EQ(plot_ticks(0, 60, false), (std::vector<double>{0, 10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(plot_ticks(1, 10000, true), (std::vector<double>{1, 10, 100, 1000, 10000}));
  for (const double tick : plot_ticks(1.7, 50, true)) {
    EXPECT_GE(tick, 1.7);
    EXPECT_LE(tick, 50);
  }
}

}  // namespace
}  // namespace erfd::test
