// The forced run of [MS07], section 4.2: Figs. 4 to 9, Table 3.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/simulation/simulate.hpp"

#include "reproduce/papers/mohan_saha_items.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double way = std::numbers::pi, duration = 10;  // (38)
constexpr double off_path = 0.01;  ///< [rad], our choice: the paper names none

/// The PUMA of slender rods, its cycloid and the torques of it.
class ForcedPuma {
 public:
  ForcedPuma()
      : model_(choose_robot({.robot = "puma_rods"}).model()),
        engine_(model_),
        ws_(engine_),
        path_(cycloid_move(VectorX<double>::Zero(6), VectorX<double>::Constant(6, way), 0,
                           duration)) {}

  const Model& model() const { return model_; }
  const Reference& path() const { return *path_; }

  void asked(double t) { path_->at(t, q, qd, qdd); }
  const VectorX<double>& torques(double t) {
    asked(t);
    inverse_dynamics(engine_, ws_, q, qd, qdd, tau);
    return tau;
  }

  SimulationResult run(std::string_view algorithm, double until, const IntegratorSettings& errors) {
    const Plant plant({.models = {model_}, .algorithm = std::string(algorithm)});
    SimulationSettings settings{.duration = until, .output_period = 0.01};
    settings.integration = errors;
    settings.reference = path_.get();
    const VectorX<double> zero = VectorX<double>::Zero(6);
    return simulate(
        plant, [this](double t, In<double>, In<double>, Out<double> u) { u = torques(t); }, zero,
        zero, settings);
  }

  /// First sample at which each joint is off its path [s]; 0: not before one is 3 rad off.
  std::array<double, 6> leaving(const SimulationResult& run) {
    std::array<double, 6> leaves{};
    for (const Sample& sample : run.samples) {
      asked(sample.t);
      const VectorX<double> error = (sample.q - q).cwiseAbs();
      for (std::size_t j = 0; j < 6; ++j)
        if (leaves[j] == 0 && error[static_cast<Eigen::Index>(j)] > off_path) leaves[j] = sample.t;
      if (error.maxCoeff() > 3) break;
    }
    return leaves;
  }

  VectorX<double> q = VectorX<double>::Zero(6), qd = q, qdd = q, tau = q;

 private:
  Model model_;
  Engine engine_;
  EngineWorkspace ws_;
  std::shared_ptr<const Reference> path_;
};

constexpr const char* recursive = "denoc_rods";  ///< the algorithm of the paper
constexpr const char* nonrecursive = "crba";     ///< H, and its factors
const IntegratorSettings printed_errors{.relative = 1e-8, .absolute = 1e-8};

/// A panel a joint: what `value` says of each sample, beside what `asked` says of its time.
template <class Value, class Asked>
PanelPlot panels_of(const std::string& title, const std::string& unit, const SimulationResult& run,
                    Value value, Asked asked) {
  PanelPlot plot{title, "time [s]", {}, {}, {}};
  for (const Sample& sample : run.samples) plot.x.push_back(sample.t);
  for (Eigen::Index j = 0; j < 6; ++j) {
    PanelLine is{"run", LineKind::signal, {}}, wanted{"path", LineKind::asked, {}};
    for (const Sample& sample : run.samples) {
      is.values.push_back(value(sample)[j]);
      wanted.values.push_back(asked(sample.t)[j]);
    }
    plot.panels.push_back({fmt::format("joint {} [{}]", j + 1, unit), {is, wanted}, {}});
  }
  return plot;
}

}  // namespace

