// Operation counts of [KV20]: Tables 1, 2 and C1.
#include "erfd/model/robot_choice.hpp"
#include "erfd/study/count.hpp"
#include "erfd/study/growth.hpp"
#include "erfd/study/published.hpp"
#include "erfd/study/sample_states.hpp"

#include "reproduce/papers/kvrgic_items.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr auto fd = Task::forward_dynamics;

/// As the paper counts: divisions are multiplications.
struct Count {
  double m = 0, a = 0;
};

Count counted_on(std::string_view algorithm, const Model& model, Task task = fd) {
  const OperationCount count =
      count_operations(find_algorithm(algorithm), model, task, CountingRule::without_trivial)
          .of(PoseCost::given);
  return {static_cast<double>(count.multiplications + count.divisions),
          static_cast<double>(count.additions)};
}

std::vector<PublishedCount> rows_of(std::string_view place) {
  std::vector<PublishedCount> rows;
  for (const PublishedCount& row : published_counts())
    if (row.source == "KV20" && row.place == place) rows.push_back(row);
  return rows;
}

Count printed(const PublishedCount& row) {
  return {static_cast<double>(row.multiplications->at(*row.joints)),
          static_cast<double>(row.additions->at(*row.joints))};
}

/// Degree of the polynomial that the count of an algorithm is in the number of joints.
double order_of(std::string_view algorithm, Task task) {
  constexpr int first = 2, last = 24;  // a polynomial shows itself on fewer chains
  std::vector<long> counts;
  for (int n = first; n <= last; ++n)
    counts.push_back(static_cast<long>(counted_on(algorithm, general_chain(n), task).m));
  const auto formula = count_formula(first, counts);
  return formula ? formula->polynomial.degree() : -1;
}

/// The formula of [MS07] Table 1 that a row of Table 2 repeats.
const PublishedCount& formula_of(std::string_view method) {
  const auto& all = published_counts();
  return *std::find_if(all.begin(), all.end(), [&](const PublishedCount& row) {
    return row.source == "MS07" && row.method == method;
  });
}

/// A row of Table C1: its total as printed, and its items.
struct CountedRow {
  const char* terms;
  int m, a;
  std::string_view items;
};

constexpr CountedRow table_c1[] = {
    {"r, p_e, I, p* of links 1 to 6", 109, 63,
     "4M2A 12M5A 12M7A 19M9A 21M12A 21M12A 9M6A 0M2A 2M3A 0M3A 0M0A 0M0A 0M0A 2M0A 3M0A 6M2A"},
    {"inertias about the mass centres", 138, 51, "6M3A 11M6A 13M6A 36M12A 36M12A 36M12A"},
    {"b of link 1", 0, 2, "0M2A 0M0A"},
    {"b of link 2", 15, 8, "3M2A 5M4A 0M0A 5M2A 2M0A"},
    {"b of link 3", 23, 18, "2M4A 4M3A 4M3A 0M0A 4M3A 2M2A 2M3A 3M0A 2M0A"},
    {"b of link 4", 42, 22,
     "0M2A 4M1A 3M1A 6M3A 0M0A 2M2A 2M0A 2M0A 2M3A 3M0A 2M0A 10M7A 0M0A 6M3A"},
    {"b of link 5", 70, 38,
     "0M2A 4M5A 3M1A 6M3A 6M3A 0M0A 2M2A 0M0A 2M0A 2M0A 2M3A 3M0A 10M7A 7M2A 2M0A 0M0A 0M0A 6M3A "
     "9M3A 6M3A"},
    {"b of link 6", 126, 65,
     "0M2A 4M3A 3M2A 6M3A 6M3A 6M3A 0M0A 2M2A 2M0A 2M0A 2M0A 2M0A 2M3A 3M0A 10M7A 7M2A 5M1A 2M0A "
     "0M0A 0M0A 0M0A 2M1A 9M3A 18M12A 6M3A 27M15A 0M0A"},
    {"e of link 1", 8, 0, "6M0A 2M0A"},
    {"e of link 2", 14, 5, "9M5A 2M0A 3M0A"},
    {"e of link 3", 26, 13, "18M13A 2M0A 3M0A 3M0A"},
    {"e of link 4", 37, 26, "26M26A 2M0A 3M0A 3M0A 3M0A"},
    {"e of link 5", 55, 35, "41M35A 2M0A 3M0A 3M0A 3M0A 3M0A"},
    {"e of link 6", 76, 50, "59M50A 2M0A 3M0A 3M0A 3M0A 3M0A 3M0A"},
    {"d of link 1", 0, 0, "0M0A 0M0A 0M0A"},
    {"d of link 2", 21, 11, "6M3A 0M0A 6M3A 0M0A 5M3A 4M2A"},
    {"d of link 3", 26, 18, "11M9A 0M0A 6M3A 0M0A 0M0A 5M3A 0M0A 4M3A 3M0A 0M0A"},
    {"d of link 4", 78, 52,
     "20M17A 0M0A 6M3A 0M0A 9M6A 0M0A 2M2A 0M0A 9M3A 4M2A 3M0A 0M0A 19M16A 0M0A 6M3A"},
    {"d of link 5", 153, 113,
     "32M30A 0M0A 6M3A 0M0A 9M6A 9M6A 0M0A 2M2A 0M0A 7M3A 8M3A 4M2A 3M0A 21M18A 19M16A 0M0A 0M0A "
     "0M0A 6M3A 21M18A 6M3A"},
    {"d of link 6", 246, 176,
     "56M53A 0M0A 6M3A 0M0A 9M6A 9M6A 9M6A 0M0A 2M2A 0M0A 7M3A 7M3A 6M3A 4M2A 3M0A 21M18A 19M16A "
     "13M7A 0M0A 0M0A 0M0A 0M0A 6M3A 21M18A 15M9A 6M3A 27M15A 0M0A"},
    {"n'_c", 52, 78, "12M12A 6M9A 6M9A 12M24A 12M18A 4M6A"},
    {"n'_a1", 112, 155, "34M34A 28M43A 22M34A 16M25A 10M16A 2M3A"},
    {"n'_a2", 42, 65, "0M0A 0M0A 0M0A 22M33A 16M24A 4M8A"},
    {"n'_a3", 34, 29, "0M0A 0M0A 0M0A 8M7A 18M13A 8M9A"},
    {"u", 127, 97, "6M9A 20M22A 20M20A 27M15A 27M15A 27M15A"},
    {"Gaussian elimination", 106, 91, "106M91A"},
};

