// What the flange is, for every way of placing links.
#include "erfd/model/frames.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/units.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/ugly_arms.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Model model_of(const UglyArm& arm) {
  const ReadResult read = read_robot_toml(toml_of(arm), arm.name);
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  return build(read.robot);
}

Pose<double> flange_in_body(const Model& model) { return model.frame(flange_of(model)).X_BF; }

TEST(Flange, StandsBehindTheLastDhRow) {
  const Model model = model_of(skew_arm());
  EXPECT_EQ(model.frame(flange_of(model)).name, "link6");
  const Pose<double> X = flange_in_body(model);  // row 20, 0.08, 0.05, 37: Tz(d) Tx(a) Rx(alpha)
  EXPECT_LT((X.p - Vector3<double>(0.05, 0, 0.08)).norm(), 1e-15);
  EXPECT_NEAR(X.R(1, 1), std::cos(37 * degree), 1e-15);
  EXPECT_NEAR(X.R(2, 1), std::sin(37 * degree), 1e-15);
}

TEST(Flange, IsTheJointFrameOfAModifiedDhRow) {
  const Model model = model_of(sliding_arm());
  EXPECT_EQ(model.frame(flange_of(model)).name, "link5");
  EXPECT_EQ(flange_in_body(model).p, (Vector3<double>::Zero()));
}

TEST(Flange, IsTheFrameThatTheFileCallsSo) {
  const Model model = model_of(redundant_arm());
  EXPECT_EQ(model.frame(flange_of(model)).name, "flange");
  UglyArm arm = redundant_arm();
  UglyBody tool0 = arm.bodies.back();
  tool0.name = "tool0";
  tool0.parent = "flange";
  arm.bodies.push_back(tool0);
  const Model both = model_of(arm);
  EXPECT_EQ(both.frame(flange_of(both)).name, "tool0");
}

TEST(Flange, OfAUrdfIsTool0BeforeTheLinkFrame) {
  const auto urdf = [](const std::string& last) {
    const std::string inertial =
        "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
        "</inertial>";
    return "<robot name='r'><link name='base'/><link name='arm'>" + inertial +
           "</link><link name='plate'/><link name='" + last +
           "'/><joint name='a' type='continuous'><parent link='base'/><child link='arm'/>"
           "<axis xyz='0 1 0'/></joint><joint name='b' type='fixed'><parent link='arm'/>"
           "<child link='plate'/><origin xyz='0.1 0 0'/></joint><joint name='c' type='fixed'>"
           "<parent link='plate'/><child link='" +
           last + "'/><origin xyz='0 0 0.3' rpy='0 1 0'/></joint></robot>";
  };
  const auto flange_name = [&](const std::string& last) {
    const Model model = build(read_robot_urdf(urdf(last), "r.urdf").robot);
    EXPECT_EQ(model.frame(model.tool()).name, last);
    return model.frame(flange_of(model)).name;
  };
  EXPECT_EQ(flange_name("tool0"), "tool0");
  EXPECT_EQ(flange_name("flange"), "flange");
  EXPECT_EQ(flange_name("cup"), "arm");
}

TEST(Flange, SitsOnTheBodyOfTheToolWhateverHangsBehindIt) {
  UglyArm arm = skew_arm();
  UglyBody finger = arm.bodies[5];
  finger.name = "finger";
  finger.parent = "gripper";
  arm.bodies.push_back(finger);
  arm.drives.clear();
  arm.coupling.clear();
  const Model model = model_of(arm);
  EXPECT_EQ(model.frame(flange_of(model)).name, "link6");
  EXPECT_EQ(in_flange(model, flange_of(model)).p, (Vector3<double>::Zero()));
  EXPECT_TRUE(is_on_flange(model, model.frame_index("cup")));
  EXPECT_FALSE(is_on_flange(model, model.frame_index("finger")));
  EXPECT_THROW(in_flange(model, model.frame_index("finger")), Error);
}

TEST(Flange, OfARobotWithoutAToolIsThatOfItsLastBody) {
  UglyArm arm = skew_arm();
  arm.tools.clear();
  const Model model = model_of(arm);
  EXPECT_EQ(model.frame(flange_of(model)).name, "link6");
  EXPECT_EQ(model.frame(model.tool()).name, "gripper");
}

TEST(Flange, DoesNotMoveToAToolThatStandsInTheWorld) {
  UglyArm arm = skew_arm();
  arm.bodies.push_back({"post",
                        "world",
                        "fixed",
                        "origin",
                        {1, 0, 0, 0, 0, 0},
                        {},
                        1,
                        "",
                        {0, 0, 0},
                        {1, 1, 1, 0, 0, 0}});
  arm.tools = {{"grinder", "post", {0, 0, 0.5, 0, 0, 0}, 0, {}, {}}};
  const Model model = model_of(arm);
  EXPECT_EQ(model.frame(flange_of(model)).name, "link6");
  EXPECT_THROW(in_flange(model, model.tool()), Error);
}

}  // namespace
}  // namespace erfd::test
