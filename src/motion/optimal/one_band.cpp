// (7), (8) where one band from rest on can be proven: two looks at the limits a node instead of a search.
//
// Its top is x + h α(x) = z_high, nearly linear in x, or the speed limit. No higher rate belongs to C, and
// no lower one has a higher z, where the row that sets α is steep against the line of constant x + h u
// (Admissible::is_steep). All lower rates belong to C where the straight line from (0, 0) to the top in
// the plane of x and u is admissible: x + h u is linear on it, so that it meets Z where both ends do. What
// can not be proven so (the maximum velocity curve, zero-inertia points, changes of friction, islands,
// motors that cannot hold the robot at rest) is searched.
#include "motion/optimal/reachable.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::optimal {
namespace {

/// A step of Newton so short, as a part of x, is the last: what it leaves is its square.
constexpr double short_step = 1e-7;

/// A span so narrow, as a part of its bounds, is where they meet.
constexpr double hardly_any = 1e-9;

}  // namespace

/// x + h α(x) = z_high, or the speed limit; whatever β is there. @returns 0 where it is not found.
double Reachable::highest_by_low(int node, const Band& next, Span& top) {
  const double h = rows_.cell(node).h();
  const double most = rows_.largest_rate(node) * rows_.largest_rate(node);
  const Side here = rows_.side(node, 0);
  top = range(node + 1).top;
  double x = std::min(next.z_high - h * (top.low + foreseen_change(node)), most);
  for (int k = 0; k < 6 && x > 0; ++k) {
    const double rate = std::sqrt(x);
    top = admissible_.at(here, rate, top);
    const double short_of = next.z_high - x - h * top.low;
    if (x == most && short_of >= 0) return most;
    const double slope = admissible_.slope_in_x(here, rate, top, false);
    const double by = short_of / (1 + h * slope);
    if (!(std::abs(h * slope) < 0.5) || !std::isfinite(by)) return 0;
    if (std::abs(by) <= short_step * x) {
      top.high += admissible_.slope_in_x(here, rate, top, true) * by;
      top.low += slope * by;
      return x + by;
    }
    x = std::min(x + by, most);
  }
  return 0;
}

/// By how much α may change to the node before, as it did behind it.
double Reachable::foreseen_change(int node) {
  if (node + 2 >= rows_.nodes()) return 0;
  const Range &behind = range(node + 1), &beyond = range(node + 2);
  if (!behind.one || !beyond.one || behind.top.low_row != beyond.top.low_row) return 0;
  return (behind.top.low - beyond.top.low) * rows_.cell(node).h() / rows_.cell(node + 1).h();
}

/// Where α and β meet, by Newton from what the neighbours foresee; a little inside. 0 where it is not found.
double Reachable::foreseen_crossing(int node, double beyond, Span& top) {
  if (node + 2 >= rows_.nodes() || !range(node + 1).one || !range(node + 2).one) return 0;
  const auto highest = [&](int k) { return bands(k).front().high * bands(k).front().high; };
  const Side here = rows_.side(node, 0);
  double x = highest(node + 1) + (highest(node + 1) - highest(node + 2)) * rows_.cell(node).h() /
                                     rows_.cell(node + 1).h();
  for (int k = 0; k < 5 && x > 0 && x < beyond; ++k) {
    const double rate = std::sqrt(x);
    top = admissible_.at(here, rate, top);
    const double most = hardly_any * (std::abs(top.low) + std::abs(top.high));
    if (top.width() >= 0 && top.width() <= most) return x;
    const double slope = admissible_.slope_in_x(here, rate, top, true) -
                         admissible_.slope_in_x(here, rate, top, false);
    if (!(slope < 0)) return 0;
    x -= (top.width() - most / 2) / slope;
  }
  return 0;
}

/// The same between a rate at which something is left and one at which nothing is.
double Reachable::searched_crossing(int node, double beyond, double nothing, Span& top) {
  const Side here = rows_.side(node, 0);
  const auto look = [&](double x) { return top = admissible_.at(here, std::sqrt(x), top); };
  double in = std::min(0.99 * beyond, bands(node + 1).front().high * bands(node + 1).front().high);
  for (int k = 0; !(look(in).width() >= 0); ++k, in *= 0.7)
    if (k == 6) return 0;
  Span met = top;
  double out = beyond, width_out = nothing, width_in = met.width();
  for (int k = 0; k < 40; ++k) {
    if (width_in <= hardly_any * (std::abs(met.low) + std::abs(met.high)) ||
        out - in <= 1e-14 * out)
      break;
    const double x =
        in + (out - in) * std::clamp(width_in / (width_in - width_out) * 0.999, 1e-6, 1 - 1e-6);
    if (const double width = look(x).width(); width >= 0) {
      if (k > 0) width_out /= 2;  // Illinois: no side stays
      in = x, width_in = width, met = top;
    } else {
      out = x, width_out = width;
    }
  }
  top = met;
  return in;
}

