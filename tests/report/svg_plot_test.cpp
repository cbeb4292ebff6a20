#include "erfd/report/svg_plot.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

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

/// Numbers in the points="x,y …" of the line of that class.
std::vector<std::pair<double, double>> points_of(const std::string& svg, const std::string& kind) {
  std::vector<std::pair<double, double>> points;
  const std::string open = "<polyline class=\"" + kind + "\" points=\"";
  for (std::size_t at = svg.find(open); at != svg.npos; at = svg.find(open, at + 1)) {
    std::istringstream in(svg.substr(at + open.size(), svg.find('"', at + open.size()) - at));
    double x = 0, y = 0;
    for (char comma = 0; in >> x >> comma >> y;) points.emplace_back(x, y);
  }
  return points;
}

PanelPlot long_plot(std::size_t count) {
  PanelPlot plot{
      "run", "time [s]", {}, {{"motor <1> [N m]", {{"achieved", LineKind::signal, {}}}}}};
  for (std::size_t k = 0; k < count; ++k) {
    plot.x.push_back(0.01 * static_cast<double>(k));
    plot.panels[0].lines[0].values.push_back(
        k == count / 2 ? 7 : std::sin(0.001 * static_cast<double>(k)));
  }
  return plot;
}

TEST(SvgPanels, KeepTheExtremesOfLongSignals) {
  const std::string svg = svg_of(long_plot(100'000));
  const auto points = points_of(svg, "line thin c0 d0");
  EXPECT_LT(points.size(), 6000u);
  double top = 1e9;  // y of a picture goes down
  for (const auto& [x, y] : points) top = std::min(top, y);
  const auto near_top = std::count_if(points.begin(), points.end(),
                                      [&](const auto& point) { return point.second < top + 20; });
  EXPECT_GE(near_top, 1) << "one sample of 100 000 stands out, and it is drawn";
  EXPECT_LE(near_top, 2) << "as the largest of its column, and perhaps as its end";
  EXPECT_NE(svg.find("motor &lt;1&gt;"), svg.npos);
}

TEST(SvgPanels, LeaveAGapWhereNoNumberIs) {
  PanelPlot plot = long_plot(10);
  plot.panels[0].lines[0].values[4] = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = svg_of(plot);
  EXPECT_EQ(points_of(svg, "line thin c0 d0").size(), 9u);
  EXPECT_EQ(svg.find("nan"), svg.npos);
  plot.x[3] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(svg_of(plot), Error);
}

TEST(SvgPanels, ShowALimitOnlyWhileItDoesNotFlattenTheSignals) {
  const auto lowest_signal = [](double limit) {
    PanelPlot plot = long_plot(10);
    plot.panels[0].lines.push_back({"limit", LineKind::limit, std::vector<double>(10, limit)});
    double top = 1e9;
    for (const auto& [x, y] : points_of(svg_of(plot), "line thin c0 d0")) top = std::min(top, y);
    return top;
  };
  EXPECT_GT(lowest_signal(14), lowest_signal(8) + 10) << "a near limit takes room";
  EXPECT_EQ(lowest_signal(1000), lowest_signal(500)) << "a far one takes none";
  PanelPlot plot = long_plot(10);
  plot.panels[0].lines.push_back({"limit", LineKind::limit, std::vector<double>(10, 1000)});
  EXPECT_TRUE(points_of(svg_of(plot), "line limit").empty()) << "and is not drawn at the edge";
}

TEST(SvgPanels, RefuseLinesOfOtherLengths) {
  PanelPlot plot = long_plot(10);
  plot.panels[0].lines[0].values.pop_back();
  EXPECT_THROW(svg_of(plot), Error);
  EXPECT_THROW(svg_of(PanelPlot{"none", "x", {1}, {}}), Error);
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
