// What a verification records besides torques, on arms that nobody would build: bearing loads by the balance
// of momentum of everything outboard, energies and their balance, tool and motors, all written anew from the
// numbers of the robot file.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/robot/read.hpp"

#include "verification/hand_made.hpp"
#include "verification/plain_mechanics.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the arms and their mechanics
using plain::Load;
using plain::Mat;
using plain::Moving;
using plain::Place;
using plain::Vec;
using plain::VecX;

constexpr double resistance = 0.7, torque_constant = 0.09;

/// An arm that goes there and back, carries a part on its second way and is pushed on its first.
struct Ugly {
  UglyArm arm;
  std::string flange_body;
  Model model;
  Drives drives;
  Program program;
  Plan plan;
  Verification result;

  Ugly(UglyArm numbers, std::string flange, double period = 0.01, bool disturbed = true)
      : arm(std::move(numbers)),
        flange_body(std::move(flange)),
        model(build_unloaded(read_robot_toml(toml_of(arm), arm.name).robot)),
        drives(with_constants(make_drives(read_robot_toml(toml_of(arm), arm.name).robot, model))),
        program(program_of(2)) {
    if (disturbed) {
      program.instructions[0].conditions.wrench =
          ToolWrench{{{1, -2, 3}, {40, 10, -20}}, ToolWrench::Axes::base};
      program.instructions[1].conditions.gripped.mass = 3;
      program.instructions[1].conditions.gripped.com = {0.02, -0.05, 0.11};
    }
    VectorX<double> far(model.nq());
    for (Eigen::Index i = 0; i < far.size(); ++i) {
      const Body& joint = model.joints()[static_cast<std::size_t>(i)];
      far[i] = (is_length(joint.kind) ? 0.1 : 0.5) * std::sin(1.7 * static_cast<double>(i) + 0.4);
    }
    const VectorX<double> rest = VectorX<double>::Constant(model.nq(), 0.05);
    plan = plan_of(model, {rest, far, rest}, 0.4, period);
    VerificationSettings settings;
    settings.signals = true;
    result = verify(program, plan, model, drives, settings);
    EXPECT_EQ(result.fault, "");
  }

  static Drives with_constants(const Drives& drives) {
    Drives::Parts parts = drives.parts();
    for (Motor& motor : parts.motors) {
      motor.constants.torque_constant = torque_constant;
      motor.constants.resistance = resistance;
    }
    return Drives(std::move(parts));
  }

  const MotionRecord& record() const { return result.motion; }
  const Conditions& conditions(int k) const {
    const int move = plan.move[static_cast<std::size_t>(k)];
    return program.instructions[static_cast<std::size_t>(move)].conditions;
  }
};

std::vector<Ugly> ugly_list() {
  std::vector<Ugly> list;
  list.emplace_back(skew_arm(), "link6");
  list.emplace_back(sliding_arm(), "link5");
  list.emplace_back(redundant_arm(), "flange");
  return list;
}

/// A cycle of the asked motion by hand.
struct Instant {
  VecX q, dq, ddq, dq_end, middle;
  std::map<std::string, Moving> bodies;
  std::vector<Load> loads;
  std::vector<plain::Push> pushes;

  Instant(const Ugly& ugly, const plain::Arm& arm, int k)
      : q(ugly.record().q_asked.col(k)),
        dq(k > 0 ? VecX(ugly.record().qd_asked.col(k - 1)) : VecX(VecX::Zero(q.size()))),
        ddq((ugly.record().qd_asked.col(k) - dq) / ugly.plan.period),
        dq_end(ugly.record().qd_asked.col(k)),
        middle((dq + dq_end) / 2),
        bodies(arm.move(q, dq, ddq)),
        loads(plain::links(ugly.arm)) {
    const Conditions& c = ugly.conditions(k);
    const Payload& part = c.gripped;
    if (part.mass > 0)
      loads.push_back(plain::load_at(ugly.flange_body, {}, part.mass, part.com, part.I_com));
    const Place X = bodies.at(ugly.flange_body).X;
    if (c.wrench)
      pushes.push_back({ugly.flange_body, X.R * tool_in_flange(c, ugly.model).p + X.p,
                        c.wrench->F.force, c.wrench->F.moment});
  }

