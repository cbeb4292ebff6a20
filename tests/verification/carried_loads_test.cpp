// What the robot carries, when: the motor torques that a verification asks for, against Newton and
// Euler written anew from the numbers of the robot file; and one rule for all ways to carry a mass.
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/program/lirl.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/verification/verification.hpp"

#include "verification/plain_mechanics.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the arms and their mechanics
using plain::Load;
using plain::Place;
using plain::Vec;
using plain::VecX;

RobotDescription description_of(const UglyArm& arm) {
  ReadResult read = read_robot_toml(toml_of(arm), arm.name);
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  return std::move(read.robot);
}

/// A program on a robot as the command runs it, until its verdict.
struct Verified {
  Verified(const RobotDescription& robot, const std::string& statements,
           const Payload& payload = {})
      : model(build_unloaded(robot)), drives(make_drives(robot, model)) {
    ReadProgram read =
        read_lirl("program T;\nseq\n" + statements + "endseq\n", "", program_context(robot, model));
    EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
    program = std::move(read.program);
    carry(program, model, payload);
    const InverseKinematics kinematics(model);
    plan = erfd::plan(program, model, kinematics, planner_settings(robot, model));
    EXPECT_TRUE(plan.complete) << plan.findings.text();
    result = verify(program, plan, model, drives);
    EXPECT_EQ(result.fault, "");
  }
  Model model;
  Drives drives;
  Program program;
  Plan plan;
  Verification result;
};

/// "move ptp joint(…);" to a posture in which all axes differ from those of another k.
std::string go_to(const UglyArm& arm, int k, const std::string& options = "") {
  std::string text;
  int i = 0;
  for (const UglyBody* body : arm.moving()) {
    const double share = std::sin(1.7 * k + 0.9 * i++ + 0.3);
    text += fmt::format("{}{:.6f}", text.empty() ? "" : ", ",
                        share * (body->joint == "revolute" ? 60 : 150));
  }
  return "move ptp joint(mainjoint(" + text + ")) " + options + ";\n";
}

/// One arm, the frame that is its flange, and a program that carries everything there is.
struct Case {
  UglyArm arm;
  std::string flange_body, own_tool, named_tool;
};

std::vector<Case> cases() {
  return {{skew_arm(), "link6", "cup", "vacuum"},
          {sliding_arm(), "link5", "hook", "vacuum"},
          {redundant_arm(), "flange", "vacuum", "torch"}};
}

std::string program_of(const Case& c) {
  return go_to(c.arm, 1) +                                           // own tool
         "use_tool \"" + c.named_tool + "\";\n" + go_to(c.arm, 2) +  // named tool
         "grip load(3kg, position(10, 20, 150), inertia(0.01, 0.02, 0.015, 0.001, 0, -0.002));\n" +
         go_to(c.arm, 3) +  // and a part
         "use_tool tool(pose(position(5, -7, 90), orizyx(10, 20, 30)), load(0.4kg, "
         "position(1, 2, 3), inertia(0.001, 0.001, 0.001)));\n" +
         "ext_force wrench(10, -20, 30, 1, 2, -3) frame tool;\n" +
         go_to(c.arm, 4) +  // program tool
         "release;\next_force off;\n" + go_to(c.arm, 5) + "use_tool \"" + c.own_tool + "\";\n" +
         go_to(c.arm, 6);
}

/// The same by hand: what is on the robot in each of the six moves.
class ByHand {
 public:
  ByHand(const Case& c, double payload, Vec payload_com)
      : c_(c), arm_(c.arm), payload_(payload), payload_com_(std::move(payload_com)) {}

