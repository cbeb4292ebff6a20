// erfd_golden_tests [FOLDER] [SET…]: every *.json of a folder (default: ERFD_GOLDENS, then the
// project's own copy), or only the sets named. One
// line a set, then "N passed, M failed".
#include "golden/golden.hpp"
#include "support/source_tree.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using namespace erfd::golden;

struct Tally {
  int passed = 0, failed = 0;
};

/// One line a set, then one an algorithm: the first word of a name, with its results beside it.
void print_outcome(const std::string& set, const Outcome& outcome) {
  double worst = -1;
  std::string worst_name;
  std::map<std::string, std::string> lines;
  for (const auto& [name, w] : outcome.algorithms) {
    if (!(w.error <= worst)) worst = w.error, worst_name = name;
    const std::size_t space = name.find(' ');
    char text[80];
    std::snprintf(text, sizeof text, " %8s %.1e%s",
                  space == std::string::npos ? "" : name.substr(space + 1).c_str(), w.error,
                  w.error <= w.allowed ? "" : " FAILED");
    lines[name.substr(0, space)] += text;
  }
  std::printf("%-12s %3d samples  worst %.1e (%s)  %s\n", set.c_str(), outcome.samples, worst,
              worst_name.c_str(), outcome.passed() ? "ok" : "FAILED");
  for (const auto& [name, results] : lines) {
    std::printf("  %-16s%s\n", name.c_str(), results.c_str());
  }
}

void check_file(const fs::path& path, const std::vector<std::string>& wanted, Tally& tally) {
  std::string set = path.filename().string();
  try {
    std::ifstream in(path);
    const Json file = Json::parse(in);
    set = file.at("set");
    const bool asked = std::find(wanted.begin(), wanted.end(), set) != wanted.end();
    if (!wanted.empty() && !asked) return;
    const Outcome outcome = reader_of(set)(file);
    print_outcome(set, outcome);
    ++(outcome.passed() ? tally.passed : tally.failed);
  } catch (const std::exception& e) {
    std::printf("%-12s FAILED: %s: %s\n", set.c_str(), path.c_str(), e.what());
    ++tally.failed;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const char* const from_environment = std::getenv("ERFD_GOLDENS");
  fs::path folder =
      from_environment != nullptr ? from_environment : erfd::test::source_tree("tests/goldens");
  if (!arguments.empty() && fs::is_directory(arguments.front())) {
    folder = arguments.front();
    arguments.erase(arguments.begin());
  }
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (error || files.empty()) {
    std::fprintf(stderr, "erfd_golden_tests: %s: no *.json found; give a folder of golden files\n",
                 folder.c_str());
    return 2;
  }
  std::sort(files.begin(), files.end());
  Tally tally;
  for (const auto& file : files) check_file(file, arguments, tally);
  if (tally.passed + tally.failed == 0) {
    std::fprintf(stderr, "erfd_golden_tests: none of the sets asked for is in %s\n",
                 folder.c_str());
    return 2;
  }
  std::printf("%d passed, %d failed\n", tally.passed, tally.failed);
  return tally.failed == 0 ? 0 : 1;
}
