// A number that remembers how it was computed. An algorithm that runs with Traced numbers leaves a list of
// elementary steps behind, the same for every state: straight-line code for one robot.
//
// What a hand would do is done while recording: operations among constants, additions of 0, factors 0 and ±1,
// signs (they travel with the number and cost nothing), equal subexpressions (recorded once). A comparison that
// depends on the state is an Error: what was recorded has no branches.
#pragma once

#include "erfd/math/scalar_traits.hpp"

#include <cstdint>
#include <ostream>
#include <unordered_map>
#include <vector>

namespace erfd {

enum class Step : std::uint8_t {
  constant,    ///< value
  input,       ///< number a of the inputs
  add,         ///< a + b
  subtract,    ///< a − b
  multiply,    ///< a b
  reciprocal,  ///< 1 / a
  sine,        ///< sin(a + value)
  cosine,      ///< cos(a + value)
  root         ///< sqrt(a)
};

/// One step. a and b are earlier steps.
struct TraceStep {
  Step step = Step::constant;
  int a = -1, b = -1;
  double value = 0;
  friend bool operator==(const TraceStep&, const TraceStep&) = default;
};

/// What has been recorded, in an order in which it can be computed.
class Trace {
 public:
  const std::vector<TraceStep>& steps() const { return steps_; }
  /// The step, recorded now unless it is there already.
  int record(const TraceStep& step);

 private:
  struct Hash {
    std::size_t operator()(const TraceStep& step) const;
  };
  std::vector<TraceStep> steps_;
  std::unordered_map<TraceStep, int, Hash> known_;
};

/// While it lives, Traced numbers of this thread record into its trace.
class Recording {
 public:
  explicit Recording(Trace& trace);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Trace* outer_;
};

struct Traced {
  double value = 0;       ///< of a constant
  int node = -1;          ///< step that gives the number; −1 for a constant
  bool negative = false;  ///< the number is −step

  Traced() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): numbers convert as between built-in types
  Traced(double constant) : value(constant) {}
  /// Number `index` of the inputs. @throws Error when nothing records.
  static Traced input(int index);

  bool is_constant() const { return node < 0; }
  bool is(double x) const { return is_constant() && value == x; }

  Traced operator-() const;
  Traced& operator+=(const Traced& o) { return *this = *this + o; }
  Traced& operator-=(const Traced& o) { return *this = *this - o; }
  Traced& operator*=(const Traced& o) { return *this = *this * o; }
  Traced& operator/=(const Traced& o) { return *this = *this / o; }
  friend Traced operator+(const Traced& a, const Traced& b);
  friend Traced operator-(const Traced& a, const Traced& b) { return a + (-b); }
  friend Traced operator*(const Traced& a, const Traced& b);
  friend Traced operator/(const Traced& a, const Traced& b);

  // Of constants. @throws Error where the answer would depend on the state.
  friend bool operator==(const Traced& a, const Traced& b) { return order(a, b) == 0; }
  friend bool operator!=(const Traced& a, const Traced& b) { return order(a, b) != 0; }
  friend bool operator<(const Traced& a, const Traced& b) { return order(a, b) < 0; }
  friend bool operator>(const Traced& a, const Traced& b) { return order(a, b) > 0; }
  friend bool operator<=(const Traced& a, const Traced& b) { return order(a, b) <= 0; }
  friend bool operator>=(const Traced& a, const Traced& b) { return order(a, b) >= 0; }
  explicit operator double() const;
  friend std::ostream& operator<<(std::ostream& out, const Traced& a);

 private:
  static int order(const Traced& a, const Traced& b);
};

/// sin and cos take up constant parts of the angle: quarter turns become a swap and a sign.
Traced sin(const Traced& angle);
Traced cos(const Traced& angle);
Traced sqrt(const Traced& a);
Traced abs(const Traced& a);
bool isfinite(const Traced& a);
bool isnan(const Traced& a);

}  // namespace erfd

template <>
class std::numeric_limits<erfd::Traced> : public std::numeric_limits<double> {};

template <>
struct Eigen::NumTraits<erfd::Traced> : erfd::ScalarTraits<erfd::Traced> {};