  VecX motor_torques(int move, const VecX& q, const VecX& dq_before, const VecX& dq,
                     const VecX& ddq) const {
    std::vector<Load> loads = plain::links(c_.arm);
    if (move == 0 || move == 5) add_tool(c_.own_tool, loads);
    if (move == 1 || move == 2) add_tool(c_.named_tool, loads);
    if (move == 3 || move == 4)
      loads.push_back(plain::load_at(c_.flange_body, {}, 0.4, {0.001, 0.002, 0.003},
                                     0.001 * plain::Mat::Identity()));
    if (move == 2 || move == 3)
      loads.push_back(plain::load_at(c_.flange_body, {}, 3, {0.01, 0.02, 0.15},
                                     plain::matrix({0.01, 0.02, 0.015, 0.001, 0, -0.002})));
    std::string body;
    const Place tool = tool_of(move, body);
    loads.push_back(plain::load_at(body, tool, payload_, payload_com_, plain::Mat::Zero()));
    std::vector<plain::Push> pushes;
    if (move == 3) {
      const Place X = arm_.move(q, dq_before, ddq).at(body).X * tool;
      pushes.push_back({body, X.p, X.R * Vec(10, -20, 30), X.R * Vec(1, 2, -3)});
    }
    return arm_.motor_torques(arm_.joint_torques(q, dq_before, ddq, loads, pushes), dq, ddq);
  }

 private:
  void add_tool(const std::string& name, std::vector<Load>& loads) const {
    for (const UglyTool& t : c_.arm.tools)
      if (t.name == name && t.mass > 0)
        loads.push_back(plain::load_at(t.body, plain::place_of(t.origin), t.mass, plain::vec(t.com),
                                       plain::matrix(t.inertia)));
  }
  Place tool_of(int move, std::string& body) const {
    if (move == 0 || move == 5) return arm_.tool(c_.own_tool, body);
    if (move == 1 || move == 2) return arm_.tool(c_.named_tool, body);
    body = c_.flange_body;
    return plain::place_of({0.005, -0.007, 0.09, 30, 20, 10});
  }
  const Case& c_;
  plain::Arm arm_;
  double payload_;
  Vec payload_com_;
};

TEST(CarriedLoads, AskedMotorTorquesAreThoseOfNewtonAndEulerWrittenAnew) {
  for (const Case& c : cases()) {
    Payload payload;
    payload.mass = 5;
    payload.com = {0.01, 0.02, 0.03};
    const Verified v(description_of(c.arm), program_of(c), payload);
    const MotionRecord& record = v.result.motion;
    const ByHand by_hand(c, payload.mass, payload.com);
    const int n = static_cast<int>(record.q_asked.rows());
    const int cycles = static_cast<int>(record.q_asked.cols());
    const VectorX<double> largest = record.ua_asked.cwiseAbs().rowwise().maxCoeff();
    double worst = 0;
    int compared = 0;
    std::vector<int> seen(6, 0);
    VectorX<double> before = VectorX<double>::Zero(n);
    for (int k = 0; k + 1 < cycles; ++k) {
      const VectorX<double> qd =
          (record.q_asked.col(k + 1) - record.q_asked.col(k)) / v.plan.period;
      const VectorX<double> qdd = qd / v.plan.period - before / v.plan.period;
      const int move = v.plan.move[static_cast<std::size_t>(k)];
      if (qd.cwiseAbs().minCoeff() > 1e-6) {  // a shaft at rest holds as much as it must
        const VectorX<double> u =
            by_hand.motor_torques(move, record.q_asked.col(k), before, qd, qdd);
        for (int i = 0; i < n; ++i)
          worst = std::max(worst, std::abs(u[i] - record.ua_asked(i, k)) / largest[i]);
        ++compared;
        ++seen[static_cast<std::size_t>(move)];
      }
      before = qd;
    }
    EXPECT_LE(worst, 1e-11) << c.arm.name;
    EXPECT_GT(compared, cycles * 9 / 10) << c.arm.name;
    for (const int count : seen) EXPECT_GT(count, 10) << c.arm.name;
    RecordProperty(c.arm.name, fmt::format("{:.2g}", worst));
  }
}

