// The plots of `erfd compare --svg`.
#include "erfd/report/svg_plot.hpp"

#include "verbs/compare.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

/// "compare_fd_time.svg"
std::string file_name(bool growth, Task task, bool time) {
  return fmt::format("{}_{}_{}.svg", growth ? "growth" : "compare", word_of(task),
                     time ? "time" : "operations");
}

const char* what(PoseCost poses) {
  return poses == PoseCost::given ? "multiplications, additions, divisions of one call, poses given"
                                  : "multiplications, additions, divisions of one call";
}

}  // namespace

std::vector<std::string> plot_names(const CompareOptions& options,
                                    const CompareSettings& settings) {
  std::vector<std::string> names;
  for (const Task task : settings.tasks) {
    names.push_back(file_name(options.growth, task, false));
    if (!options.no_timing) names.push_back(file_name(options.growth, task, true));
  }
  return names;
}

std::vector<PlotFile> plots_of(const std::string& robot, Task task,
                               const std::vector<AlgorithmStudy>& studies, PoseCost poses) {
  BarPlot operations{fmt::format("{} of {}: operations", title_of(task), robot), what(poses), {}};
  BarPlot times{fmt::format("{} of {}: time", title_of(task), robot), "time of one call [ns]", {}};
  for (const AlgorithmStudy& study : studies) {
    if (!study.obstacle.empty()) continue;
    const std::string name(study.algorithm->name);
    operations.bars.push_back({name, static_cast<double>(arithmetic(study.count.of(poses)))});
    if (study.time) times.bars.push_back({name, study.time->minimum});
  }
  std::vector<PlotFile> plots{{file_name(false, task, false), svg_of(operations)}};
  if (!times.bars.empty()) plots.push_back({file_name(false, task, true), svg_of(times)});
  return plots;
}

std::vector<PlotFile> plots_of(Task task, const std::vector<AlgorithmGrowth>& growths,
                               PoseCost poses) {
  const PlotAxis joints{"joints n", true};
  LinePlot operations{fmt::format("{} of general chains: operations", title_of(task)),
                      joints,
                      {what(poses), true},
                      {}};
  LinePlot times{fmt::format("{} of general chains: time", title_of(task)),
                 joints,
                 {"time of one call [ns]", true},
                 {}};
  for (const AlgorithmGrowth& growth : growths) {
    PlotSeries count{std::string(growth.algorithm->name), {}}, time = count;
    for (const GrowthPoint& point : growth.points) {
      count.points.emplace_back(point.joints, arithmetic(point.count.of(poses)));
      if (point.time) time.points.emplace_back(point.joints, point.time->minimum);
    }
    operations.series.push_back(std::move(count));
    if (!time.points.empty()) times.series.push_back(std::move(time));
  }
  std::vector<PlotFile> plots{{file_name(true, task, false), svg_of(operations)}};
  if (!times.series.empty()) plots.push_back({file_name(true, task, true), svg_of(times)});
  return plots;
}

}  // namespace erfd
