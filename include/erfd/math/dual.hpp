// Dual numbers: a value and its derivative along one direction. Running an algorithm with them
// differentiates it to machine precision.
#pragma once

#include "erfd/math/scalar_traits.hpp"

#include <cmath>
#include <ostream>

namespace erfd {

/// x + ε x', ε² = 0.
struct Dual {
  double value = 0;
  double derivative = 0;
  Dual() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a number is a dual number that does not change
  Dual(double x, double rate = 0) : value(x), derivative(rate) {}
  explicit operator double() const { return value; }

  Dual operator-() const { return {-value, -derivative}; }
  Dual& operator+=(const Dual& o) { return *this = *this + o; }
  Dual& operator-=(const Dual& o) { return *this = *this - o; }
  Dual& operator*=(const Dual& o) { return *this = *this * o; }
  Dual& operator/=(const Dual& o) { return *this = *this / o; }
  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.derivative + b.derivative};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.derivative - b.derivative};
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.derivative - quotient * b.derivative) / b.value};
  }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend std::ostream& operator<<(std::ostream& out, const Dual& a) {
    return out << a.value << " + " << a.derivative << "ε";
  }
};

inline Dual sin(const Dual& a) { return {std::sin(a.value), std::cos(a.value) * a.derivative}; }
inline Dual cos(const Dual& a) { return {std::cos(a.value), -std::sin(a.value) * a.derivative}; }
inline Dual sqrt(const Dual& a) {
  const double root = std::sqrt(a.value);
  return {root, a.derivative / (2 * root)};
}
inline Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
inline bool isfinite(const Dual& a) { return std::isfinite(a.value); }
inline bool isnan(const Dual& a) { return std::isnan(a.value); }

}  // namespace erfd

template <>
class std::numeric_limits<erfd::Dual> : public std::numeric_limits<double> {};

template <>
struct Eigen::NumTraits<erfd::Dual> : erfd::ScalarTraits<erfd::Dual> {};