void expect_same_verdict(const Verified& a, const Verified& b, const std::string& robot) {
  const MatrixX<double>&ua = a.result.motion.ua_asked, &ub = b.result.motion.ua_asked;
  ASSERT_EQ(ua.cols(), ub.cols());
  EXPECT_LE((ua - ub).cwiseAbs().maxCoeff(), 1e-12 * ua.cwiseAbs().maxCoeff()) << robot;
  EXPECT_LE((a.result.motion.q - b.result.motion.q).cwiseAbs().maxCoeff(), 1e-10) << robot;
  ASSERT_EQ(a.result.moves.size(), b.result.moves.size());
  for (std::size_t m = 0; m < a.result.moves.size(); ++m) {
    const MoveVerdict &x = a.result.moves[m], &y = b.result.moves[m];
    EXPECT_EQ(x.reason, y.reason) << robot;
    EXPECT_EQ(x.achievable, y.achievable);
    EXPECT_NEAR(x.worst.ratio, y.worst.ratio, 1e-12 * x.worst.ratio);
    ASSERT_EQ(x.shares.has_value(), y.shares.has_value());
    if (!x.shares) continue;
    double scale = 0;
    for (const double share : *x.shares) scale = std::max(scale, std::abs(share));
    for (std::size_t cause = 0; cause < x.shares->size(); ++cause)
      EXPECT_NEAR((*x.shares)[cause], (*y.shares)[cause], 1e-12 * scale) << robot;
  }
}

TEST(CarriedLoads, PayloadOfTheCommandCountsAsTheSameMassGripped) {
  for (Case c : cases()) {
    for (UglyTool& tool : c.arm.tools) tool.mass = 0;
    for (UglyDrive& drive : c.arm.drives) drive.torque_peak = 60;
    const RobotDescription robot = description_of(c.arm);
    const Model model = build_unloaded(robot);
    const Pose<double> X_FT = in_flange(model, model.tool());
    Payload payload;
    payload.mass = 100;
    payload.com = {0.02, -0.01, 0.25};
    const Vector3<double> at = 1000 * (X_FT * payload.com);
    const std::string slowly = "speed_ptp=5%";  // so that torques are the nearest limit
    const std::string moves = go_to(c.arm, 1, slowly) + go_to(c.arm, 2, slowly);
    const Verified carried(robot, moves, payload);
    const Verified gripped(robot, fmt::format("grip load(100kg, position({:.17g}, {:.17g}, "
                                              "{:.17g}));\n",
                                              at.x(), at.y(), at.z()) +
                                      moves);
    expect_same_verdict(carried, gripped, c.arm.name);
    const auto& shares = carried.result.moves[0].shares;
    ASSERT_TRUE(shares);
    EXPECT_NE((*shares)[static_cast<std::size_t>(TorqueCause::payload)], 0);
  }
}

TEST(CarriedLoads, PayloadOfLola15CountsAsTheSameMassGripped) {
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  Payload payload;
  payload.mass = 100;
  payload.com = {0, 0, 0.25};
  const std::string moves =
      "move ptp joint(mainjoint(20, 30, -20, 10, -40, 15));\n"
      "move ptp joint(mainjoint(-20, 60, -50, 40, -70, -15));\n";
  const Verified carried(robot, moves, payload);
  // Its tool stands at (120, 120, 350) mm in the flange, not turned.
  const Verified gripped(robot, "grip load(100kg, position(120, 120, 600));\n" + moves);
  expect_same_verdict(carried, gripped, "lola15");
  EXPECT_FALSE(carried.result.achievable);
}

TEST(CarriedLoads, TheToolOfTheFileIsCarriedOnceHoweverItIsTaken) {
  for (const Case& c : cases()) {
    const RobotDescription robot = description_of(c.arm);
    const std::string moves = go_to(c.arm, 1) + go_to(c.arm, 2);
    const Verified silent(robot, moves);
    const Verified named(robot, "use_tool \"" + c.own_tool + "\";\n" + moves);
    const Verified again(
        robot, "use_tool \"" + c.named_tool + "\";\nuse_tool \"" + c.own_tool + "\";\n" + moves);
    expect_same_verdict(silent, named, c.arm.name);
    expect_same_verdict(silent, again, c.arm.name);
  }
}

TEST(CarriedLoads, AToolWithoutLoadThatReplacesOneWithALoadIsWarnedOf) {
  const RobotDescription robot = description_of(skew_arm());
  const Model model = build_unloaded(robot);
  const ReadProgram read =
      read_lirl("program T;\nseq\nuse_tool tool(pose(position(0,0,100), orizyx(0,0,0)));\nendseq\n",
                "", program_context(robot, model));
  ASSERT_EQ(read.findings.count(Severity::warning), 1);
  EXPECT_EQ(read.findings.all().front().check, "W0522");
}

}  // namespace
}  // namespace erfd
