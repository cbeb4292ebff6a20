// One program in three languages, one motion.
#include "erfd/model/build.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/program/program_context.hpp"
#include "erfd/program/read_program.hpp"
#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Planned {
  Program program;
  Plan motion;
};

Planned planned(const std::string& extension) {
  const ReadResult file = read_robot_file(source_tree("robots/lola15.toml"));
  const Model model = build_unloaded(file.robot);
  const InverseKinematics kinematics(model);
  const ProgramContext context = program_context(file.robot, model);
  ReadProgram read =
      read_program_file(source_tree("examples/programs/three_languages." + extension), context);
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  Plan motion = plan(read.program, model, kinematics, planner_settings(file.robot, model));
  EXPECT_TRUE(motion.complete) << motion.findings.text();
  return {std::move(read.program), std::move(motion)};
}

// Property: where the languages mean the same, the samples are the same.
TEST(ThreeLanguages, AskForTheSameSamplesAndCarryTheSame) {
  const Planned lirl = planned("irl");
  EXPECT_EQ(lirl.motion.moves.size(), 46U);  // 42 moves, 4 waits
  for (const char* other : {"mod", "src"}) {
    const Planned same = planned(other);
    ASSERT_EQ(same.motion.samples(), lirl.motion.samples()) << other;
    EXPECT_LT((same.motion.q - lirl.motion.q).cwiseAbs().maxCoeff(), 1e-9) << other;
    ASSERT_EQ(same.program.instructions.size(), lirl.program.instructions.size()) << other;
    for (std::size_t i = 0; i < lirl.program.instructions.size(); ++i) {
      const Payload a = carried(lirl.program.instructions[i].conditions),
                    b = carried(same.program.instructions[i].conditions);
      EXPECT_NEAR(a.mass, b.mass, 1e-12) << other << i;
      EXPECT_LT((a.com - b.com).norm(), 1e-12) << other << i;
      EXPECT_LT((a.I_com - b.I_com).norm(), 1e-12) << other << i;
    }
  }
}

}  // namespace
}  // namespace erfd::test
