// Torques of URDFs as they are found in the field, against urdfdom and a recursion of our own, joints
// that follow others included. ERFD_URDFS=folder runs it over every .urdf below that folder.
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/model/robot_choice.hpp"

#include "robot/urdf_text.hpp"
#include "support/urdf_newton_euler.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

namespace erfd::test {
namespace {

/// What is found of a robot by both ways; negative: there is nothing to compare.
double worst_difference(const Model& model, const urdf::ModelInterface& peer, std::mt19937& rng) {
  UrdfNewtonEuler newton(peer);
  LoopWorkspace ws(model);
  std::uniform_real_distribution<double> number(-1, 1);
  double worst = -1;
  for (int sample = 0; sample < 5; ++sample) {
    VectorX<double> q = model.start(), qd = VectorX<double>::Zero(model.nv()), qdd = qd;
    JointValues peer_q, peer_qd, peer_qdd;
    for (const Body& body : model.joints()) {
      if (body.passive) continue;
      peer_q[body.joint] = q[body.q_index] = number(rng);
      peer_qd[body.joint] = qd[body.v_index] = number(rng);
      peer_qdd[body.joint] = qdd[body.v_index] = number(rng);
    }
    EXPECT_TRUE(close_position<double>(model, ws, q).closed);
    close_velocity<double>(model, ws, q, qd);
    close_acceleration<double>(model, ws, q, qd, qdd);
    VectorX<double> tau(static_cast<Eigen::Index>(ws.active().size()));
    loop_inverse_dynamics<double>(model, ws, q, qd, qdd, tau);
    const JointValues expected = newton.torques(peer_q, peer_qd, peer_qdd);
    double scale = 1e-3;
    for (const auto& [joint, torque] : expected) scale = std::max(scale, std::abs(torque));
    for (const Body& body : model.joints()) {
      if (body.passive) continue;
      const auto at = std::find(ws.active().begin(), ws.active().end(), body.v_index);
      const double ours = tau[at - ws.active().begin()];
      const auto theirs = expected.find(body.joint);
      const double difference =
          std::abs(ours - (theirs == expected.end() ? 0 : theirs->second)) / scale;
      worst = std::isfinite(difference) ? std::max(worst, difference) : 1e300;
    }
  }
  return worst;
}

ChosenRobot chosen(const std::string& text, const std::vector<std::string>& accept = {}) {
  RobotChoice choice{.robot = "arm.urdf", .text = text, .accept = accept};
  choice.purpose = Purpose::torques;
  choice.computes_mimic = true;
  return choose_robot(choice);
}

/// urdfdom has left out the inertia of a link that has one: a number with a line break behind it is
/// none to it.
bool drops_a_mass(const urdf::ModelInterface& peer, const RobotDescription& robot) {
  return std::any_of(robot.bodies.begin(), robot.bodies.end(), [&](const BodyDescription& body) {
    const auto link = peer.getLink(body.name);
    return link && !link->inertial && body.mass && body.mass->value != 0;
  });
}

double difference_of(const std::string& text) {
  std::mt19937 rng(5);
  const auto peer = urdf::parseURDF(text);
  if (!peer) return 1e300;
  return worst_difference(chosen(text).model(), *peer, rng);
}

std::string skew(const std::string& axis) {
  return "<origin xyz=\"0.3 -0.1 0.2\" rpy=\"0.4 -1.1 2.3\"/><axis xyz=\"" + axis + "\"/>" + limit;
}

TEST(UrdfTorques, AreThoseOfAnotherReaderAndAnotherRecursion) {
  EXPECT_LT(difference_of(
                robot("<link name=\"base\"/>\n" + link("a") + link("b") + link("c") + link("d") +
                      joint("ja", "revolute", "base", "a", skew("0.6 0 0.8")) +
                      joint("jb", "prismatic", "a", "b", skew("0 -1 0")) +
                      joint("jc", "fixed", "b", "c", "<origin xyz=\"0 0.2 0\" rpy=\"1 0 -2\"/>") +
                      joint("jd", "continuous", "a", "d", skew("1 2 3")))),
            1e-12);
}

TEST(UrdfTorques, OfJointsThatFollow) {
  const auto follows = [](const std::string& leader, const std::string& numbers) {
    return skew("0 0.6 0.8") + "<mimic joint=\"" + leader + "\" " + numbers + "/>";
  };
  const std::string links =
      "<link name=\"base\"/>\n" + link("a") + link("b") + link("c") + link("d") + link("e");
  // a follower above its leader, one that slides by an angle, one that follows a follower
  EXPECT_LT(
      difference_of(robot(
          links +
          joint("ja", "revolute", "base", "a",
                follows("jc", "multiplier=\"-1.7\" offset=\"0.3\"")) +
          joint("jb", "prismatic", "a", "b", follows("jc", "multiplier=\"0.02\"")) +
          joint("jc", "revolute", "b", "c", skew("0 1 0")) +
          joint("jd", "revolute", "c", "d", follows("ja", "multiplier=\"2\" offset=\"-0.1\"")) +
          joint("je", "continuous", "c", "e", skew("0.36 0.48 0.8")))),
      1e-12);
}

TEST(UrdfTorques, OfABodyWithoutMassInTheMiddle) {
  EXPECT_LT(difference_of(robot("<link name=\"base\"/>\n<link name=\"hinge\"><inertial><mass "
                                "value=\"0\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" "
                                "iyz=\"0\" izz=\"0\"/></inertial></link>\n" +
                                link("a") + joint("j", "revolute", "base", "hinge", skew("0 0 1")) +
                                joint("k", "revolute", "hinge", "a", skew("0 1 0")))),
            1e-12);
}

TEST(UrdfTorques, OfEveryFileOfAFolder) {
  const char* const folder = std::getenv("ERFD_URDFS");
  if (!folder) GTEST_SKIP() << "ERFD_URDFS names no folder";
  const std::vector<std::string> accept = {"triangle-inequality", "inertia-not-positive",
                                           "missing-inertia", "massless"};
  std::mt19937 rng(5);
  int compared = 0, refused = 0, unknown = 0;
  double worst = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".urdf") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    std::optional<Model> model;
    RobotDescription description;
    try {
      const ChosenRobot robot = chosen(text.str(), accept);
      description = robot.description;
      model.emplace(robot.model());
    } catch (const Error&) {
      ++refused;
      continue;
    }
    const auto peer = urdf::parseURDF(text.str());
    const bool floats = model->has_free_base();
    if (!peer || floats || drops_a_mass(*peer, description)) {
      ++unknown;
      continue;
    }
    const double difference = worst_difference(*model, *peer, rng);
    if (difference < 0) continue;
    ++compared;
    worst = std::max(worst, difference);
    EXPECT_LT(difference, 1e-11) << entry.path();
  }
  std::cout << compared << " files compared, worst relative difference " << worst << "; " << refused
            << " refused, " << unknown
            << " that urdfdom does not read as they are, or that float\n";
}

}  // namespace
}  // namespace erfd::test
