// A catalogue of bad robot files: each says in its first lines what is to be found in it, and
// nothing else may be found. The lines read
//   # expect: LINE:COLUMN error|warning CHECK "part of the message"
// and stand in a comment of their own each in a URDF. 0:0 is a finding without a place.
#include "erfd/model/build.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

namespace fs = std::filesystem;

const fs::path folder = source_tree("tests/bad_robots");

std::vector<std::string> files_of(const std::string& kind) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder / kind))
    names.push_back(kind + "/" + entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> all_files() {
  std::vector<std::string> all = files_of("toml"), urdfs = files_of("urdf");
  all.insert(all.end(), urdfs.begin(), urdfs.end());
  return all;
}

/// The findings that the first lines of a file promise; message is the part that must be said.
std::vector<Diagnostic> promised_by(const fs::path& file) {
  static const std::regex form(
      R"form((?:#|<!--) expect: (\d+):(\d+) (error|warning) ([a-z-]+) "(.+)"(?: -->)?)form");
  std::vector<Diagnostic> promised;
  std::ifstream in(file);
  std::smatch part;
  for (std::string line; std::getline(in, line) && std::regex_match(line, part, form);)
    promised.push_back({part[3] == "error" ? Severity::error : Severity::warning,
                        part[4],
                        {std::stoi(part[1]), std::stoi(part[2])},
                        part[5]});
  return promised;
}

bool is_comment_of_expectation(const std::string& line) {
  return line.find("expect") != std::string::npos;
}

/// As `erfd lint` does it, without the notes.
std::vector<Diagnostic> found_in(const fs::path& file) {
  ReadResult read = read_robot_file(file.string());
  if (!read.findings.has_errors()) lint(read.robot, read.findings);
  read.findings.sort();
  std::vector<Diagnostic> found;
  for (const Diagnostic& finding : read.findings.all())
    if (finding.severity != Severity::note) found.push_back(finding);
  return found;
}

/// Takes the finding that keeps the promise out of the list; false when there is none.
bool take(const Diagnostic& promise, std::vector<Diagnostic>& found) {
  const auto kept = std::find_if(found.begin(), found.end(), [&](const Diagnostic& finding) {
    return finding.severity == promise.severity && finding.check == promise.check &&
           finding.at == promise.at && finding.message.find(promise.message) != std::string::npos;
  });
  if (kept == found.end()) return false;
  found.erase(kept);
  return true;
}

std::string text_of(const std::vector<Diagnostic>& list) {
  std::string text;
  for (const Diagnostic& finding : list) text += "\n  " + to_string(finding, "");
  return text;
}

class BadRobot : public ::testing::TestWithParam<std::string> {
 protected:
  const fs::path file = folder / GetParam();
  const std::vector<Diagnostic> promised = promised_by(file);
};

TEST_P(BadRobot, SaysWhatIsExpected) {
  std::ifstream in(file);
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line);) lines += is_comment_of_expectation(line);
  EXPECT_GT(promised.size(), 0u);
  EXPECT_EQ(promised.size(), lines) << "an expectation is not in the form that the test reads";
}

TEST_P(BadRobot, GivesTheFindingsThatItPromisesAndNoOthers) {
  std::vector<Diagnostic> found = found_in(file), missing;
  for (const Diagnostic& promise : promised)
    if (!take(promise, found)) missing.push_back(promise);
  EXPECT_TRUE(missing.empty()) << "not found:" << text_of(missing);
  EXPECT_TRUE(found.empty()) << "not expected:" << text_of(found);
}

TEST_P(BadRobot, IsRefusedWithAllItsFindingsOrLoadedInSpiteOfWarnings) {
  const bool refused = std::any_of(promised.begin(), promised.end(), [](const Diagnostic& d) {
    return d.severity == Severity::error;
  });
  try {
    load_robot(file.string());
    EXPECT_FALSE(refused);
  } catch (const FileError& error) {
    EXPECT_TRUE(refused) << error.what();
    for (const Diagnostic& finding : found_in(file))
      EXPECT_NE(std::string(error.what()).find(to_string(finding, file.string())),
                std::string::npos)
          << to_string(finding, "") << "\nis not told by\n"
          << error.what();
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.rfind('.'));
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, BadRobot, ::testing::ValuesIn(all_files()), test_name);

TEST(BadRobotCatalogue, HasAHundredFilesAndMore) {
  EXPECT_GE(files_of("toml").size(), 70u);
  EXPECT_GE(files_of("urdf").size(), 40u);
}

/// The names in the first column of the tables of checks.
std::set<std::string> documented_checks() {
  static const std::regex row(R"(\| (`[^|]+`) \| [EWN].*)"), name("`([a-z0-9-]+)`");
  std::ifstream in(source_tree("docs/robot-file.md"));
  std::set<std::string> checks;
  std::smatch part;
  for (std::string line; std::getline(in, line);) {
    if (!std::regex_match(line, part, row)) continue;
    const std::string names = part[1];
    for (std::sregex_iterator it(names.begin(), names.end(), name), end; it != end; ++it)
      checks.insert((*it)[1]);
  }
  return checks;
}

TEST(BadRobotCatalogue, UsesChecksThatAreDocumented) {
  const std::set<std::string> documented = documented_checks();
  for (const std::string& file : all_files())
    for (const Diagnostic& promise : promised_by(folder / file))
      EXPECT_TRUE(documented.contains(promise.check)) << file << ": " << promise.check;
}

TEST(BadRobotCatalogue, AnEmptyFileIsNoRobot) {
  EXPECT_TRUE(read_robot_toml("", "empty.toml").findings.has_errors());
  EXPECT_TRUE(read_robot_urdf("", "empty.urdf").findings.has_errors());
}

}  // namespace
}  // namespace erfd::test
