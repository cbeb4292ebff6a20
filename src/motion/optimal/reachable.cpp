// (7), (8) by search: where no proof of one_band.cpp holds, edges of bands are looked for between rates
// that are tried.
#include "motion/optimal/reachable.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::optimal {
namespace {

/// Place of the last t with holds(t) ≥ 0, between `in` (≥ 0) and `out` (< 0): secants, and halves where
/// they do not help. @returns a place where it is ≥ 0.
template <class Holds>
double edge(Holds holds, double in, double value_in, double out, double value_out) {
  for (int k = 0; k < 90; ++k) {
    const double width = out - in;
    if (std::abs(width) <= 1e-13 * std::max(std::abs(in), std::abs(out))) break;
    double share = 0.5;
    if (k % 3 != 2 && std::isfinite(value_in) && std::isfinite(value_out))
      share = std::clamp(value_in / (value_in - value_out), 1e-13, 1 - 1e-13);
    // A secant that hits lets one side stay where it is: step a little farther than it says.
    if (share < 0.5 && k % 3 == 1) share = std::min(0.5, 2 * share);
    if (share > 0.5 && k % 3 == 1) share = std::max(0.5, 2 * share - 1);
    double t = in + share * width;
    if (t == in || t == out) t = in + width / 2;
    const double value = holds(t);
    if (value >= 0)
      in = t, value_in = value;
    else
      out = t, value_out = value;
    if (value_in == 0) break;
  }
  return in;
}

/// Where in a band a function of the rate is largest: between the neighbours of the best of a few.
template <class F>
double largest_at(F f, const Band& band) {
  constexpr int parts = 6;
  const double step = (band.high - band.low) / parts;
  double best = band.high, most = f(best);
  if (step == 0) return best;
  for (int k = parts - 1; k >= 0; --k)
    if (const double value = f(band.low + k * step); value > most)
      best = band.low + k * step, most = value;
  const double beside = std::max(band.low, band.high - 1e-7 * (band.high - band.low));
  if (best == band.high && !(f(beside) > most)) return best;
  if (best == band.low && !(f(band.low + 1e-7 * (band.high - band.low)) > most)) return best;
  double from = std::max(band.low, best - step), to = std::min(band.high, best + step);
  constexpr double golden = 0.6180339887498949;
  double a = to - golden * (to - from), b = from + golden * (to - from), fa = f(a), fb = f(b);
  for (int k = 0; k < 70 && to - from > 1e-9 * to; ++k)  // flat there
    if (fa > fb)
      to = b, b = a, fb = fa, a = to - golden * (to - from), fa = f(a);
    else
      from = a, a = b, fa = fb, b = from + golden * (to - from), fb = f(b);
  const double found = fa > fb ? a : b;
  return std::max(fa, fb) > most ? found : best;
}

/// Rates to try, rising, each once, those outside of [low, high] left out.
void put_in_order(std::vector<double>& rates, double low, double high) {
  std::erase_if(rates, [&](double t) { return !(t >= low && t <= high); });
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
}

}  // namespace

Span Reachable::span(int c, int end, double rate) {
  Span s = near_ = admissible_.at(rows_.side(c, end), rate, near_);
  if (rate == 0 && end == 0) s.low = std::max(s.low, 0.0);  // it can only leave forward
  if (rate == 0 && end == 1) s.high = std::min(s.high, 0.0);
  return s;
}

void Reachable::keep(int node, bool one, const Span& top) {
  range(node) = {bands_.size(), found_.size(), one, top};
  bands_.insert(bands_.end(), found_.begin(), found_.end());
}

bool Reachable::start(double end_rate) {
  const int last = rows_.nodes() - 1;
  ranges_.assign(static_cast<std::size_t>(rows_.nodes()), {});
  bands_.clear();
  bands_.reserve(2 * ranges_.size());
  found_.assign(1, {end_rate, end_rate});
  set_meetings(last, found_.front());
  keep(last, false, span(last - 1, 1, end_rate));
  return found_.front().z_low != endless;
}

