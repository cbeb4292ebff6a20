// Robots without drives, or with some: judged against what is known, and the verdict says what is not.
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/random_robot.hpp"
#include "verification/hand_made.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

RobotDescription described(const char* name) { return read_robot_file(find_robot(name)).robot; }

void limit_effort(RobotDescription& robot, double effort) {
  for (BodyDescription& body : robot.bodies) body.joint.effort_max = Entry<double>{effort, {}, {}};
}

bool any_has(const std::vector<std::string>& sentences, const std::string& part) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](const std::string& s) { return s.find(part) != std::string::npos; });
}

/// A swing of a robot, and what verification says of it.
struct Swing {
  explicit Swing(const RobotDescription& robot, double seconds = 2)
      : model(build(robot)), drives(make_drives(robot, model)), program(test::program_of(1)) {
    std::mt19937 rng(3);
    const VectorX<double> from = test::random_vector(model.nv(), rng, 0.4),
                          to = test::random_vector(model.nv(), rng, 0.4);
    plan = test::plan_of(model, {from, to}, seconds);
    result = verify(program, plan, model, drives, {.causes = true});
  }

  /// Torques that the joints need, by Newton and Euler.
  MatrixX<double> torques() const {
    const MotionRecord& r = result.motion;
    const MatrixX<double> qd = starting_speeds(r);
    MatrixX<double> tau(model.nv(), r.q_asked.cols());
    Workspace ws(model);
    VectorX<double> one(model.nv());
    for (Eigen::Index k = 0; k < tau.cols(); ++k) {
      rnea<double>(model, ws, r.q_asked.col(k), qd.col(k), r.qdd_asked.col(k), one);
      tau.col(k) = one;
    }
    return tau;
  }

  Model model;
  Drives drives;
  Program program;
  Plan plan;
  Verification result;
};

TEST(NoDrives, TorquesAreJudgedAgainstTheEffortLimitsOfTheJoints) {
  for (const char* const name : {"stanford", "irb140", "irb6", "puma_rods"}) {
    RobotDescription robot = described(name);
    robot.drives.clear();
    robot.coupling.reset();
    for (BodyDescription& body : robot.bodies) {
      body.joint.lower.reset();
      body.joint.upper.reset();
      body.joint.speed_max.reset();
    }
    limit_effort(robot, 1e6);
    const MatrixX<double> needed = Swing(robot).torques().cwiseAbs();
    Eigen::Index axis = 0, cycle = 0;
    const double most = needed.maxCoeff(&axis, &cycle);
    limit_effort(robot, most / 1.1);
    const Swing swing(robot);
    ASSERT_EQ(swing.result.fault, "") << name;
    EXPECT_FALSE(swing.result.achievable) << name;
    const MoveVerdict& move = swing.result.moves.front();
    EXPECT_EQ(move.worst.limit, Limit::joint_effort) << name;
    EXPECT_EQ(move.worst.axis, axis) << name;
    EXPECT_NEAR(move.worst.ratio, 1.1, 1e-9) << name;
    EXPECT_NE(move.reason.find("110 % of its effort limit"), std::string::npos) << move.reason;
    ASSERT_TRUE(move.shares) << name;
    double sum = 0;
    for (const double share : *move.shares) sum += share;
    EXPECT_NEAR(std::abs(sum), most, 1e-9 * most) << name;
    EXPECT_FALSE(swing.result.motors_judged) << name;
    EXPECT_TRUE(any_has(swing.result.not_judged, "no drive in the robot file")) << name;
    EXPECT_FALSE(any_has(swing.result.not_judged, "no effort limit")) << name;
    limit_effort(robot, 1.1 * most);
    const Swing strong(robot);
    EXPECT_TRUE(strong.result.achievable) << name;
    EXPECT_NEAR(strong.result.moves.front().worst.ratio, 1 / 1.1, 1e-9) << name;
  }
}

TEST(NoDrives, WithoutEffortLimitsTorquesAreSaidNotToBeJudged) {
  RobotDescription robot = described("stanford");
  for (BodyDescription& body : robot.bodies) body.joint.speed_max.reset();
  const Swing swing(robot);
  EXPECT_TRUE(swing.result.achievable);
  EXPECT_FALSE(swing.result.motors_judged);
  EXPECT_TRUE(any_has(swing.result.not_judged, "all joints: no effort limit"));
  EXPECT_TRUE(any_has(swing.result.not_judged, "no largest speed"));
}

/// A file that gives no limit at all: nothing can be beyond one, and nothing was judged.
TEST(NoDrives, ARobotWithoutAnyLimitIsNotJudged) {
  RobotDescription robot = described("irb140");
  robot.drives.clear();
  for (BodyDescription& body : robot.bodies) {
    body.joint.lower.reset(), body.joint.upper.reset();
    body.joint.speed_max.reset(), body.joint.effort_max.reset();
  }
  const Swing swing(robot);
  EXPECT_FALSE(swing.result.anything_judged);
  EXPECT_TRUE(any_has(swing.result.not_judged, "all joints: no range"));
  EXPECT_TRUE(any_has(swing.result.not_judged, "all joints: no largest speed"));
  EXPECT_TRUE(any_has(swing.result.not_judged, "all joints: no effort limit"));
  robot.bodies[2].joint.speed_max = Entry<double>{3, {}, {}};
  EXPECT_TRUE(Swing(robot).result.anything_judged);
}

