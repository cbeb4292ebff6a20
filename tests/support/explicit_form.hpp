// What holds for every algorithm that gives H and the bias of tau = H qdd + bias at once.
//
// An algorithm is passed as its workspace W<S> and a generic function
// run(model, ws, q, qd, H, bias, wrenches).
#pragma once

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/quad.hpp"
#include "erfd/model/build.hpp"

#include "golden/golden.hpp"
#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace erfd::test {

template <class S>
struct ExplicitForm {
  MatrixX<S> H;
  VectorX<S> bias;
};

/// Two wrenches, at points beside the origins of their frames.
inline std::vector<ExternalWrench<double>> random_wrenches(const Model& robot, std::mt19937& rng) {
  std::vector<ExternalWrench<double>> wrenches;
  for (const int frame : {robot.body_count() / 2, robot.body_count() - 1}) {
    wrenches.push_back({{frame},
                        {random_vector(3, rng, 20), random_vector(3, rng, 50)},
                        random_vector(3, rng, 0.3)});
  }
  return wrenches;
}

/// By the algorithm, from a workspace and results full of NaN.
template <template <class> class W, class Run>
ExplicitForm<double> explicit_form(Run&& run, const Model& robot, const State& s,
                                   Wrenches<double> wrenches = {}) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const int nv = robot.nv();
  ExplicitForm<double> form{MatrixX<double>::Constant(nv, nv, nan),
                            VectorX<double>::Constant(nv, nan)};
  W<double> ws(robot);
  ws.poison();
  run(robot, ws, s.q, s.qd, form.H, form.bias, wrenches);
  return form;
}

/// By composite rigid bodies and by Newton-Euler at rest accelerations.
template <class S>
ExplicitForm<S> reference_form(const Model& robot, const VectorX<S>& q, const VectorX<S>& qd,
                               Wrenches<S> wrenches = {}) {
  const int nv = robot.nv();
  ExplicitForm<S> form{MatrixX<S>(nv, nv), VectorX<S>(nv)};
  BasicWorkspace<S> ws(robot);
  crba<S>(robot, ws, q, form.H);
  rnea<S>(robot, ws, q, qd, ws.zero, form.bias, wrenches);
  return form;
}

/// H and bias of ugly robots with wrenches equal the reference: body axes about the body's origin
/// against what the algorithm does. Sums over up to eleven joints round to a few ten ε of the
/// largest entry.
template <template <class> class W, class Run>
void expect_reference_form(Run&& run, double branching, unsigned seed) {
  std::mt19937 rng(seed);
  for (int r = 0; r < 10; ++r) {
    const Model robot =
        random_robot({.joints = 1 + r, .branching = branching, .prismatic = 0.35}, rng);
    for (int k = 0; k < 10; ++k) {
      SCOPED_TRACE("robot " + std::to_string(r) + ", state " + std::to_string(k));
      const State s = random_state(robot, rng);
      const auto wrenches = random_wrenches(robot, rng);
      const ExplicitForm<double> form = explicit_form<W>(run, robot, s, wrenches);
      const ExplicitForm<double> reference = reference_form<double>(robot, s.q, s.qd, wrenches);
      EXPECT_TRUE(is_close(form.H, reference.H, 4e-15));
      EXPECT_TRUE(is_close(form.bias, reference.bias, 2e-14));
    }
  }
}

/// Accelerations by solving with H equal those of the articulated bodies.
template <template <class> class W, class Run>
void expect_accelerations_of_aba(Run&& run, double branching, unsigned seed) {
  std::mt19937 rng(seed);
  for (int r = 0; r < 10; ++r) {
    const Model robot =
        random_robot({.joints = 2 + r, .branching = branching, .prismatic = 0.35}, rng);
    const State s = random_state(robot, rng);
    const auto wrenches = random_wrenches(robot, rng);
    const ExplicitForm<double> form = explicit_form<W>(run, robot, s, wrenches);
    const VectorX<double> qdd = form.H.ldlt().solve(s.tau - form.bias);
    Workspace ws(robot);
    VectorX<double> expected(robot.nv());
    aba(robot, ws, s.q, s.qd, s.tau, expected, wrenches);
    EXPECT_TRUE(is_close(qdd, expected, 1e-12));  // condition numbers up to 1e5
  }
}

/// 500 robots of the accuracy sweep, fixed base: relative error against quad precision. The limit
/// of the bias is, unless given, the one that rnea keeps.
template <template <class> class W, class Run>
void expect_accuracy_of_double(Run&& run, bool serial, unsigned seed, double bias_limit = 1e-13) {
  std::mt19937 rng(seed);
  double worst_H = 0, worst_bias = 0;
  for (int k = 0; k < 500; ++k) {
    RobotRecipe recipe = random_recipe(rng);
    recipe.free_base = false;
    if (serial) recipe.branching = 0;
    const Model robot = random_robot(recipe, rng);
    const State s = random_state(robot, rng);
    const ExplicitForm<double> form = explicit_form<W>(run, robot, s);
    const ExplicitForm<Quad> exact =
        reference_form<Quad>(robot, s.q.cast<Quad>(), s.qd.cast<Quad>());
    const double H = double((form.H.cast<Quad>() - exact.H).norm() / exact.H.norm());
    const double bias = double((form.bias.cast<Quad>() - exact.bias).norm() / exact.bias.norm());
    ASSERT_TRUE(std::isfinite(H) && std::isfinite(bias));
    worst_H = std::max(worst_H, H);
    worst_bias = std::max(worst_bias, bias);
  }
  std::printf("worst relative error: H %.2e, bias %.2e\n", worst_H, worst_bias);
  EXPECT_LE(worst_H, 1e-14 * tolerance_scale());
  EXPECT_LE(worst_bias, bias_limit * tolerance_scale());
}

