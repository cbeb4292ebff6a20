// What the page gets besides a verdict: signals of motors, tool, bearings and energy, the torques of a motion, a scene
// whose parts are carried.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/report/run_document.hpp"
#include "erfd/report/torque_document.hpp"
#include "erfd/robot/read.hpp"

#include "support/json_schema.hpp"
#include "support/source_tree.hpp"
#include "verification/hand_made.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace erfd {
namespace {

nlohmann::json schema() {
  std::ifstream file(test::source_tree("web/schema/run.schema.json"));
  return nlohmann::json::parse(file);
}

class PageSignals : public testing::Test {
 protected:
  PageSignals() {
    program.instructions[1].conditions.gripped.mass = 4;
    VerificationSettings settings;
    settings.signals = true;
    result = verify(program, plan, model, drives, settings);
  }

  nlohmann::json document(const Visuals& look = {}) const {
    const JudgedCase subject{program, plan, model, drives, result};
    return nlohmann::json::parse(run_document(subject, {"test", "a title", look}).text());
  }

  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build_unloaded(robot);
  const Drives drives = make_drives(robot, model);
  Program program = test::program_of(3);
  const Plan plan = test::plan_of(model,
                                  {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.3),
                                   VectorX<double>::Constant(6, -0.2), VectorX<double>::Zero(6)},
                                  0.6);
  Verification result;
};

TEST_F(PageSignals, FitTheSchemaAndHaveAChannelOfEach) {
  const nlohmann::json run = document();
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(run), std::vector<std::string>{});
  const auto channels = [&](const char* name) {
    return run["signals"][name]["shape"][0].get<int>();
  };
  for (const char* name : {"qa", "qda", "bearing_radial", "bearing_tilting_asked", "qa_asked"})
    EXPECT_EQ(channels(name), 6) << name;
  EXPECT_EQ(channels("tool_speed"), 2);
  EXPECT_EQ(channels("energy"), 3);
  EXPECT_FALSE(run["signals"].contains("current"));  // Lola's constants are not known
  EXPECT_EQ(run["bearings"].size(), 6U);
  EXPECT_EQ(run["energy"]["copper_J"], nlohmann::json());
  EXPECT_GT(run["energy"]["drawn_J"].get<double>(), 0);
  EXPECT_EQ(run["motors"][0]["envelope"].size(), 49U);
}

Visuals bench_with_parts(const Vector3<double>& near, const Vector3<double>& far) {
  const Visual cube{.kind = VisualKind::box, .size = {0.1, 0.1, 0.1}};
  const Matrix3<double> I = Matrix3<double>::Identity();
  Visuals look;
  look.scene = {{"table", false, {I, {0, 0, 0}}, cube},
                {"far", true, {I, far}, cube},
                {"near", true, {I, near}, cube}};
  return look;
}

/// The nearest part goes with the flange from the first move that carries it, and stays where it is released.
TEST_F(PageSignals, APartMovesWithTheFlangeFromGripToRelease) {
  const int grip = plan.moves[1].first_sample, release = plan.moves[2].first_sample;
  const Pose<double>& X_gripped = result.motion.X_WT[static_cast<std::size_t>(grip)];
  const Vector3<double> near = X_gripped.p + Vector3<double>(0.02, -0.01, 0.03);
  const nlohmann::json run = document(bench_with_parts(near, near + Vector3<double>(0.2, 0, 0)));
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(run), std::vector<std::string>{});
  ASSERT_EQ(run["scene"].size(), 3U);
  EXPECT_EQ(run["scene"][0]["stages"].size(), 1U);
  EXPECT_EQ(run["scene"][1]["stages"].size(), 1U);
  const nlohmann::json& stages = run["scene"][2]["stages"];
  ASSERT_EQ(stages.size(), 3U);
  EXPECT_EQ(stages[1]["cycle"], grip);
  EXPECT_EQ(stages[1]["on"], "flange");
  EXPECT_EQ(stages[2]["cycle"], release);
  EXPECT_EQ(stages[2]["on"], "world");
  // By the drawn tool alone: the part keeps its place in the tool.
  const Pose<double>& X_released = result.motion.X_WT[static_cast<std::size_t>(release)];
  const Vector3<double> in_tool = X_gripped.R.transpose() * (near - X_gripped.p);
  const Vector3<double> there = X_released.p + X_released.R * in_tool;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(stages[2]["X"]["p"][i].get<double>(), there[i], 1e-12);
}

TEST_F(PageSignals, NothingIsCarriedThatIsOutOfReach) {
  const nlohmann::json run = document(bench_with_parts({9, 9, 9}, {8, 8, 8}));
  for (const auto& object : run["scene"]) EXPECT_EQ(object["stages"].size(), 1U);
}

TEST_F(PageSignals, TheTorquesOfAMotionHaveADocument) {
  const LoadedRobot loaded{model, std::nullopt, drives};
  std::vector<State> motion(5);
  for (std::size_t k = 0; k < motion.size(); ++k) {
    motion[k].time = 0.02 * static_cast<double>(k);
    motion[k].q = VectorX<double>::Constant(6, 0.1 * static_cast<double>(k));
    motion[k].qd = VectorX<double>::Constant(6, 0.5);
    motion[k].qdd = VectorX<double>::Constant(6, -1);
  }
  TorqueDocument document(loaded, motion);
  TorqueSplit split(loaded);
  TorqueSplitWorkspace ws(loaded);
  std::vector<BearingPeak> peaks(6);
  for (const State& state : motion) {
    split_torques(loaded, ws, state.q, state.qd, state.qdd, split);
    document.add(state, split);
    for (std::size_t i = 0; i < peaks.size(); ++i) peaks[i].add(state.time, split.reactions[i]);
  }
  const auto run = nlohmann::json::parse(
      document.document({"test", "a title"}, "m.csv", "Torques of m.csv", peaks).text());
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(run), std::vector<std::string>{});
  EXPECT_EQ(run["kind"], "torque");
  EXPECT_NEAR(run["period_s"].get<double>(), 0.02, 1e-12);
  EXPECT_EQ(run["signals"]["ua_split"]["shape"][0], 6 * static_cast<int>(run["causes"].size()));
  motion[2].time = 0.045;
  EXPECT_THROW(TorqueDocument(loaded, motion), Error);  // not one period
}

}  // namespace
}  // namespace erfd
