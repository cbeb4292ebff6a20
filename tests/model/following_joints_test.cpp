// Joints that others lead (mimic), floating robots and what a user accepts: what a choice makes of a
// robot.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/robot/read.hpp"

#include "robot/urdf_text.hpp"
#include "support/message_of.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

const std::string fingers =
    robot(world + link("arm") + link("palm") + link("left") + link("right") +
          joint("shoulder", "revolute", "world", "arm",
                "<origin xyz=\"0 0 0.3\" rpy=\"0.2 0 0\"/><axis xyz=\"0 1 0\"/>" + limit) +
          joint("wrist", "revolute", "arm", "palm",
                "<origin xyz=\"0.4 0 0\" rpy=\"0 0.3 0\"/><axis xyz=\"0 0.6 0.8\"/>" + limit) +
          joint("grip", "prismatic", "palm", "left",
                "<origin xyz=\"0.1 0.05 0\"/><axis xyz=\"0 1 0\"/>" + limit) +
          joint("other", "prismatic", "palm", "right",
                "<origin xyz=\"0.1 -0.05 0\"/><axis xyz=\"0 -1 0\"/>" + limit +
                    "<mimic joint=\"grip\" multiplier=\"-0.8\" offset=\"0.07\"/>"));

RobotChoice choice_of(const std::string& text) {
  RobotChoice choice{.robot = "arm.urdf", .text = text};
  choice.computes_mimic = true;
  return choice;
}

/// q = k q_leader + b put in by hand.
struct ByHand {
  MatrixX<double> G = MatrixX<double>::Zero(4, 3);
  VectorX<double> q{4}, qd{4};
  VectorX<double> leading{3};

  ByHand() {
    G.topLeftCorner(3, 3).setIdentity();
    G(3, 2) = -0.8;
    leading << 0.4, -0.7, 0.02;
    q = G * leading;
    q[3] += 0.07;
    VectorX<double> rates(3);
    rates << 1.1, -0.6, 0.3;
    qd = G * rates;
  }
};

TEST(FollowingJoints, CloseToTheirLeaders) {
  const Model model = choose_robot(choice_of(fingers)).model();
  ASSERT_EQ(model.following().size(), 1u);
  LoopWorkspace ws(model);
  const ByHand hand;
  VectorX<double> q = hand.q;
  q[3] = 5;
  EXPECT_TRUE(close_position<double>(model, ws, q).closed);
  EXPECT_LT((q - hand.q).norm(), 1e-14);
}

