// What robot files draw: read from URDF and TOML, written to both.
#include "robot/robot_toml_text.hpp"
#include "robot/urdf_text.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

/// A link of a URDF with visuals.
ReadResult read_visuals(const std::string& visuals, const std::string& before = "") {
  return read(robot(before + world + "<link name=\"a\">" + inertial + "\n" + visuals + "</link>\n" +
                    joint("j", "continuous", "world", "a")));
}

std::string shape(const std::string& geometry) {
  return "<visual><geometry>" + geometry + "</geometry></visual>";
}

TEST(UrdfVisuals, AreReadWithPlaceOriginShapeAndColour) {
  const auto result = read_visuals(
      "<visual><origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/><geometry><box size=\"4 5 "
      "6\"/></geometry>"
      "<material name=\"red\"><color rgba=\"1 0.5 0 0.3\"/></material></visual>\n" +
      shape("<cylinder radius=\"0.1\" length=\"0.2\"/>") + shape("<sphere radius=\"0.3\"/>") +
      shape("<mesh filename=\"package://arm/a &amp; b.stl\" scale=\"1 -1 0.001\"/>"));
  ASSERT_EQ(result.findings.text(), "");
  const auto& visuals = result.robot.bodies.at(0).visuals;
  ASSERT_EQ(visuals.size(), 4U);
  EXPECT_EQ(visuals[0].kind, VisualKind::box);
  EXPECT_EQ(visuals[0].at, (Location{4, 1}));
  EXPECT_EQ(visuals[0].origin->value, (OriginDescription{{1, 2, 3}, {0.1, 0.2, 0.3}}));
  EXPECT_EQ(visuals[0].size, (Triple{4, 5, 6}));
  EXPECT_EQ(visuals[0].color, "#ff8000");
  EXPECT_EQ(visuals[1].kind, VisualKind::cylinder);
  EXPECT_EQ(visuals[1].radius, 0.1);
  EXPECT_EQ(visuals[1].length, 0.2);
  EXPECT_EQ(visuals[2].kind, VisualKind::sphere);
  EXPECT_EQ(visuals[2].radius, 0.3);
  EXPECT_EQ(visuals[3].kind, VisualKind::mesh);
  EXPECT_EQ(visuals[3].mesh, "package://arm/a & b.stl");
  EXPECT_EQ(visuals[3].scale, (Triple{1, -1, 0.001}));
  EXPECT_EQ(visuals[3].color, "");
}

TEST(UrdfVisuals, TakeTheColourOfAMaterialThatIsNamedAnywhere) {
  const std::string box = "<geometry><box size=\"1 1 1\"/></geometry>";
  const auto result =
      read_visuals("<visual>" + box + "<material name=\"top\"/></visual><visual>" + box +
                       "<material name=\"later\"/></visual><visual>" + box +
                       "<material name=\"later\"><color rgba=\"0 0 1 1\"/></material></visual>",
                   "<material name=\"top\"><color rgba=\"0 1 0 1\"/></material>\n");
  ASSERT_EQ(result.findings.text(), "");
  const auto& visuals = result.robot.bodies.at(0).visuals;
  EXPECT_EQ(visuals.at(0).color, "#00ff00");
  EXPECT_EQ(visuals.at(1).color, "#0000ff");
  EXPECT_EQ(visuals.at(2).color, "#0000ff");
}

TEST(UrdfVisuals, OfARootWithoutMassAreThoseOfTheBase) {
  const std::string parts = "<link name=\"world\">" + shape("<sphere radius=\"1\"/>") + "</link>\n";
  const auto fixed = read(robot(parts + link("a") + joint("j", "continuous", "world", "a")));
  ASSERT_EQ(fixed.findings.text(), "");
  EXPECT_EQ(fixed.robot.base.visuals.size(), 1U);
  const auto free =
      read(robot(world + "<link name=\"a\">" + inertial + shape("<sphere radius=\"1\"/>") +
                 "</link>\n" + joint("j", "floating", "world", "a")));
  EXPECT_FALSE(free.findings.has_errors());
  EXPECT_EQ(free.robot.base.visuals.size(), 1U);
}

TEST(UrdfVisuals, ThatAreBrokenAreWarningsAndTheRobotStays) {
  const struct {
    std::string visual, warning;
  } cases[] = {
      {"<visual/>",
       "link 'a': <visual> has no <geometry>; write a box, cylinder, sphere or mesh [visual]"},
      {shape(""),
       "link 'a': <visual> has no <geometry>; write a box, cylinder, sphere or mesh [visual]"},
      {shape("<box/>"), "link 'a': <box> has no size; write size=\"x y z\" in metres [visual]"},
      {shape("<sphere radius=\"big\"/>"),
       "link 'a': radius of <sphere>: 'big' is not a number; write a decimal number in SI units "
       "[bad-number]"},
      {shape("<cylinder radius=\"1\"/>"),
       "link 'a': <cylinder> has no length; write length=\"...\" (URDF demands it) "
       "[missing-attribute]"},
      {shape("<mesh/>"),
       "link 'a': <mesh> has no filename; write filename=\"...\" [missing-attribute]"},
      {shape("<mesh filename=\"a.stl\" scale=\"2\"/>"),
       "link 'a': scale of <mesh>: '2' has 1 numbers; write three, with blanks between them "
       "[bad-number]"},
  };
  for (const auto& [visual, warning] : cases) {
    const auto result = read_visuals(visual);
    EXPECT_FALSE(result.findings.has_errors());
    EXPECT_EQ(result.findings.count(Severity::warning), 1) << result.findings.text();
    EXPECT_TRUE(result.findings.text().ends_with(warning)) << result.findings.text();
    EXPECT_TRUE(result.robot.bodies.at(0).visuals.empty());
  }
}

