// What the page gets: documents that fit web/schema/run.schema.json and say what was verified.
#include "erfd/report/run_document.hpp"

#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "report/document/base64.hpp"
#include "support/json_schema.hpp"
#include "support/source_tree.hpp"
#include "verification/hand_made.hpp"

#include <cstring>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

namespace erfd {
namespace {

nlohmann::json schema() {
  std::ifstream file(test::source_tree("web/schema/run.schema.json"));
  return nlohmann::json::parse(file);
}

std::string base64_of(std::string_view text) { return base64(std::as_bytes(std::span(text))); }

/// Written apart from base64(): letter by letter, six bits at a time.
std::vector<unsigned char> bytes_of(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<bool> bits;
  for (const char c : text)
    if (c != '=')
      for (int b = 5; b >= 0; --b) bits.push_back((letters.find(c) >> b & 1U) != 0);
  std::vector<unsigned char> bytes(bits.size() / 8, 0);
  for (std::size_t i = 0; i < 8 * bytes.size(); ++i)
    bytes[i / 8] = static_cast<unsigned char>(2 * bytes[i / 8] + (bits[i] ? 1 : 0));
  return bytes;
}

/// A signal of 32 bits, one row a channel.
MatrixX<double> channels_of(const nlohmann::json& signal) {
  const std::vector<unsigned char> bytes = bytes_of(signal["data"]);
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values(
      signal["shape"][0].get<int>(), signal["shape"][1].get<int>());
  EXPECT_EQ(bytes.size(), sizeof(float) * static_cast<std::size_t>(values.size()));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values.cast<double>();
}

class RunDocument : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const Program program = test::program_of(2);
  const Plan plan = test::plan_of(
      model,
      {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.4), VectorX<double>::Zero(6)}, 0.5);
  const Verification result = verify(program, plan, model, drives, {.causes = true});
  const JudgedCase subject{program, plan, model, drives, result};

  nlohmann::json document() const {
    return nlohmann::json::parse(run_document(subject, {"test", "a title"}).text());
  }
};

TEST_F(RunDocument, FitsTheSchemaOfThePage) {
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(document()), std::vector<std::string>{});
}

/// One visual of each kind, on the world and on bodies.
Visuals all_kinds() {
  Visuals look;
  look.meshes.push_back({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5F}}, {{0, 1, 2}}});
  look.visuals = {{.body = {}, .kind = VisualKind::box, .size = {1, 2, 3}, .color = "#102030"},
                  {.body = {0}, .kind = VisualKind::cylinder, .radius = 0.1, .length = 0.4},
                  {.body = {0}, .kind = VisualKind::sphere, .radius = 0.2},
                  {.body = {3}, .kind = VisualKind::mesh, .mesh = 0, .scale = {1, -1, 0.5}},
                  {.body = {5}, .kind = VisualKind::mesh, .mesh = 0}};
  look.notes = {"not drawn: x.stl"};
  return look;
}

