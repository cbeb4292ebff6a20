// What every reference motion demands of its numbers. Private to the layer.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/math/types.hpp"

#include <cmath>
#include <string>

namespace erfd {

inline void check_value(const char* function, const char* argument, double value) {
  if (std::isfinite(value)) return;
  throw Error(std::string(function) + ": argument '" + argument + "' is " + std::to_string(value) +
              ", expected a finite number");
}

inline void check_positive(const char* function, const char* argument, double value) {
  if (std::isfinite(value) && value > 0) return;
  throw Error(std::string(function) + ": argument '" + argument + "' is " + std::to_string(value) +
              ", expected a number above 0");
}

inline void check_values(const char* function, const char* argument, const VectorX<double>& values,
                         Eigen::Index size) {
  if (values.size() != size || size == 0)
    throw Error(std::string(function) + ": argument '" + argument + "' has size " +
                std::to_string(values.size()) + ", expected " +
                (size == 0 ? "at least 1" : std::to_string(size)));
  for (const double value : values) check_value(function, argument, value);
}

inline void check_move(const char* function, const VectorX<double>& from, const VectorX<double>& to,
                       double start, double duration) {
  check_values(function, "from", from, from.size());
  check_values(function, "to", to, from.size());
  check_value(function, "start", start);
  check_positive(function, "duration", duration);
}

}  // namespace erfd