/// The sum of "4M2A 12M5A …".
Count sum_of(std::string_view items) {
  Count sum;
  const char* at = items.data();
  const char* const end = at + items.size();
  while (at < end) {
    int m = 0, a = 0;
    at = std::from_chars(at, end, m).ptr + 1;
    at = std::from_chars(at, end, a).ptr + 2;
    sum.m += m;
    sum.a += a;
  }
  return sum;
}

}  // namespace

Reproduction kvrgic_table_1(const Progress&) {
  Reproduction found;
  std::vector<long> m, a;
  std::vector<std::string> n, printed_m, recursive, expanded, articulated;
  LinePlot plot{"Multiplications and divisions of forward dynamics", {"joints"}, {"count"}, {}};
  plot.series = {
      {"Table 1", {}}, {"mRNEA, recursive", {}}, {"mRNEA, written out", {}}, {"aba", {}}};
  for (const PublishedCount& row : rows_of("Table 1")) {
    const Model chain = general_chain(*row.joints);
    const Count p = printed(row), r = counted_on("mrnea", chain),
                e = counted_on("mrnea_expanded", chain), b = counted_on("aba", chain);
    m.push_back(static_cast<long>(p.m));
    a.push_back(static_cast<long>(p.a));
    n.push_back(std::to_string(*row.joints));
    const auto text = [](const Count& c) { return fmt::format("{:.0f} M {:.0f} A", c.m, c.a); };
    printed_m.push_back(text(p));
    recursive.push_back(text(r));
    expanded.push_back(text(e));
    articulated.push_back(text(b));
    const double counts[] = {p.m, r.m, e.m, b.m};
    for (std::size_t k = 0; k < 4; ++k) plot.series[k].points.emplace_back(*row.joints, counts[k]);
  }
  const auto second = [](const std::vector<long>& values) {
    return differences(differences(values));
  };
  const double of_linear = 0;
  for (int k = 0; k < 2; ++k) {
    const double right_m[] = {127, 132}, right_a[] = {98, 90};
    const auto at = static_cast<std::size_t>(k);
    found.numbers.push_back(
        refuted(fmt::format("second difference of the printed M at n = {}", k + 4), "", of_linear,
                right_m[k], static_cast<double>(second(m)[at]), 0));
    found.numbers.push_back(
        refuted(fmt::format("second difference of the printed A at n = {}", k + 4), "", of_linear,
                right_a[k], static_cast<double>(second(a)[at]), 0));
  }
  const auto add_order = [&](const char* what, std::string_view algorithm, Task task,
                             double right) {
    found.numbers.push_back(refuted(what, "", 1, right, order_of(algorithm, task), 0));
  };
  add_order("order in n of H and bias, recursive form", "mrnea", Task::inverse_dynamics, 2);
  add_order("order in n of H and bias, written out", "mrnea_expanded", Task::inverse_dynamics, 3);
  add_order("order in n with the solution of (34), recursive form", "mrnea", fd, 3);
  found.numbers.push_back(
      checked("order in n of articulated bodies", "", 1, order_of("aba", fd), 0));
  found.tables.push_back({"General chains, poses given, trivial operations left out",
                          Table()
                              .right("joints", "", n)
                              .right("Table 1", "", printed_m)
                              .right("mRNEA, recursive", "", recursive)
                              .right("written out", "", expanded)
                              .right("aba", "", articulated)});
  found.plots.emplace_back(std::move(plot));
  return found;
}

