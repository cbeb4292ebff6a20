// A turn about a coordinate axis, kept as what turned matrices need.
#pragma once

#include <cmath>

namespace erfd {

template <class S>
struct Turn {
  S c, s;    ///< cosine, sine
  S ss, cs;  ///< s², c s
  S c2, s2;  ///< cosine and sine of twice the angle

  template <class T>
  Turn<T> cast() const {
    return {T(c), T(s), T(ss), T(cs), T(c2), T(s2)};
  }
};

template <class S>
Turn<S> turn_of(const S& angle) {
  using std::cos, std::sin;
  const S c = cos(angle), s = sin(angle), ss = s * s, cs = c * s;
  return {c, s, ss, cs, S(1) - (ss + ss), cs + cs};
}

}  // namespace erfd
