// Time-optimal motion along a path by reachable sets, with x = ṡ² and u = s̈ (x′ = 2u).
// Source  reachability: H. Pham, Q.-C. Pham, A new approach to time-optimal path parameterization based
//         on reachability analysis, IEEE T-RO 34 (2018); phase plane: J. Bobrow, S. Dubowsky, J. Gibson,
//         Int. J. Robotics Research 4 (1985). The √x terms, the second-order cells, their time and the
//         certificate are our own.
//
//   α(s, ṡ) ≤ s̈ ≤ β(s, ṡ)                                                     (4), (5) of admissible.hpp
//   x_{i+1} − x_i = h (u_i + u_{i+1}),    u between α and β at its node            (6)   u linear in a cell
//
// (6) says that two nodes meet: some z is both x_i + h u_i and x_{i+1} − h u_{i+1}. So
//
//   Z_{i+1} = { x − h u : x ∈ C_{i+1}, α ≤ u ≤ β }                                 (7)
//   C_i     = { x : [x + h α, x + h β] meets Z_{i+1} }                             (8)
//
// are, backwards from the end, all x from which the end can be reached: unions of bands, for √x can
// forbid speeds between admissible ones. Forward from the start, the largest x_{i+1} ∈ C_{i+1} that x_i
// meets is the fastest motion: two motions that cross can be exchanged where they do, so the largest of
// all is a motion, too. A zero-inertia point (a = 0 of one row) lets one of α, β go far off without
// closing the span; singular arcs are edges of C that are followed.
//
// In a cell s̈ = u_i + κ (s − s_i) is a linear equation, whose solution is known:
//
//   h = (ṡ_i + ṡ_{i+1}) tanh(√κ T/2) / √κ                                          (9)   tan for κ < 0
//   s − s_i = ṡ_i sinh(√κ t)/√κ + u_i (cosh(√κ t) − 1)/κ                           (10)
//
// What happens between the nodes is held against the limits by another route (certificate.cpp); where
// it is beyond one, the limits at the cell are drawn in by as much, and (7), (8) are done again.
#include "erfd/motion/time_optimal.hpp"

#include "erfd/base/error.hpp"

