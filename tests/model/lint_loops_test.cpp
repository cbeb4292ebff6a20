// What the linter says of closed loops, and that files keep all they say of them.
#include "erfd/model/build.hpp"
#include "erfd/model/describe.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/read.hpp"

#include <string>

#include <gtest/gtest.h>

namespace erfd {
namespace {

/// A four-bar in the plane x y; the coupler by a modified DH row at its end, the rocker by placement.
struct FourBar {
  std::string crank = "start_deg = 50", coupler = "actuation = \"passive\", start_deg = -30",
              rocker = "actuation = \"passive\", start_deg = 80", joint = "planar_position",
              frame_b = "frame_b = { xyz_m = [0.4, 0, 0] }", rest;

  std::string text() const {
    const auto bar = [](const char* name, const char* parent, const char* length, double at,
                        const std::string& joint_keys) {
      return std::string("[[body]]\nname = \"") + name + "\"\nparent = \"" + parent +
             "\"\nmass_kg = 1\nshape = { type = \"cylinder\", from_m = [0, 0, 0], to_m = [" +
             length + ", 0, 0], radius_m = 0.02 }\njoint = { origin = { xyz_m = [" +
             std::to_string(at) + ", 0, 0] }, " + joint_keys + " }\n";
    };
    return "format = \"erfd-robot/1\"\nname = \"fourbar\"\n" +
           bar("crank", "world", "0.2", 0, crank) + bar("coupler", "crank", "0.5", 0.2, coupler) +
           bar("rocker", "world", "0.4", 0.6, rocker) + "[[loop]]\nname = \"pin\"\njoint = \"" +
           joint + "\"\nbody_a = \"coupler\"\nbody_b = \"rocker\"\nmdh_a = { d_m = 0.5 }\n" +
           frame_b + "\n" + rest;
  }
  ReadResult read() const {
    ReadResult result = read_robot_toml(text(), "fourbar.toml");
    if (!result.findings.has_errors()) lint(result.robot, result.findings);
    return result;
  }
  std::string findings() const { return read().findings.text(); }
};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(LintLoops, SoundFourBarHasNoFindings) { EXPECT_EQ(FourBar{}.findings(), ""); }

TEST(LintLoops, RedundantRowsAreANote) {
  FourBar bar;
  bar.joint = "revolute";
  EXPECT_TRUE(contains(bar.findings(), "note: loops: 3 of 5 constraints are redundant"))
      << bar.findings();
}

TEST(LintLoops, LoopThatDoesNotCloseIsNamedWithItsGap) {
  FourBar bar;
  bar.frame_b = "frame_b = { xyz_m = [3, 0, 0] }";
  EXPECT_TRUE(contains(
      bar.findings(), "warning: loop 'pin': does not close from where the robot is put together: "))
      << bar.findings();
  EXPECT_TRUE(contains(bar.findings(), "[loop-open]"));
}

TEST(LintLoops, MobilityIsThatOfTheRank) {
  FourBar bar;
  bar.rocker = "start_deg = 80";  // active, too
  EXPECT_TRUE(contains(bar.findings(),
                       "the mechanism has 1 freedom where it is put together and 2 active "
                       "coordinates, which cannot move independently"))
      << bar.findings();
  bar.rocker = "actuation = \"passive\", start_deg = 80";
  bar.crank = "actuation = \"passive\", start_deg = 50";
  EXPECT_TRUE(contains(bar.findings(), "and 0 active coordinates, which do not hold all passive"))
      << bar.findings();
}

TEST(LintLoops, DrivesOfPassiveJointsAreRefused) {
  FourBar bar;
  bar.rest = "[[drive]]\nname = \"m\"\njoint = \"rocker\"\nratio = 10\n";
  EXPECT_TRUE(contains(bar.findings(), "error: drive 'm': joint 'rocker' is passive"))
      << bar.findings();
  bar.rest = "[[drive]]\nname = \"m\"\njoint = \"crank\"\nratio = 10\n";
  EXPECT_EQ(bar.findings(), "") << "passive joints need no drive";
}

TEST(LintLoops, StartOutsideOfTheRangeIsSaid) {
  FourBar bar;
  bar.crank = "start_deg = 50, range_deg = [60, 120]";
  EXPECT_TRUE(contains(bar.findings(), "warning: joint 'crank': start is 0.872665 rad, outside"))
      << bar.findings();
}

TEST(LintLoops, FrameByPlacementAndByRowIsRefused) {
  FourBar bar;
  bar.frame_b = "frame_b = { xyz_m = [0.4, 0, 0] }\nmdh_b = { d_m = 0.4 }";
  EXPECT_TRUE(contains(bar.findings(), "a frame is placed by frame and by mdh; keep one"))
      << bar.findings();
}

// Written and read again, and described by placements: the same constraints.
TEST(LintLoops, FilesAndDescriptionsKeepTheLoop) {
  const RobotDescription robot = FourBar{}.read().robot;
  const Model model = build(robot);
  ASSERT_EQ(model.constraints().size(), 1U);
  EXPECT_EQ(model.constraint_rows(), 2);
  EXPECT_FALSE(model.bodies()[0].passive);
  EXPECT_TRUE(model.bodies()[2].passive);
  EXPECT_NEAR(model.start()[2], 1.3962634015954636, 1e-15);
  const ReadResult again = read_robot_toml(write_robot_toml(robot), "again.toml");
  EXPECT_EQ(again.findings.text(), "");
  for (const Model& other : {build(again.robot), build(describe_by_placement(robot))}) {
    const CutJoint &a = model.constraints()[0], &b = other.constraints().at(0);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.body_a, b.body_a);
    EXPECT_LE((a.X_AF.p - b.X_AF.p).norm() + (a.X_BG.p - b.X_BG.p).norm(), 1e-15);
    EXPECT_LE((a.X_AF.R - b.X_AF.R).norm() + (a.X_BG.R - b.X_BG.R).norm(), 1e-15);
    EXPECT_EQ(other.start(), model.start());
    EXPECT_TRUE(other.bodies()[1].passive);
  }
}

}  // namespace
}  // namespace erfd
