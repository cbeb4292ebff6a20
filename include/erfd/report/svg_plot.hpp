// Plots as SVG files that need nothing else: no fonts, no scripts, readable on light and on dark
// pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace erfd {

/// A line through points, in the order of x.
struct PlotSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

struct PlotAxis {
  std::string label;  ///< with its unit, "time of a call [ns]"
  bool logarithmic = false;
};

struct LinePlot {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotSeries> series;  ///< the legend sorts them by their last value
  bool same_scale = false;         ///< both axes are lengths of one plane
};

struct PlotBar {
  std::string name;
  double value = 0;
};

/// Horizontal bars from zero, each with its value beside it.
struct BarPlot {
  std::string title;
  std::string label;  ///< of the values, with its unit
  std::vector<PlotBar> bars;
};

/// A quantity over two others, as shades of one colour.
struct MapPlot {
  std::string title;
  std::string x_label, y_label;             ///< with their units
  std::string unit;                         ///< of the values
  std::vector<double> x, y;                 ///< rising, evenly spaced, at least two each
  std::vector<std::vector<double>> values;  ///< a row for each y, a value for each x
};

/// What a line of a panel is; solid, dashed or dotted, so that no colour is needed to tell.
enum class LineKind { signal, asked, limit };

struct PanelLine {
  std::string name;
  LineKind kind = LineKind::signal;
  std::vector<double> values;  ///< one a place of PanelPlot::x; a gap where one is not finite
};

/// A stretch of x that is shaded.
struct PanelMark {
  double from = 0, to = 0;
};

struct Panel {
  std::string title;  ///< with the unit, "motor1 [N m]"
  std::vector<PanelLine> lines;
  std::vector<PanelMark> marks = {};
};

/// Signals over one axis, panel below panel.
struct PanelPlot {
  std::string title;
  std::string x_label;
  std::vector<double> x;  ///< rising
  std::vector<Panel> panels;
  std::string marked = {};  ///< what shaded means
};

/// A complete SVG document. @throws Error if there is nothing to draw, if a number is not finite,
/// or not positive on a logarithmic axis (negative in a bar).
std::string svg_of(const LinePlot& plot);
std::string svg_of(const BarPlot& plot);
std::string svg_of(const MapPlot& plot);
/// Of long signals the extremes of each column of the picture are drawn. A limit that would flatten
/// the signals of its panel is left out of the picture.
std::string svg_of(const PanelPlot& plot);

/// Places of the ticks of an axis from `low` to `high`, all within it.
std::vector<double> plot_ticks(double low, double high, bool logarithmic);

}  // namespace erfd
