// The passes: every recording gives what the reference algorithms give, and how short it is.
#include "erfd/generate/record.hpp"

#include "erfd/dynamics/crba.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/study/sample_states.hpp"

#include "generate/reference.hpp"
#include "support/random_robot.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

double condition(const Model& model, const SampleState& s) {
  Workspace ws(model);
  MatrixX<double> H(model.nv(), model.nv());
  crba(model, ws, s.q, H);
  return H.cwiseAbs().colwise().sum().maxCoeff() *
         H.inverse().cwiseAbs().colwise().sum().maxCoeff();
}

/// Worst difference relative to the largest result, forward dynamics divided by κ(H).
double difference(const Model& model, const RecordedFunction& r, int states) {
  double worst = 0;
  for (const SampleState& s : sample_states(model, states, 3)) {
    const std::vector<double> found = evaluate(r, generate::input_values(r, s)),
                              right = generate::reference_values(model, r.function, s);
    EXPECT_EQ(found.size(), right.size());
    const bool fd = r.function == RobotFunction::forward_dynamics;
    double scale = 1e-9, error = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
      scale = std::max(scale, std::abs(right[i]));
      error = std::max(error, std::abs(found[i] - right[i]));
    }
    worst = std::max(worst, error / scale / (fd ? condition(model, s) : 1));
  }
  return worst;
}

bool is_known(const Model& model, RobotFunction function) {
  return function != RobotFunction::regressor || !model.has_free_base();
}

TEST(Record, EveryPassOfEveryFunctionOfEveryShippedRobotIsTheReferenceAlgorithm) {
  for (const std::string& name : known_robots()) {
    const Model model = load_robot(name);
    if (!model.constraints().empty()) continue;  // not generated
    for (const RobotFunction function : robot_functions()) {
      if (!is_known(model, function)) continue;
      for (const RecordingPass& pass : record_passes(model, function))
        EXPECT_LE(difference(model, pass.recorded, 10), 1e-13)
            << name << " " << word_of(function) << ": " << pass.name;
    }
  }
}

TEST(Record, EveryPassHoldsOnUglyTrees) {
  std::mt19937 rng(1815);
  for (int k = 0; k < 60; ++k) {
    const RobotRecipe recipe{.joints = 1 + k % 8,
                             .branching = k % 2 ? 0.4 : 0.0,
                             .prismatic = k % 3 ? 0.25 : 0.0,
                             .helical = k % 10 == 9 ? 0.3 : 0.0,
                             .free_base = k % 20 == 19,
                             .rounded = k % 4 >= 2 ? 0.7 : 0.0};
    const Model model = random_robot(recipe, rng);
    for (const RobotFunction function : robot_functions()) {
      if (!is_known(model, function)) continue;
      for (const RecordingPass& pass : record_passes(model, function))
        EXPECT_LE(difference(model, pass.recorded, 3), 1e-12)
            << "robot " << k << " " << word_of(function) << ": " << pass.name;
    }
  }
}

int operations(const Model& model, RobotFunction function) {
  return count_steps(record_function(model, function)).total();
}

TEST(Record, Lola15AndTheGeneralArmAreAsShortAsPromised) {
  const Model lola = load_robot("lola15"), general = general_chain(6);
  EXPECT_LE(operations(lola, RobotFunction::forward_dynamics), 547);
  EXPECT_LE(operations(lola, RobotFunction::inverse_dynamics), 339);
  EXPECT_LE(operations(general, RobotFunction::forward_dynamics), 1344);
  EXPECT_LE(operations(general, RobotFunction::inverse_dynamics), 694);
}

TEST(Record, NoPassMakesLola15Longer) {
  const Model lola = load_robot("lola15");
  for (const RobotFunction function : robot_functions()) {
    int before = 1 << 20;
    for (const RecordingPass& pass : record_passes(lola, function)) {
      const int now = count_steps(pass.recorded).total();
      EXPECT_LE(now, before) << word_of(function) << ": " << pass.name;
      before = now;
    }
  }
}

}  // namespace
}  // namespace erfd::test
