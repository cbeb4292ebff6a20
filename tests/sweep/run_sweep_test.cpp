// A study from its jobs to what is said of them, against sums that keep all rows in memory.
#include "erfd/sweep/statistics.hpp"
#include "erfd/sweep/study.hpp"
#include "erfd/sweep/sweep.hpp"

#include "sweep/journal.hpp"
#include "sweep/journal_files.hpp"
#include "sweep/study_hash.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace erfd {
namespace {

/// Empty, and of the running test alone.
std::string folder(const std::string& name) {
  const std::string path = testing::TempDir() + "erfd_sweep_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + name;
  std::filesystem::remove_all(path);
  return path;
}

PreparedStudy speeds(int points) {
  return PreparedStudy(
      read_study_text("format = \"erfd-study/1\"\nrobot = \"lola15\"\n"
                      "program = \"lola15_reference\"\n"
                      "set = [\"option.smoothed=true\"]\n[design]\npoints = " +
                          std::to_string(points) +
                          "\n[[vary]]\nkey = \"option.speed\"\n"
                          "uniform = [0.5, 1.0]\n",
                      "study.toml"));
}

TEST(RunSweep, ShardsRunEveryJobOnceWithTheResultsOfOneRun) {
  const PreparedStudy prepared = speeds(11);
  const std::string whole = folder("whole"), parts = folder("parts");
  run_sweep(prepared, {.folder = whole, .threads = 1});
  std::multiset<std::uint64_t> jobs;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Shard shard{i, 3};
    const SweepProgress progress =
        run_sweep(prepared, {.folder = parts, .threads = 2, .shard = shard});
    EXPECT_EQ(progress.run, i < 2 ? 4U : 3U);
    scan_journal(journal_path(parts, shard), study_hash(prepared),
                 [&](std::uint64_t job, std::uint64_t) {
                   EXPECT_EQ(job % 3, i);
                   jobs.insert(job);
                 });
  }
  std::vector<std::uint64_t> all(11);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_TRUE(std::equal(all.begin(), all.end(), jobs.begin(), jobs.end()));
  EXPECT_EQ(SweepResults(prepared, parts).hash(), SweepResults(prepared, whole).hash());
}

TEST(Summary, IsWhatAllRowsTogetherSay) {
  const PreparedStudy prepared = speeds(30);
  const std::string place = folder("");
  run_sweep(prepared, {.folder = place, .threads = 1});
  const SweepResults results(prepared, place);
  const StudySummary summary = summarise(prepared, results);
  std::size_t explained = 0;
  for (std::size_t i = 0; i < prepared.columns().size(); ++i) {
    if (prepared.columns()[i].name == prepared.study().explains) explained = i;
    std::vector<double> x;
    results.each([&](std::uint64_t, const JobResult& row) {
      if (std::isfinite(row.numbers[i])) x.push_back(row.numbers[i]);
    });
    const Distribution& d = summary.distributions[i];
    ASSERT_EQ(d.count, x.size()) << prepared.columns()[i].name;
    if (x.empty()) continue;
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    double squares = 0;
    for (const double value : x) squares += (value - mean) * (value - mean);
    const double scale = 1e-12 * std::max(1.0, std::abs(mean));
    EXPECT_NEAR(d.mean, mean, scale) << prepared.columns()[i].name;
    EXPECT_NEAR(d.deviation,
                x.size() > 1 ? std::sqrt(squares / static_cast<double>(x.size() - 1)) : 0, scale)
        << prepared.columns()[i].name;
    EXPECT_EQ(d.least, *std::min_element(x.begin(), x.end()));
    EXPECT_EQ(d.most, *std::max_element(x.begin(), x.end()));
  }
  ASSERT_EQ(summary.worst.size(), 10U);
  const auto number = [&](std::uint64_t job) { return results.result(job).numbers[explained]; };
  for (std::size_t k = 1; k < summary.worst.size(); ++k)
    EXPECT_GE(number(summary.worst[k - 1]), number(summary.worst[k]));
  EXPECT_EQ(number(summary.worst.front()), summary.distributions[explained].most);
}

}  // namespace
}  // namespace erfd
