// The same case gives the same bytes: again and again, and whatever else runs beside it.
#include "erfd/report/run_document.hpp"
#include "erfd/verification/case.hpp"

#include "support/scratch_folder.hpp"
#include "support/ugly_arms.hpp"

#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

int run_count() { return std::getenv("ERFD_LONG") != nullptr ? 100 : 4; }

/// Moves that the drives cannot follow everywhere, so that limits, catching up and causes are in it.
std::string program_of(const UglyArm& arm) {
  std::string there, back;
  for (const UglyBody* body : arm.moving()) {
    const bool turns = body->joint == "revolute";
    there += fmt::format("{}{}", there.empty() ? "" : ", ", turns ? 25 : 60);
    back += fmt::format("{}{}", back.empty() ? "" : ", ", turns ? -15 : -40);
  }
  return fmt::format(
      "program T;\nseq\nmove ptp joint(mainjoint({}));\n"
      "ext_force wrench(30, -20, 50, 3, 1, -2) frame world;\n"
      "move ptp joint(mainjoint({}));\nendseq\n",
      there, back);
}

/// Everything that readers get of it, made from the files on.
std::string all_texts(const std::string& robot, const std::string& program) {
  const Case judged = read_case({.robot = robot}, {.program = "t.irl", .text = program});
  VerificationSettings settings;
  settings.causes = true;
  const Verification result = verify(judged, settings);
  const JudgedCase subject{judged.program, judged.plan, judged.model, judged.drives, result};
  return run_document(subject).text() + verdict_json(subject).text() + asked_csv(subject) +
         achieved_csv(subject);
}

UglyArm weak(UglyArm arm) {
  for (UglyDrive& drive : arm.drives) drive.torque_peak = 0.25;
  return arm;
}

class DeterminismLong : public testing::TestWithParam<int> {
 protected:
  DeterminismLong() {
    const UglyArm arms[] = {weak(skew_arm()), weak(sliding_arm()), weak(redundant_arm())};
    const UglyArm& arm = arms[GetParam()];
    folder.write("arm.toml", toml_of(arm));
    robot = folder.path("arm.toml");
    program = program_of(arm);
  }
  ScratchFolder folder;
  std::string robot, program;
};

TEST_P(DeterminismLong, TheSameCaseGivesTheSameBytesInEachRun) {
  const std::string first = all_texts(robot, program);
  EXPECT_NE(first.find("\"achievable\": false"), std::string::npos) << "limits are not tried";
  for (int run = 1; run < run_count(); ++run)
    ASSERT_TRUE(all_texts(robot, program) == first) << run;
}

TEST_P(DeterminismLong, TheSameBytesInOneToEightThreadsAtOnce) {
  const std::string first = all_texts(robot, program);
  for (const std::size_t count : {2u, 3u, 8u}) {
    std::vector<std::string> texts(count);
    {
      std::vector<std::jthread> threads;
      for (std::string& text : texts)
        threads.emplace_back([&] { text = all_texts(robot, program); });
    }
    for (const std::string& text : texts) EXPECT_TRUE(text == first) << count << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(UglyArms, DeterminismLong, testing::Values(0, 1, 2));

}  // namespace
}  // namespace erfd::test
