// erfd compare --growth: how the cost grows with the number of joints.
#include "erfd/report/table.hpp"
#include "erfd/study/published.hpp"

#include "output/output.hpp"
#include "verbs/compare.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using Cells = std::vector<std::string>;
using Growths = std::vector<AlgorithmGrowth>;

/// The chains that the tables show.
std::vector<int> shown_sizes(int up_to) {
  std::vector<int> sizes;
  for (const int n : {2, 4, 6, 12, 20, 40, 100})
    if (n < up_to) sizes.push_back(n);
  sizes.push_back(up_to);
  return sizes;
}

const GrowthPoint& at(const AlgorithmGrowth& growth, int joints) {
  return growth.points[static_cast<std::size_t>(joints - growth.points.front().joints)];
}

/// Cost and order of one algorithm.
struct Orders {
  std::optional<CountFormula> multiplications, additions;
  std::optional<double> operations, time;  ///< fitted powers of n
};

std::optional<CountFormula> formula_of(const AlgorithmGrowth& growth, PoseCost poses,
                                       long OperationCount::* member) {
  std::vector<long> values;
  values.reserve(growth.points.size());
  for (const GrowthPoint& point : growth.points) values.push_back(point.count.of(poses).*member);
  return count_formula(growth.points.front().joints, values);
}

Orders orders_of(const AlgorithmGrowth& growth, PoseCost poses) {
  std::vector<std::pair<double, double>> operations, times;
  for (const GrowthPoint& point : growth.points) {
    operations.emplace_back(point.joints, arithmetic(point.count.of(poses)));
    if (point.time) times.emplace_back(point.joints, point.time->minimum);
  }
  return {formula_of(growth, poses, &OperationCount::multiplications),
          formula_of(growth, poses, &OperationCount::additions), fitted_order(operations),
          fitted_order(times)};
}

Cells names_of(const Growths& growths) {
  Cells names;
  for (const AlgorithmGrowth& growth : growths) names.emplace_back(growth.algorithm->name);
  return names;
}

std::string power_text(const std::optional<double>& order) {
  return order ? fmt::format("n^{:.2f}", *order) : "–";
}

std::string order_text(const Orders& orders) {
  if (!orders.multiplications || !orders.additions) return "–";
  switch (std::max(orders.multiplications->polynomial.degree(),
                   orders.additions->polynomial.degree())) {
    case 0:
      return "constant";
    case 1:
      return "linear";
    case 2:
      return "quadratic";
    case 3:
      return "cubic";
    default:
      return fmt::format("degree {}", orders.multiplications->polynomial.degree());
  }
}

std::string formula_text(const std::optional<CountFormula>& formula, int first) {
  if (!formula) return "–";
  const std::string text = formula->polynomial.text();
  return formula->from == first ? text : fmt::format("{}  (n > {})", text, formula->from - 1);
}

std::string count_page(const Growths& growths, const std::vector<int>& sizes, PoseCost poses,
                       const TextStyle& style) {
  Table table;
  table.text("M/A", names_of(growths));
  for (const int n : sizes) {
    Cells cells;
    for (const AlgorithmGrowth& growth : growths) {
      const OperationCount count = at(growth, n).count.of(poses);
      cells.push_back(fmt::format("{}/{}", count.multiplications, count.additions));
    }
    table.right(fmt::format("n = {}", n), "", cells);
  }
  return table.layout(style);
}

std::string order_page(const Growths& growths, PoseCost poses, const TextStyle& style) {
  Cells order, power, m, a;
  for (const AlgorithmGrowth& growth : growths) {
    const Orders orders = orders_of(growth, poses);
    const int first = growth.points.front().joints;
    order.push_back(order_text(orders));
    power.push_back(power_text(orders.operations));
    m.push_back(formula_text(orders.multiplications, first));
    a.push_back(formula_text(orders.additions, first));
  }
  Table table;
  table.text("order", names_of(growths)).text("exact", order).right("fitted", "", power);
  return table.right("M", "", m).right("A", "", a).layout(style);
}

std::string time_page(const Growths& growths, const std::vector<int>& sizes, PoseCost poses,
                      const TextStyle& style) {
  Table table;
  table.text("time", names_of(growths));
  for (const int n : sizes) {
    Cells cells;
    for (const AlgorithmGrowth& growth : growths)
      cells.push_back(with_decimals(at(growth, n).time->minimum, 0));
    table.right(fmt::format("n = {}", n), "ns", cells);
  }
  Cells fitted;
  for (const AlgorithmGrowth& growth : growths)
    fitted.push_back(power_text(orders_of(growth, poses).time));
  return table.right("fitted", "", fitted).layout(style);
}