TEST_F(RunDocument, DrawsVisualsOnTheirBodiesAndHoldsAMeshOnce) {
  const auto run =
      nlohmann::json::parse(run_document(subject, {"test", "a title", all_kinds()}).text());
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(run), std::vector<std::string>{});
  const auto& drawn = run["robot"];
  EXPECT_EQ(drawn["visuals"].size(), 1U);
  EXPECT_EQ(drawn["visuals"][0]["color"], "#102030");
  EXPECT_EQ(drawn["bodies"][0]["visuals"].size(), 2U);
  EXPECT_FALSE(drawn["bodies"][1].contains("visuals"));
  EXPECT_EQ(drawn["bodies"][3]["visuals"][0]["scale"], nlohmann::json::parse("[1, -1, 0.5]"));
  ASSERT_EQ(drawn["meshes"].size(), 1U);
  EXPECT_EQ(drawn["meshes"][0]["vertices"], 3);
  const std::vector<unsigned char> positions = bytes_of(drawn["meshes"][0]["positions"]);
  ASSERT_EQ(positions.size(), 36U);
  float last = 0;
  std::memcpy(&last, positions.data() + 32, 4);
  EXPECT_EQ(last, 0.5F);
  EXPECT_EQ(bytes_of(drawn["meshes"][0]["indices"]),
            (std::vector<unsigned char>{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_EQ(run["notes"], nlohmann::json::parse("[\"not drawn: x.stl\"]"));
}

TEST_F(RunDocument, HasAtMost200000TrianglesAndSaysSo) {
  Visuals look;
  TriangleMesh& sheet = look.meshes.emplace_back();
  const std::uint32_t side = 400;
  for (std::uint32_t i = 0; i < side * side; ++i)
    sheet.vertices.push_back({static_cast<float>(i % side), static_cast<float>(i / side), 0});
  for (std::uint32_t i = 0; i + side + 1 < side * side; ++i) {
    sheet.triangles.push_back({i, i + 1, i + side});
    sheet.triangles.push_back({i + 1, i + side + 1, i + side});
  }
  const auto run =
      nlohmann::json::parse(live_document(model, &drives, 0.01, {"test", "", look}).text());
  const int drawn = run["robot"]["meshes"][0]["triangles"];
  EXPECT_LE(drawn, 200000);
  EXPECT_GT(drawn, 100000);
  EXPECT_EQ(run["notes"][0], "The drawing has " + std::to_string(drawn) + " of the " +
                                 std::to_string(sheet.triangles.size()) +
                                 " triangles of the robot's meshes.");
}

TEST_F(RunDocument, OfALongRunIsThinnedAndKeepsItsPeaks) {
  const Program moves = test::program_of(40);
  std::vector<VectorX<double>> postures;
  for (int i = 0; i <= 40; ++i)
    postures.push_back(VectorX<double>::Constant(6, i % 2 == 0 ? 0 : 0.4));
  const Plan slow = test::plan_of(model, postures, 10);
  const Verification whole = verify(moves, slow, model, drives, {.causes = true});
  const std::string text = run_document({moves, slow, model, drives, whole}, {"test", ""}).text();
  EXPECT_LT(text.size(), 20e6);
  const auto run = nlohmann::json::parse(text);
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(run), std::vector<std::string>{});
  const int every = run["thinned"]["every"];
  ASSERT_GT(every, 1);
  EXPECT_EQ(run["thinned"]["cycles"], whole.motion.q.cols());
  EXPECT_EQ(run["period_s"], every * slow.period);
  EXPECT_EQ(run["cycles"], (whole.motion.q.cols() + every - 1) / every);
  EXPECT_EQ(run["moves"].size(), 40U);
  EXPECT_EQ(run["moves"][39]["end_cycle"], (slow.moves[39].end_sample + every - 1) / every);
  EXPECT_NE(run["notes"][0].get<std::string>().find("--csv"), std::string::npos);
  const std::map<const char*, const MatrixX<double>*> recorded{
      {"ua_asked", &whole.motion.ua_asked}, {"qdd", &whole.motion.qdd}, {"tau", &whole.motion.tau}};
  for (const auto& [name, all] : recorded) {
    const MatrixX<double> kept = channels_of(run["signals"][name]);
    for (Eigen::Index i = 0; i < 6; ++i) {
      EXPECT_EQ(kept.row(i).maxCoeff(), static_cast<float>(all->row(i).maxCoeff())) << name;
      EXPECT_EQ(kept.row(i).minCoeff(), static_cast<float>(all->row(i).minCoeff())) << name;
    }
  }
}

TEST_F(RunDocument, OfALiveRobotFitsTheSchemaWithAndWithoutDrives) {
  for (const Drives* const some : {&drives, static_cast<const Drives*>(nullptr)}) {
    const auto live = nlohmann::json::parse(live_document(model, some, 0.01).text());
    EXPECT_EQ(test::SchemaCheck(schema()).mismatches(live), std::vector<std::string>{});
  }
}

/// A fall of 25 ms: samples at 0, 10 and 20 ms, and the last one between the periods.
nlohmann::json fall_of(const Plant& plant, const Reference* reference) {
  SimulationSettings settings;
  settings.duration = 0.025;
  settings.output_period = 0.01;
  const InputFunction nothing = [](double, In<double>, In<double>, Out<double> u) { u.setZero(); };
  const VectorX<double> rest = VectorX<double>::Zero(plant.nv());
  const SimulationResult run = simulate(plant, nothing, rest, rest, settings);
  EXPECT_EQ(run.samples.size(), 4U);
  const SimulationSubject subject{.plant = plant,
                                  .samples = run.samples,
                                  .period = settings.output_period,
                                  .reference = reference,
                                  .file = "fall.toml",
                                  .summary = "it falls",
                                  .notes = {"1 J", "2 J"}};
  return nlohmann::json::parse(simulation_document(subject).text());
}

TEST_F(RunDocument, OfASimulationFitsTheSchemaWithAndWithoutDrives) {
  const Plant driven({.models = {model}, .drives = make_drives(robot, model)});
  const Plant ideal({.models = {model}});
  const auto reference = set_point(VectorX<double>::Constant(6, 0.5));
  const nlohmann::json with = fall_of(driven, reference.get());
  const nlohmann::json without = fall_of(ideal, nullptr);
  for (const nlohmann::json* run : {&with, &without}) {
    EXPECT_EQ(test::SchemaCheck(schema()).mismatches(*run), std::vector<std::string>{});
    EXPECT_EQ((*run)["kind"], "simulate");
    EXPECT_EQ((*run)["notes"].size(), 2U);
  }
  EXPECT_EQ(with["motors"].size(), 6U);
  EXPECT_TRUE(with["signals"].contains("ua_high") && with["signals"].contains("q_asked"));
  EXPECT_TRUE(without["signals"].contains("tau"));
  EXPECT_FALSE(without["signals"].contains("ua") || without["signals"].contains("q_asked"));
}

TEST_F(RunDocument, OfASimulationLeavesOutALastSampleBetweenThePeriods) {
  const nlohmann::json run = fall_of(Plant({.models = {model}}), nullptr);
  EXPECT_EQ(run["cycles"], 3);
  EXPECT_EQ(run["signals"]["q"]["shape"], nlohmann::json::parse("[6, 3]"));
}

TEST_F(RunDocument, OfASimulationHoldsTheAskedMotion) {
  const auto reference = set_point(VectorX<double>::Constant(6, 0.5));
  const nlohmann::json run = fall_of(Plant({.models = {model}}), reference.get());
  const std::vector<unsigned char> bytes = bytes_of(run["signals"]["q_asked"]["data"]);
  ASSERT_EQ(bytes.size(), 8U * 18U);
  double last = 0;
  std::memcpy(&last, bytes.data() + 8 * 17, 8);
  EXPECT_EQ(last, 0.5);
}

TEST_F(RunDocument, WithAMissingAWrongOrAnUnknownKeyDoesNotFit) {
  test::SchemaCheck check(schema());
  auto changed = document();
  changed["moves"][0].erase("reason");
  changed["robot"]["bodies"][1]["kind"] = "ball";
  changed["period_s"] = "0.01";
  changed["extra"] = 1;
  changed["robot"]["visuals"] = nlohmann::json::parse(R"([{"kind": "cone"}])");
  EXPECT_GE(check.mismatches(changed).size(), 5U);
}

TEST_F(RunDocument, SignalsAreTheRecordedNumbers) {
  const auto q = document()["signals"]["q"];
  const std::vector<unsigned char> bytes = bytes_of(q["data"]);
  const MatrixX<double>& recorded = result.motion.q;
  ASSERT_EQ(bytes.size(), 8 * static_cast<std::size_t>(recorded.size()));
  for (int i = 0; i < recorded.rows(); ++i)
    for (int k = 0; k < recorded.cols(); ++k) {
      double value = 0;
      std::memcpy(&value, bytes.data() + 8 * (i * recorded.cols() + k), 8);
      EXPECT_EQ(value, recorded(i, k));
    }
}

/// Whatever was chosen for the verification: the page shows what was judged.
TEST_F(RunDocument, ShowsTheRecordedTorquesUnderEveryOption) {
  const Plan slow = test::plan_of(
      model,
      {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.4), VectorX<double>::Zero(6)}, 2);
  for (const char* const actuators : {"corrected", "as_published"}) {
    VerificationSettings settings;
    settings.algorithm.actuator_model = actuators;
    settings.algorithm.shortfall = Shortfall::full;
    settings.position_gain = 5;
    settings.causes = true;
    const Verification verified = verify(program, slow, model, drives, settings);
    ASSERT_EQ(verified.fault, "") << actuators;
    const auto run =
        nlohmann::json::parse(run_document({program, slow, model, drives, verified}).text());
    const MotionRecord& r = verified.motion;
    const auto near = [&](const char* name, const MatrixX<double>& recorded) {
      const MatrixX<double> shown = channels_of(run["signals"][name]);
      ASSERT_EQ(shown.cols(), recorded.cols());
      EXPECT_LE((shown - recorded).cwiseAbs().maxCoeff(), 1e-7 * recorded.cwiseAbs().maxCoeff())
          << name;
    };
    near("ua_asked", r.ua_asked);
    near("ua", r.ua);
    near("tau_asked", r.tau_asked);
    near("tau", r.tau);
    const MatrixX<double> split = channels_of(run["signals"]["ua_split"]);
    const int causes = static_cast<int>(run["causes"].size());
    ASSERT_EQ(split.rows(), 6 * causes);
    for (int i = 0; i < 6; ++i) {
      const VectorX<double> sum =
          split.middleRows(Eigen::Index{i} * causes, causes).colwise().sum().transpose();
      EXPECT_LE((sum - r.ua_asked.row(i).transpose()).cwiseAbs().maxCoeff(),
                1e-6 * r.ua_asked.row(i).cwiseAbs().maxCoeff())
          << actuators << ", motor " << i;
    }
  }
}