TEST(NoDrives, SpeedsAndRangesAreJudgedAllTheSame) {
  RobotDescription robot = described("irb140");
  for (BodyDescription& body : robot.bodies) body.joint.speed_max = Entry<double>{0.1, {}, {}};
  const Swing swing(robot);
  EXPECT_FALSE(swing.result.achievable);
  EXPECT_EQ(swing.result.moves.front().worst.limit, Limit::joint_speed);
}

TEST(SomeDrives, TheVerdictNamesTheJointsWithout) {
  RobotDescription robot = described("lola15");
  robot.coupling.reset();
  for (DriveDescription& drive : robot.drives)
    if (!drive.ratio) drive.ratio = Entry<double>{50, {}, {}};
  std::erase_if(robot.drives,
                [](const DriveDescription& d) { return d.joint == "axis2" || d.joint == "axis5"; });
  const Swing swing(robot);
  ASSERT_EQ(swing.result.fault, "");
  EXPECT_TRUE(any_has(swing.result.not_judged, "joints axis2, axis5: no drive in the robot file"));
  EXPECT_FALSE(swing.result.motors_judged);
  // What the four motors need is what they need beside two real ones.
  const MatrixX<double> tau = swing.torques();
  EXPECT_LT((swing.result.motion.ua_asked.row(1) - tau.row(1)).cwiseAbs().maxCoeff(),
            1e-9 * tau.cwiseAbs().maxCoeff());
}

TEST(AllDrives, WithTheirTorquesAreJudged) {
  const Swing swing(described("lola15"));
  EXPECT_TRUE(swing.result.motors_judged);
  EXPECT_TRUE(any_has(swing.result.not_judged, "all motors: no rated torque"));
  EXPECT_TRUE(any_has(swing.result.not_judged, "all joints: no range"));
  EXPECT_EQ(swing.result.not_judged.size(), 2U);
}

/// A joint may transmit less than its motor can give.
TEST(AllDrives, EffortLimitsOfTheirJointsAreJudgedToo) {
  RobotDescription robot = described("lola15");
  const MatrixX<double> needed = Swing(robot, 6).torques().cwiseAbs();
  Eigen::Index axis = 0, cycle = 0;
  const double most = needed.maxCoeff(&axis, &cycle);
  robot.bodies[static_cast<std::size_t>(axis)].joint.effort_max = Entry<double>{most / 2, {}, {}};
  const Swing swing(robot, 6);
  const MoveVerdict& move = swing.result.moves.front();
  EXPECT_EQ(move.worst.limit, Limit::joint_effort);
  EXPECT_EQ(move.worst.axis, axis);
  EXPECT_NEAR(move.worst.ratio, 2, 1e-9);
  // What the joint transmits, by causes: no rotor and no friction in it.
  ASSERT_TRUE(move.shares.has_value());
  double sum = 0;
  for (const double share : *move.shares) sum += share;
  EXPECT_NEAR(std::abs(sum), most, 1e-9 * most);
  for (const TorqueCause cause : {TorqueCause::rotors, TorqueCause::viscous, TorqueCause::coulomb,
                                  TorqueCause::load_friction})
    EXPECT_EQ((*move.shares)[static_cast<std::size_t>(cause)], 0);
  EXPECT_NE(move.reason.find("takes"), std::string::npos) << move.reason;
}

/// The stroke of a screw ends where the range of its angle does, whatever the range of the joint.
TEST(AllDrives, AMechanismThatLeavesItsRangeIsALimit) {
  const RobotDescription robot = described("irb6");
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  int motor = 0;
  while (!drives.mechanism(motor) || !std::isfinite(drives.mechanism(motor)->upper)) ++motor;
  const Mechanism& mechanism = *drives.mechanism(motor);
  const auto at = [&](double angle) {
    VectorX<double> angles = VectorX<double>::Zero(drives.count());
    for (int i = 0; i < drives.count(); ++i)
      if (drives.mechanism(i) && std::isfinite(drives.mechanism(i)->upper))
        angles[i] = (drives.mechanism(i)->upper + drives.mechanism(i)->lower) / 2;
    angles[motor] = angle;
    return VectorX<double>(drives.coupling_inverse() * angles);
  };
  const Program program = test::program_of(1);
  const double inside = (mechanism.upper + mechanism.lower) / 2;
  const Verification result = verify(
      program, test::plan_of(model, {at(inside), at(mechanism.upper + 0.02)}, 3), model, drives);
  ASSERT_EQ(result.fault, "");
  const auto& exceeded = result.moves.front().exceeded;
  const auto found = std::ranges::find_if(exceeded, [&](const Binding& b) {
    return b.limit == Limit::joint_range && b.motor == motor;
  });
  ASSERT_NE(found, exceeded.end());
  EXPECT_NEAR(found->needed - found->available, 0.02, 1e-9);
  EXPECT_GT(found->time, 1.5);
}

}  // namespace
}  // namespace erfd
