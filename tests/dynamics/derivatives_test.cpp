// Derivatives against dual numbers and against central differences in quad precision.
#include "erfd/dynamics/derivatives.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/dual.hpp"
#include "erfd/math/quad.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"
#include "support/random_robot.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Derivatives {
  MatrixX<double> by_q, by_qd, by_last;  ///< by_last: by qdd (H) or by tau (H⁻¹)
  explicit Derivatives(int n) : by_q(n, n), by_qd(n, n), by_last(n, n) {}
};

Derivatives of_torques(const Model& model, const State& s) {
  Derivatives d(model.nv());
  DerivativesWorkspace ws(model);
  ws.page.poison();
  inverse_dynamics_derivatives(model, ws, s.q, s.qd, s.qdd, d.by_q, d.by_qd, d.by_last);
  return d;
}

Derivatives of_accelerations(const Model& model, const State& s) {
  Derivatives d(model.nv());
  DerivativesWorkspace ws(model);
  VectorX<double> qdd(model.nv());
  forward_dynamics_derivatives(model, ws, s.q, s.qd, s.tau, qdd, d.by_q, d.by_qd, d.by_last);
  return d;
}

/// Column after column by an algorithm f(x0, x1, x2) -> y over numbers that carry a rate.
template <class Algorithm>
Derivatives by_dual_numbers(const Model& model, const VectorX<double>& q, const VectorX<double>& qd,
                            const VectorX<double>& last, const Algorithm& algorithm) {
  const int n = model.nv();
  Derivatives d(n);
  MatrixX<double>* const results[] = {&d.by_q, &d.by_qd, &d.by_last};
  for (int part = 0; part < 3; ++part)
    for (int k = 0; k < n; ++k) {
      VectorX<Dual> x[3] = {q.cast<Dual>(), qd.cast<Dual>(), last.cast<Dual>()};
      x[part][k].derivative = 1;
      VectorX<Dual> y(n);
      algorithm(x[0], x[1], x[2], y);
      for (int i = 0; i < n; ++i) (*results[part])(i, k) = y[i].derivative;
    }
  return d;
}

Derivatives torques_by_dual_numbers(const Model& model, const State& s) {
  BasicWorkspace<Dual> ws(model);
  return by_dual_numbers(model, s.q, s.qd, s.qdd, [&](auto& q, auto& qd, auto& qdd, auto& tau) {
    rnea<Dual>(model, ws, q, qd, qdd, tau);
  });
}
Derivatives accelerations_by_dual_numbers(const Model& model, const State& s) {
  BasicWorkspace<Dual> ws(model);
  return by_dual_numbers(model, s.q, s.qd, s.tau, [&](auto& q, auto& qd, auto& tau, auto& qdd) {
    aba<Dual>(model, ws, q, qd, tau, qdd);
  });
}

/// Central differences of rnea in 113 bits: step 1e-10, error 1e-20.
Derivatives torques_by_quad_differences(const Model& model, const State& s) {
  const int n = model.nv();
  const Quad step(0x1p-33);
  Derivatives d(n);
  MatrixX<double>* const results[] = {&d.by_q, &d.by_qd, &d.by_last};
  BasicWorkspace<Quad> ws(model);
  for (int part = 0; part < 3; ++part)
    for (int k = 0; k < n; ++k) {
      VectorX<Quad> tau[2] = {VectorX<Quad>(n), VectorX<Quad>(n)};
      for (const int side : {0, 1}) {
        VectorX<Quad> x[3] = {s.q.cast<Quad>(), s.qd.cast<Quad>(), s.qdd.cast<Quad>()};
        x[part][k] += side == 0 ? -step : step;
        rnea<Quad>(model, ws, x[0], x[1], x[2], tau[side]);
      }
      for (int i = 0; i < n; ++i)
        (*results[part])(i, k) = double((tau[1][i] - tau[0][i]) / (Quad(2) * step));
    }
  return d;
}

/// Relative to the largest entry, and to what entries of H make with rates of order one: a derivative may vanish.
double relative(const MatrixX<double>& a, const MatrixX<double>& b, double size) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(b.cwiseAbs().maxCoeff(), size);
}

double size_of(const MatrixX<double>& H) { return H.cwiseAbs().maxCoeff(); }