  Vec point(const Load& load) const {
    const Moving& m = bodies.at(load.body);
    return m.X.p + m.X.R * load.com;
  }
};

bool hangs_on(const Instant& now, const std::string& body, int joint) {
  const std::vector<int>& joints = now.bodies.at(body).joints;
  return std::find(joints.begin(), joints.end(), joint) != joints.end();
}

/// Rate of momentum of all that hangs on a joint, less gravity and pushes: what the joint transmits, about a
/// point, in world axes.
Force<double> outboard_balance(const Ugly& ugly, const Instant& now, int joint, const Vec& about) {
  Force<double> sum{Vec::Zero(), Vec::Zero()};
  const Vec g = plain::vec(ugly.arm.gravity);
  for (const Load& load : now.loads) {
    if (!hangs_on(now, load.body, joint)) continue;
    const Moving& m = now.bodies.at(load.body);
    const Vec r = m.X.R * load.com;
    const Vec force = load.mass * (m.dv + m.dw.cross(r) + m.w.cross(m.w.cross(r)) - g);
    const Mat I = m.X.R * load.inertia * m.X.R.transpose();
    sum += Force<double>{(now.point(load) - about).cross(force) + I * m.dw + m.w.cross(I * m.w),
                         force};
  }
  for (const plain::Push& push : now.pushes)
    if (hangs_on(now, push.body, joint))
      sum -= Force<double>{(push.at - about).cross(push.force) + push.moment, push.force};
  return sum;
}

