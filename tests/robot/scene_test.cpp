// Scenes: what stands around a robot, in its file or in one of their own.
#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

const std::string things =
    "[[scene.object]]\nname = \"table\"\nbox_m = [1.2, 0.8, 0.04]\norigin = { xyz_m = [0.9, 0, "
    "0.38] "
    "}\ncolor = \"#8a6d4b\"\n"
    "[[scene.object]]\nname = \"pot\"\nkind = \"part\"\ncylinder = { radius_m = 0.05, length_m = "
    "0.12 }\norigin = { xyz_m = [0.7, 0.2, 0.46], rpy_deg = [0, 0, 30] }\n";

void expect_things(const RobotDescription& holder) {
  ASSERT_TRUE(holder.scene);
  const auto& objects = holder.scene->objects;
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[0].name, "table");
  EXPECT_FALSE(objects[0].is_part);
  EXPECT_EQ(objects[0].visual.kind, VisualKind::box);
  EXPECT_EQ(objects[0].visual.size, (Triple{1.2, 0.8, 0.04}));
  EXPECT_EQ(objects[0].visual.color, "#8a6d4b");
  EXPECT_TRUE(objects[1].is_part);
  EXPECT_EQ(objects[1].visual.radius, 0.05);
  ASSERT_TRUE(objects[1].visual.origin);
  EXPECT_EQ(objects[1].visual.origin->value.xyz, (Triple{0.7, 0.2, 0.46}));
}

TEST(Scene, IsReadFromAFileOfItsOwn) {
  const ReadResult read = read_scene_toml("format = \"erfd-scene/1\"\n" + things, "cell.toml");
  EXPECT_EQ(read.findings.text(), "");
  expect_things(read.robot);
}

TEST(Scene, StandsInARobotFileAndIsWrittenBack) {
  std::string text =
      "format = \"erfd-robot/1\"\nname = \"post\"\n[[body]]\nname = \"arm\"\nmass_kg "
      "= 1\nshape = { type = \"rod\", from_m = [0, 0, 0], to_m = [1, 0, 0] }\n"
      "[body.joint]\nname = \"j\"\ntype = \"revolute\"\norigin = {}\naxis = [0, 0, "
      "1]\n" +
      things;
  const ReadResult read = read_robot_toml(text, "post.toml");
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  expect_things(read.robot);
  const ReadResult again = read_robot_toml(write_robot_toml(read.robot), "again.toml");
  EXPECT_FALSE(again.findings.has_errors()) << again.findings.text();
  expect_things(again.robot);
}

TEST(Scene, SaysWhatIsWrongWithAThing) {
  const ReadResult read = read_scene_toml(
      "format = \"erfd-scene/1\"\n[[scene.object]]\nname = \"table\"\nkind = "
      "\"prat\"\n[[scene.object]]\n"
      "name = \"box\"\nbox_m = [1, 1, 1]\ncolour = \"#ffffff\"\n",
      "cell.toml");
  const std::string text = read.findings.text();
  EXPECT_NE(text.find("\"prat\""), std::string::npos) << text;
  EXPECT_NE(text.find("box_m"), std::string::npos) << text;
  EXPECT_NE(text.find("'colour'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'color'"), std::string::npos) << text;
}

}  // namespace
}  // namespace erfd
