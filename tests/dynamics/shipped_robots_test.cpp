// The robots that come with the library: clean files, and torques equal to published and golden
// figures.
#include "erfd/erfd.hpp"
#include "erfd/model/describe.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/read.hpp"

#include "golden/golden.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <fstream>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi;

std::string path_of(const std::string& name) { return source_tree("robots/") + name + ".toml"; }
Model shipped(const std::string& name) { return load_robot(path_of(name)); }

VectorX<double> torques(const Model& robot, const VectorX<double>& q, const VectorX<double>& qd,
                        const VectorX<double>& qdd) {
  Workspace ws(robot);
  VectorX<double> tau(robot.nv());
  rnea(robot, ws, q, qd, qdd, tau);
  return tau;
}

VectorX<double> list(std::initializer_list<double> values) {
  VectorX<double> v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

class EachRobot : public ::testing::TestWithParam<const char*> {};

TEST_P(EachRobot, HasNeitherErrorsNorWarnings) {
  ReadResult read = read_robot_file(path_of(GetParam()));
  if (!read.findings.has_errors()) lint(read.robot, read.findings);
  EXPECT_EQ(read.findings.count(Severity::error), 0) << read.findings.text();
  EXPECT_EQ(read.findings.count(Severity::warning), 0) << read.findings.text();
}

/// Same torques for the same motion, same place of the tool by its name; `map` is the identity, since
/// conversions keep the joints. The order of tools and frames may change.
void expect_same_robot(const Model& a, const Model& b, double tolerance) {
  ASSERT_EQ(a.nv(), b.nv());
  std::mt19937 rng(61);
  for (int k = 0; k < 20; ++k) {
    const State s = random_state(a, rng);
    EXPECT_TRUE(is_close(torques(b, s.q, s.qd, s.qdd), torques(a, s.q, s.qd, s.qdd), tolerance));
    Workspace ws(a);
    const std::string& name = a.frame(a.tool()).name;
    const bool is_unique = std::ranges::count(a.frames(), name, &Frame::name) == 1;
    const FrameIndex tool = is_unique ? b.frame_index(name) : b.tool();
    const Pose<double> in_a = frame_pose(a, ws, s.q, a.tool()), in_b = frame_pose(b, ws, s.q, tool);
    EXPECT_TRUE(is_close(in_b.p, in_a.p, tolerance));
    EXPECT_TRUE(is_close(in_b.R, in_a.R, tolerance));
  }
}

TEST_P(EachRobot, IsTheSameAfterWritingAndReadingItsFile) {
  const RobotDescription robot = read_robot_file(path_of(GetParam())).robot;
  const ReadResult again = read_robot_toml(write_robot_toml(robot), "again.toml");
  ASSERT_FALSE(again.findings.has_errors()) << again.findings.text();
  expect_same_robot(build(robot), build(again.robot), 1e-12);
}

TEST_P(EachRobot, IsTheSameDescribedByPlacementsAndAsUrdf) {
  const RobotDescription robot = read_robot_file(path_of(GetParam())).robot;
  RobotDescription placed = describe_by_placement(robot);
  expect_same_robot(build(robot), build(placed), 1e-12);
  Diagnostics lost;
  ReadResult urdf = read_robot_urdf(write_robot_urdf(placed, lost), "robot.urdf");
  ASSERT_FALSE(urdf.findings.has_errors()) << urdf.findings.text();
  // URDF knows neither gravity nor payloads nor accepted findings.
  urdf.robot.gravity = robot.gravity;
  for (BodyDescription& body : urdf.robot.bodies) {
    for (const BodyDescription& original : placed.bodies) {
      if (original.name == body.name) body.accepted = original.accepted;
    }
  }
  for (ToolDescription& tool : placed.tools) tool.payload.reset();
  expect_same_robot(build(placed), build(urdf.robot), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Shipped, EachRobot,
                         ::testing::Values("lola15", "irb140", "irb140_screws", "puma560",
                                           "puma_rods", "manutec_r3", "stanford", "scara",
                                           "planar2r", "tree12", "sdt4", "centrifuge3", "irb6",
                                           "lola15_rail", "humanoid", "torso", "eel", "satellite",
                                           "ur5e", "ur10e", "panda", "iiwa14", "gen3", "kr6_r900",
                                           "kr210_r2700", "irb120", "irb1200", "irb2600", "irb4600",
                                           "m1013"),
                         [](const auto& robot) { return std::string(robot.param); });

class GoldenRobot : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(GoldenRobot, HasTheTorquesAndTheToolPoseOfItsGoldenFile) {
  const auto [name, set] = GetParam();
  std::ifstream in(source_tree("tests/goldens/") + std::string(set) + ".json");
  const golden::Json file = golden::Json::parse(in);
  const Model robot = shipped(name);
  Workspace ws(robot);
  MatrixX<double> H(robot.nv(), robot.nv());
  for (const auto& sample : file.at("samples")) {
    crba(robot, ws, golden::vector_of(sample.at("q")), H);
    EXPECT_TRUE(is_close(H, golden::matrix_of(sample.at("H")), 1e-13));
    if (sample.contains("gravity")) {
      VectorX<double> g(robot.nv());
      gravity_torques(robot, ws, golden::vector_of(sample.at("q")), g);
      EXPECT_TRUE(is_close(g, golden::vector_of(sample.at("gravity")), 1e-13));
      EXPECT_TRUE(is_close(frame_pose(robot, ws, golden::vector_of(sample.at("q")), robot.tool()).p,
                           golden::vector_of(sample.at("tool_p")), 1e-13));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, GoldenRobot,
                         ::testing::Values(std::pair{"lola15", "lola15"},
                                           std::pair{"irb140", "irb140"},
                                           std::pair{"puma_rods", "puma"},
                                           std::pair{"tree12", "tree12"}),
                         [](const auto& robot) { return std::string(robot.param.first); });

// Joint map of errata §1.2: q1 = θ1, q2 = π/2 − θ2, q3 = −θ3, q4 = θ4, q5 = π + θ5, q6 = θ6.
TEST(Irb140, ByScrewsEqualsIrb140ByDh) {
  const Model dh = shipped("irb140"), screws = shipped("irb140_screws");
  const VectorX<double> sign = list({1, -1, -1, 1, 1, 1}), offset = list({0, pi / 2, 0, 0, pi, 0});
  std::mt19937 rng(62);
  for (int k = 0; k < 20; ++k) {
    const State s = random_state(screws, rng);
    const VectorX<double> tau = torques(dh, offset + sign.cwiseProduct(s.q),
                                        sign.cwiseProduct(s.qd), sign.cwiseProduct(s.qdd));
    EXPECT_TRUE(is_close(torques(screws, s.q, s.qd, s.qdd), sign.cwiseProduct(tau), 1e-12));
  }
}

// Fedorov (5.18): the torques that hold the arm, over g, in the joint convention of the screws.
TEST(Irb140, HoldsWithThePublishedTorques) {
  const Model robot = shipped("irb140_screws");
  const VectorX<double> zero = VectorX<double>::Zero(6);
  const VectorX<double> q =
      list({0, pi / 2, -pi / 2, 0, 0, 0});  // DH angles (0, 0, π/2, 0, π, 0) of errata §1.2
  const VectorX<double> over_g = torques(robot, q, zero, zero) / 9.81,
                        published = list({0, -16.191, -2.409, 0, -0.029, 0});
  EXPECT_LT((over_g - published).cwiseAbs().maxCoeff(), 0.5e-3)
      << over_g.transpose();  // half of the last digit printed
}

// ROBOOP's 16-digit regression figures, no motors, q = qd = qdd = π/4.
TEST(Puma560, HasTheSixteenDigitTorquesOfRoboop) {
  const VectorX<double> s = VectorX<double>::Constant(6, pi / 4);
  const VectorX<double> published =
      list({0.67796663502212995, 17.558551669236614, -8.2406093183092359, 0.013497917891563878,
            -0.0096275614517582660, 6.6344845002793933e-5});
  EXPECT_TRUE(is_close(torques(shipped("puma560"), s, s, s), published, 1e-15));
}

TEST(Stanford, HasTheSixteenDigitTorquesOfRoboop) {
  const VectorX<double> s = VectorX<double>::Constant(6, pi / 4);
  const VectorX<double> published =
      list({137.45229727442040, 190.73728601445512, 66.163665806434153, 0.030629709003685834,
            -9.1835952755811263, -1.9326583776879398e-4});
  EXPECT_TRUE(is_close(torques(shipped("stanford"), s, s, s), published, 1e-15));
}

// Robotics Toolbox tables at qn = (0, π/4, π, 0, π/4, 0); the reflected rotors G² Jm of the tables
// are taken off.
TEST(Puma560, HasTheRigidPartOfTheRoboticsToolboxTables) {
  const Model robot = shipped("puma560");
  const VectorX<double> qn = list({0, pi / 4, pi, 0, pi / 4, 0}), zero = VectorX<double>::Zero(6),
                        ones = VectorX<double>::Ones(6);
  const VectorX<double> G = list({-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686});
  const VectorX<double> Jm = list({200e-6, 200e-6, 200e-6, 33e-6, 33e-6, 33e-6});
  const VectorX<double> rotors = G.cwiseProduct(G).cwiseProduct(Jm);

  EXPECT_TRUE(is_close(torques(robot, qn, zero, zero),
                       list({0, 31.6398803783571, 6.03513802301051, 0, 0.0282528, 0}), 1e-7));
  EXPECT_TRUE(is_close(torques(robot, qn, zero, ones) + rotors,
                       list({3.35311085806303, 36.0025112439757, 7.42596407735027,
                             0.190043034566897, 0.203440931113415, 0.194132789939248}),
                       1e-14));
  MatrixX<double> H(6, 6), published = MatrixX<double>::Zero(6, 6);
  Workspace ws(robot);
  crba(robot, ws, qn, H);
  H.diagonal() += rotors;
  published.diagonal() = list({3.65937541215279, 4.41374193363579, 0.93784157521504,
                               0.19253170612368, 0.171348451657, 0.194104505668});
  const auto set = [&](int i, int j, double h) { published(i, j) = published(j, i) = h; };
  set(0, 1, -0.404361246041519);
  set(0, 2, 0.100613647779784);
  set(0, 3, -0.00251695582803061);
  set(1, 2, 0.350890664956415);
  set(1, 4, 0.00235951306789489);
  set(2, 4, 0.0014801663885198);
  set(3, 5, 2.82842712474619e-5);
  EXPECT_TRUE(is_close(H, published, 1e-12));
}

TEST(Planar2r, HasTheTorquesOfItsClosedForm) {
  const Model robot = shipped("planar2r");
  const VectorX<double> zero = VectorX<double>::Zero(2);
  const double g = 9.81;
  EXPECT_TRUE(is_close(torques(robot, list({0, 0}), zero, zero), list({2 * g, 0.5 * g}), 1e-15));
  EXPECT_TRUE(is_close(torques(robot, list({0, pi / 2}), zero, zero), list({1.5 * g, 0}), 1e-15));
  // cos(π/2) of the double next to π/2 is 6e-17, times 2 g
  EXPECT_TRUE(is_close(torques(robot, list({pi / 2, 0}), zero, zero), list({0, 0}), 2e-15));
}

}  // namespace
}  // namespace erfd::test