/// Bodies without mass, inside the robot and at its tip.
template <template <class> class W, class Run>
void expect_bodies_without_mass(Run&& run, unsigned seed) {
  std::mt19937 rng(seed);
  const Model full = random_robot({.joints = 6, .branching = 0, .prismatic = 0.3}, rng);
  Model::Parts parts;
  parts.bodies = full.bodies();
  parts.bodies[2].I_B = {};
  parts.bodies[5].I_B = {};
  const Model robot(parts);
  const State s = random_state(robot, rng);
  const ExplicitForm<double> form = explicit_form<W>(run, robot, s);
  const ExplicitForm<double> reference = reference_form<double>(robot, s.q, s.qd);
  EXPECT_TRUE(is_close(form.H, reference.H, 4e-15));
  EXPECT_TRUE(is_close(form.bias, reference.bias, 2e-14));
}

/// The golden set of Lola 15, computed in 80-bit arithmetic, with a wrench on the tool.
template <template <class> class W, class Run>
void expect_golden_lola15(Run&& run) {
  const Model robot = load_robot(source_tree("robots/lola15.toml"));
  std::ifstream in(source_tree("tests/goldens/lola15.json"));
  const golden::Json file = golden::Json::parse(in);
  ASSERT_EQ(file.at("samples").size(), 60U);
  for (const auto& sample : file.at("samples")) {
    State s;
    s.q = golden::vector_of(sample.at("q"));
    s.qd = golden::vector_of(sample.at("qd"));
    const VectorX<double> w = golden::vector_of(sample.at("wrench"));  // force first
    const ExternalWrench<double> wrench{robot.tool(), {w.tail<3>(), w.head<3>()}};
    const ExplicitForm<double> form = explicit_form<W>(run, robot, s, {&wrench, 1});
    EXPECT_TRUE(is_close(form.H, golden::matrix_of(sample.at("H")), 4e-15));
    EXPECT_TRUE(is_close(form.bias, golden::vector_of(sample.at("bias")), 2e-14));
  }
}

template <template <class> class W, class Run>
void expect_no_allocation(Run&& run, double branching, unsigned seed) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(seed);
  for (const int joints : {1, 7, 30}) {
    const Model robot = random_robot({.joints = joints, .branching = branching}, rng);
    const State s = random_state(robot, rng);
    const auto wrenches = random_wrenches(robot, rng);
    W<double> ws(robot);
    MatrixX<double> H(joints, joints);
    VectorX<double> bias(joints);
    const AllocationCounter counter;
    run(robot, ws, s.q, s.qd, H, bias, std::span<const ExternalWrench<double>>(wrenches));
    EXPECT_EQ(counter.count(), 0) << joints << " joints";
  }
}

/// Float as far as its precision goes.
template <template <class> class W, class Run>
void expect_float_near_double(Run&& run, double branching, unsigned seed) {
  std::mt19937 rng(seed);
  const Model robot = random_robot({.joints = 7, .branching = branching}, rng);
  const State s = random_state(robot, rng);
  const ExplicitForm<double> form = explicit_form<W>(run, robot, s);
  W<float> ws(robot);
  MatrixX<float> H(7, 7);
  VectorX<float> bias(7);
  run(robot, ws, s.q.cast<float>(), s.qd.cast<float>(), H, bias,
      std::span<const ExternalWrench<float>>());
  EXPECT_LT((form.H - H.cast<double>()).norm(), 1e-5 * form.H.norm());
  EXPECT_LT((form.bias - bias.cast<double>()).norm(), 1e-5 * form.bias.norm());
}

/// Wrong sizes, wrong frames and free bases are refused by name.
template <template <class> class W, class Run>
void expect_refusals(Run&& run, const std::string& name) {
  std::mt19937 rng(1);
  const Model robot = random_robot({.joints = 3, .branching = 0}, rng);
  const Model floating = random_robot({.joints = 3, .branching = 0, .free_base = true}, rng);
  const auto call = [&](const Model& model, int q, int qd, int rows, int cols, int bias,
                        Wrenches<double> wrenches = {}) {
    return message_of([&] {
      W<double> ws(model);
      MatrixX<double> H(rows, cols);
      VectorX<double> b(bias);
      const VectorX<double> x = VectorX<double>::Zero(q), v = VectorX<double>::Zero(qd);
      run(model, ws, x, v, H, b, wrenches);
    });
  };
  const auto size = [&](const std::string& argument) {
    return name + ": argument '" + argument + "' has size 2, but the model 'random' needs 3";
  };
  EXPECT_EQ(call(robot, 2, 3, 3, 3, 3), size("q"));
  EXPECT_EQ(call(robot, 3, 2, 3, 3, 3), size("qd"));
  EXPECT_EQ(call(robot, 3, 3, 2, 3, 3), size("H (rows)"));
  EXPECT_EQ(call(robot, 3, 3, 3, 2, 3), size("H (columns)"));
  EXPECT_EQ(call(robot, 3, 3, 3, 3, 2), size("bias"));
  EXPECT_EQ(call(floating, 10, 9, 9, 9, 9),
            name +
                ": the model 'random' has a free base, expected a fixed one; use rnea, crba or "
                "aba");
  const ExternalWrench<double> nowhere{{99}, {}};
  EXPECT_EQ(call(robot, 3, 3, 3, 3, 3, {&nowhere, 1}),
            name + ": external wrench on frame 99, but the model 'random' has 3 frames");
}

}  // namespace erfd::test