/// Where α and β meet below a rate at which nothing is left, as far as a few rates in between tell.
/// @returns 0 where it is not found.
double Reachable::crossing(int node, double beyond, Span& top) {
  const double nothing = top.width();
  double x = foreseen_crossing(node, beyond, top);
  if (x == 0) x = searched_crossing(node, beyond, nothing, top);
  if (x == 0) return 0;
  const Side here = rows_.side(node, 0);
  Span near = top;
  for (const double part : {0.02, 0.3, 0.7}) {
    near = admissible_.at(here, std::sqrt(x + (part + 1e-6) * (beyond - x)), near);
    if (near.width() >= 0) return 0;
  }
  return x;
}

/// The top of the band: 0 where it is not found, or not proven that nothing lies above.
double Reachable::find_top(int node, const Band& next, Span& top) {
  const double h = rows_.cell(node).h(), before = rows_.cell(node - 1).h();
  const Side here = rows_.side(node, 0);
  const double x = highest_by_low(node, next, top);
  if (!(x > 0) || !admissible_.is_steep(here, std::sqrt(x), top, false, std::max(h, before)))
    return 0;
  if (top.width() >= 0) return x;
  const double below = crossing(node, x, top);
  if (!(below > 0) || !admissible_.is_steep(here, std::sqrt(below), top, false, before)) return 0;
  return below;
}

bool Reachable::set_one_band(int node) {
  if (node == 0 || !rows_.is_smooth(node) || range(node + 1).count != 1) return false;
  const Band next = bands(node + 1).front();
  if (!(next.z_low <= 0 && next.z_high >= 0) || !std::isfinite(range(node + 1).top.low))
    return false;
  Span top;
  const double x = find_top(node, next, top);
  if (x == 0) return false;
  const double h = rows_.cell(node).h(), before = rows_.cell(node - 1).h(), rate = std::sqrt(x);
  const Side here = rows_.side(node, 0);
  const double low = std::max(top.low, (next.z_low - x) / h);
  const double high = std::min(top.high, (next.z_high - x) / h);
  if (!(low <= high + 1e-12 * (x / h + std::abs(high))) || !std::isfinite(high)) return false;
  if (!admissible_.holds_from_rest(here, rate,
                                   std::max(top.low, std::min(low, high) / 2 + high / 2)))
    return false;
  Band band{0, rate, std::min(0.0, x - before * top.high), x - before * top.low, rate, rate, true};
  found_.assign(1, band);
  keep(node, true, top);
  return true;
}

bool Reachable::step_in_one_band(int c, const Step& from, Step& next) {
  if (!range(c + 1).one || !std::isfinite(from.span.high)) return false;
  const Band& band = bands(c + 1).front();
  const Span& top = range(c + 1).top;
  const double h = rows_.cell(c).h(), x = from.rate * from.rate, highest = band.high * band.high;
  const double rounding = h * 1e-10 * (1 + std::abs(from.span.high)) + 1e-14 * x;
  const double most = x + h * from.span.high, least = x + h * from.span.low;
  if (!(least <= highest - h * top.low + rounding)) return false;
  if (most >= highest - h * top.high - rounding) {
    next = {band.high, top};
    return true;
  }
  const Side there = rows_.side(c, 1);
  double y = std::min(most + h * from.span.high, highest);
  next.span = from.span;
  for (int k = 0; k < 6 && y > 0; ++k) {
    const double rate = std::sqrt(y);
    next.span = admissible_.at(there, rate, next.span);
    if (!(next.span.width() >= 0) || !std::isfinite(next.span.high)) return false;
    const double slope = admissible_.slope_in_x(there, rate, next.span, true);
    const double by = (most + h * next.span.high - y) / (1 - h * slope);
    if (!(std::abs(h * slope) < 0.5)) return false;
    if (std::abs(by) > short_step * y) {
      y = std::min(y + by, highest);
      continue;
    }
    next.span.low += admissible_.slope_in_x(there, rate, next.span, false) * by;
    next.span.high += slope * by;
    y += by;
    next.rate = std::sqrt(y);
    return y <= highest && least <= y - h * next.span.low + rounding &&
           admissible_.is_steep(there, next.rate, next.span, true, h);
  }
  return false;
}

}  // namespace erfd::optimal
