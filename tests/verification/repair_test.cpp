// Cures are proven by running them; they touch the lines that they must; none is better by more than 1 % of
// the cycle time.
#include "erfd/verification/repair.hpp"

#include "erfd/base/text_file.hpp"
#include "erfd/program/find_program.hpp"

#include <cstdlib>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

RobotChoice lola(std::vector<std::string> settings = {}) {
  RobotChoice robot;
  robot.robot = "lola15";
  robot.settings = std::move(settings);
  return robot;
}

ProgramChoice text_choice(std::string text) {
  ProgramChoice choice;
  choice.program = "p.irl";
  choice.text = std::move(text);
  return choice;
}

std::string shipped(const std::string& name) {
  return read_text_file(find_program(name), "a program").text;
}

struct Outcome {
  bool achievable = false;
  double time = 0;
};
Outcome outcome_of(const RobotChoice& robot, const ProgramChoice& program) {
  const Case c = read_case(robot, program);
  return {c.plan.complete && verify(c).achievable, c.plan.duration()};
}

/// Every cure, by the way that a user would take.
void expect_proven(const Repair& repaired, const RobotChoice& robot, const ProgramChoice& program) {
  for (const Cure& cure : repaired.cures) {
    if (cure.shift) continue;
    RobotChoice other = robot;
    ProgramChoice text = program;
    if (!cure.text.empty()) text.text = cure.text;
    for (const std::string& setting : cure.settings) set_key(other, text, setting);
    const Outcome outcome = outcome_of(other, text);
    EXPECT_TRUE(outcome.achievable) << cure.what;
    EXPECT_NEAR(outcome.time, cure.time, 1e-9) << cure.what;
  }
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::size_t begin = 0;
  for (std::size_t end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    all.push_back(text.substr(begin, end - begin));
  }
  return all;
}

TEST(Repair, AnAchievableProgramNeedsNone) {
  const Repair repaired = repair(lola(), text_choice(shipped("pick_and_place")));
  EXPECT_TRUE(repaired.achievable);
  EXPECT_TRUE(repaired.cures.empty());
}

TEST(Repair, OfAWeakMotorInTheProgramByAMotorAndByAGear) {
  const RobotChoice robot = lola({"drive.motor3.torque_peak_N_m=7"});
  const ProgramChoice program = text_choice(shipped("pick_and_place"));
  const Repair repaired = repair(robot, program);
  ASSERT_NE(repaired.of_program(), nullptr);
  expect_proven(repaired, robot, program);
  const auto has = [&](CureKind kind) {
    return std::any_of(repaired.cures.begin(), repaired.cures.end(),
                       [&](const Cure& c) { return c.kind == kind; });
  };
  EXPECT_TRUE(has(CureKind::motors));
  // Untouched lines are the same, byte by byte.
  const auto before = lines(*program.text), behind = lines(repaired.of_program()->text);
  ASSERT_EQ(before.size(), behind.size());
  int differ = 0;
  for (std::size_t i = 0; i < before.size(); ++i) differ += before[i] != behind[i];
  EXPECT_EQ(differ, repaired.of_program()->lines);
  EXPECT_LE(differ, 2);
  // A motor that costs nothing in time comes first.
  EXPECT_EQ(repaired.cures.front().price, 0);
}

TEST(Repair, OfTheReferenceProgramTakesItsJumpsAway) {
  const ProgramChoice program = text_choice(shipped("lola15_reference"));
  const Repair repaired = repair(lola(), program, {.hardware = false});
  ASSERT_NE(repaired.of_program(), nullptr);
  expect_proven(repaired, lola(), program);
}

TEST(Repair, APayloadThatIsTooHeavyIsToldByHowMuch) {
  RobotChoice robot = lola();
  robot.payload.mass = 150;
  const ProgramChoice program = text_choice(shipped("pick_and_place"));
  const Repair repaired = repair(robot, program);
  expect_proven(repaired, robot, program);
  const auto payload = std::find_if(repaired.cures.begin(), repaired.cures.end(),
                                    [](const Cure& c) { return c.kind == CureKind::payload; });
  ASSERT_NE(payload, repaired.cures.end());
  RobotChoice more = robot;
  ProgramChoice text = program;
  set_key(more, text, payload->settings.front());
  more.payload.mass += 1;
  EXPECT_FALSE(outcome_of(more, text).achievable);
}

/// A program of a few moves, some of them too much for weak motors.
std::string random_program(std::mt19937& rng, int moves) {
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution(low, high)(rng);
  };
  std::string text =
      "program P;\nvar\n  robtarget: a = robtarget(((850, 0, 500), (0, 0, 180)), 4);\nendvar\nseq\n"
      "  move ptp a speed_ptp=30% acc_ptp=30%;\n";
  for (int k = 0; k < moves; ++k)
    text +=
        fmt::format("  move lin a + position({:.0f}, {:.0f}, {:.0f}) speed={:.0f} acc={:.0f};\n",
                    between(-150, 150), between(-300, 300), between(-150, 150), between(400, 1500),
                    between(2000, 12000));
  return text + "endseq\nendprogram;\n";
}

