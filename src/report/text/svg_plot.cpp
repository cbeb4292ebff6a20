#include "erfd/report/svg_plot.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

constexpr double width = 760, line_height = 460;
constexpr double left = 86, right = 190, top = 52, bottom = 58;

// Eight hues that hold on white and, lighter, on near black; dashes tell apart what colour cannot.
constexpr const char* style = R"(<style>
  text { font-family: system-ui, "DejaVu Sans", Arial, sans-serif; font-size: 13px; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .page { fill: #ffffff; }
  .frame { stroke: #59636e; fill: none; }
  .grid { stroke: #d1d9e0; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  .c0 { stroke: #0550ae; fill: #0550ae; } .c1 { stroke: #bc4c00; fill: #bc4c00; }
  .c2 { stroke: #116329; fill: #116329; } .c3 { stroke: #8250df; fill: #8250df; }
  .c4 { stroke: #a40e26; fill: #a40e26; } .c5 { stroke: #0a7d8c; fill: #0a7d8c; }
  .c6 { stroke: #7d6000; fill: #7d6000; } .c7 { stroke: #bf3989; fill: #bf3989; }
  .d1 { stroke-dasharray: 7 4; } .d2 { stroke-dasharray: 2 3; }
  .line { fill: none; }
  .thin { stroke-width: 1.4; } .asked { stroke: #59636e; stroke-dasharray: 7 4; }
  .limit { stroke: #a40e26; stroke-width: 1; stroke-dasharray: 2 3; } .mark { fill: #cf222e; opacity: 0.16; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .page { fill: #0d1117; } .frame { stroke: #8d96a0; } .grid { stroke: #30363d; }
    .c0 { stroke: #58a6ff; fill: #58a6ff; } .c1 { stroke: #f0883e; fill: #f0883e; }
    .c2 { stroke: #3fb950; fill: #3fb950; } .c3 { stroke: #bc8cff; fill: #bc8cff; }
    .c4 { stroke: #ff7b72; fill: #ff7b72; } .c5 { stroke: #56d4dd; fill: #56d4dd; }
    .c6 { stroke: #d4a72c; fill: #d4a72c; } .c7 { stroke: #ff8bcb; fill: #ff8bcb; }
    .line { fill: none; }
    .asked { stroke: #9198a1; } .limit { stroke: #ff7b72; } .mark { fill: #f85149; opacity: 0.3; }
  }
</style>
)";

std::string text_at(double x, double y, const char* anchor, std::string_view text,
                    std::string_view more = {}) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, xml_escaped(text));
}

std::string line_at(const char* kind, double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

std::string page(const std::string& title, double height, const std::string& body) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}"
             "</title>\n",
             width, height, xml_escaped(title)) +
         style +
         fmt::format("<rect class=\"page\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", width, height) +
         text_at(16, 30, "start", title, " class=\"title\"") + body + "</svg>\n";
}

/// 1234567 as "1 234 567".
std::string grouped(double value) {
  std::string digits = with_digits(value, 12);
  for (std::size_t at = std::min(digits.find('.'), digits.size()); digits.size() > 4 && at > 3;)
    digits.insert(at -= 3, " ");
  return digits;
}

std::string superscript(int number) {
  constexpr const char* figures[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = number < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(number))) out += figures[c - '0'];
  return out;
}

/// 15000 as "15 000", 2000000 as "2·10⁶".
std::string tick_text(double value) {
  if (value == 0 || (std::abs(value) < 1e5 && std::abs(value) >= 1e-3)) return grouped(value);
  const int power = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  const std::string factor = with_digits(value / std::pow(10, power), 3);
  return (factor == "1" ? "10" : factor + "·10") + superscript(power);
}

/// Where a value of one axis stands on the page.
class Scale {
 public:
  Scale(double low, double high, bool logarithmic, double from, double to)
      : low_(low), high_(high), logarithmic_(logarithmic), from_(from), to_(to) {}
  double operator()(double value) const {
    return from_ +
           (to_ - from_) * (on_axis(value) - on_axis(low_)) / (on_axis(high_) - on_axis(low_));
  }
  std::vector<double> ticks() const { return plot_ticks(low_, high_, logarithmic_); }

 private:
  double on_axis(double value) const { return logarithmic_ ? std::log10(value) : value; }
  double low_, high_;
  bool logarithmic_;
  double from_, to_;
};

void check(double value, bool positive, const std::string& title) {
  if (!std::isfinite(value) || (positive && value <= 0))
    throw Error(fmt::format("plot '{}': {} cannot be drawn, expected a finite{} number", title,
                            value, positive ? " positive" : ""));
}

struct Range {
  double low = INFINITY, high = -INFINITY;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// A little more than the values, from zero on a linear axis.
  Range widened(bool logarithmic) const {
    if (logarithmic) return {low / 1.25, high * 1.25};
    const double span = std::max(high, 0.0) - std::min(low, 0.0);
    return {std::min(low, 0.0), std::max(high, 0.0) + (span > 0 ? 0.05 * span : 1)};
  }
};

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

std::string colour_of(std::size_t series) {
  return fmt::format("c{} d{}", series % 8, series / 8 % 3);
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

}  // namespace

std::vector<double> plot_ticks(double low, double high, bool logarithmic) {
  std::vector<double> ticks;
  if (logarithmic) {
    const double decades = std::log10(high / low);
    for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10)
      for (const double step : {1., 2., 3., 5.}) {
        const bool wanted = step == 1 || decades < 1.6 || (decades < 3.2 && step != 5 && step != 2);
        if (wanted && step * power >= low && step * power <= high) ticks.push_back(step * power);
      }
    return ticks;
  }
  const double rough = (high - low) / 6, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5., 2., 1.})
    if (factor * power >= rough) step = factor * power;
  for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
  return ticks;
}

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

namespace {

constexpr double panel_height = 120, panel_gap = 34, panel_right = 20, legend_row = 20;

/// Names of the lines of all panels, each once: the legend, and the colours by their order.
std::vector<const PanelLine*> kinds_of_lines(const PanelPlot& plot) {
  std::vector<const PanelLine*> kinds;
  for (const Panel& panel : plot.panels)
    for (const PanelLine& line : panel.lines)
      if (std::none_of(kinds.begin(), kinds.end(),
                       [&](const PanelLine* known) { return known->name == line.name; }))
        kinds.push_back(&line);
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const PanelLine* a, const PanelLine* b) { return a->kind < b->kind; });
  return kinds;
}

std::string class_of(const PanelLine& line, const std::vector<const PanelLine*>& kinds) {
  if (line.kind == LineKind::limit) return "line limit";
  if (line.kind == LineKind::asked) return "line thin asked";
  std::size_t number = 0;
  for (const PanelLine* kind : kinds) {
    if (kind->name == line.name) break;
    number += kind->kind == LineKind::signal ? 1 : 0;
  }
  return "line thin " + colour_of(number);
}

/// Limits belong to the picture only while they do not flatten the signals.
Range range_of(const Panel& panel) {
  Range range;
  range.add(0);
  const auto add = [&](bool limits, const Range& within) {
    for (const PanelLine& line : panel.lines)
      if ((line.kind == LineKind::limit) == limits)
        for (const double y : line.values)
          if (std::isfinite(y) && y >= within.low && y <= within.high) range.add(y);
  };
  add(false, {-1e9, 1e9});
  const double span = range.high - range.low;
  add(true, {range.low - 3 * span, range.high + 3 * span});
  const double margin = range.high > range.low ? 0.05 * (range.high - range.low) : 1;
  return {range.low - margin, range.high + margin};
}

/// The line in pieces without gaps; of all points that share a column the first, the extremes and the
/// last one.
std::string panel_curve(const PanelLine& line, const std::string& kind, const PanelPlot& plot,
                        const Scale& x, const Scale& y, const Range& range) {
  std::string out, piece;
  const auto end_piece = [&] {
    if (!piece.empty()) out += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", kind, piece);
    piece.clear();
  };
  const auto add = [&](double px, double value) {
    piece += fmt::format("{:.1f},{:.1f} ", px, y(value));
  };
  const auto drawable = [&](double value) {  // what lies outside was left out on purpose
    return std::isfinite(value) && value >= range.low && value <= range.high;
  };
  for (std::size_t k = 0; k < line.values.size();) {
    if (!drawable(line.values[k])) {
      end_piece();
      ++k;
      continue;
    }
    const double column = std::floor(x(plot.x[k]) * 2) / 2;
    std::size_t end = k;
    Range values;
    for (; end < line.values.size() && drawable(line.values[end]) &&
           std::floor(x(plot.x[end]) * 2) / 2 == column;
         ++end)
      values.add(line.values[end]);
    const double at = x(plot.x[k]);
    add(at, line.values[k]);
    if (end - k > 3) {
      add(at, values.low);
      add(at, values.high);
    }
    if (end - k > 1) add(x(plot.x[end - 1]), line.values[end - 1]);
    k = end;
  }
  end_piece();
  return out;
}

std::string panel_at(double y_top, const Panel& panel, const PanelPlot& plot, const Scale& x,
                     const std::vector<const PanelLine*>& kinds) {
  const Range range = range_of(panel);
  const double y_end = y_top + panel_height, x_end = width - panel_right;
  const Scale y(range.low, range.high, false, y_end, y_top);
  std::string out = text_at(left, y_top - 7, "start", panel.title);
  for (const PanelMark& mark : panel.marks)
    out += fmt::format(
        "<rect class=\"mark\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
        x(mark.from), y_top, std::max(2.0, x(mark.to) - x(mark.from)), panel_height);
  for (const double tick : plot_ticks(range.low, range.high, false)) {
    out += line_at("grid", left, y(tick), x_end, y(tick));
    out += text_at(left - 8, y(tick) + 4.5, "end", tick_text(tick));
  }
  for (const double tick : x.ticks()) out += line_at("grid", x(tick), y_top, x(tick), y_end);
  out += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", left,
                     y_top, x_end - left, panel_height);
  for (const PanelLine& line : panel.lines)
    out += panel_curve(line, class_of(line, kinds), plot, x, y, range);
  return out;
}

/// One row of samples and names, or more; sets `y` to where the panels may begin.
std::string panel_legend(const PanelPlot& plot, const std::vector<const PanelLine*>& kinds,
                         double& y) {
  std::string out;
  double x = left;
  const auto place = [&](const std::string& name) {
    const double wide = 46 + 7.3 * static_cast<double>(display_width(name));
    if (x + wide > width && x > left) {
      x = left;
      y += legend_row;
    }
    const double at = x;
    x += wide;
    return at;
  };
  for (const PanelLine* kind : kinds) {
    const double at = place(kind->name);
    out += line_at(class_of(*kind, kinds).c_str(), at, y - 4.5, at + 24, y - 4.5);
    out += text_at(at + 30, y, "start", kind->name);
  }
  if (!plot.marked.empty()) {
    const double at = place(plot.marked);
    out +=
        fmt::format("<rect class=\"mark\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"24\" height=\"12\"/>\n",
                    at, y - 10);
    out += text_at(at + 30, y, "start", plot.marked);
  }
  y += panel_gap;
  return out;
}

}  // namespace

std::string svg_of(const PanelPlot& plot) {
  if (plot.panels.empty() || plot.x.empty())
    throw Error(fmt::format("plot '{}': has nothing to draw", plot.title));
  Range range;
  for (const double x : plot.x) {
    check(x, false, plot.title);
    range.add(x);
  }
  if (range.high <= range.low) range.high = range.low + 1;
  for (const Panel& panel : plot.panels)
    for (const PanelLine& line : panel.lines)
      if (line.values.size() != plot.x.size())
        throw Error(fmt::format("plot '{}': line '{}' has {} values, expected {}", plot.title,
                                line.name, line.values.size(), plot.x.size()));
  const auto kinds = kinds_of_lines(plot);
  const Scale x(range.low, range.high, false, left, width - panel_right);
  double y = top + 4;
  std::string body = panel_legend(plot, kinds, y);
  for (const Panel& panel : plot.panels) {
    body += panel_at(y, panel, plot, x, kinds);
    y += panel_height + panel_gap;
  }
  y -= panel_gap;
  for (const double tick : x.ticks()) body += text_at(x(tick), y + 19, "middle", tick_text(tick));
  body += text_at((left + width - panel_right) / 2, y + 43, "middle", plot.x_label);
  return page(plot.title, y + bottom, body);
}

}  // namespace erfd
