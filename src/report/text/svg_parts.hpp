// What all figures share: page, texts, lines, axes.
#pragma once

#include "erfd/report/svg_plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::svg {

inline constexpr double width = 760, left = 86, top = 52, bottom = 58;

/// The text for XML and HTML.
std::string xml_escaped(std::string_view text);
std::string text_at(double x, double y, const char* anchor, std::string_view text,
                    std::string_view more = {});
std::string line_at(const char* kind, double x1, double y1, double x2, double y2);
/// The whole document.
std::string page(const std::string& title, double height, const std::string& body);
/// 1234567 as "1 234 567".
std::string grouped(double value);
/// 15000 as "15 000", 2000000 as "2·10⁶".
std::string tick_text(double value);
/// Classes of colour and dashes.
std::string colour_of(std::size_t series);
/// @throws Error if a value cannot be drawn
void check(double value, bool positive, const std::string& title);

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

}  // namespace erfd::svg
