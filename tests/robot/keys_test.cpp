// Setting single keys of a robot is the same as editing its file.
#include "erfd/robot/keys.hpp"

#include "erfd/robot/origins.hpp"

#include "robot/robot_toml_text.hpp"
#include "support/message_of.hpp"

#include <algorithm>
#include <numbers>

namespace erfd {
namespace {

using namespace test;

const std::string drives = R"(
[[tool]]
name = "torch"
body = "slide"
[tool.payload]
mass_kg = 2
com_m = [0, 0, 0.1]
inertia_kg_m2 = [0.1, 0.1, 0.1]
[[drive]]
name = "M1"
joint = "turn"
ratio = 100
rotor_inertia_kg_m2 = { value = 1e-4, source = "data sheet" }
torque_speed_curve = { speed_rpm = [0, 3000], torque_N_m = [2, 1] }
[[drive.element]]
name = "belt"
inertia_kg_m2 = 1e-5
[[drive]]
name = "motor 2"
joint = "slide"
ratio = 500
[drive.friction]
side = "joint"
coulomb_N = 20
[[elastic]]
joint = "slide"
stiffness_N_m_1 = 1e6
[program]
home_deg = [90, 0.25]
configurations = [{ code = "NORMAL", elbow = -1 }]
)";

RobotDescription arm() { return read_clean(robot_with(drives)); }

RobotDescription with(const std::string& path, const std::string& value) {
  RobotDescription robot = arm();
  set_key(robot, path, value, "--set");
  return robot;
}

std::string refusal(const std::string& path, const std::string& value) {
  return message_of([&] { with(path, value); });
}

/// What list_keys() says of one key.
std::string listed(const RobotDescription& robot, const std::string& path) {
  for (const SettableKey& key : list_keys(robot))
    if (key.path == path) return key.value.value_or("not given");
  return "not listed";
}

/// The robot whose file has one text in place of another.
RobotDescription edited(const std::string& from, const std::string& to) {
  std::string text = robot_with(drives);
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return read_clean(text.replace(text.find(from), from.size(), to));
}

void expect_same_keys(const RobotDescription& a, const RobotDescription& b) {
  const auto of_a = list_keys(a), of_b = list_keys(b);
  ASSERT_EQ(of_a.size(), of_b.size());
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    EXPECT_EQ(of_a[i].path, of_b[i].path);
    EXPECT_EQ(of_a[i].value, of_b[i].value) << of_a[i].path;
  }
}

TEST(Keys, SettingIsEditingTheFile) {
  const auto same = [](const char* path, const char* value, const char* from, const char* to) {
    SCOPED_TRACE(path);
    expect_same_keys(with(path, value), edited(from, to));
  };
  same("drive.M1.ratio", "80", "ratio = 100", "ratio = 80");
  same("drive.M1.rotor_inertia_kg_cm2", "3", "value = 1e-4", "value = 3e-4");
  same("drive.\"motor 2\".friction.coulomb_N", "7.5", "coulomb_N = 20", "coulomb_N = 7.5");
  same("drive.M1.element.belt.ratio", "2", "inertia_kg_m2 = 1e-5",
       "inertia_kg_m2 = 1e-5\nratio = 2");
  same("drive.M1.torque_speed_curve", "{ speed_rad_s = [0, 100], torque_N_m = [3, 2] }",
       "{ speed_rpm = [0, 3000], torque_N_m = [2, 1] }",
       "{ speed_rad_s = [0, 100], torque_N_m = [3, 2] }");
  same("tool.torch.payload.com_mm", "[0, 0, 200]", "com_m = [0, 0, 0.1]", "com_mm = [0, 0, 200]");
  same("tool.torch.origin", "{ xyz_mm = [0, 0, 100] }", "body = \"slide\"",
       "body = \"slide\"\norigin = { xyz_m = [0, 0, 0.1] }");
  same("elastic.slide.damping_N_s_m", "40", "stiffness_N_m_1 = 1e6",
       "stiffness_N_m_1 = 1e6\ndamping_N_s_m = 40");
  same("program.home_deg", "[45, 0.5]", "home_deg = [90, 0.25]", "home_deg = [45, 0.5]");
  same("program.orientation", "yzx", "[program]", "[program]\norientation = \"yzx\"");
  same("program.configurations.NORMAL.elbow", "1", "elbow = -1", "elbow = 1");
  same("body.slide.shape.size_mm", "[500, 1000, 1000]", "size_m = [1, 1, 1]",
       "size_m = [0.5, 1, 1]");
  same("body.turn.joint.range_deg", "[-90, 90]", "joint = {}", "joint = { range_deg = [-90, 90] }");
  same("body.slide.joint.force_max_N", "900", "type = 'prismatic'",
       "type = 'prismatic', force_max_N = 900");
  same("gravity_m_s2", "[0, 0, -1.62]", "name = 'arm'",
       "name = 'arm'\ngravity_m_s2 = [0, 0, -1.62]");
}