// (7). Beside a zero-inertia point one bound of s̈ is steep in ṡ, and the highest z lies within the band,
// where that bound takes over from another.
void Reachable::set_meetings(int node, Band& band) {
  const double h = rows_.cell(node - 1).h();
  const auto high = [&](double rate) { return rate * rate - h * span(node - 1, 1, rate).low; };
  const Span top = span(node - 1, 1, band.high);
  const bool steep = admissible_.is_steep(rows_.side(node - 1, 1), band.high, top, false, h);
  band.z_high_at = steep ? band.high : largest_at(high, band);
  band.z_high = high(band.z_high_at);
  band.z_low = band.high * band.high - h * top.high, band.z_low_at = band.high;
  const double lowest = band.low * band.low - h * span(node - 1, 1, band.low).high;
  if (lowest < band.z_low) band.z_low = lowest, band.z_low_at = band.low;
  band.inner = true;
}

/// The lowest z is asked for where a motor hardly holds the robot, and nowhere else.
void Reachable::set_lowest_meeting(int node, Band& band) {
  const double h = rows_.cell(node - 1).h();
  const auto low = [&](double rate) { return h * span(node - 1, 1, rate).high - rate * rate; };
  band.z_low_at = largest_at(low, band);
  band.z_low = std::min(band.z_low, -low(band.z_low_at));
  band.inner = false;
}

double Reachable::reaches_end(int node, double rate) {
  const Span s = span(node, 0, rate);
  double holds = s.width();
  if (node > 0 && !rows_.is_smooth(node))
    holds = std::min(holds, admissible_.at(rows_.side(node - 1, 1), rate).width());
  if (!(holds >= 0)) return holds;
  const double h = rows_.cell(node).h(), x = rate * rate;
  double meets = -endless;
  for (std::size_t k = 0; k < range(node + 1).count; ++k) {
    Band& band = bands_[range(node + 1).first + k];
    if (band.inner && x + h * s.high < band.z_low) set_lowest_meeting(node + 1, band);
    meets = std::max(meets, std::min(band.z_high - (x + h * s.low), (x + h * s.high) - band.z_low));
  }
  return std::min(holds, meets / h);
}

/// Rates of a node worth a try: even ones, and those that the next node suggests.
void Reachable::list_trials(int node, int scan) {
  const double h = rows_.cell(node).h();
  const double most = rows_.largest_rate(node);
  double top = 0;
  trials_.assign(1, 0.0);
  for (const Band& band : bands(node + 1)) {
    double rate = std::sqrt(std::max(band.z_high, 0.0));
    for (int k = 0; k < 3; ++k) {
      trials_.push_back(rate);
      const double low = span(node, 0, std::min(rate, most)).low;
      if (!std::isfinite(low)) break;
      rate = std::sqrt(std::max(band.z_high - h * low, 0.0));
    }
    trials_.push_back(rate);
    trials_.push_back(std::sqrt(std::max(band.z_low, 0.0)));
    trials_.push_back(band.low);
    trials_.push_back(band.high);
    for (const double t : {rate, band.high}) top = std::max(top, t);
  }
  top = std::min(most, 1.3 * top + 1e-9);
  trials_.push_back(top);
  for (int k = 1; k < scan; ++k) trials_.push_back(top * k / scan);
  admissible_.add_corners(rows_.side(node, 0), trials_);
  put_in_order(trials_, 0, top);
}

