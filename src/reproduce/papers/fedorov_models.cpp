// The two models of [Fe15] beside each other: holding torques, map of the joints, Table 6.2, the cycle of its data sheet.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/study/count.hpp"

#include "reproduce/papers/fedorov_items.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>

namespace erfd {
namespace {

using std::numbers::pi;

}  // namespace

Reproduction fedorov_holding_torques(const Progress&) {
  Reproduction found;
  const Model model = choose_robot({.robot = "irb140_screws"}).model();
  Workspace ws(model);
  VectorX<double> q(6), u(6);
  q << 0, pi / 2, -pi / 2, 0, 0, 0;  // (5.16)
  gravity_torques<double>(model, ws, q, u);
  const double printed[] = {0, -16.191, -2.409, 0, -0.029, 0};  // (5.18), times g
  for (int j = 0; j < 6; ++j)
    found.numbers.push_back(
        confirmed(fmt::format("u_des of joint {}", j + 1), "N m", 9.81 * printed[j], u[j], 1e-9));
  return found;
}

Reproduction fedorov_screws_and_dh(const Progress&) {
  Reproduction found;
  const Model dh = choose_robot({.robot = "irb140"}).model(),
              screws = choose_robot({.robot = "irb140_screws"}).model();
  const auto newton_euler = make_algorithm<double>("rnea", dh),
             exponentials = make_algorithm<double>("poe", screws);
  std::mt19937 rng(140);
  std::uniform_real_distribution<double> any(-pi, pi);
  double apart = 0, same_numbers = 0, largest = 0;
  VectorX<double> q(6), qd(6), qdd(6), by_dh(6), by_screws(6), literal(6);
  const VectorX<double> sign{{1, -1, -1, 1, 1, 1}}, shift{{0, pi / 2, 0, 0, pi, 0}};
  for (int k = 0; k < 50; ++k) {
    for (VectorX<double>* x : {&q, &qd, &qdd})
      for (double& value : *x) value = any(rng);
    exponentials->inverse_dynamics(q, qd, qdd, by_screws, {});
    const VectorX<double> q_dh = sign.cwiseProduct(q) + shift, qd_dh = sign.cwiseProduct(qd),
                          qdd_dh = sign.cwiseProduct(qdd);
    newton_euler->inverse_dynamics(q_dh, qd_dh, qdd_dh, by_dh, {});
    newton_euler->inverse_dynamics(q, qd, qdd, literal, {});
    apart = std::max(apart, (sign.cwiseProduct(by_dh) - by_screws).cwiseAbs().maxCoeff());
    same_numbers = std::max(same_numbers, (literal - by_screws).cwiseAbs().maxCoeff());
    largest = std::max(largest, by_screws.cwiseAbs().maxCoeff());
  }
  found.numbers.push_back(checked("torques apart with the joints mapped, over the largest torque",
                                  "-", 0, apart / largest, 1e-12));
  found.numbers.push_back(
      shown("torques apart with the same joint numbers, over the largest torque", "-",
            same_numbers / largest));
  found.notes.emplace_back(
      "50 random states. Newton-Euler recursion by DH against exponentials by screws.");
  return found;
}

Reproduction fedorov_same_numbers(const Progress&) {
  Reproduction found;
  const Model model = choose_robot({.robot = "irb140"}).model();
  Workspace ws(model);
  VectorX<double> q(6), u(6);
  q << 0, pi / 2, -pi / 2, 0, 0, 0;  // (5.16), read as angles of DH
  gravity_torques<double>(model, ws, q, u);
  for (const auto& [j, printed] : {std::pair{1, -16.191}, {2, -2.409}, {4, -0.029}})
    found.numbers.push_back(refuted(fmt::format("u_des of joint {} with these DH angles", j + 1),
                                    "N m", 9.81 * printed, 0, u[j], 1e-9));
  found.notes.emplace_back(
      "By DH these numbers fold the arm upright, where nothing has to be held.");
  return found;
}

Reproduction fedorov_table_6_2(const Progress&) {
  Reproduction found;
  const Model model = choose_robot({.robot = "irb140"}).model();
  const struct {
    const char *algorithm, *words;
    double printed, right;
  } rows[] = {{"rnea", "Newton-Euler", 16080, 392},
              {"poe", "product of exponentials", 39001, 3075}};
  double ours[2];
  BarPlot bars{"Inverse dynamics of the IRB 140", "operations", {}};
  int k = 0;
  for (const auto& row : rows) {
    const auto count = count_operations(find_algorithm(row.algorithm), model,
                                        Task::inverse_dynamics, CountingRule::without_trivial)
                           .of(PoseCost::counted);
    ours[k] = static_cast<double>(count.multiplications + count.additions);
    found.numbers.push_back(refuted(fmt::format("{}: multiplications and additions", row.words), "",
                                    row.printed, row.right, ours[k++], 0));
    bars.bars.push_back({fmt::format("{}, printed", row.words), row.printed});
    bars.bars.push_back({fmt::format("{}, ours", row.words), ours[k - 1]});
  }
  found.numbers.push_back(shown("exponentials over Newton-Euler, printed", "-", 39001.0 / 16080));
  found.numbers.push_back(shown("exponentials over Newton-Euler, ours", "-", ours[1] / ours[0]));
  found.plots.emplace_back(std::move(bars));
  return found;
}

/// A1: up 25 mm, across 300 mm, down 25 mm, and back; every leg from rest to rest by 20 m/s² and at most 2.5 m/s.
Reproduction fedorov_data_sheet(const Progress&) {
  Reproduction found;
  const double speed = 2.5, acceleration = 20;
  const auto leg = [&](double way) {
    const double ramp = speed * speed / acceleration;
    return way <= ramp ? 2 * std::sqrt(way / acceleration) : way / speed + speed / acceleration;
  };
  const double cycle = 2 * (2 * leg(0.025) + leg(0.3));
  found.numbers.push_back(confirmed("cycle 25 x 300 x 25 mm, IRB 140T", "s", 0.77, cycle, 0.005));
  found.numbers.push_back(shown("the same of the IRB 140, printed", "s", 0.85));
  found.notes.emplace_back(
      "The largest speed (2.5 m/s) and acceleration (20 m/s²) of the tool that the same data sheet "
      "gives, with a stop at "
      "each corner, make the cycle of the IRB 140T to its two digits. No drives are published, so "
      "that no motor can be "
      "asked; axes 1 and 2 of the IRB 140 are slower (200 instead of 250 deg/s).");
  return found;
}

}  // namespace erfd