TEST(MotionSignals, BearingLoadsAreTheBalanceOfMomentumOfAllThatIsOutboard) {
  double worst = 0;
  int compared = 0;
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.arm.name);
    const plain::Arm arm(ugly.arm);
    const MatrixX<double>& recorded = ugly.record().asked_signals.bearing;
    ASSERT_EQ(recorded.rows(), 6 * ugly.model.body_count());
    Workspace ws(ugly.model);
    std::vector<Pose<double>> X(static_cast<std::size_t>(ugly.model.body_count()));
    for (int k = 0; k < ugly.plan.samples(); ++k) {
      const Instant now(ugly, arm, k);
      body_poses<double>(ugly.model, ws, now.q, X);
      for (int j = 0; j < ugly.model.body_count(); ++j) {
        const Pose<double>& X_WB = X[static_cast<std::size_t>(j)];
        const Force<double> by_hand = outboard_balance(ugly, now, j, X_WB.p);
        const Force<double> in_body = Force<double>::from(recorded.col(k).segment<6>(6 * j));
        const double scale = std::max(by_hand.force.norm(), by_hand.moment.norm());
        worst = std::max({worst, (X_WB.R * in_body.force - by_hand.force).norm() / scale,
                          (X_WB.R * in_body.moment - by_hand.moment).norm() / scale});
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_LT(worst, 1e-11);
  RecordProperty("worst", fmt::format("{:.3g}", worst));
}

TEST(MotionSignals, PeaksAreTheLargestOfTheirRows) {
  for (const Ugly& ugly : ugly_list()) {
    const MatrixX<double>& load = ugly.record().asked_signals.bearing;
    for (int j = 0; j < ugly.model.body_count(); ++j) {
      const BearingPeak& peak = ugly.result.bearings_asked[static_cast<std::size_t>(j)];
      const auto across = [&](int row) {
        return load.middleRows(6 * j + row, 2).colwise().norm().maxCoeff();
      };
      EXPECT_NEAR(peak.tilting.value, across(0), 1e-12 * across(0));
      EXPECT_NEAR(peak.radial.value, across(3), 1e-12 * across(3));
      EXPECT_EQ(peak.axial.value, load.row(6 * j + 5).cwiseAbs().maxCoeff());
      const auto k = std::lround(peak.axial.time / ugly.plan.period);
      EXPECT_EQ(std::abs(load(6 * j + 5, k)), peak.axial.value);
    }
  }
}

/// Powers of a cycle from the laws of friction, mechanics and windings.
struct ByHand {
  double links = 0, friction = 0, rotors = 0, copper = 0, electrical = 0;

  ByHand(const Ugly& ugly, const plain::Arm& arm, const Instant& now) {
    const auto n = static_cast<Eigen::Index>(ugly.arm.drives.size());
    plain::MatX K(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j)
        K(i, j) = ugly.arm.coupling[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    const VecX tau = arm.joint_torques(now.q, now.dq, now.ddq, now.loads, now.pushes);
    const VecX u_a = arm.motor_torques(tau, now.dq_end, now.ddq);
    const VecX before = K * now.dq, behind = K * now.dq_end, speed = K * now.middle;
    links = tau.dot(now.middle);
    for (Eigen::Index i = 0; i < n; ++i) {
      const UglyDrive& d = ugly.arm.drives[static_cast<std::size_t>(i)];
      const bool at_joint = d.side == "joint";
      const double end = at_joint ? now.dq_end[i] : behind[i];
      const double brake = d.viscous * end + (end > 0 ? d.coulomb : -d.coulomb_negative);
      friction += brake * (at_joint ? now.middle[i] : speed[i]);
      friction += d.load * std::abs(tau[i]) * (now.dq_end[i] > 0 ? 1 : -1) * now.middle[i];
      rotors += d.rotor * (behind[i] * behind[i] - before[i] * before[i]) / (2 * ugly.plan.period);
      const double current = u_a[i] / torque_constant;
      copper += resistance * current * current;
      electrical += (resistance * current + torque_constant * speed[i]) * current;
    }
  }
};

/// Input = mechanical + copper + friction + stored in rotors, move by move; each term by its own law.
TEST(MotionSignals, ElectricalEnergyOfEachMoveIsMechanicalAndCopperAndFrictionAndRotors) {
  double worst = 0;
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.arm.name);
    const plain::Arm arm(ugly.arm);
    const double dt = ugly.plan.period;
    for (const PlannedMove& move : ugly.plan.moves) {
      const int end = std::min(move.end_sample, ugly.plan.samples() - 1);  // then it rests
      double links = 0, friction = 0, rotors = 0, copper = 0, electrical = 0;
      for (int k = move.first_sample; k < end; ++k) {
        const ByHand now(ugly, arm, Instant(ugly, arm, k));
        links += dt * now.links, friction += dt * now.friction, rotors += dt * now.rotors;
        copper += dt * now.copper, electrical += dt * now.electrical;
      }
      const EnergyAccount e =
          energy_account(ugly.record().asked_signals, dt, move.first_sample, end);
      const double scale = std::abs(electrical) + copper;
      EXPECT_GT(friction, 0.001 * scale);  // it is none that nobody would miss
      for (const double off :
           {electrical - (links + friction + rotors + copper), e.shaft + e.copper - electrical,
            e.links - links, e.friction() - friction, e.rotors - rotors, e.copper - copper,
            e.supply() - electrical})
        worst = std::max(worst, std::abs(off) / scale);
    }
  }
  EXPECT_LT(worst, 1e-9);
  RecordProperty("worst", fmt::format("{:.3g}", worst));
}

/// From rest to rest what is not friction lifts, up to what a cycle of a controller leaves open: that goes
/// with the period.
TEST(MotionSignals, WorkBecomesHeightAsTheCyclesGetShorter) {
  for (const auto& [arm, flange] :
       {std::pair(skew_arm(), "link6"), std::pair(sliding_arm(), "link5"),
        std::pair(redundant_arm(), "flange")}) {
    SCOPED_TRACE(arm.name);
    std::vector<double> off;
    for (const double period : {0.01, 0.005, 0.0025, 0.00125}) {
      const Ugly ugly(arm, flange, period, false);
      const MotionSignals& s = ugly.record().asked_signals;
      const int half = ugly.plan.moves[0].end_sample;
      const EnergyAccount e = energy_account(s, period, 0, half);
      off.push_back(std::abs(e.links + e.rotors - (s.kinetic[half] - s.kinetic[0]) -
                             (s.potential[half] - s.potential[0])) /
                    s.kinetic.maxCoeff());
    }
    EXPECT_LT(off[0], 1e-3);
    for (const std::size_t i : {2U, 3U}) EXPECT_LT(off[i], 0.6 * off[i - 1]) << i;
  }
}

