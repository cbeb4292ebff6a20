// The programs in examples/programs.
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "program/lirl_text.hpp"
#include "support/source_tree.hpp"

#include <array>

namespace erfd {
namespace {

using namespace test;

ReadProgram example(const std::string& name, const ProgramContext& context = {}) {
  return read_program_file(test::source_tree("examples/programs/") + name + ".irl", context);
}

int moves_in(const Program& program) {
  return static_cast<int>(
      std::count_if(program.instructions.begin(), program.instructions.end(),
                    [](const Instruction& i) { return std::holds_alternative<Move>(i.action); }));
}

TEST(LirlPrograms, ThePrintedListingIsRefusedAtItsOpenComment) {
  const ReadProgram result = example("lola15_as_printed");
  ASSERT_EQ(result.findings.all().size(), 1U) << result.findings.text();
  const Diagnostic& only = result.findings.all()[0];
  EXPECT_EQ(only.at, (Location{26, 1}));
  EXPECT_EQ(only.check, "L0102");
  EXPECT_TRUE(only.message.starts_with("comment never closed")) << only.message;
  EXPECT_TRUE(result.program.instructions.empty());
}

TEST(LirlPrograms, TheReferenceHasThirteenMovesAsTheListingSays) {
  const ReadProgram result = example("lola15_reference");
  ASSERT_FALSE(result.findings.has_errors()) << result.findings.text();
  const Program& program = result.program;
  ASSERT_EQ(moves_in(program), 13);
  constexpr MoveKind ptp = MoveKind::ptp, lin = MoveKind::lin, arc = MoveKind::circle;
  constexpr std::array kinds = {ptp, arc, arc, lin, arc, lin, lin, arc, lin, arc, ptp, ptp, ptp};
  constexpr std::array fly_bys = {FlyBy::ptp,   FlyBy::speed, FlyBy::speed, FlyBy::speed,
                                  FlyBy::speed, FlyBy::path,  FlyBy::speed, FlyBy::speed,
                                  FlyBy::speed, FlyBy::stop,  FlyBy::stop,  FlyBy::stop,
                                  FlyBy::stop};
  constexpr std::array speeds = {0., 760., 350., 460., 300., 227.7, 225., 695., 620., 570.};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(move_of(program, i).kind, kinds[i]) << i;
    EXPECT_EQ(move_of(program, i).fly_by, fly_bys[i]) << i;
    if (i > 0 && i < speeds.size()) {
      EXPECT_DOUBLE_EQ(*move_of(program, i).limits.speed * 1e3, speeds[i]) << i;
    }
  }
  EXPECT_DOUBLE_EQ(move_of(program, 5).fly_by_size, 0.15);
  EXPECT_EQ(move_of(program, 1).orientation, OrientationMode::path_constant);
  EXPECT_EQ(point_of(program, 0).configuration, 4);
  EXPECT_LT(
      (point_of(program, 0).X_BaseT.p - Vector3<double>(0.7869329, 0.4029624, 0.632855)).norm(),
      1e-12);
  EXPECT_FALSE(joint_of(program, 10).q[5].has_value());
  EXPECT_FALSE(joint_of(program, 11).q[3].has_value());
  EXPECT_EQ(result.findings.count(Severity::note), 2);  // 5 of 6 and 3 of 6 axes
}

/// The reading ori_lola makes o_pco carry the first orientation exactly into the second: the end
/// that the language finds by the arc is the end that the listing gives.
TEST(LirlPrograms, UnderOriLolaTheFirstArcCarriesItsOrientation) {
  ProgramContext context;
  context.angles = AngleTriple::yzx;
  std::string text;
  for (const std::string& line : example("lola15_reference").program.lines) {
    text += line + "\n";
    if (line.starts_with("move circle s1, s2")) text += "move lin here();\n";
  }
  const Program program = program_of(text, context);
  const Matrix3<double> R =
      point_of(program, 1).X_BaseT.R.transpose() * point_of(program, 2).X_BaseT.R;
  const double angle = std::acos(std::min(1.0, (R.trace() - 1) / 2)) * 180 / 3.14159265358979;
  EXPECT_LT(angle, 0.001);  // the listing rounds -175.03779 to -175.037
}

TEST(LirlPrograms, TheListingWithItsCommentClosedHasTheLowPoint) {
  const ReadProgram result = example("lola15_listed_closed");
  ASSERT_EQ(moves_in(result.program), 13) << result.findings.text();
  EXPECT_NEAR(point_of(result.program, 6).X_BaseT.p.z(), 0.2802428, 1e-12);
}

TEST(LirlPrograms, EveryStatementRunsWhenItsInputIsSet) {
  ProgramContext context;
  context.inputs["ok"] = true;
  const ReadProgram result = example("every_statement", context);
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.text();
  EXPECT_EQ(moves_in(result.program), 13);
  EXPECT_EQ(waits_of(result.program), (std::vector<double>{0.2, 0.2, 0.2}));
  EXPECT_EQ(result.findings.count(Severity::warning), 2);  // two fly-bys before ext_force
}

TEST(LirlPrograms, WithoutItsInputItNeverEnds) {
  const ReadProgram result = example("every_statement");
  ASSERT_EQ(result.findings.count(Severity::error), 1);
  EXPECT_EQ(result.findings.all().back().check, "L0501");
  EXPECT_EQ(result.findings.all().back().at, (Location{43, 5}));
}

TEST(LirlPrograms, ARobotFileGivesTheContext) {
  const ReadResult read = read_robot_file(find_robot("lola15"));
  const Model model = build(read.robot);
  const ProgramContext context = program_context(read.robot, model);
  EXPECT_EQ(context.axes.size(), 6U);
  EXPECT_EQ(context.configurations, (std::vector<int>{4, 8}));
  EXPECT_FALSE(example("lola15_reference", context).findings.has_errors());
  const Program program = program_of(program_with("", "move_inc lin (0,0,-10);"), context);
  const Pose<double> tool = context.flange_at(VectorX<double>::Zero(6)) * context.X_FlangeT;
  EXPECT_LT((point_of(program, 0).X_BaseT.p - tool * Vector3<double>(0, 0, -0.01)).norm(), 1e-12);
}

TEST(LirlPrograms, AFileThatCannotBeReadIsAFinding) {
  EXPECT_EQ(read_program_file("no_such.irl", {}).findings.text(),
            "no_such.irl: error: no such file; check the path [L0106]");
  EXPECT_EQ(read_lirl(std::string((16U << 20U) + 1, ' '), "big.irl", {}).findings.text(),
            "big.irl: error: more than 16 MiB of text [L0106]");
}

}  // namespace
}  // namespace erfd