TEST_F(RunDocument, OfAVerificationWithoutCausesShowsNone) {
  const Verification plain = verify(program, plan, model, drives);
  const auto run =
      nlohmann::json::parse(run_document({program, plan, model, drives, plain}).text());
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(run), std::vector<std::string>{});
  EXPECT_EQ(run["causes"].size(), 0U);
  EXPECT_FALSE(run["signals"].contains("ua_split"));
}

TEST_F(RunDocument, OfAnAchievedProgramShowsAskedAndAchievedSpeedsAlike) {
  const Plan slow =
      test::plan_of(model, {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.4)}, 3);
  const Program one = test::program_of(1);
  const Verification achieved = verify(one, slow, model, drives);
  ASSERT_TRUE(achieved.achievable);
  const auto signals =
      nlohmann::json::parse(run_document({one, slow, model, drives, achieved}).text())["signals"];
  const MatrixX<double> asked = channels_of(signals["qd_asked"]), did = channels_of(signals["qd"]);
  ASSERT_EQ(asked.cols(), did.cols());
  EXPECT_GT(asked.cwiseAbs().maxCoeff(), 0.2);
  EXPECT_LT((asked - did).cwiseAbs().maxCoeff(), 1e-7);  // 32 bits of 0.25 rad/s
}

TEST_F(RunDocument, SaysTheVerdictInTheWordsOfTheTerminal) {
  const auto run = document();
  EXPECT_EQ(run["summary"], verdict_summary(subject));
  EXPECT_EQ(run["robot"]["title"], "a title");
  EXPECT_EQ(run["moves"][1]["first_cycle"], 50);
  EXPECT_EQ(run["moves"][1]["end_cycle"], 101);
}

TEST(Base64, WritesTheExamplesOfTheStandard) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foob"), "Zm9vYg==");
  EXPECT_EQ(base64_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace erfd
