// Programs written in another language ask for the same motion.
#include "erfd/base/units.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/program/write_program.hpp"
#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Lola {
  ReadResult file = read_robot_file(source_tree("robots/lola15.toml"));
  Model model = build_unloaded(file.robot);
  InverseKinematics kinematics{model};
  ProgramContext context = program_context(file.robot, model);

  Plan plan_of(const Program& program) const {
    return plan(program, model, kinematics, planner_settings(file.robot, model));
  }
  WriteSettings settings() const {
    WriteSettings made;
    made.axes = context.axes;
    made.X_FlangeT = context.X_FlangeT;
    made.own_load = context.own_load;
    return made;
  }
};

const Lola& lola() {
  static const Lola robot;
  return robot;
}

Program read(const std::string& text, const std::string& file) {
  ReadProgram made = read_program(text, file, lola().context);
  EXPECT_FALSE(made.findings.has_errors()) << file << "\n" << made.findings.text() << text;
  return std::move(made.program);
}

/// Of moves: a RAPID tool counts from the next move on, and the writer says so.
void expect_same_loads(const Program& a, const Program& b, const std::string& way) {
  ASSERT_EQ(a.instructions.size(), b.instructions.size()) << way;
  for (std::size_t i = 0; i < a.instructions.size(); ++i) {
    if (!std::holds_alternative<Move>(a.instructions[i].action)) continue;
    const Payload x = carried(a.instructions[i].conditions),
                  y = carried(b.instructions[i].conditions);
    EXPECT_NEAR(x.mass, y.mass, 1e-12) << i << way;
    EXPECT_LT((x.com - y.com).norm(), 1e-12) << i << way;
    EXPECT_LT((x.I_com - y.I_com).norm(), 1e-12) << i << way;
  }
}

// Property: where the languages mean the same, so does what is written; all six ways.
TEST(ConvertProgram, SamplesStayTheSameInEveryOtherLanguage) {
  for (const char* from : {"irl", "mod", "src"}) {
    const Program program =
        read_program_file(source_tree("examples/programs/three_languages.") + from, lola().context)
            .program;
    const Plan asked = lola().plan_of(program);
    ASSERT_TRUE(asked.complete);
    for (const char* to : {"lirl", "rapid", "krl"}) {
      const WrittenProgram made = write_program(program, to, lola().settings());
      ASSERT_EQ(made.files.size(), 1U);
      const std::string& text = made.files[0].text;
      const Program back = read(text, made.files[0].file);
      const Plan again = lola().plan_of(back);
      ASSERT_EQ(again.samples(), asked.samples()) << from << " to " << to << "\n" << text;
      EXPECT_LT((again.q - asked.q).cwiseAbs().maxCoeff(), 1e-9) << from << " to " << to;
      expect_same_loads(program, back, fmt::format(" {} to {}", from, to));
    }
  }
}

TEST(ConvertProgram, CirclesSettingsAndWaitsComeBack) {
  const std::string held = " speed=300 acc=700 speed_ori=60 acc_ori=300";
  const auto target = [](const char* place, int turn) {
    return fmt::format("robtarget(pose(position({}), orizyx({}, 0, 180)))", place, turn);
  };
  const Program program = read(
      "program m;\nseq\n  move ptp joint(mainjoint(0, 0, -90, 0, -90, 0)) speed_ptp=50% "
      "acc_ptp=40%;"
      "\n  use_base pose(position(850, 0, 250), orizyx(20, 0, 0));\n  move ptp " +
          target("0, 0, 0", 0) + " speed_ptp=50%;\n  move lin " + target("0, 100, 50", 0) + held +
          " c_cp=10;\n  move lin " + target("50, 150, 0", 0) + held +
          ";\n  wait 0.25 sec;\n  move circle robtarget(position(90, 110, 0)), " +
          target("50, 70, 0", 10) + held +
          " c_ori=o_var;\n  move circle robtarget(position(10, 110, 0)), " +
          target("50, 150, 0", 0) + held + " c_ori=o_pvo;\nendseq\nendprogram;",
      "m.irl");
  const Plan asked = lola().plan_of(program);
  ASSERT_TRUE(asked.complete) << asked.findings.text();
  for (const char* to : {"lirl", "krl"}) {
    const WrittenProgram made = write_program(program, to, lola().settings());
    const Plan again = lola().plan_of(read(made.files[0].text, made.files[0].file));
    ASSERT_EQ(again.samples(), asked.samples()) << made.files[0].text;
    EXPECT_LT((again.q - asked.q).cwiseAbs().maxCoeff(), 1e-9) << made.files[0].text;
  }
}

bool loses(const WrittenProgram& made, std::string_view words) {
  for (const Diagnostic& part : made.lost.all())
    if (part.message.find(words) != std::string::npos) return true;
  return false;
}

TEST(ConvertProgram, WhatALanguageCannotSayIsListedWithItsLine) {
  const Program program = read(
      "program m;\nseq\n  move ptp joint(mainjoint(0, 0, -90, 0, -90, 0)) speed_ptp=50%;\n  "
      "ext_force "
      "wrench(10, 0, 0) frame tool;\n  move lin robtarget(pose(position(900, 0, 600), orizyx(0, 0, "
      "180)), 4) speed=300 dec=200 c_speed;\n  move lin robtarget(pose(position(900, 200, 600), "
      "orizyx(0, 0, 180))) time=3;\nendseq\nendprogram;",
      "m.irl");
  const WrittenProgram rapid = write_program(program, "RAPID", lola().settings());
  EXPECT_TRUE(loses(rapid, "forces on the tool"));
  EXPECT_TRUE(loses(rapid, "shares of the axes' speeds"));
  EXPECT_TRUE(loses(rapid, "configurations of targets"));
  EXPECT_TRUE(loses(rapid, "go on at speed"));
  EXPECT_EQ(rapid.lost.all().front().at.line, 3);
  const WrittenProgram krl = write_program(program, "krl", lola().settings());
  EXPECT_TRUE(loses(krl, "decelerations of their own"));
  EXPECT_TRUE(loses(krl, "times of moves"));
  EXPECT_FALSE(loses(write_program(program, "lirl", lola().settings()), ""));
  EXPECT_THROW(write_program(program, "val3", lola().settings()), Error);
}

TEST(ConvertProgram, JointTargetsAreTheMakersWhereTheRobotFileSaysHow) {
  WriteSettings settings = lola().settings();
  settings.maker_axes = {{1, 0}, {-1, 0}, {1, 1}, {1, 0}, {1, 0}, {1, 0}};
  const Program program = read(
      "program m;\nseq\n  move ptp joint(mainjoint(10, 20, -30, 0, 0, 0));\nendseq\nendprogram;",
      "m.irl");
  const std::string krl = write_program(program, "krl", settings).files[0].text;
  EXPECT_NE(krl.find("PTP {A1 10,A2 -20,A3 27."), std::string::npos) << krl;
  ProgramContext context = lola().context;
  context.maker_axes = settings.maker_axes;
  for (const char* to : {"krl", "rapid"}) {
    const ProgramText text = write_program(program, to, settings).files[0];
    const ReadProgram back = read_program(text.text, text.file, context);
    const auto& q =
        std::get<JointTarget>(std::get<Move>(back.program.instructions.at(0).action).target).q;
    EXPECT_NEAR(*q[1], 20 * degree, 1e-12) << to;
    EXPECT_NEAR(*q[2], -30 * degree, 1e-12) << to;
  }
}

}  // namespace
}  // namespace erfd::test
