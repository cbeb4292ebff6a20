#include "erfd/robot/origins.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

RobotDescription two_bodies() {
  RobotDescription robot;
  robot.bodies.resize(2);
  robot.bodies[0].name = "upper";
  robot.bodies[0].joint.name = "shoulder";
  robot.bodies[0].mass = {2.0, {}, {"data sheet", false, ""}};
  robot.bodies[0].com = {{}, {}, {"", true, "drawn"}};
  robot.bodies[0].inertia = {{}, {}, {"", true, "drawn"}};
  robot.bodies[1].name = "fore";
  robot.bodies[1].joint.name = "elbow";
  robot.bodies[1].mass = {1.0, {}, {"data sheet", false, "with cables"}};
  robot.bodies[1].joint.lower = {-1.0, {}, {"", true, "measured by eye"}};
  return robot;
}

TEST(Origins, EveryGivenNumberIsListedWithItsOwner) {
  const auto numbers = origins(two_bodies());
  ASSERT_EQ(numbers.size(), 5u);
  EXPECT_EQ(numbers[0].owner, "body upper");
  EXPECT_EQ(numbers[4].owner, "joint elbow");
  EXPECT_EQ(numbers[4].quantity, "range");
}

TEST(Origins, SourcesAreCountedInTheOrderOfTheirAppearance) {
  const auto counts = sources(origins(two_bodies()));
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].source, "data sheet");
  EXPECT_EQ(counts[0].numbers, 2);
  EXPECT_EQ(counts[1].source, "");
  EXPECT_EQ(counts[1].numbers, 3);
}

TEST(Origins, EstimatesThatShareTheirReasoningAreGrouped) {
  const auto found = remarks(origins(two_bodies()), true);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].owner, "body upper");
  EXPECT_EQ(found[0].quantities, "com, inertia");
  EXPECT_EQ(found[0].note, "drawn");
  EXPECT_EQ(found[1].owner, "joint elbow");
}

TEST(Origins, NotesOnNumbersThatAreNotEstimatedStandApart) {
  const auto found = remarks(origins(two_bodies()), false);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].owner, "body fore");
  EXPECT_EQ(found[0].note, "with cables");
}

}  // namespace
}  // namespace erfd
