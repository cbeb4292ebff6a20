// Verdicts on arms that nobody would build: skew rows, sliding axes, five, six and seven axes, tools on
// fixed bodies, coupled drives. Each law is written anew from what the record says.
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/ugly_arms.hpp"
#include "verification/hand_made.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// An arm with a motion of all its axes there and back.
struct Ugly {
  std::string name;
  Model model;
  Drives drives;
  Program program = program_of(2);
  VectorX<double> far;

  explicit Ugly(const UglyArm& arm)
      : Ugly(arm.name, read_robot_toml(toml_of(arm), arm.name).robot) {}
  Ugly(std::string title, const RobotDescription& robot)
      : name(std::move(title)),
        model(build_unloaded(robot)),
        drives(make_drives(robot, model)),
        far(model.nq()) {
    for (const Body& body : model.joints())
      far[body.q_index] = 0.8 * std::min(body.limits.upper, 1.0) * (body.q_index % 2 == 0 ? 1 : -1);
  }

  Plan plan(double seconds) const {
    const VectorX<double> rest = VectorX<double>::Zero(model.nq());
    return plan_of(model, {rest, far, rest}, seconds);
  }

  Drives changed(const std::function<void(int motor, Motor&)>& change) const {
    Drives::Parts parts{name, drives.K(), drives.motors(), {}, drives.load_dependent()};
    for (int j = 0; j < drives.joint_count(); ++j)
      parts.joint_friction.push_back(drives.joint_friction(j));
    for (int i = 0; i < drives.count(); ++i) change(i, parts.motors[static_cast<std::size_t>(i)]);
    return Drives(std::move(parts));
  }
};

std::vector<Ugly> ugly_list() {
  return {Ugly(skew_arm()), Ugly(sliding_arm()), Ugly(redundant_arm())};
}

Eigen::Index cycle_of(const Binding& binding, const MotionRecord& record) {
  return std::lround(binding.time / record.period);
}

TEST(UglyVerdict, WithoutLimitsTheAchievedMotionIsTheAskedOne) {
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.name);
    Model::Parts parts = ugly.model.parts();
    for (Body& body : parts.bodies) body.limits.speed = std::numeric_limits<double>::infinity();
    const Model free(std::move(parts));
    const Drives strong = ugly.changed([](int, Motor& motor) { motor.limits = {}; });
    const Verification result = verify(ugly.program, ugly.plan(0.3), free, strong);
    ASSERT_EQ(result.fault, "");
    EXPECT_TRUE(result.achievable);
    const MotionRecord& r = result.motion;
    ASSERT_EQ(r.q.cols(), r.q_asked.cols());
    EXPECT_LT((r.q - r.q_asked).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT(r.path_error.maxCoeff(), 1e-9);
    EXPECT_NEAR(result.achieved_time, 0.6, 1e-9);
  }
}

bool is_torque(Limit limit) {
  return limit == Limit::motor_torque || limit == Limit::torque_speed_curve ||
         limit == Limit::motor_current || limit == Limit::motor_voltage;
}

/// A voltage leaves more for braking than for driving: the side counts on which the motor pushes.
TEST(UglyVerdict, AMotorIsJudgedByTheSideOnWhichItPushes) {
  int judged = 0, other_side = 0;
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.name);
    const Plan plan = ugly.plan(0.25);
    const MotionRecord asked = verify(ugly.program, plan, ugly.model, ugly.drives).motion;
    const Drives weak = ugly.changed([&](int i, Motor& motor) {
      const double torque = asked.ua_asked.row(i).cwiseAbs().maxCoeff();
      const double speed = asked.qda_asked.row(i).cwiseAbs().maxCoeff();
      const double k = std::sqrt(torque / speed);  // so that both matter alike
      motor.constants.torque_constant = k;
      motor.constants.resistance = 1;
      motor.constants.voltage_max = 1.2 * k * speed;
    });
    const Verification result = verify(ugly.program, plan, ugly.model, weak);
    const MotionRecord& r = result.motion;
    for (const MoveVerdict& verdict : result.moves) {
      const PlannedMove& move = plan.moves[static_cast<std::size_t>(verdict.move)];
      for (const Binding& b : verdict.exceeded) {
        if (!is_torque(b.limit)) continue;
        double worst = 0, of_other_side = 0;
        for (int k = move.first_sample; k < move.end_sample; ++k) {
          const double u = r.ua_asked(b.motor, k), high = r.ua_high(b.motor, k),
                       low = -r.ua_low(b.motor, k);
          worst = std::max(worst, std::abs(u) / (u > 0 ? high : low));
          of_other_side = std::max(of_other_side, std::abs(u) / (u > 0 ? low : high));
        }
        EXPECT_EQ(b.ratio, worst);
        const double u = r.ua_asked(b.motor, cycle_of(b, r));
        EXPECT_EQ(b.needed, std::abs(u));
        EXPECT_EQ(b.limit, Limit::motor_voltage);
        ++judged;
        other_side += of_other_side < 0.9 * worst || of_other_side > 1.1 * worst;
      }
    }
  }
  EXPECT_GT(judged, 10);
  EXPECT_GT(other_side, 10);  // else the sides were not told apart
}

