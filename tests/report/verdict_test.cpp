// The verdict for its readers: what they are told must not depend on where they read it.
#include "erfd/report/verdict.hpp"

#include "erfd/io/csv.hpp"
#include "erfd/model/build.hpp"
#include "erfd/report/run_document.hpp"
#include "erfd/robot/read.hpp"

#include "verification/hand_made.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

/// What stands between two texts, behind a third.
std::string between(const std::string& text, const std::string& behind, const std::string& from,
                    const std::string& to) {
  const std::size_t place = text.find(behind);
  const std::size_t begin = text.find(from, place);
  if (place == text.npos || begin == text.npos) return "no " + behind + " … " + from;
  return text.substr(begin + from.size(), text.find(to, begin + from.size()) - begin - from.size());
}

/// Lola 15 does a slow move: asked and achieved are the same motion.
class AchievedMove : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const Program program = test::program_of(1);
  const Plan plan =
      test::plan_of(model, {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.4)}, 3);
  const Verification result = verify(program, plan, model, drives);
  const JudgedCase subject{program, plan, model, drives, result};
};

TEST_F(AchievedMove, HasTheSameRowsInBothTables) {
  ASSERT_TRUE(result.achievable);
  const CsvNumbers asked = read_csv(asked_csv(subject), "asked.csv");
  const CsvNumbers achieved = read_csv(achieved_csv(subject), "achieved.csv");
  ASSERT_EQ(asked.rows.size(), achieved.rows.size());
  for (std::size_t a = 0; a < asked.heads.size(); ++a)
    for (std::size_t b = 0; b < achieved.heads.size(); ++b) {
      const std::string& head = asked.heads[a].text;
      if (head != achieved.heads[b].text) continue;
      for (std::size_t k = 0; k < asked.rows.size(); ++k)
        ASSERT_NEAR(asked.rows[k][a], achieved.rows[k][b], 1e-6) << head << ", cycle " << k;
    }
}

TEST(Why, NamesTheSameOtherLimitsOnTheTerminalAndOnThePage) {
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const Program program = test::program_of(2);
  const VectorX<double> zero = VectorX<double>::Zero(6);
  const Plan plan = test::plan_of(model, {zero, VectorX<double>::Constant(6, 0.9), zero}, 0.3);
  const Verification result = verify(program, plan, model, drives);
  const JudgedCase subject{program, plan, model, drives, result};
  const std::string others =
      between(verdict_text(subject, {.width = 300}), "Why", "also beyond their limits: ", "\n");
  EXPECT_GT(others.size(), 30U);
  EXPECT_NE(run_document(subject).text().find("also beyond their limits: " + others),
            std::string::npos);
}

}  // namespace
}  // namespace erfd
