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
// In a cell s̈ = u_i + κ (s − s_i) is a linear equation, whose solution is known: (9), (10) of
// cell_motion.hpp. What happens between the nodes is held against the limits by another route
// (certificate.cpp); where it is beyond one, the limits at the cell are drawn in by as much, or the cell is
// divided (path_rows.cpp), and (7), (8) are done again.
//
// Where  α, β: admissible.hpp   rows: path_torques.hpp   (7), (8): one_band.cpp where one band is proven,
//        reachable.cpp where it is searched
#include "erfd/motion/time_optimal.hpp"

#include "erfd/base/error.hpp"

#include "motion/optimal/cell_motion.hpp"
#include "motion/optimal/reachable.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace optimal {
namespace {

/// Places in a cell that are looked at while limits are still drawn in.
constexpr int few_checks = 3;
/// By so much they may be beyond a limit before all places are looked at.
constexpr double few_tolerance = 1e-6;

class Solver {
 public:
  Solver(PathTorques& torques, const TimeOptimalSettings& settings)
      : torques_(torques),
        settings_(settings),
        admissible_(torques, settings),
        rows_(torques, settings),
        reachable_(rows_, admissible_) {}

  TimeOptimal solve() {
    // There ṡ may jump, and is no measure of speed.
    if (const int node = rows_.standstill(); node > 0) {
      refuse(
          node,
          "no joint moves: the robot stands there; take the ways before and behind it one by one");
      return std::move(result_);
    }
    run_passes();
    if (!result_.found) return std::move(result_);
    if (rows_.breakaway_cells() > 0) set_breakaway();
    take_back();
    if (result_.found) name_islands();
    return std::move(result_);
  }

 private:
  /// What is found beyond a limit between the nodes is taken back: first as a few places in a cell tell,
  /// then as all do.
  void take_back() {
    std::vector<CellShare> worst;
    int checks = std::min(few_checks, settings_.checks);
    for (int round = 0; result_.found && settings_.checks > 0; ++round) {
      if (round == settings_.rounds) checks = settings_.checks;
      certify(torques_, rows_.grid(), settings_, {checks, rows_.breakaway_cells()}, result_, worst);
      const double tolerance = checks == settings_.checks
                                   ? settings_.tolerance
                                   : std::max(settings_.tolerance, few_tolerance);
      const bool holds = result_.largest_share <= 1 + tolerance;
      if ((holds && checks == settings_.checks) || round == settings_.rounds) return;
      if (holds) {
        checks = settings_.checks;
        continue;
      }
      rows_.refine(worst);
      TimeOptimal before = std::move(result_);
      run_passes();
      if (result_.found) continue;
      // Drawn in too far: the motion before is the answer, with its share.
      result_ = std::move(before);
      return;
    }
  }

  void run_passes() {
    for (scan_ = 4; scan_ <= 256; scan_ *= 8) {
      result_ = {};
      if (backward() && forward()) return finish();
    }
  }

  bool backward() {
    const int last = rows_.nodes() - 1;
    if (settings_.end_rate > rows_.largest_rate(last))
      return refuse(last, "the rate at the end is above the speed limits");
    if (!reachable_.start(settings_.end_rate)) return refuse(last, standing(last));
    for (int node = last - 1; node > 0; --node)
      if (!reachable_.set_bands(node, scan_)) return refuse(node, standing(node));
    return true;
  }

  bool forward() {
    if (settings_.start_rate > rows_.largest_rate(0) ||
        reachable_.reaches_end(0, settings_.start_rate) < 0)
      return refuse(0, standing(0));
    steps_.assign(1, reachable_.first(settings_.start_rate));
    for (int c = 0; c + 1 < rows_.nodes(); ++c) {
      const Reachable::Step next = reachable_.fastest_next(c, steps_.back(), scan_);
      if (next.rate < 0) return refuse(c + 1, standing(c + 1));
      steps_.push_back(next);
    }
    return true;
  }

  bool refuse(int node, const std::string& what) {
    result_.why = fmt::format("at s = {:.4g} of {:.4g} {}", rows_.grid().place(node),
                              torques_.path().length(), what);
    return false;
  }