TEST(UglyVerdict, ASpeedIsWorstWhereTheAskedMotionIsFastest) {
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.name);
    const Plan plan = ugly.plan(0.2);
    const Verification result = verify(ugly.program, plan, ugly.model, ugly.drives);
    const MotionRecord& r = result.motion;
    EXPECT_FALSE(result.achievable);
    for (const MoveVerdict& verdict : result.moves)
      for (const Binding& b : verdict.exceeded) {
        ASSERT_EQ(b.limit, Limit::joint_speed);
        const PlannedMove& move = plan.moves[static_cast<std::size_t>(verdict.move)];
        const auto speeds =
            r.qd_asked.row(b.axis).segment(move.first_sample, move.end_sample - move.first_sample);
        EXPECT_EQ(b.needed, speeds.cwiseAbs().maxCoeff());
        EXPECT_EQ(b.available, ugly.model.joints()[static_cast<std::size_t>(b.axis)].limits.speed);
        EXPECT_NEAR(std::abs(r.qd_asked(b.axis, cycle_of(b, r) - 1)), b.needed, 1e-12);
      }
  }
}

TEST(UglyVerdict, AJointBeyondItsRangeIsNamed) {
  for (const Ugly& ugly : ugly_list())
    for (const Body& body : ugly.model.joints()) {
      SCOPED_TRACE(ugly.name + " joint " + std::to_string(body.v_index + 1));
      VectorX<double> out = VectorX<double>::Zero(ugly.model.nq());
      out[body.q_index] = 1.1 * body.limits.lower;
      const Plan plan = plan_of(ugly.model, {VectorX<double>::Zero(out.size()), out}, 8);
      const MoveVerdict verdict = verify(program_of(1), plan, ugly.model, ugly.drives).moves.at(0);
      EXPECT_FALSE(verdict.achievable);
      EXPECT_EQ(verdict.worst.limit, Limit::joint_range);
      EXPECT_EQ(verdict.worst.axis, body.v_index);
      EXPECT_NEAR(verdict.worst.ratio, 1.1, 1e-12);
    }
}

TEST(UglyVerdict, ARatedTorqueIsTheMeanSquareOfTheWholeProgram) {
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.name);
    const Plan plan = ugly.plan(2);
    const MotionRecord asked = verify(ugly.program, plan, ugly.model, ugly.drives).motion;
    // Linear between the samples: Simpson's rule is exact for the squares.
    const Eigen::Index cycles = asked.ua_asked.cols() - 1;
    const MatrixX<double> begin = asked.ua_asked.leftCols(cycles),
                          end = asked.ua_asked.rightCols(cycles), middle = (begin + end) / 2;
    const VectorX<double> rms = ((begin.rowwise().squaredNorm() + end.rowwise().squaredNorm() +
                                  4 * middle.rowwise().squaredNorm()) /
                                 (6.0 * static_cast<double>(cycles)))
                                    .cwiseSqrt();
    for (int hot = 0; hot < ugly.drives.count(); ++hot) {
      const Drives rated = ugly.changed([&](int i, Motor& motor) {
        motor.limits.torque_rated = i == hot ? 0.8 * rms[i] : 1.001 * rms[i];
      });
      const Verification result = verify(ugly.program, plan, ugly.model, rated);
      EXPECT_LT((result.torque_rms - rms).cwiseAbs().maxCoeff(), 1e-12 * rms.maxCoeff());
      EXPECT_FALSE(result.achievable);
      int found = 0;
      for (const MoveVerdict& verdict : result.moves)
        for (const Binding& b : verdict.exceeded) {
          EXPECT_EQ(b.limit, Limit::rated_torque);
          EXPECT_EQ(b.motor, hot);
          EXPECT_NEAR(b.ratio, 1 / 0.8, 1e-9);
          ++found;
        }
      EXPECT_EQ(found, 1);
    }
  }
}

}  // namespace
}  // namespace erfd::test
