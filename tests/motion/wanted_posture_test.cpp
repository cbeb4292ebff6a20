// Configuration data of RAPID and KRL choose the posture of a joint move.
#include "erfd/base/units.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/program/krl.hpp"
#include "erfd/program/rapid.hpp"
#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// Lola 15, as a maker would count it whose axes 2, 4 and 6 turn the other way, his axis 3 a right angle
/// off ours.
struct Cell {
  ReadResult file = read_robot_file(source_tree("robots/lola15.toml"));
  Model model = build_unloaded(file.robot);
  InverseKinematics kinematics{model};
  ProgramContext context = program_context(file.robot, model);
  std::vector<MakerAxis> maker{{1, 0}, {-1, 0}, {-1, 90 * degree}, {-1, 0}, {1, 0}, {-1, 0}};

  Cell() { context.maker_axes = maker; }
  Pose<double> tool_at(const VectorX<double>& q) const {
    Workspace ws(model);
    return frame_pose<double>(model, ws, q, flange_of(model));
  }
  Plan plan_of(const ReadProgram& read) const {
    EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
    return plan(read.program, model, kinematics, planner_settings(file.robot, model));
  }
  VectorX<double> end_of(const Plan& plan) const { return plan.q.col(plan.q.cols() - 1); }
};

const Cell& cell() {
  static const Cell made;
  return made;
}

/// Within 170 degrees of the maker's zeros, where his signs and quarters leave one whole turn.
VectorX<double> random_posture(std::mt19937& rng) {
  std::uniform_real_distribution<double> angle(-170 * degree, 170 * degree);
  VectorX<double> q(6);
  for (int i = 0; i < 6; ++i) {
    const JointLimits& limits = cell().model.bodies()[i].limits;
    do {
      q[i] = cell().maker[static_cast<std::size_t>(i)].ours(angle(rng));
    } while (q[i] < limits.lower || q[i] > limits.upper);
  }
  return q;
}

/// Of axes whose whole turns nothing says, the turn does not count.
void expect_posture(const VectorX<double>& is, const VectorX<double>& wanted, bool all_turns,
                    const std::string& text) {
  for (int i = 0; i < 6; ++i) {
    const bool exact = all_turns || i == 0 || i == 3 || i == 5;
    const double off = is[i] - wanted[i];
    EXPECT_LT(std::abs(exact ? off : std::remainder(off, 360 * degree)), 1e-9) << i << "\n" << text;
  }
}

/// Well away from singularities, from quarter turns and from zero, where bits are not looked at.
bool is_clear(const VectorX<double>& q) {
  const InverseKinematics::Clearance clear = cell().kinematics.clearance(q);
  if (clear.wrist < 0.2 || clear.elbow < 0.2 || std::abs(clear.shoulder) < 0.15) return false;
  for (int i = 0; i < 6; ++i) {
    const double his = cell().maker[static_cast<std::size_t>(i)].his(q[i]) / (90 * degree);
    if (std::abs(his - std::round(his)) < 0.05) return false;
  }
  return true;
}

bool is_behind(const VectorX<double>& q) { return cell().kinematics.branch_of(q).shoulder < 0; }
bool is_up(const VectorX<double>& q) { return cell().kinematics.branch_of(q).elbow < 0; }
double his(const VectorX<double>& q, int i) {
  return cell().maker[static_cast<std::size_t>(i)].his(q[i]);
}

const std::string no_axes = "[9E9,9E9,9E9,9E9,9E9,9E9]";

std::string joints_of(const VectorX<double>& q, const char* form) {
  return fmt::format(fmt::runtime(form), his(q, 0) / degree, his(q, 1) / degree, his(q, 2) / degree,
                     his(q, 3) / degree, his(q, 4) / degree, his(q, 5) / degree);
}

std::string rapid_target(const VectorX<double>& q) {
  const Pose<double> X = cell().tool_at(q);
  const std::array<double, 4> o = quaternion_of(X.R);
  const auto quarter = [&](int i) {
    return static_cast<int>(std::floor(his(q, i) / (90 * degree)));
  };
  const int cfx = (his(q, 4) < 0 ? 1 : 0) + (is_up(q) ? 0 : 2) + (is_behind(q) ? 4 : 0);
  return fmt::format("[[{},{},{}],[{},{},{},{}],[{},{},{},{}],{}]", 1000 * X.p.x(), 1000 * X.p.y(),
                     1000 * X.p.z(), o[0], o[1], o[2], o[3], quarter(0), quarter(3), quarter(5),
                     cfx, no_axes);
}

std::string krl_target(const VectorX<double>& q) {
  const Pose<double> X = cell().tool_at(q);
  const std::array<double, 3> rpy = rpy_of(X.R);
  const int status = (is_behind(q) ? 1 : 0) + (is_up(q) ? 2 : 0) + (his(q, 4) < 0 ? 4 : 0);
  int turn = 0;
  for (int i = 0; i < 6; ++i) turn |= his(q, i) < 0 ? 1 << i : 0;
  return fmt::format("{{X {},Y {},Z {},A {},B {},C {},S {},T {}}}", 1000 * X.p.x(), 1000 * X.p.y(),
                     1000 * X.p.z(), rpy[2] / degree, rpy[1] / degree, rpy[0] / degree, status,
                     turn);
}

