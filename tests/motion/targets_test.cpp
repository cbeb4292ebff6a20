// What is said about targets: all that cannot be had, the freedom that is missing, the codes that
// reach them.
#include "erfd/base/units.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/inverse_kinematics.hpp"
#include "erfd/motion/missing_freedom.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/robot/read.hpp"

#include "program/lirl_text.hpp"
#include "support/ugly_arms.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Cell {
  explicit Cell(const std::string& name) : Cell(read_robot_file(find_robot(name)).robot, 0) {}
  Cell(RobotDescription description, int)
      : robot(std::move(description)), model(build_unloaded(robot)) {}

  Program read(const std::string& variables, const std::string& statements) const {
    return program_of(program_with(variables, statements), program_context(robot, model));
  }
  Plan plan(const Program& program) const {
    return erfd::plan(program, model, kinematics, planner_settings(robot, model));
  }
  Pose<double> tool(const VectorX<double>& q) const {
    Workspace ws(model);
    return frame_pose<double>(model, ws, q, model.tool());
  }

  RobotDescription robot;
  Model model;
  InverseKinematics kinematics{model};
};

std::vector<int> error_lines(const Plan& plan) {
  std::vector<int> lines;
  for (const Diagnostic& finding : plan.findings.all())
    if (finding.severity == Severity::error) lines.push_back(finding.at.line);
  return lines;
}

std::vector<int> faulty(const Plan& plan) {
  std::vector<int> instructions;
  for (const Fault& fault : plan.faults) instructions.push_back(fault.instruction);
  return instructions;
}

const char* const targets =
    "robtarget: a = robtarget(((1000, 400, 100), (0, 0, 180)), 4);\n"
    "robtarget: far = robtarget(((3000, 400, 100), (0, 0, 180)), 4);\n"
    "robtarget: c = robtarget(((1000, -400, 700), (0, 0, 180)), 4);\n"
    "robtarget: high = robtarget(((1000, -400, 3700), (0, 0, 180)));";

TEST(Targets, AllThatCannotBeReachedAreTold) {
  const Cell lola("lola15");
  const Program program = lola.read(targets,
                                    "move ptp a;\nmove ptp far;\nmove lin c;\nmove lin high;\n"
                                    "move ptp c;\nmove lin far c_ori=o_con;\nmove ptp a;");
  const Plan plan = lola.plan(program);
  EXPECT_FALSE(plan.complete);
  EXPECT_EQ(error_lines(plan), (std::vector<int>{10, 12, 14}));
  EXPECT_EQ(faulty(plan), (std::vector<int>{1, 3, 5}));
  ASSERT_EQ(plan.moves.size(), 1U);  // nothing is planned through a target that cannot be had
  EXPECT_EQ(plan.moves[0].end_sample, plan.samples());
}

TEST(Targets, BehindAPathThatFailsTheOthersAreLookedAtToo) {
  const Cell lola("lola15");
  const Program program =
      lola.read(targets,
                "move ptp a;\nmove lin high c_speed;\nmove lin c c_speed;\nmove lin a;\n"
                "move ptp far;\nmove ptp a;");
  const Plan plan = lola.plan(program);
  EXPECT_EQ(faulty(plan), (std::vector<int>{1, 4}));
}

TEST(Targets, ALoopThatAsksForOneTwiceIsToldOnce) {
  const Cell lola("lola15");
  const Program program = lola.read(std::string(targets) + "\nint: i;",
                                    "for i = 1 to 5 do\nmove ptp a;\nmove ptp far;\nendfor");
  EXPECT_EQ(error_lines(lola.plan(program)), std::vector<int>{12});
}

TEST(Targets, AFreedomThatFourAxesDoNotHaveIsNamed) {
  const Cell scara("scara");
  const Program program =
      scara.read("real: unused = 0;",
                 "move ptp robtarget(pose(position(400, 200, 250), orizyx(20, 0, 180)));\n"
                 "move ptp robtarget(pose(position(400, 200, 250), orizyx(20, 30, 180)));\n"
                 "move ptp robtarget(pose(position(400, 200, 250), orizyx(0, 0, 150)));");
  const Plan plan = scara.plan(program);
  std::vector<std::string> messages;
  for (const Diagnostic& finding : plan.findings.all())
    if (finding.severity == Severity::error) {
      EXPECT_EQ(finding.check, "P0405");
      messages.push_back(finding.message.substr(finding.message.find("the robot")));
    }
  // A tool that hangs down is tilted by what the target tilts it.
  EXPECT_EQ(messages, (std::vector<std::string>{
                          "the robot has 4 of 6 freedoms: a turn of 30.00 deg about the "
                          "y axis of the tool is missing",
                          "the robot has 4 of 6 freedoms: a turn of 30.00 deg about the "
                          "x axis of the world is missing"}));
}

TEST(Targets, WhatIsMissingIsNeverToldAsNothing) {
  const MissingFreedom missing{5, 3, {}, Vector3<double>{0, 0, 3e-6}, Vector3<double>::Zero()};
  EXPECT_EQ(text_of(missing, {}),
            "the robot has 5 of 6 freedoms: a turn of less than 0.01 deg about the z axis of the "
            "world is missing");
}