bool Reachable::set_bands(int node, int scan) {
  if (set_one_band(node)) return true;
  found_.clear();
  list_trials(node, scan);
  const auto holds = [&](double rate) { return reaches_end(node, rate); };
  double before = 0, value_before = -endless;
  for (const double rate : trials_) {
    const double value = holds(rate);
    if (value >= 0) {
      if (!(value_before >= 0))
        found_.push_back(
            {rate == trials_.front() ? rate : edge(holds, rate, value, before, value_before),
             rate});
      found_.back().high = rate;
    } else if (value_before >= 0) {
      found_.back().high = edge(holds, before, value_before, rate, value);
    }
    before = rate, value_before = value;
  }
  for (Band& band : found_) set_meetings(node, band);
  keep(node, false, found_.empty() ? Span{} : span(node, 0, found_.back().high));
  return !found_.empty();
}

Reachable::Step Reachable::first(double rate) { return {rate, span(0, 0, rate)}; }

/// How far a rate of the next node meets x + h u of this one, u in the span, in s̈.
Reachable::Meeting Reachable::meets(int c, double x, const Span& from, double rate) {
  const Span to = span(c, 1, rate);
  const double h = rows_.cell(c).h(), y = rate * rate;
  const double reached = (x + h * from.high - (y - h * to.high)) / h;
  const double left = (y - h * to.low - (x + h * from.low)) / h;
  return {std::min({to.width(), reached, left}), reached < left};
}

/// `in`, or a rate between it and `out` that meets, where one of them asks for too much and the other
/// for too little: beside a zero-inertia point what a rate asks for is steep.
double Reachable::between(int c, double x, const Span& from, double in, double out) {
  const Meeting a = meets(c, x, from, in), b = meets(c, x, from, out);
  if (a.holds >= 0 || a.above == b.above) return in;
  double best = in, most = a.holds;
  for (int k = 0; k < 60; ++k) {
    const double middle = (in + out) / 2;
    const Meeting m = meets(c, x, from, middle);
    if (m.holds > most) most = m.holds, best = middle;
    if (m.holds >= 0) break;
    (m.above == a.above ? in : out) = middle;
  }
  return best;
}

Reachable::Step Reachable::fastest_next(int c, const Step& from, int scan) {
  Step next;
  if (step_in_one_band(c, from, next)) return next;
  next.rate = search_next(c, from.rate, from.span, scan);
  const bool last = c + 2 == rows_.nodes();
  if (next.rate >= 0) next.span = span(last ? c : c + 1, last ? 1 : 0, next.rate);
  return next;
}

double Reachable::search_next(int c, double rate, const Span& from, int scan) {
  const double x = rate * rate, h = rows_.cell(c).h();
  const double rounding =
      1e-10 * (1 + (std::isfinite(from.high) ? std::abs(from.high) : 0)) + 1e-14 * x / h;
  const auto holds = [&](double next) { return meets(c, x, from, next).holds + rounding; };
  const std::span<const Band> bands = this->bands(c + 1);
  for (auto band = bands.rbegin(); band != bands.rend(); ++band) {
    const double top = holds(band->high);
    if (top >= 0) return band->high;
    trials_.assign({band->low, band->z_low_at, band->z_high_at});
    double next = std::sqrt(std::max(0.0, x + 2 * h * std::min(from.high, 1e12)));
    for (int k = 0; k < 3; ++k) {
      trials_.push_back(next);
      const double high = span(c, 1, next).high;
      if (!std::isfinite(high)) break;
      next = std::sqrt(std::max(0.0, x + h * from.high + h * high));
    }
    trials_.push_back(rate);
    trials_.push_back(next * (1 - 1e-9));
    for (int k = 1; k < scan; ++k)
      trials_.push_back(band->low + (band->high - band->low) * k / scan);
    put_in_order(trials_, band->low, band->high);
    double beyond = band->high, value_beyond = top;
    for (auto t = trials_.rbegin(); t != trials_.rend(); ++t) {
      if (const double met = between(c, x, from, *t, beyond); holds(met) >= 0)
        return edge(holds, met, holds(met), beyond, value_beyond);
      beyond = *t, value_beyond = holds(*t);
    }
  }
  return -1;
}

}  // namespace erfd::optimal
