// What the files of `erfd compare` share.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/study/comparison.hpp"
#include "erfd/study/growth.hpp"

#include "input/options.hpp"

#include <string>
#include <vector>

namespace erfd {

/// The words of the options as what they mean.
struct CompareSettings {
  std::vector<Task> tasks;
  CountingRule rule = CountingRule::without_trivial;
  PoseCost poses = PoseCost::counted;
};

/// "Inverse dynamics"
std::string title_of(Task task);
/// "id", as --task takes it
std::string word_of(Task task);
/// What is counted, in words.
std::string rule_text(const CompareSettings& settings);

/// {"multiplications", "additions", "divisions", "transcendentals"}
Json json_of(const OperationCount& count);

/// A file that is still to be written.
struct PlotFile {
  std::string name;
  std::string text;
};

struct ComparePage {
  std::string text;
  Json json;
  std::vector<PlotFile> plots;  ///< if they were asked for
};

/// All algorithms on one robot.
ComparePage compare_robot(const CompareOptions& options, const CompareSettings& settings,
                          const TextStyle& style);
/// All algorithms on chains.
ComparePage compare_growth(const CompareOptions& options, const CompareSettings& settings,
                           const TextStyle& style);

/// Names of the files that --svg writes.
std::vector<std::string> plot_names(const CompareOptions& options, const CompareSettings& settings);
std::vector<PlotFile> plots_of(const std::string& robot, Task task,
                               const std::vector<AlgorithmStudy>& studies, PoseCost poses);
std::vector<PlotFile> plots_of(Task task, const std::vector<AlgorithmGrowth>& growths,
                               PoseCost poses);

}  // namespace erfd