TEST(MotionSignals, ToolEnergiesAndMotorsAreThoseOfPlainMechanics) {
  for (const Ugly& ugly : ugly_list()) {
    SCOPED_TRACE(ugly.arm.name);
    const plain::Arm arm(ugly.arm);
    const MotionSignals& s = ugly.record().asked_signals;
    const VecX I_a = ugly.drives.rotor_inertias();
    for (int k = 0; k < ugly.plan.samples(); k += 7) {
      const Instant now(ugly, arm, k);
      const Moving& flange = now.bodies.at(ugly.flange_body);
      const Vec r = flange.X.R * tool_in_flange(ugly.conditions(k), ugly.model).p;
      const Vec v = flange.v + flange.w.cross(r);
      const Vec a = flange.dv + flange.dw.cross(r) + flange.w.cross(flange.w.cross(r));
      EXPECT_LT((s.tool_velocity.col(k).head<3>() - flange.w).norm(), 1e-11);
      EXPECT_LT((s.tool_velocity.col(k).tail<3>() - v).norm(), 1e-11);
      EXPECT_LT((s.tool_acceleration.col(k).head<3>() - flange.dw).norm(), 1e-9);
      EXPECT_LT((s.tool_acceleration.col(k).tail<3>() - a).norm(), 1e-9);
      const VecX speed = ugly.drives.K() * now.dq;
      double kinetic = 0.5 * I_a.dot(speed.cwiseAbs2()), potential = 0;
      for (const Load& load : now.loads) {
        const Moving& m = now.bodies.at(load.body);
        const Vec at = m.X.R * load.com, w = m.X.R.transpose() * m.w;
        kinetic +=
            0.5 * load.mass * (m.v + m.w.cross(at)).squaredNorm() + 0.5 * w.dot(load.inertia * w);
        potential -= load.mass * plain::vec(ugly.arm.gravity).dot(m.X.p + at);
      }
      EXPECT_NEAR(s.kinetic[k], kinetic, 1e-11 * (1 + kinetic));
      EXPECT_NEAR(s.potential[k], potential, 1e-11 * (1 + std::abs(potential)));
      for (Eigen::Index i = 0; i < speed.size(); ++i) {
        const double current = ugly.record().ua_asked(i, k) / torque_constant;
        const double middle = (ugly.drives.K() * now.middle)[i];
        EXPECT_NEAR(s.motor_angle(i, k), (ugly.drives.K() * now.q)[i], 1e-10);
        EXPECT_NEAR(s.motor_speed(i, k), speed[i], 1e-10);
        EXPECT_NEAR(s.motor_current(i, k), current, 1e-10 * (1 + std::abs(current)));
        EXPECT_NEAR(s.motor_voltage(i, k), resistance * current + torque_constant * middle, 1e-9);
      }
    }
  }
}

TEST(MotionSignals, EnergiesOfTheMovesAreThatOfTheProgram) {
  for (const Ugly& ugly : ugly_list()) {
    double drawn = 0, shaft = 0;
    for (const MoveVerdict& move : ugly.result.moves)
      drawn += move.energy->drawn, shaft += move.energy->shaft;
    EXPECT_NEAR(drawn, ugly.result.energy->drawn, 1e-12 * drawn);
    EXPECT_NEAR(shaft, ugly.result.energy->shaft, 1e-12 * drawn);
  }
}

TEST(MotionSignals, AreMadeOnDemandAndCurrentsOnlyOfMotorsWithConstants) {
  const Ugly ugly(skew_arm(), "link6");
  const Verification bare = verify(ugly.program, ugly.plan, ugly.model, ugly.drives);
  EXPECT_TRUE(bare.motion.signals.empty());
  EXPECT_FALSE(bare.energy);
  EXPECT_TRUE(bare.bearings.empty());
  VerificationSettings settings;
  settings.signals = true;
  const Drives unknown = make_drives(read_robot_toml(toml_of(ugly.arm), "skew").robot, ugly.model);
  const Verification result = verify(ugly.program, ugly.plan, ugly.model, unknown, settings);
  EXPECT_FALSE(result.energy->knows_copper());
  EXPECT_GT(result.energy->drawn, 0);
  EXPECT_TRUE(result.motion.signals.motor_current.array().isNaN().all());
}

}  // namespace
}  // namespace erfd
