// The laws of a cycle of Algorithm 1, checked on its result: which motor may be at a limit, what
// friction may do, and where the power goes. Written on the joint side from the page algorithms; shares
// no formula with the step.
#pragma once

#include "erfd/dynamics/rnea.hpp"
#include "erfd/simulation/algorithm1.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/LU>

namespace erfd::test {

/// How far a cycle is from each law, relative to what it is compared with.
struct Departures {
  double balance = 0;   ///< joints: what motors, links, rotors and friction leave over
  double beyond = 0;    ///< torque beyond a limit
  double needless = 0;  ///< motor below its limit that falls short, or at it and overtakes
  double friction = 0;  ///< friction beyond its range, or not all of it against motion
  double power = 0;     ///< power of the motors that goes nowhere
  void take(const Departures& d) {
    balance = std::max(balance, d.balance);
    beyond = std::max(beyond, d.beyond);
    needless = std::max(needless, d.needless);
    friction = std::max(friction, d.friction);
    power = std::max(power, d.power);
  }
  double worst() const { return std::max({balance, beyond, needless, friction, power}); }
};

/// Dry friction of one shaft: range of the torque that brakes it.
struct DryRange {
  double low, high;
};

inline DryRange dry_range(const ShaftFriction& f, double speed_before, double still,
                          double by_load) {
  const bool rests = std::abs(speed_before) <= still;
  return {-(rests ? f.starting_negative : f.moving_negative) - by_load,
          (rests ? f.starting_positive : f.moving_positive) + by_load};
}

/// One shaft with dry friction: what it is asked, does, and may bear.
struct Shaft {
  double before, asked, now;  ///< speeds
  double still;               ///< speed up to which it counts as at rest
  double reach;  ///< largest of the speeds that add up to its own: rounding goes with it
  DryRange range;
  /// A shaft that is to rest and follows the rounding of what is asked rests.
  double moves() const { return std::abs(asked) <= still ? now - asked : now; }
  bool rests() const { return std::abs(moves()) <= 1e-12 * reach; }
  double sliding() const { return moves() > 0 ? range.high : range.low; }
};

/// @param K, bends  of the drives at q; bends: what changing ratios add to K qdd
inline Departures departures(const Algorithm1& a, const VectorX<double>& q,
                             const VectorX<double>& qd, const MatrixX<double>& K,
                             const VectorX<double>& bends, const Cycle& cycle) {
  const int n = a.joint_count();
  const Drives& d = a.drives();
  const double still = rest_way / a.settings().period;
  Workspace ws(a.model());
  VectorX<double> u(n);
  rnea(a.model(), ws, q, qd, cycle.qdd, u);
  const MatrixX<double> K_inverse = K.inverse();
  const VectorX<double> speed = K * cycle.qd_next, before = K * qd, asked = K * cycle.qd_cmd;
  const VectorX<double> rotor = d.rotor_inertias().cwiseProduct(K * cycle.qdd + bends) +
                                d.motor_viscous().cwiseProduct(speed);
  const VectorX<double> links = u + d.joint_viscous().cwiseProduct(cycle.qd_next);
  const VectorX<double> reflected = K_inverse.transpose() * links;
  Departures out;

  const VectorX<double> joint_size = qd.cwiseAbs() + cycle.qd_cmd.cwiseAbs() +
                                     cycle.qd_next.cwiseAbs() + VectorX<double>::Constant(n, still);
  const VectorX<double> motor_size = K.cwiseAbs() * joint_size;
  const VectorX<double> joint_reach = K_inverse.cwiseAbs() * motor_size;
  std::vector<Shaft> motors, joints;
  bool at_motors = false, at_joints = false;
  for (int i = 0; i < n; ++i) {
    const double motor_still = still * K.row(i).cwiseAbs().sum();
    const double by_load = d.load_dependent()[i] * std::abs(u[i]);
    motors.push_back({before[i], asked[i], speed[i], motor_still, motor_size[i],
                      dry_range(d.motor(i).friction, before[i], motor_still, 0)});
    joints.push_back({qd[i], cycle.qd_cmd[i], cycle.qd_next[i], still, joint_reach[i],
                      dry_range(d.joint_friction(i), qd[i], still, by_load)});
    at_motors |= has_coulomb(d.motor(i).friction);
    at_joints |= has_coulomb(d.joint_friction(i)) || d.load_dependent()[i] > 0;
  }

  // Dry friction is what is left of the motors' torques. What slides takes its full value; the rest
  // must be borne by shafts that rest, each within its range. With dry friction on both sides of the
  // gears the shares are not unique: then it is checked while nothing rests.
  VectorX<double> left = cycle.ua - rotor - reflected;
  const double scale = std::max({cycle.ua.cwiseAbs().maxCoeff(), rotor.cwiseAbs().maxCoeff(),
                                 reflected.cwiseAbs().maxCoeff()});
  double dissipated = 0;
  bool rests = false;
  for (int i = 0; i < n; ++i) {
    if (at_motors && !motors[i].rests()) {
      left[i] -= motors[i].sliding();
      dissipated += motors[i].sliding() * speed[i];
    }
    if (at_joints && !joints[i].rests()) {
      left -= K_inverse.row(i).transpose() * joints[i].sliding();
      dissipated += joints[i].sliding() * cycle.qd_next[i];
    }
    rests |= (at_motors && motors[i].rests()) || (at_joints && joints[i].rests());
  }
  const VectorX<double> left_at_joints = K.transpose() * left;
  for (int i = 0; i < n; ++i) {
    if (!rests) out.balance = std::max(out.balance, std::abs(left[i]) / scale);
    if (at_motors == at_joints) continue;
    const Shaft& shaft = at_motors ? motors[i] : joints[i];
    const double torque = at_motors ? left[i] : left_at_joints[i];
    const double size = at_motors ? scale : scale * K.col(i).cwiseAbs().sum();
    if (shaft.rests())
      out.friction = std::max(
          {out.friction, (torque - shaft.range.high) / size, (shaft.range.low - torque) / size});
    else
      out.balance = std::max(out.balance, std::abs(torque) / size);
  }

  for (int i = 0; i < n; ++i) {
    const TorqueRange range = torque_range(a.drives().motor(i), asked[i]);
    const double size = std::max(range.high, -range.low);
    out.beyond =
        std::max({out.beyond, (cycle.ua[i] - range.high) / size, (range.low - cycle.ua[i]) / size});
    const double lack = (asked[i] - speed[i]) / motors[i].reach;
    const bool at_high = cycle.ua[i] >= range.high - 1e-9 * size;
    const bool at_low = cycle.ua[i] <= range.low + 1e-9 * size;
    if (!(lack > 0 && at_high) && !(lack < 0 && at_low))
      out.needless = std::max(out.needless, std::abs(lack));
  }

  // Power of the motors: into links, rotors and friction; shafts that rest take none.
  const double taken = links.dot(cycle.qd_next) + rotor.dot(speed) + dissipated;
  const double flow = cycle.ua.cwiseAbs().dot(speed.cwiseAbs()) +
                      links.cwiseAbs().dot(cycle.qd_next.cwiseAbs()) +
                      rotor.cwiseAbs().dot(speed.cwiseAbs());
  // A shaft that rests may follow the rounding of what is asked: what holds it does work then.
  double held = 0;
  for (int i = 0; i < n; ++i) {
    if (at_motors && motors[i].rests()) held += scale * std::abs(speed[i]);
    if (at_joints && joints[i].rests())
      held += scale * K.col(i).cwiseAbs().sum() * std::abs(cycle.qd_next[i]);
  }
  out.power = std::max(0.0, std::abs(cycle.ua.dot(speed) - taken) - held) / (flow + 1e-300);
  if (dissipated < 0) out.friction = std::max(out.friction, -dissipated / (flow + 1e-300));
  return out;
}

}  // namespace erfd::test
