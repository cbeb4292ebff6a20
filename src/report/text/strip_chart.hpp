// Signals over time, small enough to stand in rows. Private to the layer.
#pragma once

#include <string>
#include <vector>

namespace erfd {

/// A signal sampled at k · period. `kind` is its class in the page's style sheet.
struct StripLine {
  std::string kind;  ///< "asked", "achieved", "limit"
  std::string name;
  std::vector<double> values;
};

/// A stretch of time to be marked.
struct StripSpan {
  double from = 0, to = 0;  ///< [s]
  std::string title;
};

struct StripChart {
  std::string title;  ///< with the unit
  double period = 0;  ///< [s]
  double duration = 0;
  std::vector<StripLine> lines;
  std::vector<StripSpan> marked;
};

/// An <svg> element for a page with the styles of strip_chart_style(). Values that are not finite
/// or beyond 1e9 leave a gap; long signals keep their extremes.
std::string strip_chart(const StripChart& chart);
const char* strip_chart_style();

}  // namespace erfd
