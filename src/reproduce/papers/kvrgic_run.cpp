#include "reproduce/papers/kvrgic_run.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

std::vector<double> values_of(const MatrixX<double>& matrix, Eigen::Index row, Eigen::Index count) {
  std::vector<double> values;
  for (Eigen::Index k = 0; k < count; ++k) values.push_back(matrix(row, k));
  return values;
}

}  // namespace

std::string_view word_of(Load load) {
  return load == Load::none      ? "none"
         : load == Load::serbian ? "S: f_z = −150 N"
                                 : "E: f_z = +150 N";
}

std::optional<Force<double>> wrench_of(Load load) {
  if (load == Load::none) return std::nullopt;
  const double vertical = load == Load::serbian ? -150 : 150;
  return Force<double>{{0, 0, 0}, {-100, -100, -vertical}};
}

LolaRun run_lola(const LolaSettings& given) {
  Case judged = read_case({.robot = "lola15"},
                          {.program = "lola15_reference", .wrench = wrench_of(given.load)});
  VerificationSettings settings;
  settings.algorithm.period = judged.plan.period;
  settings.algorithm.actuator_model = given.actuator_model;
  settings.algorithm.shortfall = given.shortfall;
  settings.position_gain = given.position_gain;
  Verification result = verify(judged.program, judged.plan, judged.model, judged.drives, settings);
  return {std::move(judged), std::move(result)};
}

PanelPlot panels_of(const LolaRun& run, const std::string& title, const std::string& unit,
                    const MatrixX<double>& asked, const MatrixX<double>& achieved,
                    const VectorX<double>& limits) {
  PanelPlot plot{title, "time [s]", {}, {}};
  const Eigen::Index cycles = std::min(asked.cols(), achieved.cols());
  for (Eigen::Index k = 0; k < cycles; ++k)
    plot.x.push_back(static_cast<double>(k) * run.motion().period);
  for (Eigen::Index i = 0; i < asked.rows(); ++i) {
    Panel panel{fmt::format("{} [{}]", i + 1, unit),
                {{"with Algorithm 1", LineKind::signal, values_of(achieved, i, cycles)},
                 {"without", LineKind::asked, values_of(asked, i, cycles)}}};
    if (limits.size() > 0)
      for (const double sign : {-1., 1.})
        panel.lines.push_back(
            {"limit", LineKind::limit, std::vector<double>(plot.x.size(), sign * limits[i])});
    plot.panels.push_back(std::move(panel));
  }
  return plot;
}

}  // namespace erfd
