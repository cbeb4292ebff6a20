// Quad precision (113 bits) as a scalar of the algorithms: the reference that double precision is
// measured against.
#pragma once

#include <limits>
#include <ostream>

#include <Eigen/Core>
#include <quadmath.h>

namespace erfd::test {

struct Quad {
  __float128 v = 0;
  Quad() = default;
  Quad(double x)
      : v(x) {}  // NOLINT(google-explicit-constructor): numbers convert as between built-in types
  static Quad of(__float128 x) {
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

inline Quad sin(const Quad& a) { return Quad::of(sinq(a.v)); }
inline Quad cos(const Quad& a) { return Quad::of(cosq(a.v)); }
inline Quad sqrt(const Quad& a) { return Quad::of(sqrtq(a.v)); }
inline Quad abs(const Quad& a) { return Quad::of(fabsq(a.v)); }
inline bool isfinite(const Quad& a) { return finiteq(a.v) != 0; }
inline bool isnan(const Quad& a) { return isnanq(a.v) != 0; }

}  // namespace erfd::test

template <>
class std::numeric_limits<erfd::test::Quad> : public std::numeric_limits<double> {
 public:
  static erfd::test::Quad min() { return 0x1p-1022; }
  static erfd::test::Quad epsilon() { return 0x1p-112; }
};

template <>
struct Eigen::NumTraits<erfd::test::Quad> : Eigen::GenericNumTraits<erfd::test::Quad> {
  using Real = erfd::test::Quad;
  using NonInteger = erfd::test::Quad;
  using Nested = erfd::test::Quad;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 30,
    MulCost = 40
  };
  static Real epsilon() { return 0x1p-112; }
  static Real dummy_precision() { return Real(1e-30); }
  static Real highest() { return std::numeric_limits<double>::max(); }
  static Real lowest() { return std::numeric_limits<double>::lowest(); }
  static int digits10() { return 33; }
};