/// The route by projection, that by multipliers (KKT) and the reduced equation by hand.
TEST(FollowingJoints, AccelerateAsTheProjectedRobotDoes) {
  const Model model = choose_robot(choice_of(fingers)).model();
  LoopWorkspace ws(model);
  Workspace tree(model);
  const ByHand hand;
  VectorX<double> tau(4), bias(4), qdd(4), by_multipliers(4), lambda(model.constraint_rows());
  tau << 12, -3, 7, 0;
  const VectorX<double> zero = VectorX<double>::Zero(4);
  MatrixX<double> H(4, 4);
  crba(model, tree, hand.q, H);
  rnea(model, tree, hand.q, hand.qd, zero, bias);
  const VectorX<double> expected =
      hand.G * (hand.G.transpose() * H * hand.G).ldlt().solve(hand.G.transpose() * (tau - bias));
  loop_forward_by_projection<double>(model, ws, hand.q, hand.qd, tau, qdd);
  loop_forward_by_multipliers<double>(model, ws, hand.q, hand.qd, tau, by_multipliers, lambda);
  EXPECT_LT((qdd - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LT((by_multipliers - expected).norm(), 1e-11 * expected.norm());
}

TEST(FollowingJoints, TorquesAreThoseOfTheLeaders) {
  const Model model = choose_robot(choice_of(fingers)).model();
  LoopWorkspace ws(model);
  Workspace tree(model);
  const ByHand hand;
  const VectorX<double> qdd = hand.G * VectorX<double>::LinSpaced(3, -1, 2);
  VectorX<double> tau(3), of_tree(4);
  rnea(model, tree, hand.q, hand.qd, qdd, of_tree);
  loop_inverse_dynamics<double>(model, ws, hand.q, hand.qd, qdd, tau);
  EXPECT_LT((tau - hand.G.transpose() * of_tree).norm(), 1e-12 * of_tree.norm());
}

TEST(FollowingJoints, AreRefusedWhereTheyAreNotComputed) {
  RobotChoice choice = choice_of(fingers);
  choice.computes_mimic = false;
  EXPECT_EQ(message_of([&] { choose_robot(choice); }),
            "arm.urdf: joint 'other' of arm follows 'grip' (mimic), not computed here yet; --mimic "
            "fixed holds it where it is, --mimic free lets it move of its own");
}

TEST(FollowingJoints, HeldOnesStandWhereTheyFollowTo) {
  RobotChoice choice = choice_of(fingers);
  choice.mimic = Mimic::hold;
  const ChosenRobot held = choose_robot(choice);
  EXPECT_EQ(held.findings.count(Severity::warning), 1) << held.findings.text();
  const Model model = held.model(), full = choose_robot(choice_of(fingers)).model();
  EXPECT_EQ(model.nv(), 3);
  Workspace ws(model), ws_full(full);
  VectorX<double> q(3), q_full(4);
  q << 0.3, 0.5, 0.0;
  q_full << 0.3, 0.5, 0.0, 0.07;
  const VectorX<double> still = VectorX<double>::Zero(3), still_full = VectorX<double>::Zero(4);
  VectorX<double> tau(3), tau_full(4);
  rnea(model, ws, q, still, still, tau);
  rnea(full, ws_full, q_full, still_full, still_full, tau_full);
  EXPECT_LT((tau - tau_full.head(3)).norm(), 1e-13 * tau.norm());
}

TEST(FollowingJoints, FreeOnesMoveOfTheirOwn) {
  RobotChoice choice = choice_of(fingers);
  choice.mimic = Mimic::free;
  const Model model = choose_robot(choice).model();
  EXPECT_EQ(model.nv(), 4);
  EXPECT_FALSE(model.is_constrained());
}

TEST(FollowingJoints, AreWrittenToRobotFilesAndUrdfsAndReadBack) {
  Diagnostics lost;
  const RobotDescription robot = read(fingers).robot;
  for (const ReadResult& back : {read_robot_toml(write_robot_toml(robot), "back.toml"),
                                 read_robot_urdf(write_robot_urdf(robot, lost), "back.urdf")}) {
    EXPECT_FALSE(back.findings.has_errors()) << back.findings.text();
    const auto& mimic = back.robot.bodies.at(3).joint.mimic;
    ASSERT_TRUE(mimic);
    EXPECT_EQ(mimic->joint, "grip");
    EXPECT_EQ(mimic->multiplier->value, -0.8);
    EXPECT_EQ(mimic->offset->value, 0.07);
  }
}

const std::string walker =
    robot(link("trunk") + link("leg") +
          joint("hip", "revolute", "trunk", "leg", "<axis xyz=\"0 1 0\"/>" + limit));

TEST(FreeBase, IsWhatWasFixedToTheWorld) {
  RobotChoice choice{.robot = "arm.urdf", .text = walker};
  choice.free_base = true;
  const Model model = choose_robot(choice).model();
  EXPECT_TRUE(model.has_free_base());
  EXPECT_EQ(model.nv(), 7);
  Workspace ws(model);
  VectorX<double> q = model.neutral(), still = VectorX<double>::Zero(7), qdd(7);
  aba(model, ws, q, still, still, qdd);
  EXPECT_NEAR(qdd.segment<3>(3).norm(), 9.81, 1e-12) << "it falls";
  EXPECT_NEAR(qdd.head<3>().norm() + std::abs(qdd[6]), 0, 1e-12) << "and does not turn";
}

TEST(FreeBase, NeedsMass) {
  RobotChoice choice{.robot = "arm.urdf",
                     .text = robot(world + link("a") + joint("j", "continuous", "world", "a"))};
  choice.free_base = true;
  EXPECT_EQ(message_of([&] { choose_robot(choice); }),
            "--free-base: nothing that is fixed to the world has mass in arm; give its first link "
            "mass and inertia");
}

TEST(Accept, TurnsErrorsIntoNotes) {
  RobotChoice choice{
      .robot = "arm.urdf",
      .text = robot(world + link("a") +
                    "<link name=\"b\"><inertial><mass value=\"1\"/><inertia "
                    "ixx=\"1\" iyy=\"1\" izz=\"3\" ixy=\"0\" ixz=\"0\" "
                    "iyz=\"0\"/></inertial></link>" +
                    joint("j", "continuous", "world", "a") + joint("k", "continuous", "a", "b"))};
  EXPECT_THROW(choose_robot(choice), FileError);
  choice.accept = {"triangle-inequality"};
  const ChosenRobot robot = choose_robot(choice);
  EXPECT_EQ(robot.findings.count(Severity::note), 1) << robot.findings.text();
  EXPECT_EQ(robot.model().nv(), 2);
  choice.accept = {"triangle"};
  EXPECT_EQ(message_of([&] { choose_robot(choice); }).substr(0, 60),
            "--accept: 'triangle' is no check that can be accepted; those");
}

TEST(Accept, LeavesOutWhatXacroWouldBringIn) {
  RobotChoice choice{.robot = "arm.urdf",
                     .text = "<robot name=\"r\" xmlns:xacro=\"x\"><xacro:gripper/>" + world +
                             link("a") + joint("j", "continuous", "world", "a") + "</robot>"};
  EXPECT_THROW(choose_robot(choice), FileError);
  choice.accept = {"xacro"};
  EXPECT_EQ(choose_robot(choice).model().nv(), 1);
}

}  // namespace
}  // namespace erfd::test
