// The certificate: needed / available of every limit between the nodes, from positions, velocities and
// accelerations alone: no row of (3) is used.
#include "motion/optimal/certificate.hpp"

#include "motion/optimal/admissible.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace erfd::optimal {
namespace {

double ratio(double needed, double available) {
  if (available > 0) return needed / available;
  return needed > 0 ? endless : 0;
}

/// The limits of one instant, the nearest kept.
class Watch {
 public:
  Watch(PathTorques& torques, const TimeOptimalSettings& settings)
      : torques_(torques), settings_(settings) {}

  void see(const Place& place, double rate, double acceleration) {
    torques_.instant(place, rate, acceleration, now_);
    for (int i = 0; i < torques_.motors(); ++i) see_motor(i);
    for (int j = 0; j < torques_.joints(); ++j) see_joint(j);
    if (settings_.tool) see_tool(*settings_.tool);
    if (settings_.rate_cap) speed(ratio(rate, settings_.rate_cap(place.s)), {});
  }

  CellShare worst;

 private:
  void nearest(double value, const PathBound& by) {
    if (value > worst.share) worst.share = value, worst.bound = by;
  }
  void torque(double value, const PathBound& by) {
    worst.torque = std::max(worst.torque, value);
    nearest(value, by);
  }
  void speed(double value, const PathBound& by) {
    worst.speed = std::max(worst.speed, value);
    nearest(value, by);
  }

  void see_motor(int i) {
    const Motor& motor = torques_.drives().motor(i);
    const double part = settings_.torque_share.size() > 0 ? settings_.torque_share[i] : 1;
    const TorqueRange range = torque_range(motor, now_.qd_a[i]);
    const double needed = now_.u_a[i];
    const PathBound by{needed > 0 ? range.high_by : range.low_by, i, motor.joint};
    torque(ratio(std::abs(needed), part * (needed > 0 ? range.high : -range.low)),
           motor.peak_of_joint ? PathBound{Limit::joint_effort, -1, motor.joint} : by);
    speed(ratio(std::abs(now_.qd_a[i]), speed_share(settings_, i) * motor.limits.speed),
          {Limit::motor_speed, i, motor.joint});
  }

  void see_tool(const ToolLimits& limits) {
    const auto tool = torques_.tool_at_instant(limits.frame);
    const auto of = [](ToolBound bound) { return PathBound{Limit::none, -1, -1, bound}; };
    speed(ratio(tool[0].v.norm(), limits.speed), of(ToolBound::speed));
    speed(ratio(tool[1].v.norm(), limits.turn_speed), of(ToolBound::turn_speed));
    torque(ratio(tool[0].a.norm(), limits.acceleration), of(ToolBound::acceleration));
    torque(ratio(tool[1].a.norm(), limits.turn_acceleration), of(ToolBound::turn_acceleration));
  }

  void see_joint(int j) {
    const auto k = static_cast<std::size_t>(j);
    torque(ratio(std::abs(now_.tau[j]), torques_.efforts()[k]), {Limit::joint_effort, -1, j});
    speed(ratio(std::abs(now_.qd[j]), torques_.model().bodies()[k].limits.speed),
          {Limit::joint_speed, -1, j});
  }

  PathTorques& torques_;
  const TimeOptimalSettings& settings_;
  PathTorques::Instant now_;
};

/// What binds is worth a name from here on [-].
constexpr double binds = 0.999;

void add_arc(const CellShare& cell, TimeOptimal& motion) {
  const PathNode &a = cell.begin, &b = cell.end;
  const PathBound bound = cell.share >= binds ? cell.bound : PathBound{};
  const bool braking = b.rate < a.rate;
  if (motion.arcs.empty() || !(motion.arcs.back().bound == bound) ||
      motion.arcs.back().braking != braking)
    motion.arcs.push_back({a.s, b.s, a.time, b.time, bound, 0, braking});
  BoundArc& arc = motion.arcs.back();
  arc.to_s = b.s, arc.to_time = b.time;
  arc.share = std::max(arc.share, cell.share);
}

CellShare look_at(Watch& watch, const PathGrid::Cell& cell, const PathNode& a, const PathNode& b,
                  int places, bool breakaway) {
  watch.worst = {};
  for (int k = 0; k < places; ++k) {
    const double part = (k + 0.5) / places, way = part * cell.h();
    const double acceleration = a.behind + part * (b.before - a.behind);
    const double x = a.rate * a.rate + way * (a.behind + acceleration);
    watch.see({cell.begin + way, cell.piece, cell.middle(), breakaway}, std::sqrt(std::max(x, 0.0)),
              acceleration);
  }
  watch.worst.places = places;
  return watch.worst;
}

}  // namespace

bool CellShare::is_of(const PathNode& a, const PathNode& b, int places_wanted) const {
  const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-11 * std::abs(x); };
  return places >= places_wanted && begin.s == a.s && end.s == b.s && near(begin.rate, a.rate) &&
         near(end.rate, b.rate) && near(begin.behind, a.behind) && near(end.before, b.before);
}

void certify(PathTorques& torques, const PathGrid& grid, const TimeOptimalSettings& settings,
             const Checks& checks, TimeOptimal& motion, std::vector<CellShare>& worst) {
  motion.arcs.clear();
  motion.largest_share = 0;
  const std::vector<CellShare> known = std::exchange(worst, {});
  worst.reserve(grid.cells.size());
  Watch watch(torques, settings);
  auto old = known.begin();
  for (std::size_t c = 0; c < grid.cells.size(); ++c) {
    const PathNode &a = motion.nodes[c], &b = motion.nodes[c + 1];
    while (old != known.end() && old->begin.s < a.s) ++old;
    if (old != known.end() && old->is_of(a, b, checks.places))
      worst.push_back(*old);
    else
      worst.push_back(look_at(watch, grid.cells[c], a, b, checks.places,
                              static_cast<int>(c) < checks.breakaway_cells));
    worst.back().begin = a, worst.back().end = b;
    add_arc(worst.back(), motion);
    motion.largest_share = std::max(motion.largest_share, worst.back().share);
  }
}

}  // namespace erfd::optimal
