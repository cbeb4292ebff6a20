// Messages about runs that failed. Private to the layer.
#pragma once

#include "erfd/drives/drives.hpp"

#include <cmath>
#include <cstdio>
#include <string>

namespace erfd {

inline std::string number_text(double x) {
  if (std::isnan(x)) return "nan";  // its sign means nothing
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

/// "(0.5, -1, 2)".
inline std::string list_text(const VectorX<double>& x) {
  std::string text = "(";
  for (Eigen::Index i = 0; i < x.size(); ++i) text += (i == 0 ? "" : ", ") + number_text(x[i]);
  return text + ")";
}

inline std::string out_of_reach_text(const Drives& drives, int motor) {
  return "the mechanism of " + drives.motor(motor).name +
         " does not reach the position, or stands at a dead centre";
}

}  // namespace erfd
