// What the page gets: documents that fit web/schema/run.schema.json and say what was verified.
#include "erfd/report/run_document.hpp"

#include "erfd/description/read.hpp"
#include "erfd/model/build.hpp"

#include "report/base64.hpp"
#include "support/json_schema.hpp"
#include "verification/hand_made.hpp"

#include <cstring>
#include <fstream>

#include <gtest/gtest.h>

namespace erfd {
namespace {

nlohmann::json schema() {
  std::ifstream file(ERFD_SOURCE_DIR "/web/schema/run.schema.json");
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

class RunDocument : public testing::Test {
 protected:
  const RobotDescription robot = read_robot_file(find_robot("lola15")).robot;
  const Model model = build(robot);
  const Drives drives = make_drives(robot, model);
  const Program program = test::program_of(2);
  const Plan plan = test::plan_of(
      model,
      {VectorX<double>::Zero(6), VectorX<double>::Constant(6, 0.4), VectorX<double>::Zero(6)}, 0.5);
  const Verification result = verify(program, plan, model, drives);
  const VerdictSubject subject{program, plan, model, drives, result};

  nlohmann::json document() const {
    return nlohmann::json::parse(run_document(subject, {"test", "a title"}).text());
  }
};

TEST_F(RunDocument, FitsTheSchemaOfThePage) {
  EXPECT_EQ(test::SchemaCheck(schema()).mismatches(document()), std::vector<std::string>{});
}

TEST_F(RunDocument, OfALiveRobotFitsTheSchemaWithAndWithoutDrives) {
  for (const Drives* const some : {&drives, static_cast<const Drives*>(nullptr)}) {
    const auto live = nlohmann::json::parse(live_document(model, some, 0.01).text());
    EXPECT_EQ(test::SchemaCheck(schema()).mismatches(live), std::vector<std::string>{});
  }
}

TEST_F(RunDocument, WithAMissingAWrongOrAnUnknownKeyDoesNotFit) {
  test::SchemaCheck check(schema());
  auto changed = document();
  changed["moves"][0].erase("reason");
  changed["robot"]["bodies"][1]["kind"] = "ball";
  changed["period_s"] = "0.01";
  changed["extra"] = 1;
  EXPECT_EQ(check.mismatches(changed).size(), 4U);
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
