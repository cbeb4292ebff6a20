// Programs and plans made by hand: joint motions that no planner has touched.
#pragma once

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/verification/verification.hpp"

#include <cmath>
#include <vector>

namespace erfd::test {

/// One ptp move a posture after the first.
inline Program program_of(std::size_t moves, const Conditions& conditions = {}) {
  Program program;
  program.name = "by hand";
  for (std::size_t i = 0; i < moves; ++i) {
    program.lines.push_back("move ptp p" + std::to_string(i + 1) + ";");
    program.instructions.push_back({Move{}, conditions, {static_cast<int>(i) + 1, 1}});
  }
  return program;
}

/// Rest to rest between the postures, each way in `seconds` along 10 s³ − 15 s⁴ + 6 s⁵.
inline Plan plan_of(const Model& model, const std::vector<VectorX<double>>& postures,
                    double seconds, double period = 0.01) {
  Plan plan;
  plan.period = period;
  const int cycles = static_cast<int>(std::lround(seconds / period));
  const int ways = static_cast<int>(postures.size()) - 1;
  plan.q.resize(model.nv(), ways * cycles + 1);
  Workspace ws(model);
  for (int w = 0; w < ways; ++w) {
    const VectorX<double>& from = postures[static_cast<std::size_t>(w)];
    const VectorX<double>& to = postures[static_cast<std::size_t>(w) + 1];
    PlannedMove move;
    move.instruction = w;
    move.first_sample = w * cycles;
    move.end_sample = (w + 1) * cycles + (w + 1 == ways ? 1 : 0);
    move.start_time = w * cycles * period;
    move.end_time = (w + 1) * cycles * period;
    plan.moves.push_back(move);
    for (int k = move.first_sample; k < move.end_sample; ++k) {
      const double x = static_cast<double>(k - move.first_sample) / cycles;
      plan.q.col(k) = from + (10 - 15 * x + 6 * x * x) * x * x * x * (to - from);
      plan.move.push_back(w);
      const VectorX<double> q = plan.q.col(k);
      plan.X_WT.push_back(frame_pose<double>(model, ws, q, model.tool()));
    }
  }
  return plan;
}

}  // namespace erfd::test