Reproduction mohan_saha_fig_4(const Progress&) {
  Reproduction found;
  ForcedPuma puma;
  const auto lagrange = make_algorithm<double>("lagrange", puma.model());
  PanelPlot plot{"Fig. 4: torques along the cycloid (38)", "time [s]", {}, {}, {}};
  std::vector<PanelLine> lines(6, PanelLine{"torque", LineKind::signal, {}});
  double apart = 0, largest = 0;
  VectorX<double> other(6);
  for (int k = 0; k <= 200; ++k) {
    const double t = duration * k / 200;
    const VectorX<double> tau = puma.torques(t);
    lagrange->inverse_dynamics(puma.q, puma.qd, puma.qdd, other, {});
    apart = std::max(apart, (tau - other).cwiseAbs().maxCoeff());
    largest = std::max(largest, tau.cwiseAbs().maxCoeff());
    plot.x.push_back(t);
    for (Eigen::Index j = 0; j < 6; ++j)
      lines[static_cast<std::size_t>(j)].values.push_back(tau[j]);
  }
  for (std::size_t j = 0; j < 6; ++j)
    plot.panels.push_back({fmt::format("joint {} [N m]", j + 1), {lines[j]}, {}});
  found.numbers.push_back(checked("Newton-Euler apart from Lagrange, over the largest torque", "-",
                                  0, apart / largest, 1e-12));
  found.numbers.push_back(shown("largest torque", "N m", largest));
  found.plots.emplace_back(std::move(plot));
  found.notes.emplace_back("The paper does not say how gravity points; axis 1 is taken vertical.");
  return found;
}

Reproduction mohan_saha_forced_run(const Progress& progress) {
  Reproduction found;
  ForcedPuma puma;
  const SimulationResult ours = puma.run(recursive, 6.4, printed_errors);
  if (progress) progress(0.5);
  const SimulationResult other = puma.run(nonrecursive, 6.4, printed_errors);
  const std::array<double, 6> by_recursion = puma.leaving(ours), by_cholesky = puma.leaving(other);
  const double printed_recursive[] = {5.4, 5.6, 5.4, 5.4, 5.4, 5.4},
               printed_other[] = {5.1, 5.1, 4.8, 5.1, 5.1, 4.8};
  const struct {
    std::size_t joint;
    double right;  ///< errata §4
  } first[] = {{2, 5.90}, {4, 5.92}, {5, 5.91}};
  for (const auto& [j, right] : first) {
    found.numbers.push_back(corrected(fmt::format("joint {} leaves, recursion", j + 1), "s",
                                      printed_recursive[j], right, by_recursion[j], 0.05));
    found.numbers.push_back(corrected(fmt::format("joint {} leaves, Cholesky", j + 1), "s",
                                      printed_other[j], right, by_cholesky[j], 0.05));
  }
  Table table;
  std::vector<std::string> joints;
  std::vector<std::optional<double>> columns[4];
  for (std::size_t j = 0; j < 6; ++j) {
    joints.push_back(fmt::format("joint {}", j + 1));
    const auto at = [](double t) { return t > 0 ? std::optional(t) : std::nullopt; };
    columns[0].push_back(printed_recursive[j]);
    columns[1].push_back(at(by_recursion[j]));
    columns[2].push_back(printed_other[j]);
    columns[3].push_back(at(by_cholesky[j]));
  }
  table.text("", joints).data("recursive, printed", "s", columns[0]).data("ours", "s", columns[1]);
  table.data("nonrecursive, printed", "s", columns[2]).data("ours", "s", columns[3]);
  found.tables.push_back({"Table 3: when each joint is off its path", table});
  const auto path = [&](double t) {
    puma.asked(t);
    return puma.q;
  };
  found.plots.emplace_back(panels_of(
      "Fig. 5: forced run, positions", "rad", ours, [](const Sample& s) { return s.q; }, path));
  found.plots.emplace_back(panels_of(
      "Fig. 6: error of the run", "rad", ours,
      [&](const Sample& s) { return VectorX<double>(s.q - path(s.t)); },
      [](double) { return VectorX<double>(VectorX<double>::Zero(6)); }));
  found.plots.emplace_back(panels_of(
      "Fig. 7: accelerations", "rad/s^2", ours, [](const Sample& s) { return s.qdd; },
      [&](double t) {
        puma.asked(t);
        return puma.qdd;
      }));
  found.notes.emplace_back(
      "Off: more than 0.01 rad, looked at every 0.01 s until a joint is 3 rad off. The paper names "
      "no bound.");
  return found;
}

