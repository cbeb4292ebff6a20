// Quad precision (113 bits) as a scalar of the algorithms: what double precision is measured
// against.
#pragma once

#include "erfd/math/scalar_traits.hpp"

#include <cmath>
#include <ostream>

namespace erfd {

__extension__ using Float128 = __float128;

#ifdef __clang__  // glibc has them, but shows them to GCC only
extern "C" {
Float128 sinf128(Float128) noexcept;
Float128 cosf128(Float128) noexcept;
Float128 sqrtf128(Float128) noexcept;
}
#endif

struct Quad {
  Float128 v = 0;
  Quad() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): numbers convert as between built-in types
  Quad(double x) : v(x) {}
  static Quad of(Float128 x) {
    Quad q;
    q.v = x;
    return q;
  }
  explicit operator double() const { return static_cast<double>(v); }
  Quad operator-() const { return of(-v); }
  Quad& operator+=(const Quad& o) {
    v += o.v;
    return *this;
  }
  Quad& operator-=(const Quad& o) {
    v -= o.v;
    return *this;
  }
  Quad& operator*=(const Quad& o) {
    v *= o.v;
    return *this;
  }
  Quad& operator/=(const Quad& o) {
    v /= o.v;
    return *this;
  }
  friend Quad operator+(Quad a, const Quad& b) { return a += b; }
  friend Quad operator-(Quad a, const Quad& b) { return a -= b; }
  friend Quad operator*(Quad a, const Quad& b) { return a *= b; }
  friend Quad operator/(Quad a, const Quad& b) { return a /= b; }
  friend bool operator==(const Quad& a, const Quad& b) { return a.v == b.v; }
  friend bool operator!=(const Quad& a, const Quad& b) { return a.v != b.v; }
  friend bool operator<(const Quad& a, const Quad& b) { return a.v < b.v; }
  friend bool operator>(const Quad& a, const Quad& b) { return a.v > b.v; }
  friend bool operator<=(const Quad& a, const Quad& b) { return a.v <= b.v; }
  friend bool operator>=(const Quad& a, const Quad& b) { return a.v >= b.v; }
  friend std::ostream& operator<<(std::ostream& out, const Quad& a) {
    return out << static_cast<double>(a.v);
  }
};

inline Quad sin(const Quad& a) { return Quad::of(sinf128(a.v)); }
inline Quad cos(const Quad& a) { return Quad::of(cosf128(a.v)); }
inline Quad sqrt(const Quad& a) { return Quad::of(sqrtf128(a.v)); }
inline Quad abs(const Quad& a) { return Quad::of(a.v < 0 ? -a.v : a.v); }
inline bool isfinite(const Quad& a) { return a.v - a.v == 0; }
inline bool isnan(const Quad& a) { return a.v != a.v; }

}  // namespace erfd

template <>
class std::numeric_limits<erfd::Quad> : public std::numeric_limits<double> {
 public:
  static erfd::Quad min() { return 0x1p-1022; }
  static erfd::Quad epsilon() { return 0x1p-112; }
};

template <>
struct Eigen::NumTraits<erfd::Quad> : erfd::ScalarTraits<erfd::Quad> {
  static erfd::Quad dummy_precision() { return 1e-30; }
  static int digits10() { return 33; }
};
