#include "motion/optimal/cell_motion.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace optimal {
namespace {

/// artanh(√y)/√y, atan(√−y)/√−y for y < 0.
double arc(double y) {
  if (std::abs(y) < 1e-4) return 1 + y * (1.0 / 3 + y * (1.0 / 5 + y / 7));
  const double root = std::sqrt(std::abs(y));
  return (y > 0 ? std::atanh(root) : std::atan(root)) / root;
}

double within(double u, const Span& span) { return std::max(std::min(u, span.high), span.low); }

}  // namespace

void set_cell(PathNode& a, PathNode& b, const Span& behind_a, const Span& before_b) {
  const double h = b.s - a.s;
  const double mean = (b.rate - a.rate) * (b.rate + a.rate) / (2 * h);
  a.behind = within(mean, behind_a);
  b.before = within(2 * mean - a.behind, before_b);
  a.behind = 2 * mean - b.before;
  const double y = (b.before - a.behind) * h / ((a.rate + b.rate) * (a.rate + b.rate));
  b.time = a.time + 2 * h / (a.rate + b.rate) * arc(y);
}

}  // namespace optimal

PathMotion TimeOptimal::at(double time) const {
  if (nodes.empty() || time <= 0) return {nodes.empty() ? 0 : nodes.front().s, 0, 0};
  if (time >= duration) return {nodes.back().s, nodes.back().rate, 0};
  const auto next = std::upper_bound(nodes.begin(), nodes.end(), time,
                                     [](double t, const PathNode& node) { return t < node.time; });
  const PathNode &a = *(next - 1), &b = *next;
  const double t = time - a.time, kappa = (b.before - a.behind) / (b.s - a.s);
  const double y = kappa * t * t;
  double S, C;  // sinh(√κ t)/(√κ t) and (cosh(√κ t) − 1)/(κ t²)
  if (std::abs(y) < 1e-3) {
    S = 1 + y / 6 * (1 + y / 20 * (1 + y / 42));
    C = 0.5 * (1 + y / 12 * (1 + y / 30 * (1 + y / 56)));
  } else {
    const double root = std::sqrt(std::abs(y));
    S = (y > 0 ? std::sinh(root) : std::sin(root)) / root;
    C = ((y > 0 ? std::cosh(root) : std::cos(root)) - 1) / y;
  }
  const double way = t * (a.rate * S + a.behind * t * C);  // (10)
  const double rate = a.rate * (1 + y * C) + a.behind * t * S;
  return {a.s + way, rate, a.behind + kappa * way};
}

}  // namespace erfd
