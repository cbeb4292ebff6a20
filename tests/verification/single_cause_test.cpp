// Defects with one cause: a robot that does its motion easily gets one number worse until exactly
// one limit is exceeded; the verdict must name that axis and that limit.
//
// What the motion needs is computed here by rnea() and the equations of a motor written out, not by
// the engine, the actuator model or Algorithm 1.
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "verification/hand_made.hpp"

#include <algorithm>
#include <optional>
#include <random>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd {
namespace {

enum class Cause { payload, friction, ratio, motor_torque, motor_speed, acceleration };

/// A motion on a robot, all of it plain data.
struct Case {
  Model model;
  Drives::Parts drives;
  Payload payload;
  std::vector<VectorX<double>> postures;
  double seconds = 1;

  Model loaded() const {
    if (payload.mass == 0) return model;
    return model.with_payload(model.frame_index(model.bodies().back().name), payload);
  }
  Plan plan() const { return test::plan_of(model, postures, seconds, 0.01); }
};

struct Excess {
  Limit limit;
  int axis;
  double ratio;
};

/// Peaks of motor torque, motor speed and joint speed over the motion.
struct Needs {
  VectorX<double> torque, motor_speed, joint_speed;
};

Needs needs_of(const Case& c) {
  const Plan plan = c.plan();
  const Model robot = c.loaded();
  const int n = robot.nv();
  const double dt = plan.period;
  Workspace ws(robot);
  Needs needs{VectorX<double>::Zero(n), VectorX<double>::Zero(n), VectorX<double>::Zero(n)};
  VectorX<double> before = VectorX<double>::Zero(n), tau(n);
  const MatrixX<double> to_motors = c.drives.K.transpose().inverse();
  for (Eigen::Index k = 0; k < plan.q.cols(); ++k) {
    const VectorX<double> q = plan.q.col(k);
    VectorX<double> qd = VectorX<double>::Zero(n);
    if (k + 1 < plan.q.cols()) qd = (plan.q.col(k + 1) - plan.q.col(k)) / dt;
    const VectorX<double> qdd = (qd - before) / dt;
    rnea(robot, ws, q, before, qdd, tau);
    for (int j = 0; j < n; ++j)
      tau[j] += c.drives.load_dependent[j] * std::abs(tau[j]) * ((qd[j] > 0) - (qd[j] < 0));
    const VectorX<double> speed = c.drives.K * qd, spin = c.drives.K * qdd;
    VectorX<double> motor = to_motors * tau;
    for (int i = 0; i < n; ++i) {
      const Motor& m = c.drives.motors[static_cast<std::size_t>(i)];
      motor[i] += m.rotor_inertia * spin[i] + m.friction.viscous * speed[i];
    }
    needs.torque = needs.torque.cwiseMax(motor.cwiseAbs());
    needs.motor_speed = needs.motor_speed.cwiseMax(speed.cwiseAbs());
    needs.joint_speed = needs.joint_speed.cwiseMax(qd.cwiseAbs());
    before = qd;
  }
  return needs;
}

std::vector<Excess> excesses(const Case& c) {
  const Needs needs = needs_of(c);
  std::vector<Excess> found;
  const auto look = [&](Limit limit, int axis, double needed, double available) {
    if (needed > available) found.push_back({limit, axis, needed / available});
  };
  for (int i = 0; i < needs.torque.size(); ++i) {
    const MotorLimits& limits = c.drives.motors[static_cast<std::size_t>(i)].limits;
    look(Limit::motor_torque, i, needs.torque[i], limits.torque_peak);
    look(Limit::motor_speed, i, needs.motor_speed[i], limits.speed);
    look(Limit::joint_speed, i, needs.joint_speed[i], c.model.body({i}).limits.speed);
  }
  return found;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : rng_(seed) {}

  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng_);
  }
  int axis() { return std::uniform_int_distribution<int>(0, 5)(rng_); }

  /// Lola 15 with limits a little beyond what a random motion needs.
  Case easy() {
    static const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
    static const Model lola = build(robot);
    static const Drives real = make_drives(robot, lola);
    Case c{lola, {"lola15", real.K(), real.motors(), {}, real.load_dependent()}, {}, {}, 1};
    for (int i = 0; i < 2; ++i)
      c.postures.push_back(VectorX<double>::NullaryExpr(6, [&] { return between(-1.4, 1.4); }));
    c.seconds = between(0.8, 2.5);
    c.payload.mass = between(0.5, 4);
    c.payload.com = {between(-0.1, 0.1), between(-0.1, 0.1), between(0, 0.3)};
    const Needs needs = needs_of(c);
    Model::Parts parts = lola.parts();
    for (int i = 0; i < 6; ++i) {
      MotorLimits& limits = c.drives.motors[static_cast<std::size_t>(i)].limits;
      limits.torque_peak = needs.torque[i] * between(1.05, 1.5);
      limits.speed = needs.motor_speed[i] * between(1.05, 1.5);
      parts.bodies[static_cast<std::size_t>(i)].limits.speed =
          needs.joint_speed[i] * between(1.05, 1.5);
    }
    c.model = Model(std::move(parts));
    return c;
  }

  /// The case with its cause at strength s: 0 as it was.
  static Case worsened(const Case& easy, Cause cause, int axis, double s) {
    Case c = easy;
    Motor& motor = c.drives.motors[static_cast<std::size_t>(axis)];
    switch (cause) {
      case Cause::payload:
        c.payload.mass *= 1 + 20 * s;
        break;
      case Cause::friction:
        c.drives.load_dependent[axis] += 0.6 * s;  // stays below 1
        break;
      case Cause::ratio:
        c.drives.K.row(axis) *= 1 + s;
        break;
      case Cause::motor_torque:
        motor.limits.torque_peak /= 1 + s;
        break;
      case Cause::motor_speed:
        motor.limits.speed /= 1 + s;
        break;
      case Cause::acceleration:
        c.seconds /= 1 + s;
        break;
    }
    return c;
  }

 private:
  std::mt19937 rng_;
};

