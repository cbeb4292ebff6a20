// The verdict for its readers: what they are told must not depend on where they read it.
#include "erfd/report/verdict.hpp"

#include "erfd/io/csv.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "verification/hand_made.hpp"

#include <regex>

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
  const DriveTrain drives = make_drive_train(robot, model);
  const Program program = test::program_of(1);
  const Plan plan =
      test::plan_of(model, {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.4)}, 3);
  const Verification result = verify(program, plan, model, drives);
  const VerdictSubject subject{program, plan, model, drives, result};
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

TEST_F(AchievedMove, IsOneCurveInThePlainPage) {
  const std::string page = verdict_html(subject);
  const std::string speed = between(page, "aria-label=\"speed [deg/s]\"", "", "</svg>");
  const std::string points = between(speed, "class=\"achieved\"", "points=\"", "\"");
  EXPECT_GT(points.size(), 1000U);
  EXPECT_EQ(between(speed, "class=\"asked\"", "points=\"", "\""), points);
}

/// What a verdict says of a program on Lola 15 whose motors and plan a test may change.
class Judged {
 public:
  Judged(RobotDescription changed, const std::vector<VectorX<double>>& postures, double seconds)
      : robot(std::move(changed)), plan(test::plan_of(model, postures, seconds)) {}

  void stop_planning() {
    plan.complete = false;
    plan.faults = {{Limit::singularity, 1, {2, 1}, -1, 0, "wrist singularity after 285 of 600 mm"}};
  }

  std::string text() { return verdict_text(subject(), {.width = 300}); }
  std::string page() { return verdict_html(subject()); }

 private:
  VerdictSubject subject() {
    result = verify(program, plan, model, drives);
    return {program, plan, model, drives, result};
  }

  const RobotDescription robot;
  const Model model = build(robot);
  const DriveTrain drives = make_drive_train(robot, model);
  const Program program = test::program_of(2);
  Plan plan;
  Verification result;
};

RobotDescription lola15() { return read_robot_file(find_robot("lola15")).robot; }

RobotDescription with_small_rated_torque() {
  RobotDescription robot = lola15();
  robot.drives[1].torque_rated.emplace().value = 0.1;
  return robot;
}

VectorX<double> zero() { return VectorX<double>::Zero(6); }
VectorX<double> all(double angle) { return VectorX<double>::Constant(6, angle); }

using Cells = std::vector<std::vector<std::string>>;

/// Without "ok" and "NO", which the page writes otherwise.
Cells cells_of_text(const std::string& text) {
  Cells rows;
  const std::regex row("(?:^|\n)( *\\d+  +\\d+  +\\w[^\n]*)"), gap("  +");
  for (std::sregex_iterator m(text.begin(), text.end(), row), end; m != end; ++m) {
    const std::string line = (*m)[1].str().substr((*m)[1].str().find_first_not_of(' '));
    rows.emplace_back(std::sregex_token_iterator(line.begin(), line.end(), gap, -1),
                      std::sregex_token_iterator());
    rows.back().erase(rows.back().begin() + 3);
  }
  return rows;
}

Cells cells_of_page(const std::string& page) {
  Cells rows;
  const std::regex row("<tr[^>]*>(<td.*)</tr>"), cell("<td[^>]*>(.*?)</td>"), tag("<[^>]*>");
  for (std::sregex_iterator m(page.begin(), page.end(), row), end; m != end; ++m) {
    const std::string line = (*m)[1];
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::sregex_iterator c(line.begin(), line.end(), cell); c != end; ++c)
      cells.push_back(std::regex_replace((*c)[1].str(), tag, ""));
    cells[2].erase(cells[2].find_last_not_of(' ') + 1);
    cells.erase(cells.begin() + 3);
  }
  return rows;
}

TEST(PlainPage, SaysOfEachMoveWhatTheTerminalSays) {
  Judged fast(lola15(), {zero(), all(0.9), zero()}, 0.3);
  Judged slow(lola15(), {zero(), all(0.4), zero()}, 3);
  Judged rated(with_small_rated_torque(), {zero(), all(0.4), zero()}, 3);
  Judged unplanned(lola15(), {zero(), all(0.4)}, 3);
  unplanned.stop_planning();
  for (Judged* const judged : {&fast, &slow, &rated, &unplanned}) {
    const Cells text = cells_of_text(judged->text()), page = cells_of_page(judged->page());
    ASSERT_EQ(text.size(), 2U);
    ASSERT_EQ(page.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(text[i].size(), 11U);
      ASSERT_EQ(page[i].size(), 12U);  // the page has also how far the tool is turned
      for (std::size_t k = 0; k < 11; ++k)
        EXPECT_EQ(page[i][k], text[i][k]) << "row " << i << ", cell " << k << "\n"
                                          << judged->text();
    }
  }
}

TEST(PlainPage, NamesTheOtherLimitsThatAreExceeded) {
  Judged fast(lola15(), {zero(), all(0.9), zero()}, 0.3);
  const std::string others = between(fast.text(), "Why", "also beyond their limits: ", "\n");
  EXPECT_GT(others.size(), 30U);
  EXPECT_NE(fast.page().find("also beyond their limits: " + others), std::string::npos);
}

}  // namespace
}  // namespace erfd
