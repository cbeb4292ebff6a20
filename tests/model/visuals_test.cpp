// What is drawn stands where the robot file has it, whatever frames the model has.
#include "erfd/model/visuals.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/describe.hpp"
#include "erfd/robot/read.hpp"

#include "model/lint_support.hpp"
#include "support/source_tree.hpp"

#include <fstream>
#include <random>

#include <Eigen/Geometry>
#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

namespace erfd::test {
namespace {

using Vector = Vector3<double>;

const std::string skew_arm = source_tree("tests/meshed_robot/skew_arm.urdf");

VectorX<double> random_positions(const Model& model, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return VectorX<double>::NullaryExpr(model.nq(), [&] { return uniform(random); });
}

/// Poses of all visuals in the world.
std::vector<Pose<double>> drawn_poses(const Model& model, const Visuals& look,
                                      const VectorX<double>& q) {
  Workspace ws(model);
  std::vector<Pose<double>> X_WB(static_cast<std::size_t>(model.body_count())), X_WV;
  body_poses<double>(model, ws, q, X_WB);
  for (const Visual& visual : look.visuals) {
    const Pose<double> X_WBody =
        visual.body.is_world() ? Pose<double>{} : X_WB[static_cast<std::size_t>(visual.body.value)];
    X_WV.push_back(X_WBody * visual.X_BV);
  }
  return X_WV;
}

// --- the chain of a URDF as urdfdom reads it: links, origins, axes; no frame of the model ----------

Pose<double> pose_of_urdf(const urdf::Pose& pose) {
  double x = 0, y = 0, z = 0, w = 0;
  pose.rotation.getQuaternion(x, y, z, w);
  return {rotation_of_quaternion(w, x, y, z), {pose.position.x, pose.position.y, pose.position.z}};
}

Pose<double> link_in_world(const urdf::Link& link, const std::map<std::string, double>& q) {
  if (!link.parent_joint) return {};
  const urdf::Joint& joint = *link.parent_joint;
  Pose<double> motion;
  const Vector axis(joint.axis.x, joint.axis.y, joint.axis.z);
  if (joint.type == urdf::Joint::PRISMATIC)
    motion.p = axis * q.at(joint.name);
  else if (joint.type != urdf::Joint::FIXED)
    motion.R = Eigen::AngleAxisd(q.at(joint.name), axis).toRotationMatrix();
  return link_in_world(*link.getParent(), q) *
         pose_of_urdf(joint.parent_to_joint_origin_transform) * motion;
}

TEST(Visuals, OfASkewUrdfStandsInTheWorldWhereTheChainOfLinksHasIt) {
  const RobotDescription robot = read_robot_file(skew_arm).robot;
  const Model model = build(robot);
  Diagnostics findings;
  const Visuals look = visuals_of(robot, model, read_meshes(robot, findings));
  ASSERT_EQ(findings.text(), "");
  ASSERT_EQ(look.visuals.size(), 7U);
  EXPECT_EQ(look.meshes.size(), 3U);
  const urdf::ModelInterfaceSharedPtr peer = urdf::parseURDFFile(skew_arm);

  std::mt19937 random(5);
  for (int sample = 0; sample < 20; ++sample) {
    const VectorX<double> q = random_positions(model, random);
    std::map<std::string, double> by_joint;
    for (const Body& body : model.bodies()) by_joint[body.joint] = q[body.q_index];
    const std::vector<Pose<double>> X_WV = drawn_poses(model, look, q);
    std::size_t next = 0;
    std::vector<std::string> links{"ground"};
    for (const BodyDescription& body : robot.bodies) links.push_back(body.name);
    for (const std::string& name : links) {
      const urdf::Link& link = *peer->getLink(name);
      for (const auto& visual : link.visual_array) {
        const Visual& ours = look.visuals.at(next);
        const Pose<double> X_WV_peer = link_in_world(link, by_joint) * pose_of_urdf(visual->origin);
        Vector scale = Vector::Ones();
        Vector vertex(0.1, -0.2, 0.3);
        if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(visual->geometry.get())) {
          scale = {mesh->scale.x, mesh->scale.y, mesh->scale.z};
          const auto& [x, y, z] =
              look.meshes.at(static_cast<std::size_t>(ours.mesh)).vertices.at(1);
          vertex = {x, y, z};
        }
        const Vector drawn = X_WV[next] * ours.scale.cwiseProduct(vertex);
        const Vector expected = X_WV_peer * scale.cwiseProduct(vertex);
        EXPECT_LT((drawn - expected).norm(), 1e-14) << name << " of sample " << sample;
        ++next;
      }
    }
    EXPECT_EQ(next, look.visuals.size());
  }
}

TEST(Visuals, IsTheSameInTheWorldAfterADescriptionByPlacements) {
  const RobotDescription robot =
      read_robot_file(source_tree("tests/fuzz/corpus/toml/visuals.toml")).robot;
  const RobotDescription placed = describe_by_placement(robot);
  const Model a = build(robot), b = build(placed);
  const Visuals first = visuals_of(robot, a, {}), second = visuals_of(placed, b, {});
  ASSERT_EQ(first.visuals.size(), 3U);
  ASSERT_EQ(second.visuals.size(), 3U);
  const VectorX<double> q = VectorX<double>::Constant(1, 0.7);
  const auto X_1 = drawn_poses(a, first, q), X_2 = drawn_poses(b, second, q);
  for (std::size_t i = 0; i < X_1.size(); ++i) {
    EXPECT_LT((X_1[i].p - X_2[i].p).norm(), 1e-15);
    EXPECT_LT((X_1[i].R - X_2[i].R).norm(), 1e-15);
  }
}

/// The planar arm with a shape in place of its second inertia.
RobotDescription with_shape(const ShapeDescription& shape) {
  RobotDescription robot = planar2r();
  robot.bodies[1].com.reset();
  robot.bodies[1].inertia.reset();
  robot.bodies[1].shape = given(shape);
  return robot;
}

TEST(Visuals, OfARodReachesFromEndToEnd) {
  ShapeDescription rod;
  rod.from = {-0.1, 0.2, 0.3};
  rod.to = {0.4, 0.1, -0.2};
  const RobotDescription robot = with_shape(rod);
  const Model model = build(robot);
  const Visuals look = visuals_of(robot, model, {});
  ASSERT_EQ(look.visuals.size(), 1U);
  const Visual& visual = look.visuals[0];
  EXPECT_EQ(visual.kind, VisualKind::cylinder);
  EXPECT_TRUE(visual.of_mass);
  const Pose<double> X_BL = model.frame(model.frame_index("fore")).X_BF;
  const Vector half(0, 0, visual.length / 2);
  EXPECT_LT((visual.X_BV * Vector(-half) - X_BL * Vector(-0.1, 0.2, 0.3)).norm(), 1e-14);
  EXPECT_LT((visual.X_BV * half - X_BL * Vector(0.4, 0.1, -0.2)).norm(), 1e-14);
}

TEST(Visuals, OfABentRodHasItsCornerOnTheJointAxis) {
  ShapeDescription bent;
  bent.kind = ShapeKind::bent_rod;
  bent.a = 0.3;
  bent.b = 0.2;
  const RobotDescription robot = with_shape(bent);
  const Visuals look = visuals_of(robot, build(robot), {});
  ASSERT_EQ(look.visuals.size(), 2U);
  const auto end = [&](std::size_t i, double side) -> Vector {
    return look.visuals[i].X_BV * Vector(0, 0, side * look.visuals[i].length / 2);
  };
  EXPECT_LT(end(0, -1).norm(), 1e-15);
  EXPECT_LT((end(0, 1) - Vector(0, 0, 0.2)).norm(), 1e-15);
  EXPECT_LT((end(1, 1) - Vector(0.3, 0, 0.2)).norm(), 1e-15);
}

TEST(Visuals, OfABodyWithAVisualIsTheVisualAndNotTheShape) {
  ShapeDescription box;
  box.kind = ShapeKind::box;
  box.size = {0.1, 0.2, 0.3};
  RobotDescription robot = with_shape(box);
  const Model model = build(robot);
  ASSERT_EQ(visuals_of(robot, model, {}).visuals.at(0).kind, VisualKind::box);
  VisualDescription& visual = robot.bodies[1].visuals.emplace_back();
  visual.kind = VisualKind::sphere;
  visual.radius = 0.1;
  EXPECT_EQ(visuals_of(robot, model, {}).visuals.at(0).kind, VisualKind::sphere);
  EXPECT_FALSE(visuals_of(robot, model, {}).visuals.at(0).of_mass);
  visual.kind = VisualKind::mesh;
  visual.mesh = "not_there.stl";
  EXPECT_EQ(visuals_of(robot, model, {}).visuals.at(0).kind, VisualKind::box);
}

TEST(LintVisuals, WhatCannotBeDrawnIsAWarning) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with = [](auto change) {
    RobotDescription robot = planar2r();
    change(robot.bodies[1].visuals.emplace_back());
    EXPECT_TRUE(visuals_of(robot, build(robot), {}).visuals.empty());
    return robot;
  };
  const std::string place = "warning: body 'fore': visual 1: ", end = "; it is not drawn [visual]";
  expect_only(with([](auto& v) { v.size = {1, 0, 1}; }),
              place + "size of the box is [1, 0, 1] m, expected above 0" + end);
  expect_only(with([](auto& v) { v.kind = VisualKind::sphere; }),
              place + "radius is 0 m, expected above 0" + end);
  expect_only(with([](auto& v) { v.kind = VisualKind::cylinder, v.radius = 1, v.length = -2; }),
              place + "length of the cylinder is -2 m, expected above 0" + end);
  expect_only(with([](auto& v) { v.kind = VisualKind::mesh, v.scale = {1, 0, 1}; }),
              place + "scale of the mesh is [1, 0, 1], expected other than 0" + end);
  expect_only(with([&](auto& v) {
                v.size = {1, 1, 1};
                v.origin = given(OriginDescription{{nan, 0, 0}, {0, 0, 0}});
              }),
              place + "its origin is not finite" + end);
}

}  // namespace
}  // namespace erfd::test
