// Study files: what they say, and what is wrong with them, all at once.
#include "erfd/base/error.hpp"
#include "erfd/sweep/jobs.hpp"
#include "erfd/sweep/study.hpp"

#include "support/source_tree.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace erfd {
namespace {

std::string findings_of(const std::string& text) {
  try {
    read_study_text(text, "study.toml");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(ReadStudy, TellsEverythingThatIsWrong) {
  const std::string all = findings_of(R"(format = "erfd-study/1"
robot = "lola15"
job = "verfy"
[design]
kind = "grid"
points = 10
[[vary]]
key = "option.speed"
uniform = [0.9, 0.5]
[[vary]]
key = "option.speed"
normal = [1, -1]
range = [0, 1, 2]
[[vary]]
name = "nothing"
words = []
)");
  for (const char* part : {"did you mean \"verify\"", "leave points out", "lowest, highest",
                           "named 'option.speed', too", "standard deviation above 0",
                           "expected one of them", "missing", "words is empty"})
    EXPECT_NE(all.find(part), std::string::npos) << part << "\n in\n" << all;
}

TEST(ReadStudy, NamesTheKeyThatTheRobotDoesNotHave) {
  const Study study = read_study_text(R"(format = "erfd-study/1"
robot = "lola15"
program = "lola15_reference"
[[vary]]
key = "drive.motor2.torqe_peak_N_m"
factor = true
uniform = [0.9, 1.1]
)",
                                      "study.toml");
  try {
    const PreparedStudy prepared(study);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("drive.motor2.torque_peak_N_m"), std::string::npos)
        << error.what();
  }
}

// A factor means a number of the robot's file; the settings are those that `--set` takes.
TEST(PreparedStudy, MultipliesWhatTheFileSays) {
  const PreparedStudy prepared(read_study_text(R"(format = "erfd-study/1"
robot = "lola15"
program = "lola15_reference"
[design]
kind = "grid"
[[vary]]
name = "torque"
keys = ["drive.motor1.torque_peak_N_m", "drive.motor2.torque_peak_N_m"]
factor = true
values = [0.5, 1]
[[vary]]
name = "gravity"
key = "gravity_m_s2"
factor = true
values = [2]
)",
                                               "study.toml"));
  const StudyPoints points(prepared.study());
  const std::vector<std::string> expected{"drive.motor1.torque_peak_N_m=8.9",
                                          "drive.motor2.torque_peak_N_m=19.3",
                                          "gravity_m_s2=[0, 0, -19.62]"};
  EXPECT_EQ(prepared.settings(points.at(0)), expected);
}

// A job that cannot be done is a row.
TEST(PreparedStudy, KeepsTheErrorOfAJob) {
  const PreparedStudy prepared(read_study_text(R"(format = "erfd-study/1"
robot = "lola15"
program = "lola15_reference"
[design]
kind = "grid"
[[vary]]
key = "body.upper_arm.mass_kg"
values = [-1, 90]
)",
                                               "study.toml"));
  const StudyPoints points(prepared.study());
  EXPECT_NE(prepared.run(points, 0).error.find("mass"), std::string::npos);
  EXPECT_TRUE(prepared.run(points, 1).error.empty());
}

const double& number_of(const PreparedStudy& prepared, const JobResult& result,
                        const std::string& column) {
  const auto& columns = prepared.columns();
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ResultColumn& c) { return c.name == column; });
  return result.numbers.at(static_cast<std::size_t>(found - columns.begin()));
}

// Nothing that reads like a light load: a robot that cannot reach the targets has no time and no reserve.
TEST(PreparedStudy, OfTargetsOutOfReachHasNoTimes) {
  const PreparedStudy prepared(read_study_text(R"(format = "erfd-study/1"
robot = "irb140"
program = "pick_and_place"
[[vary]]
key = "option.speed"
uniform = [0.5, 1]
)",
                                               "study.toml"));
  const JobResult result = prepared.run(StudyPoints(prepared.study()), 0);
  ASSERT_TRUE(result.error.empty()) << result.error;
  EXPECT_EQ(number_of(prepared, result, "achievable"), 0);
  EXPECT_TRUE(std::isnan(number_of(prepared, result, "asked_time")));
  EXPECT_TRUE(std::isinf(number_of(prepared, result, "worst_ratio")));
  EXPECT_TRUE(std::isinf(number_of(prepared, result, "line_14_ratio")));
}

// A robot that is not sound is an answer of the linter, not a job that failed.
TEST(PreparedStudy, TellsHowManyRobotsAreSound) {
  const PreparedStudy prepared(read_study_text(R"(format = "erfd-study/1"
robot = "planar2r"
job = "lint"
[design]
kind = "grid"
[[vary]]
key = "body.upper.mass_kg"
values = [-1, 2]
)",
                                               "study.toml"));
  const StudyPoints points(prepared.study());
  EXPECT_EQ(number_of(prepared, prepared.run(points, 0), "sound"), 0);
  EXPECT_EQ(number_of(prepared, prepared.run(points, 1), "sound"), 1);
}

TEST(Studies, ThatAreShippedAreSound) {
  const PreparedStudy prepared(read_study(test::source_tree("examples/studies/tolerances.toml")));
  EXPECT_GE(prepared.jobs(), 100u);
  EXPECT_EQ(prepared.nominal().numbers.size(), prepared.columns().size());
}

}  // namespace
}  // namespace erfd