TEST(Targets, AWayThatAPlanarArmCannotGoIsNamed) {
  const Cell planar("planar2r");
  const VectorX<double> q = (VectorX<double>(2) << 0.4, 0.7).finished();
  Pose<double> X = planar.tool(q);
  Vector3<double> out = Vector3<double>::Zero();  // across the plane of the arm
  {
    const Vector3<double> a = planar.tool(VectorX<double>::Zero(2)).p,
                          b = planar.tool((VectorX<double>(2) << 0.5, 0.5).finished()).p,
                          c = planar.tool((VectorX<double>(2) << -0.5, 0.9).finished()).p;
    out = cross(Vector3<double>(b - a), Vector3<double>(c - a)).normalized();
  }
  X.p += 0.1 * out;
  const auto missing = missing_freedom(planar.model, {}, X, q);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->freedoms, 2);
  EXPECT_EQ(missing->position_freedoms, 2);
  EXPECT_NEAR(missing->way.norm(), 0.1, 1e-9);
  EXPECT_NE(text_of(*missing, X).find("a way of 100.0 mm along the "), std::string::npos)
      << text_of(*missing, X);
}

/// The turn told is what is left at the posture told, and no random posture that reaches the position
/// is turned less.
TEST(Targets, OfFiveAxesTheMissingTurnIsTheSmallest) {
  const Cell irb6("irb6");
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> share(0.2, 0.8);
  const auto posture = [&] {
    VectorX<double> q(irb6.model.nq());
    for (const Body& body : irb6.model.bodies())
      q[body.q_index] = body.limits.lower + share(rng) * (body.limits.upper - body.limits.lower);
    return q;
  };
  for (int n = 0; n < 20; ++n) {
    const VectorX<double> q = posture();
    Pose<double> X = irb6.tool(q);
    const double turn = 0.3;
    // About the tool's own y axis or another: what the axes can turn of it, they do.
    X.R = X.R * (n % 2 == 0 ? rotation_y(turn) : rotation_x(turn));
    const auto missing = missing_freedom(irb6.model, {}, X, q);
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->freedoms, 5);
    EXPECT_EQ(missing->position_freedoms, 3);
    const Pose<double> there = irb6.tool(missing->q);
    EXPECT_LE((there.p + missing->way - X.p).norm(), 1e-12);
    EXPECT_LE(missing->way.norm(), 1e-6);
    EXPECT_LE(missing->turn.norm(), turn + 1e-6);
  }
}

TEST(Targets, RobotsWithSixFreedomsMissNone) {
  for (const UglyArm& arm : {skew_arm(), redundant_arm()}) {
    const Cell cell(read_robot_toml(toml_of(arm), arm.name).robot, 0);
    EXPECT_FALSE(missing_freedom(cell.model, {}, {}, cell.model.neutral())) << arm.name;
  }
  const UglyArm arm = sliding_arm();
  const Cell five(read_robot_toml(toml_of(arm), arm.name).robot, 0);
  const auto missing = missing_freedom(five.model, {}, {}, five.model.neutral());
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->freedoms, 5);
}

TEST(Targets, ACodeThatIsSoonerIsNamedWithWhatItSaves) {
  const Cell lola("lola15");
  // Wrist bent the other way from where the robot stands: code 4 has to turn it over.
  const VectorX<double> start = (VectorX<double>(6) << 10, 20, -20, 5, 60, 10).finished() * degree;
  ASSERT_EQ(lola.kinematics.branch_of(start).wrist, 1);
  VectorX<double> near = start;
  near[0] += 0.1;
  const Vector3<double> p = 1000 * lola.tool(near).p;
  const Matrix3<double> R = lola.tool(near).R;
  const auto go = [&](int code) {
    const double pitch = std::asin(-R(2, 0)), yaw = std::atan2(R(1, 0), R(0, 0)),
                 roll = std::atan2(R(2, 1), R(2, 2));
    const Program program = lola.read(
        "real: unused = 0;",
        fmt::format("move ptp joint(mainjoint(10, 20, -20, 5, 60, 10));\nmove ptp "
                    "robtarget(pose(position({:.12f}, {:.12f}, {:.12f}), orizyx({:.12f}, {:.12f}, "
                    "{:.12f})), {});",
                    p.x(), p.y(), p.z(), yaw / degree, pitch / degree, roll / degree, code));
    return lola.plan(program);
  };
  const Plan four = go(4), eight = go(8);
  ASSERT_TRUE(four.complete && eight.complete) << four.findings.text() << eight.findings.text();
  const auto time = [](const Plan& made) {
    return made.moves[1].end_time - made.moves[1].start_time;
  };
  const std::string saved = fmt::format(
      "codes 4, 8 reach it; code 8 does so {:.2f} s sooner than 4", time(four) - time(eight));
  EXPECT_NE(four.findings.text().find(saved), std::string::npos) << saved << '\n'
                                                                 << four.findings.text();
  EXPECT_EQ(eight.findings.text().find("sooner"), std::string::npos) << eight.findings.text();
}

TEST(NearSingularity, NamesTheJointThatStandsNearAndHowNear) {
  const Cell lola("lola15");
  const auto text = [&](std::initializer_list<double> degrees, int axis) {
    VectorX<double> q(6);
    std::copy(degrees.begin(), degrees.end(), q.begin());
    return near_singularity(lola.kinematics, lola.model, q * degree, axis);
  };
  const std::string wrist = "the wrist is nearly straight, axis5 stands 9.7 deg from it";
  EXPECT_EQ(text({10, 20, -20, 5, 9.7, 10}, 3), wrist);
  EXPECT_EQ(text({10, 20, -20, 5, -9.7, 10}, 5), wrist);
  EXPECT_EQ(text({10, 20, -20, 5, 9.7, 10}, 1), "");  // axis 2 does not suffer from it
  EXPECT_EQ(text({10, 20, -20, 5, 40, 10}, 3), "");
  const Cell irb140("irb140");  // straight at 180 deg; its joints have the names of the links
  VectorX<double> q(6);
  q << 10, 80, 10, 5, 180 - 9.7, 10;
  EXPECT_EQ(near_singularity(irb140.kinematics, irb140.model, q * degree, 3),
            "the wrist is nearly straight, link5 stands 9.7 deg from it");
}

}  // namespace
}  // namespace erfd::test