Reproduction kvrgic_table_2(const Progress&) {
  Reproduction found;
  constexpr int joints = 6, of_others = 12;
  const Count of_mrnea = printed(rows_of("Table 1").back());
  double cheaper = 0;
  for (const PublishedCount& row : rows_of("Table 2")) {
    if (*row.right_for == joints)
      continue;  // the three rows of [WO82]: their source is not at hand
    const PublishedCount& formula = formula_of(row.method);
    const Count p = printed(row);
    const auto at = [&](const std::optional<Polynomial>& counts, int n) {
      return static_cast<double>(counts->at(n));
    };
    const std::string name(row.method);
    found.numbers.push_back(refuted(name + ": M, 6 joints", "", p.m,
                                    at(formula.multiplications, joints),
                                    at(formula.multiplications, joints), 0));
    found.numbers.push_back(checked(name + ": printed M is that of 12 joints", "", p.m,
                                    at(formula.multiplications, of_others), 0));
    found.numbers.push_back(checked(name + ": printed A is that of 12 joints", "", p.a,
                                    at(formula.additions, of_others), 0));
    if (static_cast<double>(formula.total(joints)) < of_mrnea.m + of_mrnea.a) ++cheaper;
  }
  found.numbers.push_back(
      refuted("methods of the table that need less than mRNEA, 6 joints", "", 0, 3, cheaper, 0));
  const Model chain = general_chain(joints), lola = choose_robot({.robot = "lola15"}).model();
  BarPlot bars{"Forward dynamics of six general axes, poses given", "M + A", {}};
  std::vector<std::string> names, general, of_lola;
  for (const std::string_view name : {"mrnea", "mrnea_expanded", "walker_orin_1", "walker_orin_2",
                                      "walker_orin_3", "aba", "denoc"}) {
    const Count c = counted_on(name, chain), l = counted_on(name, lola);
    names.emplace_back(name);
    general.push_back(fmt::format("{:.0f} M {:.0f} A", c.m, c.a));
    of_lola.push_back(fmt::format("{:.0f} M {:.0f} A", l.m, l.a));
    bars.bars.push_back({std::string(name), c.m + c.a});
  }
  found.tables.push_back(
      {"Ours, poses given, trivial operations left out", Table()
                                                             .text("algorithm", names)
                                                             .right("six general axes", "", general)
                                                             .right("Lola 15", "", of_lola)});
  found.plots.emplace_back(std::move(bars));
  return found;
}

Reproduction kvrgic_table_c1(const Progress&) {
  Reproduction found;
  Count total;
  std::vector<std::string> terms, printed_rows, sums;
  std::vector<std::string> wrong;
  for (const CountedRow& row : table_c1) {
    const Count sum = sum_of(row.items);
    terms.emplace_back(row.terms);
    printed_rows.push_back(fmt::format("{} M {} A", row.m, row.a));
    sums.push_back(fmt::format("{:.0f} M {:.0f} A", sum.m, sum.a));
    total.m += row.m;
    total.a += row.a;
    if (sum.m != row.m || sum.a != row.a) wrong.emplace_back(row.terms);
  }
  const Count inputs{247, 114};
  found.numbers = {corrected("total, M", "", 1735, 1736, total.m, 0),
                   corrected("total, A", "", 1275, 1281, total.a, 0),
                   corrected("without the inputs, M", "", 1480, 1488, 1735 - inputs.m, 0),
                   corrected("without the inputs, A", "", 1152, 1161, 1275 - inputs.a, 0),
                   corrected("rows whose items do not add up to their total", "", 0, 4,
                             static_cast<double>(wrong.size()), 0)};
  found.notes.push_back(
      fmt::format("The items do not add up to the total of: {}.", fmt::join(wrong, "; ")));
  const Count ours = counted_on("mrnea_expanded", choose_robot({.robot = "lola15"}).model());
  found.numbers.push_back(shown("our form written out on Lola 15, M", "", ours.m));
  found.numbers.push_back(shown("our form written out on Lola 15, A", "", ours.a));
  found.tables.push_back({"Row by row", Table()
                                            .text("terms", terms)
                                            .right("total as printed", "", printed_rows)
                                            .right("sum of its items", "", sums)});
  return found;
}

}  // namespace erfd
