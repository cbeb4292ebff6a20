#include "report/text/strip_chart.hpp"

#include "erfd/base/text.hpp"
#include "erfd/report/svg_plot.hpp"

#include "report/text/xml_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double width = 420, height = 170, left = 58, right = 10, top = 26, bottom = 24;
constexpr std::size_t most_columns = 700;

bool drawable(double y) { return std::isfinite(y) && std::abs(y) < 1e9; }

struct Range {
  double low = 0, high = 1;
};

/// Limits belong to the picture only while they do not flatten the signals.
Range range_of(const StripChart& chart) {
  double low = 0, high = 0;
  for (const StripLine& line : chart.lines) {
    if (line.kind == "limit") continue;
    for (const double y : line.values) {
      if (!drawable(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  const double span = high - low;
  for (const StripLine& line : chart.lines) {
    if (line.kind != "limit") continue;
    for (const double y : line.values) {
      if (!drawable(y) || y > high + 3 * span || y < low - 3 * span) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  if (high - low < 1e-12) return {low - 1, high + 1};
  return {low - 0.04 * (high - low), high + 0.04 * (high - low)};
}

class Canvas {
 public:
  Canvas(const StripChart& chart, Range y) : chart_(chart), y_(y) {}

  std::string point(double t, double value) const {
    return fmt::format("{:.1f},{:.1f} ", x(t), this->y(value));
  }

  std::string frame() const {
    std::string out = fmt::format(
        "<rect class=\"frame\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
        left, top, width - left - right, height - top - bottom);
    for (const double tick : plot_ticks(y_.low, y_.high, false))
      out += fmt::format(
          "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
          "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
          left, width - right, y(tick), left - 5, y(tick) + 4, with_digits(tick, 4));
    for (const double tick : plot_ticks(0, std::max(chart_.duration, chart_.period), false))
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{} s</text>",
                         x(tick), height - 7, with_digits(tick, 4));
    return out;
  }

  std::string marks() const {
    std::string out;
    for (const StripSpan& span : chart_.marked)
      out += fmt::format(
          "<rect class=\"bad\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"{:.1f}\"><title>{}</title></rect>",
          x(span.from), top, std::max(1.0, x(span.to) - x(span.from)), height - top - bottom,
          xml_escaped(span.title));
    return out;
  }

  std::string line(const StripLine& line) const {
    std::string out, run;
    const auto flush = [&] {
      if (!run.empty())
        out += fmt::format("<polyline class=\"{}\" points=\"{}\"/>", line.kind, run);
      run.clear();
    };
    const std::size_t stride = line.values.size() / most_columns + 1;
    for (std::size_t k = 0; k < line.values.size(); k += stride) {
      const auto first = line.values.begin() + static_cast<std::ptrdiff_t>(k);
      const auto end = line.values.begin() +
                       static_cast<std::ptrdiff_t>(std::min(k + stride, line.values.size()));
      const auto [low, high] = std::minmax_element(first, end);
      const double t = static_cast<double>(k) * chart_.period;
      if (!drawable(*low) || !drawable(*high)) {
        flush();
        continue;
      }
      run += point(t, *low);
      if (*high != *low) run += point(t, *high);
    }
    flush();
    return out;
  }

 private:
  double x(double t) const {
    const double whole = std::max(chart_.duration, chart_.period);
    return left + std::clamp(t / whole, 0.0, 1.0) * (width - left - right);
  }
  double y(double value) const {
    const double share = std::clamp((value - y_.low) / (y_.high - y_.low), 0.0, 1.0);
    return height - bottom - share * (height - top - bottom);
  }
  const StripChart& chart_;
  Range y_;
};

}  // namespace

std::string strip_chart(const StripChart& chart) {
  const Canvas canvas(chart, range_of(chart));
  std::string out = fmt::format(
      "<svg class=\"strip\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\">"
      "<text class=\"head\" x=\"{3:.0f}\" y=\"16\">{2}</text>",
      width, height, xml_escaped(chart.title), left);
  out += canvas.marks() + canvas.frame();
  for (const StripLine& line : chart.lines) out += canvas.line(line);
  return out + "</svg>\n";
}

const char* strip_chart_style() {
  return R"(  .strip { width: 100%; height: auto; display: block; }
  .strip text { font-size: 11px; fill: var(--ink); }
  .strip .head { font-size: 12px; font-weight: 600; }
  .strip .frame { fill: none; stroke: var(--faint); }
  .strip .grid { stroke: var(--faint); stroke-width: 0.6; }
  .strip polyline { fill: none; stroke-width: 1.4; stroke-linejoin: round; }
  .strip .asked { stroke: var(--asked); stroke-dasharray: 5 3; }
  .strip .achieved { stroke: var(--achieved); }
  .strip .limit { stroke: var(--limit); stroke-width: 1; stroke-dasharray: 2 2; }
  .strip .bad { fill: var(--bad); opacity: 0.16; }
)";
}

}  // namespace erfd
