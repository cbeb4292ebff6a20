// The program of [KV20] section 8 on Lola 15, planned and run. Private to the layer.
#pragma once

#include "erfd/reproduce/reproduction.hpp"
#include "erfd/verification/case.hpp"

namespace erfd {

/// The external force of the experiment: the robot presses with it on the environment. Its vertical
/// part has two signs (errata L7).
enum class Load { none, serbian, english };
std::string_view word_of(Load load);
/// What the environment exerts on the tool, in world axes: the opposite (errata L3).
std::optional<Force<double>> wrench_of(Load load);

struct LolaRun {
  Case judged;
  Verification verification;

  const MotionRecord& motion() const { return verification.motion; }
  Eigen::Index cycles() const { return motion().q_asked.cols(); }
};

/// How Algorithm 1 is run.
struct LolaSettings {
  Load load = Load::none;
  std::string_view actuator_model = "corrected";
  Shortfall shortfall = Shortfall::consistent;
  double position_gain = 20;  ///< [1/s]; the paper has none
};
LolaRun run_lola(const LolaSettings& settings = {});

/// A panel for each row: asked, achieved, and limits where they are finite.
PanelPlot panels_of(const LolaRun& run, const std::string& title, const std::string& unit,
                    const MatrixX<double>& asked, const MatrixX<double>& achieved,
                    const VectorX<double>& limits = {});

}  // namespace erfd
