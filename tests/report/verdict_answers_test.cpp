// The headline and what stands below it: both answers, no false comfort, nothing said twice.
#include "erfd/model/build.hpp"
#include "erfd/report/run_document.hpp"
#include "erfd/robot/read.hpp"

#include "motion/reference_program.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// A joint program on Lola 15 whose motors give a share of their torque.
struct Verdict {
  Verdict(double torque, int moves, std::optional<double> rated = {})
      : drives(weak(torque, rated)) {
    for (int k = 0; k < moves; ++k) {
      VectorX<double> q = VectorX<double>::Constant(6, k % 2 == 0 ? 0.3 : -0.1);
      Instruction next = instruction(MoveKind::ptp, JointTarget{{q.begin(), q.end()}});
      next.at = {k + 1, 1};
      program.instructions.push_back(next);
      program.lines.push_back("move");
    }
    program.name = "p";
    plan = erfd::plan(program, model, kinematics, settings);
    VerificationSettings used;
    used.replan = replan_with(program, model, kinematics, settings);
    result = verify(program, plan, model, drives, used);
  }
  Drives weak(double torque, std::optional<double> rated) const {
    RobotDescription changed = robot;
    for (DriveDescription& drive : changed.drives) {
      drive.torque_peak->value *= torque;
      if (rated) drive.torque_rated.emplace().value = *rated;
    }
    return make_drives(changed, model);
  }
  JudgedCase subject() const { return {program, plan, model, drives, result}; }
  std::string summary() const { return verdict_summary(subject()); }
  std::string text() const { return verdict_text(subject(), {}); }

  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const InverseKinematics kinematics{model};
  const PlannerSettings settings = planner_settings(robot, model);
  Drives drives;
  Program program;
  Plan plan;
  Verification result;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Headline, GivesBothAnswersOfAProgramThatFails) {
  const Verdict weak(0.4, 4);
  ASSERT_FALSE(weak.result.achievable);
  const std::string summary = weak.summary();
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      summary, found,
      std::regex(
          "Keeping time, ([0-9.]+) s, the tool leaves its path by up to ([0-9.]+) mm \\(line "
          "[0-9]+\\).*keeping the path, it takes ([0-9.]+) s instead of ([0-9.]+) s")))
      << summary;
  EXPECT_EQ(found[1], found[4]);
  EXPECT_NEAR(std::stod(found[4]), weak.plan.duration(), 1e-3);
  EXPECT_GT(std::stod(found[3]), std::stod(found[4]));
  EXPECT_GT(std::stod(found[2]), 0.01);
  EXPECT_FALSE(has(summary, "achieved"));
  const std::string json = verdict_json(weak.subject()).text();
  EXPECT_TRUE(has(json, "\"kept_path\"")) << json.substr(0, 500);
  EXPECT_TRUE(has(json, "\"possible\": true"));
}

TEST(Headline, SaysWhyNoSlowingHelps) {
  const Verdict hopeless(0.05, 2);
  EXPECT_TRUE(has(hopeless.summary(), "No slowing keeps the path: line ")) << hopeless.summary();
  EXPECT_TRUE(has(hopeless.summary(), "even to creep past")) << hopeless.summary();
}

TEST(Headline, NeverSaysOkBesideADistanceFromThePath) {
  for (const double torque : {0.45, 0.4, 0.3}) {
    const Verdict weak(torque, 6);
    const std::string text = weak.text();
    const std::regex row("\\n *\\d+ +\\d+ +ptp[^\\n]* ok [^\\n]* ([0-9.]+)(?=\\n)");
    for (std::sregex_iterator m(text.begin(), text.end(), row), end; m != end; ++m)
      EXPECT_EQ((*m)[1], "0.00") << m->str();
  }
}

TEST(Causes, AreToldOnceWithTheirCount) {
  const Verdict weak(0.4, 400);
  const std::string text = weak.text();
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_LT(lines, 80) << text;
  EXPECT_TRUE(has(text, " times, lines ")) << text;
  EXPECT_TRUE(has(text, "30 of 400 moves: those that fail first")) << text;
}

TEST(ThermalLoad, StandsBesideEveryRatedTorque) {
  const Verdict unknown(1, 2), rated(1, 2, 40.0);
  EXPECT_TRUE(has(unknown.text(), "not known")) << unknown.text();
  const std::string text = rated.text();
  for (int i = 0; i < 6; ++i) {
    const std::string line = fmt::format("motor{0}  axis{0} ", i + 1);
    const std::size_t at = text.find(line);
    ASSERT_NE(at, text.npos) << line << "\n" << text;
    std::smatch found;
    const std::string row = text.substr(at + line.size(), text.find('\n', at) - at - line.size());
    ASSERT_TRUE(std::regex_search(row, found, std::regex(" ([0-9.]+) +40 +([0-9]+)"))) << row;
    EXPECT_NEAR(std::stod(found[1]), rated.result.torque_rms[i], 0.01 * rated.result.torque_rms[i]);
    EXPECT_NEAR(std::stod(found[2]), 100 * rated.result.torque_rms[i] / 40, 0.51);
  }
}

TEST(Warnings, ThatBearOnAVerdictStandInIt) {
  Verdict verdict(1, 2);
  verdict.plan.findings.warning("W0503", {1, 1}, "speed 500.0 mm/s not reached");
  verdict.plan.findings.warning("W0503", {2, 1}, "speed 400.0 mm/s not reached");
  verdict.plan.findings.note("N0507", {2, 1}, "the robot already stands at the target");
  const std::string text = verdict.text();
  EXPECT_TRUE(has(text, "W0503, 2 times, lines 1 and 2: speed 500.0 mm/s not reached")) << text;
  EXPECT_FALSE(has(text, "N0507")) << text;
  EXPECT_TRUE(has(run_document(verdict.subject()).text(), "W0503, 2 times, lines 1 and 2"));
}

}  // namespace
}  // namespace erfd::test