Reproduction mohan_saha_fig_8(const Progress&) {
  Reproduction found;
  ForcedPuma puma;
  const SimulationResult run = puma.run(recursive, 6.2, printed_errors);
  PanelPlot plot{"Fig. 8: power of the path and of the run", "time [s]", {}, {}, {}};
  PanelLine of_run{"run", LineKind::signal, {}}, of_path{"path", LineKind::asked, {}};
  double peak = 0, leaves = 0;
  for (int k = 0; k <= 1000; ++k) {
    const VectorX<double>& tau = puma.torques(0.01 * k);
    peak = std::max(peak, std::abs(tau.dot(puma.qd)));
  }
  for (const Sample& sample : run.samples) {
    const VectorX<double>& tau = puma.torques(sample.t);
    const double asked = tau.dot(puma.qd), is = tau.dot(sample.qd);
    plot.x.push_back(sample.t);
    of_run.values.push_back(is);
    of_path.values.push_back(asked);
    if (leaves == 0 && std::abs(is - asked) > 0.01 * peak) leaves = sample.t;
  }
  plot.panels.push_back({"power [W]", {of_run, of_path}, {}});
  found.numbers.push_back(checked("powers apart by 1 % of the peak", "s", 5.91, leaves, 0.05));
  found.numbers.push_back(refuted("joint 3 is 0.01 rad off its path by then (0: no, 1: yes)", "-",
                                  0, 1, puma.leaving(run)[2] <= leaves ? 1 : 0, 0));
  found.numbers.push_back(checked("energy of the run that does not add up, over the largest", "-",
                                  0, run.audit.relative_residual(), 1e-6));
  found.plots.emplace_back(std::move(plot));
  return found;
}

Reproduction mohan_saha_fig_9(const Progress& progress) {
  Reproduction found;
  ForcedPuma puma;
  LinePlot times{"Fig. 9: time of the forced run of 6 s",
                 {"error allowed [-]", true},
                 {"time [ms]", true},
                 {}},
      steps{"Steps of the forced run of 6 s", {"error allowed [-]", true}, {"steps", true}, {}};
  double most = 0, least = HUGE_VAL, done = 0;
  std::array<std::vector<std::string>, 4> cells;
  std::vector<long> evaluations;
  for (const char* const algorithm : {recursive, nonrecursive}) {
    times.series.push_back({algorithm, {}});
    steps.series.push_back({algorithm, {}});
    std::size_t k = 0;
    for (const double error : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const SimulationResult run = puma.run(algorithm, 6, {.relative = error, .absolute = error});
      times.series.back().points.emplace_back(error, 1e3 * run.wall_time);
      steps.series.back().points.emplace_back(error, static_cast<double>(run.steps));
      cells[0].push_back(fmt::format("{}, {:.0e}", algorithm, error));
      cells[1].push_back(std::to_string(run.steps));
      cells[2].push_back(std::to_string(run.evaluations));
      cells[3].push_back(fmt::format("{:.1f}", 1e3 * run.wall_time));
      if (algorithm == recursive) {
        evaluations.push_back(run.evaluations);
      } else {
        const double share =
            static_cast<double>(run.evaluations) / static_cast<double>(evaluations[k++]);
        most = std::max(most, share);
        least = std::min(least, share);
      }
      if (progress) progress((done += 1) / 8);
    }
  }
  found.tables.push_back(
      {"6 s, recursion and H with its factors", Table()
                                                    .text("algorithm, error allowed", cells[0])
                                                    .right("steps", "", cells[1])
                                                    .right("evaluations", "", cells[2])
                                                    .right("time", "ms", cells[3])});
  found.numbers.push_back(
      checked("evaluations without recursion over those with it, least", "-", 1, least, 0.05));
  found.numbers.push_back(checked("the same, most", "-", 1, most, 0.05));
  const SimulationResult one = puma.run(recursive, 6.4, printed_errors),
                         two = puma.run(nonrecursive, 6.4, printed_errors);
  found.numbers.push_back(refuted("time until joint 3 leaves, recursion over Cholesky", "-",
                                  5.4 / 4.8, 1, puma.leaving(one)[2] / puma.leaving(two)[2], 0.01));
  found.plots.emplace_back(std::move(times));
  found.plots.emplace_back(std::move(steps));
  return found;
}

}  // namespace erfd