/// M or A of the rows that [KV20] calls O(n), n = 3, 4, …
std::vector<long> claimed_linear(std::optional<Polynomial> PublishedCount::* member) {
  std::vector<long> values;
  for (const PublishedCount& row : published_counts())
    if (row.source == "KV20" && row.place == "Table 1")
      values.push_back((row.*member)->at(*row.joints));
  return values;
}

/// [KV20] calls its method O(n); its own table says no (errata L23).
std::string claim_page(const TextStyle& style) {
  const auto m = claimed_linear(&PublishedCount::multiplications);
  const auto a = claimed_linear(&PublishedCount::additions);
  const auto second = [](const std::vector<long>& v) { return differences(differences(v)); };
  return wrapped(fmt::format("KV20 calls mRNEA O(n) and prints {} M and {} A for n = 3, 4, 5, 6: "
                             "the second differences are {} and {}, those of a linear count 0 "
                             "(errata L23).",
                             fmt::join(m, ", "), fmt::join(a, ", "), fmt::join(second(m), ", "),
                             fmt::join(second(a), ", ")),
                 style.width) +
         '\n';
}

std::string page_of(Task task, const Growths& growths, const std::vector<int>& sizes,
                    PoseCost poses, bool timed, const TextStyle& style) {
  std::string page = '\n' + bold(title_of(task), style) + "\n\n" +
                     count_page(growths, sizes, poses, style) + '\n' +
                     order_page(growths, poses, style);
  if (timed) page += '\n' + time_page(growths, sizes, poses, style);
  if (task == Task::forward_dynamics) page += '\n' + claim_page(style);
  return page;
}

Json json_of(const std::optional<CountFormula>& formula) {
  if (!formula) return {};
  return Json::Object{{"text", formula->polynomial.text()},
                      {"degree", formula->polynomial.degree()},
                      {"from_joints", formula->from}};
}

Json json_of(const AlgorithmGrowth& growth, PoseCost poses) {
  Json::List points;
  for (const GrowthPoint& point : growth.points) {
    Json json = Json::Object{{"joints", point.joints},
                             {"dynamics", json_of(point.count.dynamics)},
                             {"kinematics", json_of(point.count.kinematics)}};
    if (point.time) json.set("time_ns", point.time->minimum);
    points.push_back(std::move(json));
  }
  const Orders orders = orders_of(growth, poses);
  return Json::Object{{"algorithm", std::string(growth.algorithm->name)},
                      {"order", order_text(orders)},
                      {"fitted_order", Json::maybe(orders.operations)},
                      {"fitted_order_of_time", Json::maybe(orders.time)},
                      {"multiplications", json_of(orders.multiplications)},
                      {"additions", json_of(orders.additions)},
                      {"chains", std::move(points)}};
}

GrowthOptions options_for(const CompareOptions& options, const CompareSettings& settings,
                          Task task) {
  const auto say = [task, last = std::string()](const AlgorithmInfo& algorithm,
                                                int joints) mutable {
    if (last == algorithm.name) return;
    last = algorithm.name;
    talk(fmt::format("{}: timing {}, from {} joints on", title_of(task), algorithm.name, joints));
  };
  return {options.up_to, settings.rule,
          options.no_timing ? std::vector<int>{} : shown_sizes(options.up_to), say};
}

}  // namespace

ComparePage compare_growth(const CompareOptions& options, const CompareSettings& settings,
                           const TextStyle& style) {
  const std::vector<int> sizes = shown_sizes(options.up_to);
  ComparePage page;
  page.text = bold("Growth of the algorithms", style) +
              "  chains of n revolute joints, skew axes\n" +
              wrapped("M multiplications, A additions of one call: " + rule_text(settings) +
                          "; fitted: slope of log cost against log n over the upper half",
                      style.width) +
              '\n';
  page.json = Json::Object{{"rule", options.rule}, {"kinematics", options.kinematics}};
  Json::List tasks;
  for (const Task task : settings.tasks) {
    const Growths growths = measure_growth(task, options_for(options, settings, task));
    page.text += page_of(task, growths, sizes, settings.poses, !options.no_timing, style);
    Json::List algorithms;
    for (const AlgorithmGrowth& growth : growths)
      algorithms.push_back(json_of(growth, settings.poses));
    tasks.push_back(Json::Object{{"task", word_of(task)}, {"algorithms", std::move(algorithms)}});
    if (options.svg)
      for (PlotFile& plot : plots_of(task, growths, settings.poses))
        page.plots.push_back(std::move(plot));
  }
  page.json.set("tasks", std::move(tasks));
  return page;
}

}  // namespace erfd