// Property: a posture that is told by its configuration is reached from wherever the robot is.
TEST(WantedPosture, ATargetWithItsConfigurationIsReachedInItsPosture) {
  std::mt19937 rng(17);
  int tried = 0;
  for (int k = 0; k < 400 && tried < 40; ++k) {
    const VectorX<double> from = random_posture(rng), to = random_posture(rng);
    if (!is_clear(to)) continue;
    ++tried;
    const std::string rapid = fmt::format(
        "MODULE m\nPROC main()\nMoveAbsJ [{},{}],v1000,fine,tool0;\nMoveJ {},v1000,fine,tool0;\n"
        "ENDPROC\nENDMODULE",
        joints_of(from, "[{},{},{},{},{},{}]"), no_axes, rapid_target(to));
    const Plan in_rapid = cell().plan_of(read_rapid(rapid, "m.mod", cell().context));
    ASSERT_TRUE(in_rapid.complete) << in_rapid.findings.text() << rapid;
    expect_posture(cell().end_of(in_rapid), to, false, rapid);
    const std::string krl =
        fmt::format("DEF m( )\n$TOOL=$NULLFRAME\nPTP {}\nPTP {}\nEND\n",
                    joints_of(from, "{{A1 {},A2 {},A3 {},A4 {},A5 {},A6 {}}}"), krl_target(to));
    const Plan in_krl = cell().plan_of(read_krl(krl, "m.src", cell().context));
    ASSERT_TRUE(in_krl.complete) << in_krl.findings.text() << krl;
    expect_posture(cell().end_of(in_krl), to, true, krl);
  }
  EXPECT_EQ(tried, 40);
}

VectorX<double> start() {
  VectorX<double> q(6);
  q << 0.3, 0.4, -1.2, 0.5, -0.8, 0.6;
  return q;
}

ReadProgram rapid_program(const std::string& statements, const ProgramContext& context) {
  return read_rapid("MODULE m\nPROC main()\n" + statements + "\nENDPROC\nENDMODULE", "m.mod",
                    context);
}

const CartesianTarget& last_target(const ReadProgram& read) {
  return std::get<CartesianTarget>(std::get<Move>(read.program.instructions.back().action).target);
}

TEST(WantedPosture, ConfJAndConfLSwitchIt) {
  const std::string there = rapid_target(start());
  const auto wants = [&](const std::string& text) {
    return last_target(rapid_program(text, cell().context)).wanted.has_value();
  };
  EXPECT_TRUE(wants("MoveJ " + there + ",v100,fine,tool0;"));
  EXPECT_FALSE(wants("ConfJ\\Off;MoveJ " + there + ",v100,fine,tool0;"));
  EXPECT_TRUE(wants("ConfJ\\Off;ConfJ\\On;MoveJ " + there + ",v100,fine,tool0;"));
  EXPECT_TRUE(wants("ConfJ\\Off;MoveL " + there + ",v100,fine,tool0;"));
  EXPECT_FALSE(wants("ConfL\\Off;MoveL " + there + ",v100,fine,tool0;"));
}

TEST(WantedPosture, WithoutTheMakersAnglesItIsNotUsed) {
  ProgramContext plain = cell().context;
  plain.maker_axes.clear();
  EXPECT_FALSE(
      last_target(rapid_program("MoveJ " + rapid_target(start()) + ",v100,fine,tool0;", plain))
          .wanted);
  const ReadProgram krl =
      read_krl("DEF m( )\nPTP " + krl_target(start()) + "\nEND\n", "m.src", plain);
  EXPECT_FALSE(last_target(krl).wanted);
}

bool tells(const Plan& plan, std::string_view check) {
  for (const Diagnostic& finding : plan.findings.all())
    if (finding.check == check) return true;
  return false;
}

TEST(WantedPosture, AConfigurationThatCannotBeHadIsToldAndTheNearestTaken) {
  const VectorX<double> q = start();
  std::string there = rapid_target(q);
  const std::string quarters = there.substr(there.rfind(",[9E9") - 12);
  const std::string before = there.substr(0, there.find("],[", there.find("],[") + 1) + 2);
  const std::string odd = before + "[3,3,3,0]," + no_axes + "]";
  const Plan plan = cell().plan_of(
      rapid_program("MoveAbsJ [" + joints_of(q, "[{},{},{},{},{},{}]") + "," + no_axes +
                        "],v1000,fine,tool0;\nMoveJ " + odd + ",v100,fine,tool0;",
                    cell().context));
  EXPECT_TRUE(plan.complete) << plan.findings.text();
  EXPECT_TRUE(tells(plan, "W0411")) << plan.findings.text() << quarters;
}

}  // namespace
}  // namespace erfd::test
