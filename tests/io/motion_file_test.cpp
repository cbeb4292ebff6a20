#include "erfd/io/motion_file.hpp"

#include "report/models.hpp"
#include "support/scratch_folder.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// The findings without the folder.
std::string findings(const ScratchFolder& folder, const std::string& name,
                     const Model& model = elbow_and_lift()) {
  std::string text = read_motion_file(folder.path(name), model).findings.text();
  for (std::size_t at; (at = text.find(folder.path(""))) != text.npos;)
    text.erase(at, folder.path("").size());
  return text;
}

TEST(MotionFile, FillsInVelocitiesAndAccelerationsOfPositions) {
  const ScratchFolder folder;
  std::string text = "time_ms,q1_rad,q2_mm\n";
  for (int i = 0; i <= 200; ++i)
    text += fmt::format("{},{},{}\n", 10 * i, std::sin(0.01 * i), 5000 * 0.0001 * i * i);
  folder.write("a.csv", text);
  const ReadStates read = read_motion_file(folder.path("a.csv"), elbow_and_lift());
  ASSERT_EQ(read.findings.text(), "");
  EXPECT_FALSE(read.has_qd || read.has_qdd);
  for (const State& s : read.states) {
    EXPECT_NEAR(s.qd[0], std::cos(s.time), std::abs(std::cos(s.time)) < 1.1e-3 ? 1e-3 : 1e-6);
    EXPECT_NEAR(s.qdd[0], -std::sin(s.time), 1e-4);  // step² · y''''
    EXPECT_NEAR(s.qd[1], 10 * s.time, 1e-9);
    EXPECT_NEAR(s.qdd[1], 10, 1e-7);
  }
}

// Positions with three decimals: at both ends the spline has some velocity of either sign.
TEST(MotionFile, AJointThatStandsStillHasNoVelocityByRounding) {
  const ScratchFolder folder;
  std::string text = "time_s,q1_deg,q2_m\n";
  for (int i = 0; i <= 60; ++i) {
    const double s = i / 60.0;
    text += fmt::format("{},{:.4f},0\n", 0.02 * i, 80 * s * s * s * (10 - 15 * s + 6 * s * s));
  }
  folder.write("a.csv", text);
  const ReadStates read = read_motion_file(folder.path("a.csv"), elbow_and_lift());
  ASSERT_EQ(read.findings.text(), "");
  EXPECT_EQ(read.states.front().qd[0], 0);
  EXPECT_EQ(read.states.back().qd[0], 0);
  EXPECT_GT(read.states[30].qd[0], 2);
  EXPECT_EQ(read.states[30].qd[1], 0);
}

TEST(MotionFile, TakesAccelerationsFromGivenVelocities) {
  const ScratchFolder folder;
  // Velocities that are not those of the positions show which of them is differentiated.
  folder.write(
      "a.csv",
      "time_s,q1_rad,q2_m,qd1_rad_s,qd2_m_s\n0,0,0,1,0\n1,0,0,3,0\n2,0,0,5,0\n3,0,0,7,0\n");
  const ReadStates read = read_motion_file(folder.path("a.csv"), elbow_and_lift());
  ASSERT_EQ(read.findings.text(), "");
  for (const State& s : read.states) {
    EXPECT_NEAR(s.qdd[0], 2, 1e-12);
    EXPECT_EQ(s.qd[0], 1 + 2 * s.time);
  }
}

TEST(MotionFile, ReportsTimesAndNumbersAtOnceWithTheirLines) {
  const ScratchFolder folder;
  folder.write("a.csv", "time_s,q1_rad,q2_m\n0,0,0\n0.1,x,0\n0.1,0,0\n0.05,0,0\n?,0,0\n0.2,0\n");
  EXPECT_EQ(findings(folder, "a.csv"),
            "a.csv:3:5: error: column 'q1_rad': 'x' is found, a finite number was expected "
            "[csv-number]\n"
            "a.csv:4:1: error: time_s is 0.1 after 0.1, expected a larger one [motion-time]\n"
            "a.csv:5:1: error: time_s is 0.05 after 0.1, expected a larger one [motion-time]\n"
            "a.csv:6:1: error: column 'time_s': '?' is found, a finite number was expected "
            "[csv-number]\n"
            "a.csv:7:1: error: the row has 2 cells, expected 3 as in line 1; decimals are written "
            "with a point [csv-row]");
}

TEST(MotionFile, NeedsTimesAndEnoughSamples) {
  const ScratchFolder folder;
  folder.write("no_time.csv", "q1_rad,q2_m\n0,0\n");
  EXPECT_EQ(findings(folder, "no_time.csv"),
            "no_time.csv:1:1: error: no times are given; a column time_s was expected "
            "[motion-time]");
  folder.write("one.csv", "time_s,q1_rad,q2_m\n0,0,0\n");
  EXPECT_EQ(findings(folder, "one.csv"),
            "one.csv: error: one sample alone tells neither velocities nor accelerations; give "
            "them, or more samples [motion-derivative]");
  folder.write("back.json",
               R"({"states": [{"time_s": 1, "q": [0, 0]}, {"time_s": 0.5, "q": [0, 0]}]})");
  EXPECT_EQ(findings(folder, "back.json"),
            "back.json: error: states[1].time_s is 0.5 after 1, expected a larger one "
            "[motion-time]");
  folder.write("still.json", R"({"states": [{"q": [0, 0]}]})");
  EXPECT_EQ(findings(folder, "still.json"),
            "still.json: error: no times are given as time_s [motion-time]");
}

TEST(MotionFile, OfAFreeBaseGivesItsVelocitiesItself) {
  const ScratchFolder folder;
  folder.write("a.json", R"({"states": [{"time_s": 0, "q": [1,0,0,0,0,0,0,0,0]},
                                         {"time_s": 1, "q": [1,0,0,0,0,0,0,0,0]}]})");
  EXPECT_EQ(findings(folder, "a.json", elbow_and_lift(true)),
            "a.json: error: the base is free: its velocities and accelerations must be given, "
            "base_wx_rad_s … and base_dwx_rad_s2 … [motion-derivative]");
}

}  // namespace
}  // namespace erfd::test
