// A quantity over two others, as shades of one colour.
#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include "report/text/svg_parts.hpp"

namespace erfd {
namespace {

using namespace svg;  // NOLINT(google-build-using-namespace): the parts that figures are made of

constexpr double map_height = 420, map_right = 150, key_wide = 22;
constexpr int shades = 8;

/// 0.08 for the least value, 1 for the largest: the least still differs from the page.
double opacity_of(double value, const Range& range) {
  const double share =
      range.high > range.low ? (value - range.low) / (range.high - range.low) : 0.5;
  return 0.08 + 0.92 * share;
}

void check_sizes(const MapPlot& plot) {
  if (plot.x.size() < 2 || plot.y.size() < 2 || plot.values.size() != plot.y.size())
    throw Error(fmt::format("plot '{}': has {} rows for {} places, expected two or more of both",
                            plot.title, plot.values.size(), plot.y.size()));
  for (const auto& row : plot.values)
    if (row.size() != plot.x.size())
      throw Error(fmt::format("plot '{}': a row has {} values, expected {}", plot.title, row.size(),
                              plot.x.size()));
}

std::string cells_of(const MapPlot& plot, const Range& range, const Scale& x, const Scale& y) {
  const double wide = x(plot.x[1]) - x(plot.x[0]), high = y(plot.y[0]) - y(plot.y[1]);
  std::string out;
  for (std::size_t r = 0; r < plot.y.size(); ++r)
    for (std::size_t c = 0; c < plot.x.size(); ++c)
      out += fmt::format(
          "<rect class=\"shade\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
          "opacity=\"{:.3f}\"><title>{} {}</title></rect>\n",
          x(plot.x[c]) - wide / 2, y(plot.y[r]) - high / 2, wide, high,
          opacity_of(plot.values[r][c], range), with_digits(plot.values[r][c], 4),
          xml_escaped(plot.unit));
  return out;
}

std::string key_of(const MapPlot& plot, const Range& range, double y_end) {
  const double left_end = width - map_right + 20, step = (y_end - top) / shades;
  std::string out = text_at(left_end, top - 7, "start", fmt::format("[{}]", plot.unit));
  for (int k = 0; k < shades; ++k) {
    const double share = (k + 0.5) / shades, value = range.low + share * (range.high - range.low);
    const double y = y_end - (k + 1) * step;
    out += fmt::format(
        "<rect class=\"shade\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" "
        "opacity=\"{:.3f}\"/>\n",
        left_end, y, key_wide, step, opacity_of(value, range));
    out += text_at(left_end + key_wide + 8, y + step / 2 + 4.5, "start", with_digits(value, 3));
  }
  return out;
}

}  // namespace

std::string svg_of(const MapPlot& plot) {
  check_sizes(plot);
  Range range;
  for (const auto& row : plot.values)
    for (const double value : row) {
      check(value, false, plot.title);
      range.add(value);
    }
  const double x_end = width - map_right, y_end = map_height - bottom;
  const double half_x = (plot.x[1] - plot.x[0]) / 2, half_y = (plot.y[1] - plot.y[0]) / 2;
  const Scale x(plot.x.front() - half_x, plot.x.back() + half_x, false, left, x_end);
  const Scale y(plot.y.front() - half_y, plot.y.back() + half_y, false, y_end, top);
  std::string body = cells_of(plot, range, x, y);
  for (const double tick : x.ticks())
    body += text_at(x(tick), y_end + 19, "middle", tick_text(tick));
  for (const double tick : y.ticks())
    body += text_at(left - 8, y(tick) + 4.5, "end", tick_text(tick));
  body += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                      left, top, x_end - left, y_end - top);
  body += text_at((left + x_end) / 2, y_end + 43, "middle", plot.x_label);
  const double middle = (top + y_end) / 2;
  body += text_at(18, middle, "middle", plot.y_label,
                  fmt::format(" transform=\"rotate(-90 18 {:.1f})\"", middle));
  return page(plot.title, map_height, body + key_of(plot, range, y_end));
}

}  // namespace erfd