/// The smallest strength of the cause that exceeds a limit, when it is one limit alone.
std::optional<Case> single_defect(const Case& easy, Cause cause, int axis) {
  double low = 0, high = 1;
  if (excesses(Generator::worsened(easy, cause, axis, high)).empty()) return std::nullopt;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    const auto found = excesses(Generator::worsened(easy, cause, axis, middle));
    (found.empty() ? low : high) = middle;
    if (found.size() == 1 && found[0].ratio > 1.0001)
      return Generator::worsened(easy, cause, axis, middle);
  }
  const Case last = Generator::worsened(easy, cause, axis, high);
  const auto found = excesses(last);
  if (found.size() == 1 && found[0].ratio > 1 + 1e-6) return last;
  return std::nullopt;
}

constexpr int case_count = 1000;

TEST(SingleCause, TheVerdictNamesTheAxisAndTheLimit) {
  Generator generator(17);
  int judged = 0, tried = 0;
  std::array<int, 6> of_cause{};
  while (judged < case_count && tried++ < 20 * case_count) {
    const Cause cause = static_cast<Cause>(tried % 6);
    const std::optional<Case> c = single_defect(generator.easy(), cause, generator.axis());
    if (!c) continue;
    const Excess expected = excesses(*c).front();
    Conditions conditions;
    conditions.gripped = c->payload;
    const Verification result = verify(test::program_of(1, conditions), c->plan(), c->model,
                                       Drives(Drives::Parts(c->drives)));
    ASSERT_EQ(result.fault, "");
    const MoveVerdict& move = result.moves.at(0);
    ASSERT_FALSE(move.achievable) << "case " << tried;
    EXPECT_EQ(move.exceeded.size(), 1u) << "case " << tried;
    EXPECT_EQ(move.worst.axis, expected.axis) << "case " << tried << ": " << move.reason;
    EXPECT_EQ(name_of(move.worst.limit), name_of(expected.limit))
        << "case " << tried << ": " << move.reason;
    EXPECT_NEAR(move.worst.ratio, expected.ratio, 1e-9) << "case " << tried;
    ++judged;
    ++of_cause[static_cast<std::size_t>(cause)];
  }
  EXPECT_EQ(judged, case_count);
  for (const int count : of_cause) EXPECT_GT(count, case_count / 30);
  RecordProperty("judged", judged);
}

}  // namespace
}  // namespace erfd