#include "motion/optimal/admissible.hpp"
#include "motion/optimal/certificate.hpp"
#include "motion/optimal/path_grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace optimal {
namespace {

/// Place of the last t with holds(t) ≥ 0, between `in` (≥ 0) and `out` (< 0): secants, and halves where
/// they do not help. @returns a place where it is ≥ 0.
template <class Holds>
double edge(Holds holds, double in, double value_in, double out, double value_out) {
  for (int k = 0; k < 90; ++k) {
    const double width = out - in;
    if (std::abs(width) <= 1e-15 * std::max(std::abs(in), std::abs(out))) break;
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

/// Beyond a limit by so much, a cell is divided; by less, the limit is drawn in there [-].
constexpr double steep = 1e-3;

/// Rates from which the end can be reached, and their z of (7).
struct Band {
  double low = 0, high = 0;            ///< ṡ
  double z_low = 0, z_high = 0;        ///< (7)
  double z_low_at = 0, z_high_at = 0;  ///< ṡ that have them
};

class Solver {
 public:
  Solver(PathTorques& torques, const TimeOptimalSettings& settings)
      : torques_(torques),
        settings_(settings),
        admissible_(torques, settings.torque_share),
        grid_(make_grid(torques, settings.cells)) {
    const auto nodes = static_cast<std::size_t>(grid_.nodes());
    torque_share_.assign(nodes, 1);
    rate_share_.assign(nodes, 1);
    bands_.resize(nodes);
    breakaway_cells_ = settings.breakaway_time > 0 && settings.start_rate == 0 ? 1 : 0;
    fill_rows();
  }

  TimeOptimal solve() {
    run_passes();
    if (!result_.found) return std::move(result_);
    if (breakaway_cells_ > 0) set_breakaway();
    for (int round = 0; result_.found; ++round) {
      certify(torques_, grid_, settings_, breakaway_cells_, result_, worst_);
      if (result_.largest_share <= 1 + settings_.tolerance || round == settings_.rounds) break;
      if (!split_cells()) draw_in();
      TimeOptimal before = std::move(result_);
      run_passes();
      if (!result_.found) {  // drawn in too far: the motion before is the answer, with its share
        result_ = std::move(before);
        break;
      }
    }
    if (result_.found) name_islands();
    return std::move(result_);
  }

 private:
  std::size_t at(int node) const { return static_cast<std::size_t>(node); }
  const PathGrid::Cell& cell(int c) const { return grid_.cells[at(c)]; }

  // Rows (3) at both ends of every cell; inside a smooth piece neighbours share them.
  void fill_rows() {
    const auto m = at(torques_.motors()), n = at(torques_.joints());
    motors_.resize(2 * grid_.cells.size() * m);
    joints_.resize(2 * grid_.cells.size() * n);
    rate_limit_.assign(at(grid_.nodes()), endless);
    for (int c = 0; c < static_cast<int>(grid_.cells.size()); ++c)
      for (int end = 0; end < 2; ++end) fill_side(c, end);
  }

  void fill_side(int c, int end) {
    const auto m = at(torques_.motors()), n = at(torques_.joints());
    const std::size_t side = 2 * at(c) + at(end);
    const Place place{end == 0 ? cell(c).begin : cell(c).end, cell(c).piece, cell(c).middle(),
                      c < breakaway_cells_};
    torques_.rows(place, &motors_[side * m], &joints_[side * n]);
    double& limit = rate_limit_[at(c + end)];
    const auto bound = [&](double slope, double speed) {
      if (slope != 0) limit = std::min(limit, speed / std::abs(slope));
    };
    for (std::size_t j = 0; j < n; ++j)
      bound(joints_[side * n + j].dq, torques_.model().bodies()[j].limits.speed);
    for (int i = 0; i < torques_.motors(); ++i)
      bound(motors_[side * m + at(i)].w,
            speed_share(settings_, i) * torques_.drives().motor(i).limits.speed);
    if (settings_.rate_cap) bound(1, settings_.rate_cap(place.s));
  }

  Side side(int c, int end) const {
    const std::size_t k = 2 * at(c) + at(end);
    return {&motors_[k * at(torques_.motors())], &joints_[k * at(torques_.joints())],
            torque_share_[at(c + end)]};
  }

  Span span(int c, int end, double rate) {
    Span s = admissible_.at(side(c, end), rate);
    if (rate == 0 && end == 0) s.low = std::max(s.low, 0.0);  // it can only leave forward
    if (rate == 0 && end == 1) s.high = std::min(s.high, 0.0);
    return s;
  }

  double largest_rate(int node) const { return rate_limit_[at(node)] * rate_share_[at(node)]; }

  // (7). Beside a zero-inertia point one bound of s̈ is steep in ṡ, and the extremes of z lie within the
  // band, where that bound takes over from another.
  void set_meetings(int node, Band& band) {
    const double h = cell(node - 1).h();
    const auto high = [&](double rate) { return rate * rate - h * span(node - 1, 1, rate).low; };
    const auto low = [&](double rate) { return h * span(node - 1, 1, rate).high - rate * rate; };
    band.z_high_at = largest_at(high, band);
    band.z_high = high(band.z_high_at);
    band.z_low_at = largest_at(low, band);
    band.z_low = -low(band.z_low_at);
  }

  /// Where in a band a function of the rate is largest: between the neighbours of the best of a few.
  template <class F>
  static double largest_at(F f, const Band& band) {
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
    for (int k = 0; k < 70 && to - from > 1e-15 * to; ++k)
      if (fa > fb)
        to = b, b = a, fb = fa, a = to - golden * (to - from), fa = f(a);
      else
        from = a, a = b, fa = fb, b = from + golden * (to - from), fb = f(b);
    const double found = fa > fb ? a : b;
    return std::max(fa, fb) > most ? found : best;
  }

  /// How far (8) holds, in s̈: negative where it does not.
  double reaches_end(int node, double rate) {
    const Span s = span(node, 0, rate);
    double holds = s.width();
    if (node > 0) holds = std::min(holds, admissible_.at(side(node - 1, 1), rate).width());
    if (!(holds >= 0)) return holds;
    const double h = cell(node).h(), x = rate * rate;
    double meets = -endless;
    for (const Band& band : bands_[at(node + 1)])
      meets =
          std::max(meets, std::min(band.z_high - (x + h * s.low), (x + h * s.high) - band.z_low));
    return std::min(holds, meets / h);
  }

  /// Rates of a node worth a try: even ones, and those that the next node suggests.
  void list_trials(int node) {
    const double h = cell(node).h();
    const double most = largest_rate(node);
    double top = 0;
    trials_.assign(1, 0.0);
    for (const Band& band : bands_[at(node + 1)]) {
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
    for (int k = 1; k < scan_; ++k) trials_.push_back(top * k / scan_);
    std::erase_if(trials_, [&](double t) { return !(t >= 0 && t <= top); });
    std::sort(trials_.begin(), trials_.end());
    trials_.erase(std::unique(trials_.begin(), trials_.end()), trials_.end());
  }

  // (8)
  void set_bands(int node) {
    std::vector<Band>& bands = bands_[at(node)];
    bands.clear();
    list_trials(node);
    const auto holds = [&](double rate) { return reaches_end(node, rate); };
    double before = 0, value_before = -endless;
    for (const double rate : trials_) {
      const double value = holds(rate);
      if (value >= 0) {
        if (!(value_before >= 0))
          bands.push_back(
              {rate == trials_.front() ? rate : edge(holds, rate, value, before, value_before),
               rate});
        bands.back().high = rate;
      } else if (value_before >= 0) {
        bands.back().high = edge(holds, before, value_before, rate, value);
      }
      before = rate, value_before = value;
    }
    if (node > 0)
      for (Band& band : bands) set_meetings(node, band);
  }

  /// How far a rate of the next node meets x + h u of this one, u in the span, in s̈.
  struct Meeting {
    double holds = 0;    ///< negative: it does not
    bool above = false;  ///< then: what the next node asks for lies above what this one gives
  };
  Meeting meets(int c, double x, const Span& from, double rate) {
    const Span to = span(c, 1, rate);
    const double h = cell(c).h(), y = rate * rate;
    const double reached = (x + h * from.high - (y - h * to.high)) / h;
    const double left = (y - h * to.low - (x + h * from.low)) / h;
    return {std::min({to.width(), reached, left}), reached < left};
  }

  /// The largest rate of node c + 1 that node c reaches, of those that reach the end; −1: none.
  double fastest_next(int c, double rate) {
    const double x = rate * rate, h = cell(c).h();
    const Span from = span(c, 0, rate);
    const double rounding =
        1e-10 * (1 + (std::isfinite(from.high) ? std::abs(from.high) : 0)) + 1e-14 * x / h;
    const auto holds = [&](double next) { return meets(c, x, from, next).holds + rounding; };
    const auto& bands = bands_[at(c + 1)];
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
      for (int k = 1; k < scan_; ++k)
        trials_.push_back(band->low + (band->high - band->low) * k / scan_);
      std::erase_if(trials_, [&](double t) { return !(t >= band->low && t <= band->high); });
      std::sort(trials_.begin(), trials_.end(), std::greater<>());
      double beyond = band->high, value_beyond = top;
      for (const double t : trials_) {
        if (const double met = between(c, x, from, t, beyond); holds(met) >= 0)
          return edge(holds, met, holds(met), beyond, value_beyond);
        beyond = t, value_beyond = holds(t);
      }
    }
    return -1;
  }

  /// `in`, or a rate between it and `out` that meets, where one of them asks for too much and the other
  /// for too little: beside a zero-inertia point what a rate asks for is steep.
  double between(int c, double x, const Span& from, double in, double out) {
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

  void run_passes() {
    for (scan_ = 8; scan_ <= 512; scan_ *= 8) {
      result_ = {};
      if (backward() && forward()) return finish();
    }
  }

  bool backward() {
    const int last = grid_.nodes() - 1;
    bands_[at(last)].assign(1, {settings_.end_rate, settings_.end_rate});
    if (settings_.end_rate > largest_rate(last))
      return refuse(last, "the rate at the end is above the speed limits");
    set_meetings(last, bands_[at(last)].front());
    if (bands_[at(last)].front().z_low == endless) return refuse(last, standing(last));
    for (int node = last - 1; node > 0; --node) {
      set_bands(node);
      if (bands_[at(node)].empty()) return refuse(node, standing(node));
    }
    return true;
  }

  bool forward() {
    rates_.assign(1, settings_.start_rate);
    if (settings_.start_rate > largest_rate(0) || reaches_end(0, settings_.start_rate) < 0)
      return refuse(0, standing(0));
    for (int c = 0; c < static_cast<int>(grid_.cells.size()); ++c) {
      const double next = fastest_next(c, rates_.back());
      if (next < 0) return refuse(c + 1, standing(c + 1));
      rates_.push_back(next);
    }
    return true;
  }

  bool refuse(int node, const std::string& what) {
    result_.why = fmt::format("at s = {:.4g} of {:.4g} {}", grid_.place(node),
                              torques_.path().length(), what);
    return false;
  }

  std::string row_name(int row) const {
    if (row < 0) return "nothing";
    if (row >= torques_.motors())
      return torques_.model().bodies()[at(row - torques_.motors())].joint;
    return torques_.drives().motor(row).name;
  }

  /// Who leaves no acceleration at the rate that comes nearest.
  std::string standing(int node) {
    const int c = std::min(node, static_cast<int>(grid_.cells.size()) - 1);
    const int end = node == c ? 0 : 1;
    double best = 0, width = -endless;
    const double top = std::isfinite(largest_rate(node)) ? largest_rate(node) : 10;
    for (int k = 0; k <= 200; ++k) {
      const double rate = node == 0 ? settings_.start_rate : top * k / 200;
      if (const double w = span(c, end, rate).width(); w > width) width = w, best = rate;
    }
    const Span s = span(c, end, best);
    if (width < 0 && node == 0 && best == 0 && s.high_row >= 0 && s.high < 0)
      return fmt::format("{} cannot set the robot going", row_name(s.high_row));
    if (width < 0 && s.low_row == s.high_row)
      return fmt::format("{} has not the torque for any speed", row_name(s.low_row));
    if (width < 0)
      return fmt::format("{} and {} together allow no acceleration at any speed",
                         row_name(s.low_row), row_name(s.high_row));
    return "no speed can be had from which the rest of the path can be run";
  }

  void finish() {
    result_.found = true;
    result_.nodes.resize(rates_.size());
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      result_.nodes[k].s = grid_.place(static_cast<int>(k));
      result_.nodes[k].rate = rates_[k];
    }
    for (std::size_t c = 0; c + 1 < rates_.size(); ++c) set_cell(static_cast<int>(c));
    result_.duration = result_.nodes.back().time;
    if (std::isfinite(result_.duration)) return;
    result_.found = false;
    result_.why = "the motion cannot leave its start: nothing is left to break away with";
  }

  /// u_i and u_{i+1} of (6), as equal as the spans let them be, and (9).
  void set_cell(int c) {
    PathNode &a = result_.nodes[at(c)], &b = result_.nodes[at(c + 1)];
    const double h = cell(c).h();
    const double mean = (b.rate - a.rate) * (b.rate + a.rate) / (2 * h);
    const auto within = [](double u, const Span& s) {
      return std::max(std::min(u, s.high), s.low);
    };
    a.behind = within(mean, span(c, 0, a.rate));
    b.before = within(2 * mean - a.behind, span(c, 1, b.rate));
    a.behind = 2 * mean - b.before;
    const double y = (b.before - a.behind) * h / ((a.rate + b.rate) * (a.rate + b.rate));
    b.time = a.time + 2 * h / (a.rate + b.rate) * arc(y);
  }

  /// artanh(√y)/√y, atan(√−y)/√−y for y < 0.
  static double arc(double y) {
    if (std::abs(y) < 1e-4) return 1 + y * (1.0 / 3 + y * (1.0 / 5 + y / 7));
    const double root = std::sqrt(std::abs(y));
    return (y > 0 ? std::atanh(root) : std::atan(root)) / root;
  }

  /// The cells that are passed while motors still break away.
  void set_breakaway() {
    for (int trial = 0; trial < 5 && result_.found; ++trial) {
      int cells = 1;
      while (cells + 1 < grid_.nodes() && result_.nodes[at(cells)].time < settings_.breakaway_time)
        ++cells;
      if (cells <= breakaway_cells_) return;
      for (int c = breakaway_cells_; c < cells; ++c) {
        breakaway_cells_ = c + 1;
        for (int end = 0; end < 2; ++end) fill_side(c, end);
      }
      run_passes();
    }
  }

  /// Cells that are far beyond a limit, or were drawn in often, are divided by four: there a bound is
  /// steep within the cell. @returns whether there were any.
  bool split_cells() {
    PathGrid finer;
    std::vector<double> torque{torque_share_.front()}, rate{rate_share_.front()};
    for (std::size_t c = 0; c < grid_.cells.size(); ++c) {
      const PathGrid::Cell& whole = grid_.cells[c];
      const double beyond = std::max(worst_[c].torque, worst_[c].speed) - 1;
      const bool often = beyond > settings_.tolerance &&
                         std::min(torque_share_[c], torque_share_[c + 1]) < 1 - 3 * steep;
      const bool divides = (beyond > steep || often) && whole.h() > 1e-9 * torques_.path().length();
      const int parts = divides ? 4 : 1;
      for (int k = 0; k < parts; ++k) {
        const double begin = k == 0 ? whole.begin : finer.cells.back().end;
        const double end = k + 1 == parts ? whole.end : whole.begin + whole.h() * (k + 1) / parts;
        finer.cells.push_back({begin, end, whole.piece});
        torque.push_back(k + 1 == parts ? torque_share_[c + 1] : 1);
        rate.push_back(k + 1 == parts ? rate_share_[c + 1] : 1);
      }
      if (divides) {  // what was drawn in for the whole cell is not for its parts
        torque.back() = torque[torque.size() - 5] = 1;
        rate.back() = rate[rate.size() - 5] = 1;
      }
      if (c < static_cast<std::size_t>(breakaway_cells_) && divides) breakaway_split_ += parts - 1;
    }
    if (finer.cells.size() == grid_.cells.size() ||
        finer.cells.size() > 10 * static_cast<std::size_t>(settings_.cells))
      return false;
    breakaway_cells_ += std::exchange(breakaway_split_, 0);
    grid_ = std::move(finer);
    torque_share_ = std::move(torque);
    rate_share_ = std::move(rate);
    bands_.resize(torque_share_.size());
    fill_rows();
    return true;
  }

  /// Limits at cells that are beyond one are drawn in.
  void draw_in() {
    std::vector<double> torque(torque_share_.size(), 1), rate(rate_share_.size(), 1);
    for (std::size_t c = 0; c < worst_.size(); ++c) {
      const CellShare& w = worst_[c];
      for (const std::size_t node : {c, c + 1}) {
        if (w.torque > 1 + 0.5 * settings_.tolerance)
          torque[node] = std::min(torque[node], 1 / w.torque);
        if (w.speed > 1 + 0.5 * settings_.tolerance) rate[node] = std::min(rate[node], 1 / w.speed);
      }
    }
    for (std::size_t k = 0; k < torque.size(); ++k) {
      torque_share_[k] *= torque[k];
      rate_share_[k] *= rate[k];
    }
  }

  /// Gaps between bands, node by node, joined along the path.
  void name_islands() {
    bool open = false;
    for (int node = 1; node + 1 < grid_.nodes(); ++node) {
      const auto& bands = bands_[at(node)];
      if (bands.size() < 2) {
        open = false;
        continue;
      }
      if (!open) result_.islands.push_back({grid_.place(node), 0, bands[0].high, bands[1].low});
      result_.islands.back().to_s = grid_.place(node);
      open = true;
    }
  }

  PathTorques& torques_;
  const TimeOptimalSettings& settings_;
  Admissible admissible_;
  PathGrid grid_;
  std::vector<MotorRow> motors_;  ///< cell by cell, its begin, its end
  std::vector<JointRow> joints_;
  std::vector<double> rate_limit_, rate_share_, torque_share_;  ///< one a node
  std::vector<std::vector<Band>> bands_;
  std::vector<double> trials_, rates_;
  std::vector<CellShare> worst_;
  TimeOptimal result_;
  int breakaway_cells_ = 0, breakaway_split_ = 0, scan_ = 8;
};

void check(const Model& model, const Drives& drives, const TimeOptimalSettings& settings) {
  const auto sized = [&](const VectorX<double>& v) {
    return v.size() == 0 || (v.size() == drives.count() && (v.array() > 0).all());
  };
  if (model.nq() != model.nv())
    throw Error("fastest_motion: the base is free, expected a fixed one");
  if (settings.cells < 2 || settings.checks < 1 || !(settings.start_rate >= 0) ||
      !(settings.end_rate >= 0) || !sized(settings.torque_share) || !sized(settings.speed_share))
    throw Error(
        "fastest_motion: expected 2 cells or more, 1 check or more, rates of 0 or more, and a "
        "share "
        "above 0 for each motor");
}

}  // namespace
}  // namespace optimal

TimeOptimal fastest_motion(const JointPath& path, const Model& model, const Drives& drives,
                           const TimeOptimalSettings& settings) {
  optimal::check(model, drives, settings);
  optimal::PathTorques torques(path, model, drives, settings.wrenches);
  return optimal::Solver(torques, settings).solve();
}

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