  /// Who leaves no acceleration at the rate that comes nearest.
  std::string standing(int node) {
    const int c = std::min(node, rows_.nodes() - 2);
    const int end = node == c ? 0 : 1;
    double best = 0, width = -endless;
    const double top = std::isfinite(rows_.largest_rate(node)) ? rows_.largest_rate(node) : 10;
    for (int k = 0; k <= 200; ++k) {
      const double rate = node == 0 ? settings_.start_rate : top * k / 200;
      if (const double w = reachable_.span(c, end, rate).width(); w > width) width = w, best = rate;
    }
    const Span s = reachable_.span(c, end, best);
    if (width < 0 && node == 0 && best == 0 && s.high_row >= 0 && s.high < 0)
      return fmt::format("{} cannot set the robot going", row_name(torques_, s.high_row));
    if (width < 0 && s.low_row == s.high_row)
      return fmt::format("{} has not the torque for any speed", row_name(torques_, s.low_row));
    if (width < 0)
      return fmt::format("{} and {} together allow no acceleration at any speed",
                         row_name(torques_, s.low_row), row_name(torques_, s.high_row));
    return "no speed can be had from which the rest of the path can be run";
  }

  void finish() {
    result_.found = true;
    std::vector<PathNode>& nodes = result_.nodes;
    nodes.resize(steps_.size());
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      nodes[k].s = rows_.grid().place(static_cast<int>(k));
      nodes[k].rate = steps_[k].rate;
    }
    for (std::size_t k = 0; k + 1 < steps_.size(); ++k) {
      const auto c = static_cast<int>(k);
      const bool one = rows_.is_smooth(c + 1) || k + 2 == steps_.size();
      set_cell(nodes[k], nodes[k + 1], steps_[k].span,
               one ? steps_[k + 1].span : reachable_.span(c, 1, steps_[k + 1].rate));
    }
    result_.duration = nodes.back().time;
    if (std::isfinite(result_.duration)) return;
    result_.found = false;
    result_.why = "the motion cannot leave its start: nothing is left to break away with";
  }

  /// The cells that are passed while motors still break away.
  void set_breakaway() {
    for (int trial = 0; trial < 5 && result_.found; ++trial) {
      int cells = 1;
      while (cells + 1 < rows_.nodes() &&
             result_.nodes[static_cast<std::size_t>(cells)].time < settings_.breakaway_time)
        ++cells;
      if (cells <= rows_.breakaway_cells()) return;
      rows_.set_breakaway_cells(cells);
      run_passes();
    }
  }

  /// Gaps between bands, node by node, joined along the path.
  void name_islands() {
    bool open = false;
    for (int node = 1; node + 1 < rows_.nodes(); ++node) {
      const std::span<const Band> bands = reachable_.bands(node);
      const double s = rows_.grid().place(node);
      if (bands.size() < 2) {
        open = false;
        continue;
      }
      if (!open) result_.islands.push_back({s, 0, bands[0].high, bands[1].low});
      result_.islands.back().to_s = s;
      open = true;
    }
  }

  PathTorques& torques_;
  const TimeOptimalSettings& settings_;
  Admissible admissible_;
  PathRows rows_;
  Reachable reachable_;
  std::vector<Reachable::Step> steps_;
  TimeOptimal result_;
  int scan_ = 4;
};

void check(const Model& model, const Drives& drives, const TimeOptimalSettings& settings) {
  const auto sized = [&](const VectorX<double>& v) {
    return v.size() == 0 || (v.size() == drives.count() && (v.array() > 0).all());
  };
  if (model.nq() != model.nv())
    throw Error("fastest_motion: the base is free, expected a fixed one");
  if (settings.cells < 2 || settings.checks < 0 || !(settings.start_rate >= 0) ||
      !(settings.end_rate >= 0) || !sized(settings.torque_share) || !sized(settings.speed_share))
    throw Error(
        "fastest_motion: expected 2 cells or more, 0 checks or more, rates of 0 or more, and a "
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

}  // namespace erfd
