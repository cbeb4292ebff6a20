#include "motion/random_program.hpp"

#include "erfd/dynamics/kinematics.hpp"

#include "motion/reference_program.hpp"

#include <numbers>

namespace erfd::test {
namespace {

class Author {
 public:
  Author(const Model& model, std::mt19937& rng) : model_(model), ws_(model), rng_(rng) {
    conditions_.X_WBase = {rotation_z(in(-1, 1)) * rotation_x(in(-0.3, 0.3)),
                           {in(-0.2, 0.2), in(-0.2, 0.2), in(-0.2, 0.2)}};
  }

  double in(double low, double high) { return std::uniform_real_distribution(low, high)(rng_); }
  bool chance(double p) { return in(0, 1) < p; }

  VectorX<double> posture() {
    const double centre[] = {0, 20, -20, 0, -60, 0}, spread[] = {20, 12, 12, 25, 15, 40};
    VectorX<double> q(6);
    for (int i = 0; i < 6; ++i)
      q[i] = (centre[i] + in(-spread[i], spread[i])) * std::numbers::pi / 180;
    return q;
  }

  CartesianTarget target() {
    CartesianTarget t;
    t.X_BaseT =
        conditions_.X_WBase.inverse() * frame_pose<double>(model_, ws_, posture(), model_.tool());
    return t;
  }

  Instruction ptp() {
    const VectorX<double> q = posture();
    Target goal = JointTarget{{q.begin(), q.end()}};
    if (chance(0.4)) goal = target();
    Instruction next = instruction(MoveKind::ptp, goal);
    Move& move = std::get<Move>(next.action);
    move.limits.speed_share = in(0.1, 1);
    move.limits.acceleration_share = in(0.1, 1);
    if (chance(0.3)) move.limits.deceleration_share = in(0.1, 1);
    return next;
  }

  Instruction path() {
    CartesianTarget goal = target();
    if (chance(0.2)) goal.X_BaseT.p = last_ + in(0.2, 1) * way_;  // straight on
    const Vector3<double> chord = goal.X_BaseT.p - last_;
    const bool circle = chance(0.35);
    Instruction next = instruction(circle ? MoveKind::circle : MoveKind::lin, goal);
    Move& move = std::get<Move>(next.action);
    if (circle) {
      const Vector3<double> side =
          cross(chord, Vector3<double>{in(-1, 1), in(-1, 1), in(-1, 1)}).normalized();
      move.via.emplace();
      move.via->X_BaseT.p = last_ + in(0.3, 0.7) * chord + in(0.1, 0.5) * chord.norm() * side;
      move.via->has_orientation = false;
      if (chance(0.1)) move.arc_angle = in(0.5, 6.28);
    }
    using enum OrientationMode;
    constexpr OrientationMode modes[] = {constant, variable, variable, path_constant,
                                         path_variable};
    move.orientation = modes[rng_() % 5];
    move.orientation_given = true;
    move.limits.speed = in(0.05, 1);
    move.limits.acceleration = in(0.3, 4);
    if (chance(0.3)) move.limits.deceleration = in(0.3, 4);
    if (chance(0.2)) move.limits.turn_speed = in(0.1, 2);
    if (chance(0.2)) move.limits.turn_acceleration = in(0.5, 10);
    if (chance(0.05)) move.limits.time = in(0.5, 3);
    way_ = chord;
    last_ = goal.X_BaseT.p;
    return next;
  }

  FlyBy fly_by(bool from_ptp, bool to_ptp, bool mixed) {
    if (chance(0.2) || (from_ptp != to_ptp && !mixed)) return FlyBy::stop;
    if (from_ptp || to_ptp) return FlyBy::ptp;
    return chance(0.35) ? FlyBy::speed : FlyBy::path;
  }

  Program write(bool mixed) {
    Program program;
    std::vector<bool> is_ptp{true};
    for (int k = 0, n = 3 + static_cast<int>(rng_() % 7); k < n; ++k) is_ptp.push_back(chance(0.3));
    for (std::size_t k = 0; k < is_ptp.size(); ++k) {
      Instruction next = is_ptp[k] ? ptp() : path();
      Move& move = std::get<Move>(next.action);
      if (is_ptp[k]) last_ = Vector3<double>{in(0.8, 1.2), in(-0.3, 0.3), in(0.3, 0.7)};
      move.fly_by = k + 1 < is_ptp.size() ? fly_by(is_ptp[k], is_ptp[k + 1], mixed) : FlyBy::stop;
      if (move.fly_by == FlyBy::path) move.fly_by_size = in(0.005, 0.2);
      if (move.fly_by == FlyBy::ptp && chance(0.5)) move.fly_by_size = in(0.1, 1);
      next.conditions = conditions_;
      next.at = {static_cast<int>(k + 1), 1};
      program.instructions.push_back(next);
      if (move.fly_by != FlyBy::stop || !chance(0.1)) continue;
      Instruction wait;
      wait.action = Wait{in(0, 0.2)};
      wait.conditions = conditions_;
      program.instructions.push_back(wait);
    }
    return program;
  }

 private:
  const Model& model_;
  Workspace ws_;
  std::mt19937& rng_;
  Conditions conditions_;
  Vector3<double> last_{1, 0, 0.5}, way_{0.1, 0, 0};
};

}  // namespace

RandomProgram random_program(const Model& lola15, PlannerSettings settings, bool mixed,
                             std::mt19937& rng) {
  Author author(lola15, rng);
  settings.home = author.posture();
  settings.fly_corners = author.chance(0.3);
  settings.half_blends = author.chance(0.2);
  settings.smoothed = author.chance(0.3);
  if (author.chance(0.3)) settings.ptp_jerk_time = author.in(0.02, 0.2);
  return {author.write(mixed), settings};
}

}  // namespace erfd::test
