// How much the robot could carry, over the distance of its tool from the vertical through the base.
//
//   held    K⁻ᵀ (g(q) + m g₁(q)) within what the motors can give at rest                          (1)
//   moved   the torques of a cycle with m in place of what the program carries, within what they can give at its speeds  (2)
//
// g₁, and what (2) needs a kilogram, are those of a point mass in the tool centre. (1) is affine in m and solved as it stands; (2) is
// not, for friction grows with |u|: m is doubled, then halved.
#include "erfd/drives/survey.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/frames.hpp"

#include "verification/sizing/demand.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace erfd {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double any = std::numeric_limits<double>::infinity();

const Payload kilogram{.mass = 1};

/// Largest m ≥ 0 with a + m b in [low, high]; 0 where nothing can be carried.
double largest_mass(double a, double b, double low, double high) {
  if (a < low || a > high) return 0;
  if (b > 0) return (high - a) / b;
  return b < 0 ? (low - a) / b : any;
}

bool knows_torques(const Drives& drives) {
  return std::ranges::any_of(drives.motors(), [](const Motor& motor) {
    return std::isfinite(torque_range(motor, 0).high);
  });
}

double rated_of(const Motor& motor) {
  double rated = motor.limits.torque_rated;
  if (motor.constants.torque_constant && std::isfinite(motor.constants.current_rated))
    rated = std::min(rated, std::abs(torque_of_current(motor, motor.constants.current_rated)));
  return rated;
}

/// Across the direction of gravity.
double reach_of(const Model& model, const Vector3<double>& p) {
  const Vector3<double> g = model.gravity();
  return g.isZero() ? p.norm() : p.cross(g.normalized()).norm();
}

/// A mass at a reach.
struct Found {
  double reach, mass;
};

/// (1) at one posture.
class Holding {
 public:
  Holding(const Model& model, const Drives& drives)
      : drives_(drives),
        model_(model),
        loaded_(model.with_payload(model.tool(), kilogram)),
        empty_links_(model_),
        loaded_links_(loaded_),
        state_(drives),
        a_(drives.count()),
        b_(drives.count()) {}

  /// False where the robot cannot stand.
  bool move_to(const VectorX<double>& q) {
    if (!empty_links_.move_to(q) || !loaded_links_.move_to(q)) return false;
    const VectorX<double>& at = empty_links_.shaft_q();
    if (!is_in_range(drives_, at) || !set_position(drives_, at, state_)) return false;
    motor_torques(drives_, state_, empty_links_.gravity(), a_);
    motor_torques(drives_, state_, loaded_links_.gravity() - empty_links_.gravity(), b_);
    return true;
  }
  const VectorX<double>& q() const { return empty_links_.q(); }

  double held(bool rated) const {
    double mass = any;
    for (int i = 0; i < drives_.count(); ++i) {
      const TorqueRange range = torque_range(drives_.motor(i), 0);
      const double most = rated ? rated_of(drives_.motor(i)) : any;
      mass = std::min(
          mass, largest_mass(a_[i], b_[i], std::max(range.low, -most), std::min(range.high, most)));
    }
    return mass;
  }

 private:
  const Drives& drives_;
  const Model& model_;
  Model loaded_;
  LinksAtJoints empty_links_, loaded_links_;
  DriveState state_;
  VectorX<double> a_, b_;
};

struct HeldMasses {
  std::vector<Found> peak, rated;
};

HeldMasses held_masses(const Case& robot, int postures) {
  HeldMasses found;
  Holding holding(robot.model, robot.drives);
  Workspace ws(robot.model);
  std::mt19937 rng(1);
  VectorX<double> q = holding.q();
  const bool knows_rating = std::ranges::any_of(
      robot.drives.motors(), [](const Motor& m) { return std::isfinite(rated_of(m)); });
  for (int k = 0; k < postures; ++k) {
    draw_posture(robot.model, rng, q);
    if (!holding.move_to(q)) continue;
    const double reach =
        reach_of(robot.model, frame_pose(robot.model, ws, holding.q(), robot.model.tool()).p);
    found.peak.push_back({reach, holding.held(false)});
    if (knows_rating) found.rated.push_back({reach, holding.held(true)});
  }
  return found;
}