/// Sets each key that has a value to it again; how many there were.
int set_all_again(const RobotDescription& robot) {
  int set = 0;
  for (const SettableKey& key : list_keys(robot)) {
    if (!key.value) continue;
    SCOPED_TRACE(robot.name + ": " + key.path);
    RobotDescription again = robot;
    set_key(again, key.path, *key.value, "--set");
    expect_same_keys(robot, again);
    ++set;
  }
  return set;
}

TEST(Keys, EveryListedKeyCanBeSetToWhatItIs) {
  EXPECT_GT(set_all_again(arm()), 40);
  int robots = 0;
  for (const std::string& name : known_robots()) {
    const ReadResult read = read_robot_file(find_robot(name));
    ASSERT_FALSE(read.findings.has_errors()) << read.findings.text();
    EXPECT_GT(set_all_again(read.robot), 10) << name;
    ++robots;
  }
  EXPECT_GE(robots, 13);
}

TEST(Keys, OnlyTheKeyThatIsSetChanges) {
  const RobotDescription robot = arm(), changed = with("drive.M1.ratio", "80");
  const auto before = list_keys(robot), after = list_keys(changed);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i].value != after[i].value, before[i].path == "drive.M1.ratio")
        << before[i].path;
}

TEST(Keys, KeysThatAreNotGivenAreListedWithoutAValue) {
  EXPECT_EQ(listed(arm(), "drive.M1.rotor_mass_kg"), "not given");
  EXPECT_EQ(listed(arm(), "drive.M1.friction"), "not given");
  EXPECT_EQ(listed(arm(), "drive.\"motor 2\".friction.viscous_N_s_m"), "not given");
  EXPECT_EQ(listed(arm(), "body.turn.joint.torque_max_N_m"), "not given");
  EXPECT_EQ(listed(arm(), "body.slide.joint.force_max_N"), "not given");
  EXPECT_EQ(listed(arm(), "drive.M1.torque_speed_curve"),
            "{ speed_rad_s = [0, 314.1592653589793], torque_N_m = [2, 1] }");
}

TEST(Keys, ASetValueSaysWhereItComesFrom) {
  const auto origin_of = [](const RobotDescription& robot, const std::string& quantity) {
    for (const NumberOrigin& number : origins(robot))
      if (number.quantity == quantity) return number.from.source;
    return std::string("none");
  };
  EXPECT_EQ(origin_of(arm(), "rotor inertia"), "data sheet");
  EXPECT_EQ(origin_of(with("drive.M1.rotor_inertia_kg_m2", "2e-4"), "rotor inertia"), "--set");
  EXPECT_EQ(origin_of(with("drive.M1.ratio", "80"), "rotor inertia"), "data sheet");
  // The other numbers of a row keep their source.
  const RobotDescription placed =
      read_clean(joint_with("dh = { a_m = 1, d_m = 2, source = 'paper' }"));
  RobotDescription moved = placed;
  set_key(moved, "body.a.joint.dh.a_m", "3", "--set");
  EXPECT_EQ(moved.bodies[0].joint.dh->value, (DhRow{0, 2, 3, 0}));
  EXPECT_EQ(origin_of(moved, "DH row"), "paper; --set");
}

TEST(Keys, WhatIsNotSetKeepsItsPlaceInTheFile) {
  const RobotDescription robot = arm(), changed = with("drive.M1.ratio", "80");
  EXPECT_EQ(changed.drives[0].at, robot.drives[0].at);
  EXPECT_EQ(changed.drives[0].rotor_inertia->at, robot.drives[0].rotor_inertia->at);
  EXPECT_EQ(changed.drives[0].ratio->at, Location{});
}