TEST(UrdfVisuals, KeepTheirShapeWithoutAColourThatCanBeRead) {
  const auto result = read_visuals(
      "<visual><geometry><sphere radius=\"1\"/></geometry>"
      "<material name=\"x\"><color rgba=\"255 0 0 1\"/></material></visual>");
  EXPECT_EQ(result.findings.text(),
            "arm.urdf:4:82: warning: link 'a': rgba is '255 0 0 1', expected numbers from 0 to 1; "
            "divide by 255? [visual]");
  EXPECT_EQ(result.robot.bodies.at(0).visuals.at(0).color, "");
}

TEST(UrdfVisuals, AreWrittenAndReadBack) {
  const std::string text =
      robot("<link name=\"world\">" + shape("<box size=\"1 2 3\"/>") +
            "</link>\n<link name=\"a\">" + inertial +
            "<visual><origin xyz=\"0.1 0 0\" rpy=\"0 0.2 0\"/><geometry><mesh filename=\"a.stl\" "
            "scale=\"1 1 2\"/>"
            "</geometry><material name=\"m\"><color rgba=\"0.1 0.2 0.7 1\"/></material></visual>" +
            shape("<cylinder radius=\"0.1\" length=\"0.2\"/>") + "</link><link name=\"tip\">" +
            shape("<sphere radius=\"0.3\"/>") + "</link>\n" +
            joint("j", "continuous", "world", "a") + joint("k", "fixed", "a", "tip"));
  Diagnostics lost;
  const std::string once = write_robot_urdf(read(text).robot, lost);
  EXPECT_EQ(lost.text(), "");
  const auto back = read(once);
  EXPECT_EQ(back.findings.text(), "");
  EXPECT_EQ(write_robot_urdf(back.robot, lost), once);
  EXPECT_EQ(back.robot.base.visuals.size(), 1U);
  EXPECT_EQ(back.robot.bodies.at(1).visuals.at(0).radius, 0.3);
  const VisualDescription& mesh = back.robot.bodies.at(0).visuals.at(0);
  EXPECT_EQ(mesh.origin->value, (OriginDescription{{0.1, 0, 0}, {0, 0.2, 0}}));
  EXPECT_EQ(mesh.scale, (Triple{1, 1, 2}));
  EXPECT_EQ(mesh.color, "#1a33b3");
}

TEST(TomlVisuals, AreReadInAllKinds) {
  const RobotDescription robot = read_clean(body_with(
      mass + "mesh = 'short.stl'\n[[body.visual]]\nbox_mm = [1, 2, 3]\ncolor = '#0aF3c9'\n"
             "[[body.visual]]\ncylinder = { radius_m = 0.1, length_m = 2 }\n"
             "origin = { xyz_m = [1, 0, 0], rpy_deg = [0, 0, 180] }\n"
             "[[body.visual]]\nsphere_m = 0.5\n[[body.visual]]\nmesh = 'a.obj'\nscale = 0.001\n",
      "[body.joint]"));
  const auto& visuals = robot.bodies.at(0).visuals;
  ASSERT_EQ(visuals.size(), 5U);
  EXPECT_EQ(visuals[0].mesh, "short.stl");
  EXPECT_EQ(visuals[0].at, (Location{8, 1}));
  EXPECT_EQ(visuals[1].size, (Triple{0.001, 0.002, 0.003}));
  EXPECT_EQ(visuals[1].color, "#0aF3c9");
  EXPECT_EQ(visuals[1].at, (Location{9, 1}));
  EXPECT_EQ(visuals[2].kind, VisualKind::cylinder);
  EXPECT_EQ(visuals[2].length, 2);
  EXPECT_EQ(visuals[2].origin->value.xyz, (Triple{1, 0, 0}));
  EXPECT_EQ(visuals[3].kind, VisualKind::sphere);
  EXPECT_EQ(visuals[3].radius, 0.5);
  EXPECT_EQ(visuals[4].scale, (Triple{0.001, 0.001, 0.001}));
}

TEST(TomlVisuals, HaveOneKindAndKeysThatFit) {
  const auto visual = [](const std::string& keys) {
    return body_with(mass, "joint = {}\n[[body.visual]]\n" + keys);
  };
  const struct {
    std::string keys, finding;
  } cases[] = {
      {"",
       "9:1: error: body 'a': visual 1: missing key 'box_m'; or cylinder, sphere_m or mesh "
       "[missing-key]"},
      {"sphere_m = 1\nmesh = 'a.stl'",
       "9:1: error: body 'a': visual 1: 2 of box_m, cylinder, sphere_m, mesh are given; keep one "
       "[visual]"},
      {"sphere_m = 1\nscale = 2",
       "11:1: error: body 'a': visual 1: scale belongs to mesh; leave it out [visual]"},
      {"sphere_m = 1\ncolor = 'red'",
       "11:1: error: body 'a': visual 1: color is \"red\", expected red, green and blue as "
       "\"#rrggbb\" [color]"},
      {"mesh = 'a.stl'\nscale = [1, 2]",
       "11:1: error: body 'a': visual 1: scale has 2 numbers, expected 1 or 3 [list-length]"},
      {"cylinder = { radius_m = 1 }",
       "10:12: error: body 'a': visual 1: cylinder: missing key 'length_m' [missing-key]"},
      {"box = [1, 1, 1]",
       "9:1: error: body 'a': visual 1: missing key 'box_m'; or cylinder, sphere_m or mesh "
       "[missing-key]\n10:1: error: body 'a': visual 1: unknown key 'box'; did you mean 'box_m'? "
       "[unknown-key]"},
  };
  for (const auto& [keys, finding] : cases) expect_findings(visual(keys), finding);
}

}  // namespace
}  // namespace erfd
