// Recording with the algebra that a hand does on the way.
#include "erfd/math/traced.hpp"

#include "erfd/base/error.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

namespace erfd {
namespace {

thread_local Trace* current = nullptr;

Trace& trace() {
  if (current == nullptr)
    throw Error("traced number: computed without a Recording, expected one in this thread");
  return *current;
}

Traced step(Step what, int a, int b, bool negative, double value = 0) {
  Traced result;
  result.node = trace().record({what, a, b, value});
  result.negative = negative;
  return result;
}

int constant_step(double value) { return trace().record({Step::constant, -1, -1, value}); }

const TraceStep& step_of(const Traced& a) { return trace().steps()[a.node]; }
bool is_constant_step(int node) { return trace().steps()[node].step == Step::constant; }
double value_of(int node) { return trace().steps()[node].value; }

/// factor · step, factor positive or negative: 3 x is (3, x), x + x is (2, x), −x is (−1, x).
struct Multiple {
  double factor = 1;
  int node = -1;
};

Multiple multiple_of(const Traced& a) {
  const TraceStep& s = step_of(a);
  const double sign = a.negative ? -1 : 1;
  if (s.step == Step::multiply && is_constant_step(s.a)) return {sign * value_of(s.a), s.b};
  if (s.step == Step::add && s.a == s.b) return {sign * 2, s.a};
  return {sign, a.node};
}

Traced scaled(double factor, int node) {
  const bool negative = factor < 0;
  const double size = std::abs(factor);
  Traced x;
  if (size == 0) return x;
  x.node = node;
  x.negative = negative;
  if (size == 1) return x;
  if (size == 2) return step(Step::add, node, node, negative);
  return step(Step::multiply, constant_step(size), node, negative);
}

/// Constants that differ by rounding alone: a hand knows that their difference is 0.
bool cancels(double a, double b) {
  return std::abs(a + b) <= 8 * std::numeric_limits<double>::epsilon() * std::abs(a);
}

/// a + constant, an earlier constant of the sum taken up.
Traced shifted(const Traced& a, double constant) {
  if (constant == 0) return a;
  const TraceStep s = step_of(a);
  const double sign = a.negative ? -1 : 1;
  if ((s.step == Step::add || s.step == Step::subtract) && is_constant_step(s.b) && s.a != s.b) {
    const double inside = sign * (s.step == Step::add ? value_of(s.b) : -value_of(s.b));
    Traced rest;
    rest.node = s.a;
    rest.negative = a.negative;
    return rest + (cancels(inside, constant) ? Traced(0.0) : Traced(inside + constant));
  }
  const double along = sign * constant;  // ±(step + along)
  return step(along > 0 ? Step::add : Step::subtract, a.node, constant_step(std::abs(along)),
              a.negative);
}

/// An angle as ±(step) + constant.
struct Angle {
  int node = -1;
  bool negative = false;
  double constant = 0;
};

Angle angle_of(const Traced& a) {
  const TraceStep& s = step_of(a);
  const bool sum = s.step == Step::add || s.step == Step::subtract;
  if (!sum || s.a == s.b || !is_constant_step(s.b)) return {a.node, a.negative, 0};
  const double inside = s.step == Step::add ? value_of(s.b) : -value_of(s.b);
  return {s.a, a.negative, a.negative ? -inside : inside};
}

/// sin(step + constant + quarters · 90°); the cosine is the sine a quarter later.
Traced sine_of(const Angle& angle, int quarters) {
  constexpr double quarter = std::numbers::pi / 2, rounding = 1e-15;
  const double turns = std::round(angle.constant / quarter);
  double rest = angle.constant - turns * quarter;
  if (std::abs(rest) < rounding * (1 + std::abs(turns))) rest = 0;
  quarters += static_cast<int>(std::fmod(turns, 4)) + 8;
  // sin(−x + r) = −sin(x − r), cos(−x + r) = cos(x − r)
  const double inside = angle.negative ? 0 - rest : rest;  // never −0
  const bool is_cosine = quarters % 2 == 1;
  bool negative = quarters % 4 >= 2;
  if (angle.negative && !is_cosine) negative = !negative;
  return step(is_cosine ? Step::cosine : Step::sine, angle.node, -1, negative, inside);
}

}  // namespace

std::size_t Trace::Hash::operator()(const TraceStep& s) const {
  std::size_t h = std::hash<std::uint64_t>()(std::bit_cast<std::uint64_t>(s.value));
  for (const int part : {static_cast<int>(s.step), s.a, s.b})
    h = (h ^ static_cast<std::size_t>(part + 1)) * 0x9E3779B97F4A7C15ULL;
  return h;
}

int Trace::record(const TraceStep& step) {
  const auto [place, is_new] = known_.try_emplace(step, static_cast<int>(steps_.size()));
  if (is_new) steps_.push_back(step);
  return place->second;
}

Recording::Recording(Trace& trace) : outer_(std::exchange(current, &trace)) {}
Recording::~Recording() { current = outer_; }

Traced Traced::input(int index) { return step(Step::input, index, -1, false); }

Traced Traced::operator-() const {
  Traced result = *this;
  result.value = -value;
  if (!is_constant()) result.negative = !negative;
  return result;
}

Traced operator+(const Traced& a, const Traced& b) {
  if (a.is_constant() && b.is_constant())
    return cancels(a.value, b.value) ? 0.0 : a.value + b.value;
  if (a.is_constant()) return shifted(b, a.value);
  if (b.is_constant()) return shifted(a, b.value);
  const Multiple x = multiple_of(a), y = multiple_of(b);
  if (x.node == y.node)
    return cancels(x.factor, y.factor) ? Traced(0.0) : scaled(x.factor + y.factor, x.node);
  const bool ordered = a.node <= b.node;
  const Traced &first = ordered ? a : b, &second = ordered ? b : a;
  return step(first.negative == second.negative ? Step::add : Step::subtract, first.node,
              second.node, first.negative);
}

Traced operator*(const Traced& a, const Traced& b) {
  if (a.is_constant() && b.is_constant()) return a.value * b.value;
  if (a.is_constant() || b.is_constant()) {
    const Multiple x = multiple_of(a.is_constant() ? b : a);
    return scaled((a.is_constant() ? a.value : b.value) * x.factor, x.node);
  }
  const int low = std::min(a.node, b.node), high = std::max(a.node, b.node);
  return step(Step::multiply, low, high, a.negative != b.negative);
}

Traced operator/(const Traced& a, const Traced& b) {
  if (b.is_constant()) return a * Traced(1 / b.value);
  return a * step(Step::reciprocal, b.node, -1, b.negative);
}

int Traced::order(const Traced& a, const Traced& b) {
  const Traced difference = a + (-b);
  if (!difference.is_constant())
    throw Error("traced number: compared, and the answer depends on the state; expected none");
  return difference.value < 0 ? -1 : difference.value > 0;
}

Traced::operator double() const {
  if (is_constant()) return value;
  throw Error("traced number: its value was asked for, and it depends on the state");
}

std::ostream& operator<<(std::ostream& out, const Traced& a) {
  if (a.is_constant()) return out << a.value;
  return out << (a.negative ? "-t" : "t") << a.node;
}

Traced sin(const Traced& a) {
  return a.is_constant() ? Traced(std::sin(a.value)) : sine_of(angle_of(a), 0);
}
Traced cos(const Traced& a) {
  return a.is_constant() ? Traced(std::cos(a.value)) : sine_of(angle_of(a), 1);
}
Traced sqrt(const Traced& a) {
  if (a.is_constant()) return std::sqrt(a.value);
  if (a.negative) throw Error("traced number: root of a number with a minus sign");
  return step(Step::root, a.node, -1, false);
}
Traced abs(const Traced& a) { return a < Traced(0.0) ? -a : a; }
bool isfinite(const Traced& a) { return !a.is_constant() || std::isfinite(a.value); }
bool isnan(const Traced& a) { return a.is_constant() && std::isnan(a.value); }

}  // namespace erfd
