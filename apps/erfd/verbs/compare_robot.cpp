// erfd compare ROBOT: all algorithms on one robot, and what the papers print.
#include "erfd/report/table.hpp"
#include "erfd/study/published.hpp"
#include "erfd/study/sample_states.hpp"

#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "verbs/compare.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

using Cells = std::vector<std::string>;
using Studies = std::vector<AlgorithmStudy>;

/// One cell a study; "–" where there is nothing to show.
template <class Cell>
Cells cells_of(const Studies& studies, const Cell& cell) {
  Cells cells;
  for (const AlgorithmStudy& study : studies)
    cells.push_back(study.obstacle.empty() ? cell(study) : "–");
  return cells;
}

const AlgorithmStudy* find(const Studies& studies, std::string_view algorithm) {
  for (const AlgorithmStudy& study : studies)
    if (study.algorithm->name == algorithm && study.obstacle.empty()) return &study;
  return nullptr;
}

std::string error_text(double error) {
  return std::isfinite(error) ? fmt::format("{:.1e}", error) : "not finite";
}

Table study_table(const Studies& studies, PoseCost poses) {
  Cells names;
  for (const AlgorithmStudy& study : studies) names.emplace_back(study.algorithm->name);
  const auto count = [&](auto member) {
    return cells_of(studies, [&](const AlgorithmStudy& s) {
      return std::to_string(s.count.of(poses).*member);
    });
  };
  Table table;
  table.text("algorithm", names);
  table.right("M", "", count(&OperationCount::multiplications));
  table.right("A", "", count(&OperationCount::additions));
  table.right("divisions", "", count(&OperationCount::divisions));
  // Also with given poses: the engine needs sines and cosines, but no poses.
  table.right("sin, cos", "calls", cells_of(studies, [](const AlgorithmStudy& s) {
                return std::to_string(s.count.of(PoseCost::counted).transcendentals);
              }));
  if (studies.front().error)
    table.right("error", "-",
                cells_of(studies, [](const AlgorithmStudy& s) { return error_text(*s.error); }));
  if (!studies.front().time) return table;
  const double engine = studies.front().time->minimum;
  table.right("time", "ns", cells_of(studies, [](const AlgorithmStudy& s) {
                return with_decimals(s.time->minimum, 0);
              }));
  table.right("median", "ns", cells_of(studies, [](const AlgorithmStudy& s) {
                return with_decimals(s.time->median, 0);
              }));
  return table.right(fmt::format("time / {}", studies.front().algorithm->name), "-",
                     cells_of(studies, [&](const AlgorithmStudy& s) {
                       return with_decimals(s.time->minimum / engine, 2);
                     }));
}

std::string remarks_below(const Model& model, const Studies& studies, Task task,
                          const TextStyle& style) {
  std::string lines, others;
  for (const AlgorithmStudy& study : studies)
    if (!study.obstacle.empty())
      lines +=
          wrapped(fmt::format("{}: {}", study.algorithm->name, study.obstacle), style.width, 2) +
          '\n';
  for (const AlgorithmInfo& algorithm : algorithms_of(model))
    if (!algorithm.does(task))
      others += fmt::format("{}{}", others.empty() ? "" : ", ", algorithm.name);
  if (!others.empty()) lines += wrapped("Not for this task: " + others, style.width, 2) + '\n';
  return lines;
}

/// Our count as the papers count: divisions are multiplications.
OperationCount as_published(const AlgorithmCount& counted, PoseCost poses) {
  OperationCount count = counted.of(poses);
  count.multiplications += count.divisions;
  count.divisions = 0;
  return count;
}

/// The remarks of the rows, each once, with numbers for the table.
class Footnotes {
 public:
  std::string mark(std::string_view remark) {
    if (remark.empty()) return "";
    for (std::size_t i = 0; i < remarks_.size(); ++i)
      if (remarks_[i] == remark) return fmt::format("({})", i + 1);
    remarks_.push_back(remark);
    return fmt::format("({})", remarks_.size());
  }
  std::string text(const TextStyle& style) const {
    std::string lines;
    for (std::size_t i = 0; i < remarks_.size(); ++i)
      lines += fmt::format("({}) {}\n", i + 1, wrapped(remarks_[i], style.width, 4, 4));
    return lines;
  }

 private:
  std::vector<std::string_view> remarks_;
};

/// The papers know fixed bases only.
std::vector<PublishedCount> rows_for(const Model& model, Task task) {
  if (model.has_free_base() || !model.constraints().empty()) return {};
  return published_counts(task, model.nv());
}

std::string pair_text(long multiplications, long additions) {
  return fmt::format("{}/{}", multiplications, additions);
}

std::string pair_text(const OperationCount& count) {
  return pair_text(count.multiplications, count.additions);
}

/// "910/767", or the sum where the paper tells no more.
std::string printed_text(const PublishedCount& row, int joints) {
  if (!row.multiplications || !row.additions) return fmt::format("sum {}", row.total(joints));
  return pair_text(row.multiplications->at(joints), row.additions->at(joints));
}

