// Lines over two axes, and bars.
#include "erfd/base/error.hpp"

#include "report/text/svg_parts.hpp"

namespace erfd {
namespace {

using namespace svg;  // NOLINT(google-build-using-namespace): the parts that figures are made of

constexpr double line_height = 460, right = 190;

std::string axes_of(const LinePlot& plot, const Scale& x, const Scale& y) {
  const double x_end = width - right, y_end = line_height - bottom;
  std::string out;
  for (const double tick : y.ticks()) {
    out += line_at("grid", left, y(tick), x_end, y(tick));
    out += text_at(left - 8, y(tick) + 4.5, "end", tick_text(tick));
  }
  for (const double tick : x.ticks()) {
    out += line_at("grid", x(tick), top, x(tick), y_end);
    out += text_at(x(tick), y_end + 19, "middle", tick_text(tick));
  }
  out += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", left,
                     top, x_end - left, y_end - top);
  out += text_at((left + x_end) / 2, y_end + 43, "middle", plot.x.label);
  const double middle = (top + y_end) / 2;
  return out + text_at(18, middle, "middle", plot.y.label,
                       fmt::format(" transform=\"rotate(-90 18 {:.1f})\"", middle));
}

std::string curve_of(const PlotSeries& series, std::size_t index, const Scale& x, const Scale& y,
                     bool dots) {
  std::string points, marks;
  for (const auto& [px, py] : series.points) {
    points += fmt::format("{:.1f},{:.1f} ", x(px), y(py));
    if (dots)
      marks += fmt::format("<circle class=\"c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n",
                           index % 8, x(px), y(py));
  }
  return fmt::format("<polyline class=\"line {}\" points=\"{}\"/>\n", colour_of(index), points) +
         marks;
}

/// Names at the right, from the highest line to the lowest, as near to its end as there is room.
std::string legend_of(const LinePlot& plot, const Scale& y) {
  constexpr double row = 18;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (!plot.series[i].points.empty()) order.push_back(i);
  const auto last = [&](std::size_t i) { return plot.series[i].points.back().second; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return last(a) > last(b); });
  std::vector<double> places;
  places.reserve(order.size());
  for (const std::size_t i : order)
    places.push_back(std::max(y(last(i)), places.empty() ? top + 8 : places.back() + row));
  double limit = line_height - bottom;
  for (auto place = places.rbegin(); place != places.rend(); ++place, limit -= row)
    *place = std::min(*place, limit);
  std::string out;
  const double x = width - right + 12;
  for (std::size_t k = 0; k < order.size(); ++k) {
    out +=
        fmt::format("<line class=\"line {}\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>\n",
                    colour_of(order[k]), x, places[k], x + 24, places[k]);
    out += text_at(x + 30, places[k] + 4.5, "start", plot.series[order[k]].name);
  }
  return out;
}

/// Widens one of them about its middle, so that a unit is as long on both axes.
void scale_alike(Range& x, Range& y) {
  constexpr double wide = width - right - left, high = line_height - bottom - top;
  const auto widen = [](Range& range, double span) {
    const double middle = (range.low + range.high) / 2;
    range = {middle - span / 2, middle + span / 2};
  };
  const double unit = std::max((x.high - x.low) / wide, (y.high - y.low) / high);
  widen(x, unit * wide);
  widen(y, unit * high);
}

}  // namespace

std::string svg_of(const LinePlot& plot) {
  Range in_x, in_y;
  std::size_t longest = 0;
  for (const PlotSeries& series : plot.series) {
    longest = std::max(longest, series.points.size());
    for (const auto& [px, py] : series.points) {
      check(px, plot.x.logarithmic, plot.title);
      check(py, plot.y.logarithmic, plot.title);
      in_x.add(px);
      in_y.add(py);
    }
  }
  if (longest == 0) throw Error(fmt::format("plot '{}': has no points", plot.title));
  in_x = in_x.widened(plot.x.logarithmic);
  in_y = in_y.widened(plot.y.logarithmic);
  if (plot.same_scale) scale_alike(in_x, in_y);
  const Scale x(in_x.low, in_x.high, plot.x.logarithmic, left, width - right);
  const Scale y(in_y.low, in_y.high, plot.y.logarithmic, line_height - bottom, top);
  std::string body = axes_of(plot, x, y);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    body += curve_of(plot.series[i], i, x, y, longest <= 12);
  return page(plot.title, line_height, body + legend_of(plot, y));
}

std::string svg_of(const BarPlot& plot) {
  constexpr double row = 30, thick = 18, names = 150, values = 90;
  if (plot.bars.empty()) throw Error(fmt::format("plot '{}': has no bars", plot.title));
  Range range;
  for (const PlotBar& bar : plot.bars) {
    check(bar.value, false, plot.title);
    if (bar.value < 0)
      throw Error(fmt::format("plot '{}': bar '{}' is negative", plot.title, bar.name));
    range.add(bar.value);
  }
  range = range.widened(false);
  const double end = top + row * static_cast<double>(plot.bars.size());
  const Scale x(range.low, range.high, false, names, width - values);
  std::string body;
  for (const double tick : x.ticks()) {
    body += line_at("grid", x(tick), top, x(tick), end);
    body += text_at(x(tick), end + 19, "middle", tick_text(tick));
  }
  for (std::size_t k = 0; k < plot.bars.size(); ++k) {
    const PlotBar& bar = plot.bars[k];
    const double y = top + row * (static_cast<double>(k) + 0.5);
    body += fmt::format(
        "<rect class=\"c0\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
        names, y - thick / 2, x(bar.value) - names, thick);
    body += text_at(names - 8, y + 4.5, "end", bar.name);
    body += text_at(x(bar.value) + 7, y + 4.5, "start", grouped(std::round(bar.value)));
  }
  body += line_at("frame", names, top, names, end);
  body += text_at((names + width - values) / 2, end + 43, "middle", plot.label);
  return page(plot.title, end + bottom, body);
}

}  // namespace erfd
