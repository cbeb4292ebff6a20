// The arms of today that come with the library: where their flange stands in postures that makers give
// or that follow from their drawings, and that every estimate says how far it may be off.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/origins.hpp"
#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Place {
  const char* robot;
  std::vector<double> q_deg;  ///< as the controller shows it
  Vector3<double> p_mm;       ///< of flange or tool0
  Vector3<double> z;          ///< where it points to
};

// Lengths are those of the makers' drawings, added up by hand.
const Place places[] = {
    {"ur5e", {0, 0, 0, 0, 0, 0}, {-817.2, -232.9, 62.8}, {0, -1, 0}},
    {"ur5e", {0, -90, 0, -90, 0, 0}, {0, -232.9, 162.5 + 425 + 392.2 + 99.7}, {0, -1, 0}},
    {"ur10e", {0, 0, 0, 0, 0, 0}, {-1184.25, -290.7, 60.85}, {0, -1, 0}},
    {"panda", {0, 0, 0, 0, 0, 0, 0}, {88, 0, 333 + 316 + 384 - 107}, {0, 0, -1}},
    {"iiwa14", {0, 0, 0, 0, 0, 0, 0}, {0, 0, 360 + 420 + 400 + 126}, {0, 0, 1}},
    {"gen3", {0, 0, 0, 0, 0, 0, 0}, {0, -24.9, 1187.3}, {0, 0, 1}},
    {"kr6_r900", {0, 0, 0, 0, 0, 0}, {25 + 455 + 420 + 80, 0, 400 + 35}, {1, 0, 0}},
    {"kr6_r900", {0, -90, 90, 0, 0, 0}, {25 + 420 + 80, 0, 400 + 455 + 35}, {1, 0, 0}},
    {"kr6_r900", {90, -90, 90, 0, 0, 0}, {0, -(25 + 420 + 80), 400 + 455 + 35}, {0, -1, 0}},
    {"kr210_r2700", {0, -90, 90, 0, 0, 0}, {330 + 1220 + 215, 0, 645 + 1150 + 115}, {1, 0, 0}},
    {"kr210_r2700", {90, -90, 90, 0, 0, 0}, {0, -(330 + 1220 + 215), 645 + 1150 + 115}, {0, -1, 0}},
    {"irb120", {0, 0, 0, 0, 0, 0}, {374, 0, 630}, {1, 0, 0}},
    {"irb1200", {0, 0, 0, 0, 0, 0}, {533, 0, 889.1}, {1, 0, 0}},
    {"irb2600", {0, 0, 0, 0, 0, 0}, {150 + 795 + 85, 0, 445 + 700 + 115}, {1, 0, 0}},
    {"irb4600", {0, 90, 0, 0, 0, 0}, {175 + 1095 + 175, 0, 495 - 1270 - 135}, {0, 0, -1}},
    {"m1013", {0, 0, 0, 0, 0, 0}, {0, 34.5, 1452.5}, {0, 0, 1}},
    {"m1013", {0, 0, 90, 0, 0, 0}, {559 + 121, 34.5, 152.5 + 620}, {1, 0, 0}},
};

class Arm : public ::testing::TestWithParam<Place> {};

TEST_P(Arm, StandsWhereItsDrawingSays) {
  const Place& place = GetParam();
  const Model arm = load_robot(source_tree("robots/") + place.robot + ".toml");
  Workspace ws(arm);
  ASSERT_EQ(static_cast<std::size_t>(arm.nq()), place.q_deg.size());
  VectorX<double> q(arm.nq());
  for (int i = 0; i < arm.nq(); ++i)
    q[i] = place.q_deg[static_cast<std::size_t>(i)] * std::numbers::pi / 180;
  const Pose<double> X = frame_pose<double>(arm, ws, q, arm.tool());
  EXPECT_LT((1000 * X.p - place.p_mm).norm(), 0.11) << (1000 * X.p).transpose();
  EXPECT_LT((X.R.col(2) - place.z).norm(), 1e-6) << X.R.col(2).transpose();
}

INSTANTIATE_TEST_SUITE_P(OfToday, Arm, ::testing::ValuesIn(places));

TEST(ArmsOfToday, SayWhereEveryNumberIsFromAndHowFarEstimatesMayBeOff) {
  for (const char* name : {"ur5e", "ur10e", "panda", "iiwa14", "gen3", "kr6_r900", "kr210_r2700",
                           "irb120", "irb1200", "irb2600", "irb4600", "m1013"}) {
    const ReadResult read = read_robot_file(source_tree("robots/") + name + ".toml");
    EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
    const std::vector<NumberOrigin> numbers = origins(read.robot);
    EXPECT_EQ(count_origins(numbers).unsaid, 0) << name;
    for (const NumberOrigin& number : numbers)
      EXPECT_TRUE(!number.from.estimated || number.from.spread > 0)
          << name << ": " << number.owner << ": " << number.quantity;
  }
}

TEST(Origins, AreCountedByKind) {
  const ReadResult read = read_robot_toml(
      "format = 'erfd-robot/1'\nname = 'arm'\n[[body]]\nname = 'a'\n"
      "mass_kg = { value = 2, measured = true, source = 'scale' }\n"
      "com_m = { value = [0, 0, 0], estimated = true, spread = 0.3, note = 'by eye' }\n"
      "inertia_kg_m2 = [1, 1, 1]\n[body.joint]\nspeed_max_deg_s = { value = 3, source = 'sheet' "
      "}\n",
      "arm.toml");
  EXPECT_EQ(read.findings.text(), "");
  const OriginCounts counts = count_origins(origins(read.robot));
  EXPECT_EQ(counts.measured, 1);
  EXPECT_EQ(counts.published, 1);
  EXPECT_EQ(counts.estimated, 1);
  EXPECT_EQ(counts.unsaid, 1);
  const std::string again = write_robot_toml(read.robot);
  EXPECT_NE(again.find("measured = true"), std::string::npos) << again;
  EXPECT_NE(again.find("spread = 0.3"), std::string::npos) << again;
}

}  // namespace
}  // namespace erfd::test