std::string published_page(const Studies& studies, const std::vector<PublishedCount>& rows,
                           int joints, const TextStyle& style) {
  if (rows.empty()) return "";
  Footnotes notes;
  Cells methods, sources, printed, right_for, ours, robot, chain;
  for (const PublishedCount& row : rows) {
    const int n = row.right_for.value_or(joints);
    const AlgorithmInfo& algorithm = find_algorithm(row.algorithm);
    const AlgorithmStudy* study = find(studies, row.algorithm);
    methods.push_back(fmt::format("{} {}", row.method, notes.mark(row.remark)));
    sources.push_back(fmt::format("{} {}", row.source, row.place));
    printed.push_back(printed_text(row, joints));
    right_for.push_back(std::to_string(n));
    ours.emplace_back(row.algorithm);
    robot.push_back(study ? pair_text(as_published(study->count, row.poses)) : "–");
    chain.push_back(pair_text(as_published(
        count_operations(algorithm, general_chain(n), row.task, CountingRule::without_trivial),
        row.poses)));
  }
  Table table;
  table.text("printed", methods).text("where", sources).right("M/A", "", printed);
  table.right("n", "", right_for).text("ours", ours).right("robot M/A", "", robot);
  table.right("chain M/A", "", chain);
  const std::string head = fmt::format(
      "figures printed for {} joints, and the n they belong to; ours for this robot, and for a "
      "general "
      "chain of n joints; poses {}; here M counts divisions, too",
      joints, rows.front().poses == PoseCost::given ? "given" : "counted");
  return '\n' + bold("Printed in the papers", style) + "  " + wrapped(head, style.width, 23, 23) +
         "\n\n" + table.layout(style) + notes.text(style);
}

Json json_of(const AlgorithmStudy& study) {
  Json json = Json::Object{{"algorithm", std::string(study.algorithm->name)},
                           {"title", std::string(study.algorithm->title)}};
  if (!study.obstacle.empty()) {
    json.set("obstacle", study.obstacle);
    return json;
  }
  json.set("dynamics", json_of(study.count.dynamics));
  json.set("kinematics", json_of(study.count.kinematics));
  if (study.error)
    json.set("largest_error", std::isfinite(*study.error) ? Json(*study.error) : Json());
  if (study.time) {
    json.set("time_ns", study.time->minimum);
    json.set("median_time_ns", study.time->median);
  }
  return json;
}

Json json_of(const PublishedCount& row, int joints) {
  Json json = Json::Object{{"method", std::string(row.method)},
                           {"source", std::string(row.source)},
                           {"place", std::string(row.place)},
                           {"algorithm", std::string(row.algorithm)}};
  const auto number = [](long x) { return Json(static_cast<double>(x)); };
  if (row.multiplications) json.set("multiplications", number(row.multiplications->at(joints)));
  if (row.additions) json.set("additions", number(row.additions->at(joints)));
  json.set("total", number(row.total(joints)));
  json.set("kinematics", row.poses == PoseCost::given ? "given" : "counted");
  json.set("right_for_joints", row.right_for.value_or(joints));
  json.set("remark", std::string(row.remark));
  return json;
}

Json json_of(Task task, const Studies& studies, const std::vector<PublishedCount>& rows,
             int joints) {
  Json::List algorithms, printed;
  for (const AlgorithmStudy& study : studies) algorithms.push_back(json_of(study));
  for (const PublishedCount& row : rows) printed.push_back(json_of(row, joints));
  return Json::Object{{"task", word_of(task)},
                      {"algorithms", std::move(algorithms)},
                      {"published", std::move(printed)}};
}

ComparisonOptions options_for(const CompareOptions& options, const CompareSettings& settings,
                              Task task) {
  return {settings.rule, options.states, !options.no_timing,
          [task](const AlgorithmInfo& algorithm) {
            talk(fmt::format("{}: timing {}", title_of(task), algorithm.name));
          }};
}

std::string head_of(const Model& model, const CompareOptions& options,
                    const CompareSettings& settings, const TextStyle& style) {
  std::string text =
      fmt::format("M multiplications, A additions of one call: {}", rule_text(settings));
  if (options.states > 0)
    text += fmt::format("; error: largest, relative, against quad precision over {}",
                        counted(static_cast<std::size_t>(options.states), "random state"));
  if (!options.no_timing) text += "; time: shortest of many repetitions on this machine";
  return bold(fmt::format("Algorithms on {}", model.name()), style) +
         fmt::format(", {}\n{}\n",
                     model.has_free_base()
                         ? fmt::format("free base, {} degrees of freedom", model.nv())
                         : counted(static_cast<std::size_t>(model.nv()), "joint"),
                     wrapped(text, style.width));
}

}  // namespace

ComparePage compare_robot(const CompareOptions& options, const CompareSettings& settings,
                          const TextStyle& style) {
  const ModelledRobot robot = build_model(options.robot, {Loops::closed});
  const Model& model = robot.model;
  ComparePage page;
  page.text = head_of(model, options, settings, style);
  page.json = Json::Object{{"robot", model.name()},
                           {"nv", model.nv()},
                           {"rule", options.rule},
                           {"states", options.states}};
  Json::List tasks;
  for (const Task task : settings.tasks) {
    const auto able = [task](const AlgorithmInfo& algorithm) { return algorithm.does(task); };
    if (std::ranges::none_of(algorithms_of(model), able)) continue;  // H is of trees
    const Studies studies = compare_algorithms(model, task, options_for(options, settings, task));
    const std::vector<PublishedCount> rows = rows_for(model, task);
    page.text += '\n' + bold(title_of(task), style) + "\n\n" +
                 study_table(studies, settings.poses).layout(style) +
                 remarks_below(model, studies, task, style) +
                 published_page(studies, rows, model.nv(), style);
    tasks.push_back(json_of(task, studies, rows, model.nv()));
    if (options.svg)
      for (PlotFile& plot : plots_of(model.name(), task, studies, settings.poses))
        page.plots.push_back(std::move(plot));
  }
  page.json.set("tasks", std::move(tasks));
  set_left_out(robot.chosen.left_out, page.json);
  page.text += left_out_text(robot.chosen.left_out, style);
  return page;
}

}  // namespace erfd
