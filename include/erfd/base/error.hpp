// The one exception of the library.
#pragma once

#include <stdexcept>
#include <string>

namespace erfd {

/// Broken input or a broken promise of the caller. The text reads "place: thing: found, expected;
/// cure". Outcomes that are answers (a motion that is not achievable, a robot with warnings) are
/// values, never errors.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace erfd