RobotRecipe recipe(int k) {
  return {.joints = 1 + k % 12,
          .branching = k % 2 ? 0.3 : 0.0,
          .prismatic = k % 3 ? 0.3 : 0.0,
          .helical = k % 5 == 4 ? 0.3 : 0.0};
}

TEST(Derivatives, OfTorquesAreThoseOfQuadDifferencesOnUglyTrees) {
  std::mt19937 rng(2022);
  double worst = 0;
  for (int k = 0; k < 120; ++k) {
    const Model model = random_robot(recipe(k), rng);
    const State s = random_state(model, rng);
    const Derivatives a = of_torques(model, s), b = torques_by_quad_differences(model, s);
    const double size = size_of(b.by_last);
    for (const double e : {relative(a.by_q, b.by_q, size), relative(a.by_qd, b.by_qd, size),
                           relative(a.by_last, b.by_last, size)}) {
      EXPECT_LE(e, 1e-13) << "robot " << k;
      worst = std::max(worst, e);
    }
  }
  RecordProperty("worst", std::to_string(worst));
}

TEST(Derivatives, OfTorquesAreThoseOfDualNumbersOnShippedRobots) {
  std::mt19937 rng(5);
  for (const std::string& name : known_robots()) {
    const Model model = load_robot(name);
    if (model.has_free_base()) continue;
    const State s = random_state(model, rng);
    const Derivatives a = of_torques(model, s), b = torques_by_dual_numbers(model, s);
    const double size = size_of(b.by_last);
    EXPECT_LE(relative(a.by_q, b.by_q, size), 1e-13) << name;
    EXPECT_LE(relative(a.by_qd, b.by_qd, size), 1e-13) << name;
    EXPECT_LE(relative(a.by_last, b.by_last, size), 1e-13) << name;
  }
}

TEST(Derivatives, OfAccelerationsAreThoseOfDualNumbersWithinTheConditionOfH) {
  std::mt19937 rng(77);
  for (int k = 0; k < 120; ++k) {
    const Model model = random_robot(recipe(k), rng);
    const State s = random_state(model, rng);
    Workspace ws(model);
    MatrixX<double> H(model.nv(), model.nv());
    crba(model, ws, s.q, H);
    const MatrixX<double> inverse = H.inverse();
    const double condition =
        H.cwiseAbs().colwise().sum().maxCoeff() * inverse.cwiseAbs().colwise().sum().maxCoeff();
    const double allowed = 1e-13 * std::max(condition, 1.0);
    const Derivatives a = of_accelerations(model, s), b = accelerations_by_dual_numbers(model, s);
    // One radian changes the accelerations by about their own size.
    VectorX<double> qdd(model.nv());
    aba(model, ws, s.q, s.qd, s.tau, qdd);
    const double size = std::max(1.0, qdd.cwiseAbs().maxCoeff());
    EXPECT_LE(relative(a.by_q, b.by_q, size), allowed) << "robot " << k;
    EXPECT_LE(relative(a.by_qd, b.by_qd, size), allowed) << "robot " << k;
    EXPECT_LE(relative(a.by_last, inverse, 0), allowed) << "robot " << k;
  }
}

TEST(Derivatives, NeverTouchTheHeap) {
  const Model model = generic_tree();
  std::mt19937 rng(3);
  const State s = random_state(model, rng);
  const int n = model.nv();
  DerivativesWorkspace ws(model);
  Derivatives d(n);
  VectorX<double> qdd(n);
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  const AllocationCounter counter;
  forward_dynamics_derivatives(model, ws, s.q, s.qd, s.tau, qdd, d.by_q, d.by_qd, d.by_last);
  EXPECT_EQ(counter.count(), 0);
}

TEST(Derivatives, RefuseAFreeBaseAndWrongSizes) {
  std::mt19937 rng(1);
  const Model free = random_robot({.joints = 2, .free_base = true}, rng);
  const State s = random_state(free, rng);
  EXPECT_THROW(of_torques(free, s), Error);
  const Model arm = generic_tree();
  DerivativesWorkspace ws(arm);
  const VectorX<double> x = VectorX<double>::Zero(arm.nv());
  MatrixX<double> small(2, 2), right(arm.nv(), arm.nv());
  EXPECT_THROW(inverse_dynamics_derivatives(arm, ws, x, x, x, right, small, right), Error);
}

}  // namespace
}  // namespace erfd::test
