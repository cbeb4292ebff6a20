// On valid files our reader agrees with urdfdom, and urdfdom reads what we write.
#include "robot/urdf_text.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

namespace erfd {
namespace {

using namespace test;

const std::string scara =
    robot("<link name=\"base\"/>\n" + link("upper") + link("fore") + link("quill") +
          "<link name=\"tool0\"/>\n" +
          joint("shoulder", "revolute", "base", "upper",
                "<origin xyz=\"0 0 0.4\" rpy=\"0 0 0.3\"/><axis xyz=\"0 0 1\"/>"
                "<limit lower=\"-2.2\" upper=\"2.2\" effort=\"120\" velocity=\"7.5\"/>"
                "<dynamics damping=\"0.7\" friction=\"1.1\"/>") +
          joint("elbow", "continuous", "upper", "fore",
                "<origin xyz=\"0.35 0 0\"/><axis xyz=\"0 0 -1\"/>") +
          joint("z", "prismatic", "fore", "quill",
                "<origin xyz=\"0.3 0 -0.1\" rpy=\"3.1 0.2 -0.1\"/><axis xyz=\"0 0 1\"/>"
                "<limit lower=\"0\" upper=\"0.2\" effort=\"400\" velocity=\"1.1\"/>") +
          joint("flange", "fixed", "quill", "tool0", "<origin xyz=\"0 0 0.05\"/>"));

const std::string default_axes = robot(
    world + link("a") + link("b") + joint("j", "continuous", "world", "a") +
    joint("k", "prismatic", "a", "b", "<limit upper=\"1e-3\" effort=\"+5\" velocity=\"1e1\"/>"));

const std::string branches =
    robot(link("torso") + link("left") + link("right") + link("hand") +
          joint("l", "revolute", "torso", "left", "<axis xyz=\"0.6 0 0.8\"/>" + limit) +
          joint("r", "revolute", "torso", "right",
                "<origin xyz=\"-1 -2 -3\" rpy=\"-0.1 -0.2 -0.3\"/>" + limit) +
          joint("h", "revolute", "left", "hand", "<axis xyz=\"0 1 0\"/>" + limit));

/// Largest difference of two rotations given as our angles and as urdfdom's quaternion.
double rotation_error(const Triple& rpy, const urdf::Rotation& peer) {
  urdf::Rotation ours;
  ours.setFromRPY(rpy[0], rpy[1], rpy[2]);
  const double dot = ours.x * peer.x + ours.y * peer.y + ours.z * peer.z + ours.w * peer.w;
  return 1 - std::abs(dot);
}

void expect_same_pose(const Field<OriginDescription>& ours, const urdf::Pose& peer) {
  const OriginDescription origin = ours ? ours->value : OriginDescription{};
  EXPECT_EQ(origin.xyz, (Triple{peer.position.x, peer.position.y, peer.position.z}));
  EXPECT_LT(rotation_error(origin.rpy, peer.rotation), 1e-15);
}

void expect_same_mass(const BodyDescription& body, const urdf::Link& peer) {
  if (!peer.inertial) {
    EXPECT_EQ(body.mass->value, 0);
    return;
  }
  EXPECT_EQ(body.mass->value, peer.inertial->mass);
  const urdf::Inertial& i = *peer.inertial;
  EXPECT_EQ(body.inertia->value, (std::array<double, 6>{i.ixx, i.iyy, i.izz, i.ixy, i.ixz, i.iyz}));
  expect_same_pose(body.mass_frame, i.origin);
}

void expect_same_limits(const JointDescription& ours, const urdf::Joint& peer) {
  if (!peer.limits) {
    EXPECT_FALSE(ours.lower || ours.upper || ours.effort_max || ours.speed_max);
    return;
  }
  EXPECT_EQ(ours.lower->value, peer.limits->lower);
  EXPECT_EQ(ours.upper->value, peer.limits->upper);
  EXPECT_EQ(ours.effort_max->value, peer.limits->effort);
  EXPECT_EQ(ours.speed_max->value, peer.limits->velocity);
}

/// @returns how many joints were compared
int compare(const std::string& text) {
  const auto result = read(text);
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.text();
  const auto peer = urdf::parseURDF(text);
  if (!peer) return 0;
  int compared = 0;
  for (const BodyDescription& body : result.robot.bodies) {
    SCOPED_TRACE(body.name);
    expect_same_mass(body, *peer->getLink(body.name));
    const auto joint = peer->getJoint(body.joint.name);
    if (!joint) continue;  // the root with mass hangs on the world, which urdfdom does not know
    ++compared;
    EXPECT_EQ(joint->child_link_name, body.name);
    EXPECT_EQ(joint->parent_link_name == peer->getRoot()->name && !peer->getRoot()->inertial
                  ? "world"
                  : joint->parent_link_name,
              body.parent);
    expect_same_pose(body.joint.origin, joint->parent_to_joint_origin_transform);
    expect_same_limits(body.joint, *joint);
    if (body.joint.type == JointKind::fixed) continue;
    EXPECT_EQ(body.joint.axis->value, (Triple{joint->axis.x, joint->axis.y, joint->axis.z}));
  }
  return compared;
}

TEST(Urdfdom, AgreesOnAScara) { EXPECT_EQ(compare(scara), 4); }

TEST(Urdfdom, AgreesOnDefaultAxesAndBounds) { EXPECT_EQ(compare(default_axes), 2); }

TEST(Urdfdom, AgreesOnBranchesAndARootWithMass) { EXPECT_EQ(compare(branches), 3); }

TEST(Urdfdom, ReadsWhatIsWritten) {
  for (const std::string& text : {scara, default_axes, branches}) {
    Diagnostics lost;
    const std::string written = write_robot_urdf(read(text).robot, lost);
    EXPECT_GT(compare(written), 0) << written;
  }
}

TEST(Urdfdom, FindsTheFrictionOfADrive) {
  const auto peer = urdf::parseURDF(scara);
  ASSERT_TRUE(peer);
  const DriveDescription drive = read(scara).robot.drives.at(0);
  EXPECT_EQ(drive.joint, "shoulder");
  EXPECT_EQ(drive.friction->viscous->value, peer->getJoint("shoulder")->dynamics->damping);
  EXPECT_EQ(drive.friction->coulomb->value, peer->getJoint("shoulder")->dynamics->friction);
}

}  // namespace
}  // namespace erfd
