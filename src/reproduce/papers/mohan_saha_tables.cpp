// [MS07] Table 1 with its crossovers, Table 2 found again in the masses of the robot.
#include "erfd/model/robot_choice.hpp"
#include "erfd/model/rod_chain.hpp"
#include "erfd/study/published.hpp"

#include "reproduce/papers/mohan_saha_items.hpp"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The least number of links from which a method needs less than another one.
template <class Less>
double crossover(Less less) {
  for (int n = 3; n < 40; ++n)
    if (less(n)) return n;
  return 0;
}

}  // namespace

Reproduction mohan_saha_table_1(const Progress&) {
  Reproduction found;
  std::vector<PublishedCount> rows;
  for (const PublishedCount& row : published_counts())
    if (row.source == "MS07" && row.place == "Table 1") rows.push_back(row);
  const auto cubic = std::find_if(rows.begin(), rows.end(), [](const PublishedCount& row) {
    return row.multiplications->degree() == 3;
  });
  const double star[] = {10, 10, 12, 13, 14}, plus[] = {12, 14, 14, 15, 16},
               right_star[] = {10, 10, 12, 13, 15}, right_plus[] = {12, 14, 14, 16, 18};
  LinePlot plot{"Multiplications of Table 1", {"joints"}, {"count"}, {}};
  std::size_t k = 0;
  std::vector<std::string> names, formulas;
  for (const PublishedCount& row : rows) {
    plot.series.push_back({std::string(row.method), {}});
    for (int n = 3; n <= 20; ++n)
      plot.series.back().points.emplace_back(n, static_cast<double>(row.multiplications->at(n)));
    names.emplace_back(row.method);
    formulas.push_back(
        fmt::format("{} M, {} A", row.multiplications->text(), row.additions->text()));
    if (row.multiplications->degree() == 3 || k >= std::size(star)) continue;
    const auto fewer = [&](int n) {
      return row.multiplications->at(n) < cubic->multiplications->at(n);
    };
    const auto both = [&](int n) {
      return fewer(n) && row.additions->at(n) < cubic->additions->at(n);
    };
    const auto compare = [&](const char* what, double printed, double right, double ours) {
      const std::string name = fmt::format("{}: {}", row.method, what);
      found.numbers.push_back(printed == right ? confirmed(name, "links", printed, ours, 0)
                                               : corrected(name, "links", printed, right, ours, 0));
    };
    compare("n*", star[k], right_star[k], crossover(fewer));
    compare("n+", plus[k], right_plus[k], crossover(both));
    ++k;
  }
  found.tables.push_back(
      {"Formulas of Table 1", Table().text("method", names).text("count", formulas)});
  found.plots.emplace_back(std::move(plot));
  found.notes.emplace_back(
      "n*: fewer multiplications than Walker and Orin; n+: fewer of both. At the printed n, "
      "Valasek's 2745 A "
      "stand against 2674, Brandl's 3278 M against 3201 and 3322 A against 3050.");
  return found;
}

Reproduction mohan_saha_table_2(const Progress&) {
  Reproduction found;
  const Model model = choose_robot({.robot = "puma_rods"}).model();
  const RodChain rods = rods_of(model);
  const double pi_2 = std::numbers::pi / 2;
  const struct {
    double a, b, alpha, mass, hub;
  } rows[] = {{0, 0.2, -pi_2, 10.521, 0},
              {0.432, 0.149, 0, 15.7612, 0},
              {0.02, 0, pi_2, 8.767, 0},
              {0, 0.432, -pi_2, 0, 0.181},
              {0, 0, pi_2, 0, 0.0735}};
  for (int i = 0; i < 5; ++i) {
    const RodChain::Link& link = rods.link(i);
    const auto say = [&](const char* what, const char* unit, double printed, double ours) {
      found.numbers.push_back(
          confirmed(fmt::format("link {}: {}", i + 1, what), unit, printed, ours, 1e-12));
    };
    say("a", "m", rows[i].a, link.rod.a);
    say("b", "m", rows[i].b, link.rod.b);
    // Where no rod lies along it, X may point either way.
    say("size of alpha", "rad", std::abs(rows[i].alpha), std::abs(link.rod.alpha));
    say("mass", "kg", rows[i].mass, link.mass);
    say("hub", "kg m^2", rows[i].hub, link.rod.hub_inertia);
  }
  found.numbers.push_back(
      confirmed("link 6: hub", "kg m^2", 0.0141, rods.link(5).rod.hub_inertia, 1e-12));
  found.notes.emplace_back(
      "Found from masses, mass centres, inertias and joint axes of the robot as every algorithm "
      "sees it; length and angle of "
      "the last link, which has no mass and no next axis, do not show in them.");
  return found;
}

}  // namespace erfd
