// A number that counts what is done with it, as the papers count: multiplications, additions,
// divisions, sines and cosines.
#pragma once

#include "erfd/math/scalar_traits.hpp"

#include <cmath>
#include <ostream>

namespace erfd {

struct OperationCount {
  long multiplications = 0;
  long additions = 0;  ///< and subtractions; a change of sign is free
  long divisions = 0;
  long transcendentals = 0;  ///< sin, cos, sqrt

  OperationCount operator+(const OperationCount& o) const {
    return {multiplications + o.multiplications, additions + o.additions, divisions + o.divisions,
            transcendentals + o.transcendentals};
  }
  OperationCount operator-(const OperationCount& o) const {
    return {multiplications - o.multiplications, additions - o.additions, divisions - o.divisions,
            transcendentals - o.transcendentals};
  }
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

/// What is counted.
enum class CountingRule {
  /// Every operation that is executed, also with zeros.
  as_written,
  /// Not: additions of a constant 0, multiplications by a constant 0 or ±1, and operations among
  /// constants, which are done before. Constants come from the model, everything else from the
  /// state. This is how a count for one robot is made by hand.
  without_trivial
};

namespace counting {

/// Where operations of this thread are counted at the moment.
struct State {
  OperationCount kinematics;
  OperationCount dynamics;
  bool in_kinematics = false;
  bool skip_trivial = false;
  OperationCount& current() { return in_kinematics ? kinematics : dynamics; }
};

inline State& state() {
  thread_local State s;
  return s;
}

}  // namespace counting

/// Counts the operations of this thread with Counted numbers from its construction on.
class OperationCounter {
 public:
  explicit OperationCounter(CountingRule rule) {
    counting::state() = {};
    counting::state().skip_trivial = rule == CountingRule::without_trivial;
  }
  /// Everything but the poses of the bodies: what a paper counts that takes the kinematics as given.
  OperationCount dynamics() const { return counting::state().dynamics; }
  /// The poses of the bodies alone.
  OperationCount kinematics() const { return counting::state().kinematics; }
  OperationCount total() const { return dynamics() + kinematics(); }
};

/// A double that counts. Made from a double it is a constant of the model; variable() makes a
/// number of the state.
struct Counted {
  double v = 0;
  bool constant = true;
  Counted() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): numbers convert as between built-in types
  Counted(double x) : v(x) {}
  Counted(double x, bool is_constant) : v(x), constant(is_constant) {}
  static Counted variable(double x) { return {x, false}; }
  explicit operator double() const { return v; }
  bool is(double x) const { return constant && v == x; }
  bool is_unit() const { return is(1) || is(-1); }

  Counted operator-() const { return {-v, constant}; }
  Counted& operator+=(const Counted& o) { return *this = *this + o; }
  Counted& operator-=(const Counted& o) { return *this = *this - o; }
  Counted& operator*=(const Counted& o) { return *this = *this * o; }
  Counted& operator/=(const Counted& o) { return *this = *this / o; }

  friend Counted operator+(const Counted& a, const Counted& b) {
    counting::State& s = counting::state();
    if (s.skip_trivial && (a.is(0) || b.is(0))) return a.is(0) ? b : a;
    if (s.skip_trivial && cancels(a, b)) return {0.0, true};
    return counted(a.v + b.v, a, b, s.current().additions);
  }
  friend Counted operator-(const Counted& a, const Counted& b) { return a + (-b); }
  friend Counted operator*(const Counted& a, const Counted& b) {
    counting::State& s = counting::state();
    if (s.skip_trivial) {
      if (a.is(0) || b.is(0)) return {0.0, true};
      if (a.is_unit()) return {a.v * b.v, b.constant};
      if (b.is_unit()) return {a.v * b.v, a.constant};
    }
    return counted(a.v * b.v, a, b, s.current().multiplications);
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    counting::State& s = counting::state();
    if (s.skip_trivial && (a.is(0) || b.is_unit())) return {a.v / b.v, a.constant};
    return counted(a.v / b.v, a, b, s.current().divisions);
  }
  friend bool operator==(const Counted& a, const Counted& b) { return a.v == b.v; }
  friend bool operator!=(const Counted& a, const Counted& b) { return a.v != b.v; }
  friend bool operator<(const Counted& a, const Counted& b) { return a.v < b.v; }
  friend bool operator>(const Counted& a, const Counted& b) { return a.v > b.v; }
  friend bool operator<=(const Counted& a, const Counted& b) { return a.v <= b.v; }
  friend bool operator>=(const Counted& a, const Counted& b) { return a.v >= b.v; }
  friend std::ostream& operator<<(std::ostream& out, const Counted& a) { return out << a.v; }

  /// f(a) as one transcendental call.
  static Counted call(double result, const Counted& a) {
    return counted(result, a, a, counting::state().current().transcendentals);
  }

 private:
  /// Constants that differ by rounding alone: a hand knows that their difference is 0.
  static bool cancels(const Counted& a, const Counted& b) {
    return a.constant && b.constant &&
           std::abs(a.v + b.v) <= 8 * std::numeric_limits<double>::epsilon() * std::abs(a.v);
  }
  static Counted counted(double result, const Counted& a, const Counted& b, long& count) {
    const bool is_constant = a.constant && b.constant;
    if (!(is_constant && counting::state().skip_trivial)) ++count;
    return {result, is_constant};
  }
};

inline Counted sin(const Counted& a) { return Counted::call(std::sin(a.v), a); }
inline Counted cos(const Counted& a) { return Counted::call(std::cos(a.v), a); }
inline Counted sqrt(const Counted& a) { return Counted::call(std::sqrt(a.v), a); }
inline Counted abs(const Counted& a) { return a.v < 0 ? -a : a; }
inline bool isfinite(const Counted& a) { return std::isfinite(a.v); }
inline bool isnan(const Counted& a) { return std::isnan(a.v); }

/// Stands in the functions that compute poses, so that a count can leave the kinematics out. Does
/// nothing for other scalars.
template <class S>
struct KinematicsPart {
  // NOLINTNEXTLINE(modernize-use-equals-default): a trivial one would make the object "unused"
  ~KinematicsPart() {}
};
template <>
struct KinematicsPart<Counted> {
  KinematicsPart() : outer(counting::state().in_kinematics) {
    counting::state().in_kinematics = true;
  }
  ~KinematicsPart() { counting::state().in_kinematics = outer; }
  KinematicsPart(const KinematicsPart&) = delete;
  KinematicsPart& operator=(const KinematicsPart&) = delete;
  bool outer;
};

}  // namespace erfd

template <>
class std::numeric_limits<erfd::Counted> : public std::numeric_limits<double> {};

template <>
struct Eigen::NumTraits<erfd::Counted> : erfd::ScalarTraits<erfd::Counted> {};
