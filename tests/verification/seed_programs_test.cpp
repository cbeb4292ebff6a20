// The seed's program from its file to its verdict.
#include "erfd/base/units.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/program/lirl.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/verification/verification.hpp"

#include "support/source_tree.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace erfd {
namespace {

class SeedPrograms : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const InverseKinematics kinematics{model};

  ReadProgram read(const std::string& name) const {
    return read_program_file(test::source_tree("examples/programs/") + name + ".irl",
                             program_context(robot, model));
  }
  Plan plan_of(const Program& program) const {
    return plan(program, model, kinematics, planner_settings(robot, model));
  }
};

int count_of(const Diagnostics& findings, std::string_view code) {
  return static_cast<int>(std::count_if(findings.all().begin(), findings.all().end(),
                                        [&](const Diagnostic& d) { return d.check == code; }));
}

TEST_F(SeedPrograms, TheDesignedOneHasThePrintedLengthTimeAndArcs) {
  const ReadProgram result = read("lola15_reference");
  ASSERT_FALSE(result.findings.has_errors()) << result.findings.text();
  const Plan asked = plan_of(result.program);
  ASSERT_TRUE(asked.complete) << asked.findings.text();
  ASSERT_EQ(asked.moves.size(), 13u);
  double length = 0;
  for (int k = 1; k <= 9; ++k) length += 1000 * asked.moves[static_cast<std::size_t>(k)].length;
  EXPECT_NEAR(length, 3073.453, 5.1e-4);
  // Printed to the millisecond; asked in whole cycles, the next number of them.
  EXPECT_GE(asked.moves[9].end_time - asked.moves[1].start_time, 7.728 - 5.1e-4);
  EXPECT_LT(asked.moves[9].end_time - asked.moves[1].start_time, 7.728 + 5.1e-4 + asked.period);
  const double radii[] = {1562.783, 150, 200, 200, 150}, angles[] = {30, 135, 90, 90, 135};
  int arc = 0;
  for (const PlannedMove& move : asked.moves) {
    if (move.arc_radius == 0) continue;
    ASSERT_LT(arc, 5);
    EXPECT_NEAR(1000 * move.arc_radius, radii[arc], 1e-3) << arc;
    EXPECT_NEAR(move.arc_angle / degree, angles[arc], 1e-3) << arc;
    ++arc;
  }
  EXPECT_EQ(arc, 5);
  for (int k = 1; k < 9; ++k)
    EXPECT_NEAR(asked.moves[static_cast<std::size_t>(k)].corner / degree, k == 5 ? 60 : 0, 1e-3)
        << "behind move " << k + 1;
}

TEST_F(SeedPrograms, TheDesignedOneKeepsAwayFromTheWristSingularity) {
  const Plan asked = plan_of(read("lola15_reference").program);
  double least = 1e9;
  for (int k = asked.moves[1].first_sample; k < asked.moves[9].end_sample; ++k)
    least = std::min(least, std::abs(asked.q(4, k)));
  EXPECT_GT(least / degree, 26);
}

/// The work plane is Ry(−30°) Rx(4.96221°) z (errata §5).
TEST_F(SeedPrograms, TheToolStandsNormalToTheWorkPlaneAtTheCorner) {
  const Program program = read("lola15_reference").program;
  const auto& corner = std::get<Move>(program.instructions[5].action);
  ASSERT_EQ(corner.target_name, "s8_a");
  const Matrix3<double>& R = std::get<CartesianTarget>(corner.target).X_BaseT.R;
  const Vector3<double> normal =
      rotation_y(-30 * degree) * rotation_x(4.96221 * degree) * Vector3<double>::UnitZ();
  EXPECT_NEAR(R.col(2).dot(normal), -1, 1e-12);
  EXPECT_NEAR(R.col(0).dot(normal), 0, 1e-6);
}

TEST_F(SeedPrograms, EveryMoveOfTheDesignedOneGetsAVerdict) {
  const Program program = read("lola15_reference").program;
  const Plan asked = plan_of(program);
  const Verification result = verify(program, asked, model, drives);
  EXPECT_EQ(result.fault, "");
  ASSERT_EQ(result.moves.size(), 13u);
  EXPECT_FALSE(result.achievable);
  for (const MoveVerdict& move : result.moves) {
    EXPECT_NE(move.reason, "");
    EXPECT_EQ(move.achievable, move.worst.ratio <= 1 + 1e-9) << move.reason;
    EXPECT_EQ(move.achievable, move.exceeded.empty());
    EXPECT_TRUE(std::isfinite(move.achieved_time));
  }
  // The angular velocity jumps at the joints of the path: there, and only there, motors lack torque.
  for (const std::size_t k : {0u, 10u, 11u, 12u}) EXPECT_TRUE(result.moves[k].achievable) << k;
}

TEST_F(SeedPrograms, ThePrintedOneIsRefusedWhereItsCommentOpens) {
  const ReadProgram result = read("lola15_as_printed");
  ASSERT_EQ(result.findings.count(Severity::error), 1);
  const Diagnostic& finding = result.findings.all().front();
  EXPECT_EQ(finding.at, (Location{26, 1}));
  EXPECT_NE(finding.message.find("comment never closed"), std::string::npos);
}

TEST_F(SeedPrograms, TheListedOneReportsItsCornersFlownWithCSpeed) {
  const ReadProgram result = read("lola15_listed_closed");
  ASSERT_FALSE(result.findings.has_errors()) << result.findings.text();
  const Plan asked = plan_of(result.program);
  EXPECT_TRUE(asked.complete) << asked.findings.text();
  EXPECT_EQ(asked.moves.size(), 13u);
  EXPECT_GE(count_of(asked.findings, "W0501"), 2) << asked.findings.text();
}

}  // namespace
}  // namespace erfd