/// Motors weaker and slower until the program is beyond one or several of them.
std::vector<std::string> random_defects(std::mt19937& rng, const Case& c, const Verification& v) {
  std::vector<std::string> settings;
  const int count = std::uniform_int_distribution(1, 3)(rng);
  std::uniform_int_distribution motor(0, c.drives.count() - 1);
  for (int k = 0; k < count; ++k) {
    const int i = motor(rng);
    const double share = std::uniform_real_distribution(0.55, 0.95)(rng);
    const double torque = v.motion.ua_asked.row(i).cwiseAbs().maxCoeff();
    const double speed = v.motion.qda_asked.row(i).cwiseAbs().maxCoeff();
    const std::string drive = "drive." + c.drives.motor(i).name;
    if (torque < 0.01 || speed < 1) continue;  // this motor holds still
    settings.push_back(std::bernoulli_distribution(0.7)(rng)
                           ? fmt::format("{}.torque_peak_N_m={:.4g}", drive, share * torque)
                           : fmt::format("{}.speed_max_rad_s={:.4g}", drive, share * speed));
  }
  return settings;
}

/// Repairable by lowering: the whole program passes at a twentieth of its speed.
bool is_repairable(const RobotChoice& robot, ProgramChoice program) {
  program.speed = 0.05;
  return outcome_of(robot, program).achievable;
}

int cases_of(const char* name, int otherwise) {
  const char* const given = std::getenv(name);
  return given != nullptr ? std::atoi(given) : otherwise;
}

/// ERFD_REPAIR_CASES=1000 for the long one.
TEST(Repair, EveryRepairableDefectIsRepairedAndProven) {
  const int wanted = cases_of("ERFD_REPAIR_CASES", 12);
  std::mt19937 rng(16);
  int repairable = 0, repaired = 0, defects = 0;
  while (defects < wanted) {
    const ProgramChoice program = text_choice(random_program(rng, 1 + static_cast<int>(rng() % 4)));
    const Case sound = read_case(lola(), program);
    if (!sound.plan.complete) continue;
    const RobotChoice robot = lola(random_defects(rng, sound, verify(sound)));
    if (outcome_of(robot, program).achievable) continue;
    ++defects;
    const Repair found = repair(robot, program, {.hardware = false});
    expect_proven(found, robot, program);
    if (!is_repairable(robot, program)) continue;
    ++repairable;
    repaired += found.of_program() != nullptr;
    EXPECT_NE(found.of_program(), nullptr)
        << fmt::format("{}", fmt::join(robot.settings, " ")) << "\n"
        << *program.text;
  }
  EXPECT_EQ(repaired, repairable);
  EXPECT_GE(4 * repairable, defects);
  std::printf("%d of %d repairable defects repaired, %d defects\n", repaired, repairable, defects);
}

/// The best of a dense grid over speed and acceleration of the one line.
double brute_force(const RobotChoice& robot, const std::string& text, int cells) {
  const std::size_t speed_at = text.rfind("speed="), acc_at = text.rfind("acc=");
  const double speed = std::stod(text.substr(speed_at + 6)),
               acc = std::stod(text.substr(acc_at + 4));
  double best = std::numeric_limits<double>::infinity();
  for (int i = cells; i > 0; --i)
    for (int k = cells; k > 0; --k) {
      const std::string other =
          text.substr(0, speed_at) + fmt::format("speed={:.8g} acc={:.8g};\nendseq\nendprogram;\n",
                                                 speed * i / cells, acc * k / cells);
      const Case c = read_case(robot, text_choice(other));
      if (c.plan.duration() >= best) break;  // less acceleration only takes longer
      if (!verify(c.program, c.plan, c.model, c.drives).achievable) continue;
      best = c.plan.duration();
      break;
    }
  return best;
}

/// ERFD_BRUTE_CASES=200 for the long one.
TEST(Repair, NoGridOfNumbersIsBetterByMoreThanOnePerCent) {
  const int wanted = cases_of("ERFD_BRUTE_CASES", 3);
  std::mt19937 rng(61);
  double worst = 0;
  for (int done = 0; done < wanted;) {
    const ProgramChoice program = text_choice(random_program(rng, 1));
    const Case sound = read_case(lola(), program);
    if (!sound.plan.complete) continue;
    const RobotChoice robot = lola(random_defects(rng, sound, verify(sound)));
    if (outcome_of(robot, program).achievable) continue;
    const Repair found = repair(robot, program, {.hardware = false});
    const Cure* const cure = found.of_program();
    // A grid over the last line is no brute force where the line before must change.
    if (cure == nullptr || cure->lines != 1) continue;
    const double best = brute_force(robot, *program.text, 40);
    if (!std::isfinite(best)) continue;
    ++done;
    worst = std::max(worst, cure->time / best - 1);
    EXPECT_LE(cure->time, 1.01 * best) << cure->what;
  }
  std::printf("worst: %.3f %% of the cycle time more than the grid\n", 100 * worst);
}

}  // namespace
}  // namespace erfd::test