TEST(Keys, AnUnknownKeyIsRefusedWithTheNearest) {
  EXPECT_EQ(refusal("drive.M1.ration", "80"),
            "--set: drive: M1: unknown key 'ration'; did you mean 'ratio'?");
  EXPECT_EQ(refusal("drive.M3.ratio", "80"), "--set: drive: unknown key 'M3'; did you mean 'M1'?");
  EXPECT_EQ(refusal("drives.M1.ratio", "80"), "--set: unknown key 'drives'; did you mean 'drive'?");
  EXPECT_EQ(refusal("body.turn.mass", "80"),
            "--set: body: turn: unknown key 'mass'; did you mean 'mass_kg'?");
}

TEST(Keys, AValueOfTheWrongKindIsRefused) {
  EXPECT_EQ(refusal("drive.M1.ratio", "eighty"),
            "--set: drive: M1: ratio is a string \"eighty\", expected a number");
  EXPECT_EQ(refusal("body.turn.mass_kg", "3 kg"),
            "--set: body: turn: mass_kg is a string \"3 kg\", expected a number; units are in the "
            "key: mass_kg = 3");
  EXPECT_EQ(refusal("drive.M1.ratio", "nan"),
            "--set: drive: M1: ratio = nan is not a finite number; write its value");
  EXPECT_EQ(refusal("gravity_m_s2", "9.81"),
            "--set: gravity_m_s2 is a number 9.81, expected a list of 3 numbers");
  EXPECT_EQ(refusal("drive.M1", "80"), "--set: drive: M1 is a number 80, expected a table");
  EXPECT_EQ(refusal("program.orientation", "xyz"),
            "--set: program: orientation is \"xyz\", expected one of \"zyx\", \"yzx\"");
}

TEST(Keys, AUnitOfTheOtherKindOfJointIsRefused) {
  EXPECT_EQ(refusal("body.slide.joint.range_deg", "[0, 1]"),
            "--set: body: slide: joint: range_deg is an angle, but the joint is prismatic; write "
            "range_m");
  EXPECT_EQ(refusal("elastic.slide.damping_N_m_s_rad", "1"),
            "--set: elastic: slide: damping_N_m_s_rad is of a rotating joint, but the joint is "
            "prismatic; write damping_N_s_m");
}

TEST(Keys, WhatWouldContradictTheRestIsRefused) {
  EXPECT_EQ(refusal("body.slide.com_m", "[0, 0, 0]"),
            "--set: body: slide: com_m is given beside shape, which gives it, too; keep one");
  EXPECT_EQ(refusal("body.turn.shape", "{ type = \"box\", size_m = [1, 1, 1] }"),
            "--set: body: turn: shape is given beside com, inertia or mass_frame; keep one");
  EXPECT_EQ(refusal("body.slide.joint.type", "revolute"),
            "--set: body: slide: joint: the type of a joint decides the units of its numbers; "
            "change the file");
  EXPECT_EQ(refusal("drive.\"motor 2\".mechanism.a_m", "1"),
            "--set: drive: motor 2: mechanism: missing key 'type'");
  RobotDescription placed = read_clean(joint_with("dh = { a_m = 1 }"));
  EXPECT_EQ(message_of([&] { set_key(placed, "body.a.joint.origin.xyz_m", "[0, 0, 1]", "--set"); }),
            "--set: body: a: joint: placed by dh and by origin; keep one");
}

TEST(Keys, AKeyThatIsNoneIsRefused) {
  EXPECT_EQ(refusal("drive..ratio", "80"),
            "--set: key 'drive..ratio': found '.ratio', expected a key");
  EXPECT_EQ(refusal("", "80"), "--set: key '': found '=', expected a key");
}

TEST(Keys, ARefusedSettingLeavesTheRobotAsItWas) {
  RobotDescription robot = arm();
  message_of([&] { set_key(robot, "drive.M1", "{ ratio = 80, nothing = 1 }", "--set"); });
  expect_same_keys(robot, arm());
}

}  // namespace
}  // namespace erfd
