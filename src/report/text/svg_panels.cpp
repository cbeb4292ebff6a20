// Signals over one axis, panel below panel.
#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include "report/text/svg_parts.hpp"

namespace erfd {
namespace {

using namespace svg;  // NOLINT(google-build-using-namespace): the parts that figures are made of

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