/// (2) of one program.
class Moving {
 public:
  explicit Moving(const Demand& demand)
      : demand_(demand),
        program_(*demand.program),
        drives_(program_.drives),
        state_(drives_),
        speed_(drives_.count()),
        u_a_(drives_.count()) {}

  void add_to(std::vector<Found>& found) {
    const Model& empty = program_.model;
    const Engine empty_engine(empty), loaded_engine(empty.with_payload(empty.tool(), kilogram));
    EngineWorkspace empty_ws(empty_engine), loaded_ws(loaded_engine);
    VectorX<double> bare(empty.nv()), one(empty.nv());
    for (int k = 0; k < demand_.cycles(); ++k) {
      if (!demand_.counts(k)) continue;
      q_ = demand_.motion.q_asked.col(k), before_ = demand_.qd_before.col(k);
      qd_ = demand_.motion.qd_asked.col(k), qdd_ = demand_.motion.qdd_asked.col(k);
      if (!set_position(drives_, q_, state_)) continue;
      inverse_dynamics(empty_engine, empty_ws, q_, before_, qdd_, bare);
      inverse_dynamics(loaded_engine, loaded_ws, q_, before_, qdd_, one);
      base_ = bare, step_ = one - bare;
      motor_velocities(drives_, state_, qd_, speed_);
      found.push_back(
          {reach_of(empty, demand_.motion.X_WT_asked[static_cast<std::size_t>(k)].p), largest()});
    }
  }

 private:
  bool can_move(double mass) {
    u_ = base_ + mass * step_;
    drive_torques(drives_, state_, {before_, rest_way / demand_.motion.period}, qd_, qdd_, u_,
                  u_a_);
    for (int i = 0; i < drives_.count(); ++i) {
      const TorqueRange range = torque_range(drives_.motor(i), speed_[i]);
      if (u_a_[i] < range.low || u_a_[i] > range.high) return false;
    }
    return true;
  }

  double largest() {
    if (!can_move(0)) return 0;
    double low = 0, high = 1;
    while (can_move(high)) {
      low = high, high *= 2;
      if (high > 1e6) return any;
    }
    while (high - low > 1e-6 * high) (can_move((low + high) / 2) ? low : high) = (low + high) / 2;
    return low;
  }

  const Demand& demand_;
  const Case& program_;
  const Drives& drives_;
  DriveState state_;
  VectorX<double> q_, before_, qd_, qdd_, base_, step_, u_, speed_, u_a_;
};

/// The least mass of each place; NaN where none was found.
std::vector<double> least_of_places(const std::vector<Found>& found, double width, int places) {
  std::vector<double> least(static_cast<std::size_t>(places), none);
  for (const Found& one : found) {
    const auto place =
        static_cast<std::size_t>(std::clamp(static_cast<int>(one.reach / width), 0, places - 1));
    least[place] = std::isnan(least[place]) ? one.mass : std::min(least[place], one.mass);
  }
  return least;
}

}  // namespace

PayloadReach payload_reach(const std::vector<Demand>& demands, const SizingSettings& settings) {
  const Case& robot = *demands.front().program;
  PayloadReach all{{}, none};
  if (!knows_torques(robot.drives)) return all;
  const HeldMasses held = held_masses(robot, settings.postures);
  std::vector<Found> moved;
  if (!robot.model.is_constrained())
    for (const Demand& demand : demands) Moving(demand).add_to(moved);
  double farthest = 0;
  for (const Found& one : held.peak) farthest = std::max(farthest, one.reach);
  for (const Found& one : moved) farthest = std::max(farthest, one.reach);
  if (!(farthest > 0)) return all;
  const double width = farthest / settings.reaches;
  const std::vector<double> peak = least_of_places(held.peak, width, settings.reaches);
  const std::vector<double> rated = least_of_places(held.rated, width, settings.reaches);
  const std::vector<double> in_motion = least_of_places(moved, width, settings.reaches);
  for (int i = 0; i < settings.reaches; ++i) {
    const auto place = static_cast<std::size_t>(i);
    all.places.push_back({(i + 0.5) * width, peak[place], rated[place], in_motion[place]});
  }
  for (const Found& one : moved)
    all.moved = std::isnan(all.moved) ? one.mass : std::min(all.moved, one.mass);
  return all;
}

}  // namespace erfd
