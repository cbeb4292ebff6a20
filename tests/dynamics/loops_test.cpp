// Robots with closed loops: constraints and their rates, closure, three routes of forward dynamics,
// inverse dynamics, forces of the cut joints. No route shares a formula with its reference.
#include "erfd/base/error.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/study_scalars.hpp"

#include "support/allocation_counter.hpp"
#include "support/motion.hpp"
#include "support/random_loops.hpp"

#include <cstdio>
#include <cstdlib>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

int rounds(int quick) { return std::getenv("ERFD_LONG") != nullptr ? 10000 : quick; }

LoopMechanism any_mechanism(int k, std::mt19937& rng) {
  if (k % 4 == 0) return random_planar_mechanism(rng);
  return random_loop_mechanism(rng, k % 4 == 1, k % 4 == 3);
}

double worst(const MatrixX<double>& a, const MatrixX<double>& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

// φ at positions that do not close, and its first two rates along a motion, by differences in quad.
TEST(Loops, RatesOfConstraintsAreTheirDerivatives) {
  std::mt19937 rng(61);
  for (int k = 0; k < 24; ++k) {
    const Model model = any_mechanism(k, rng).model;
    const State s = random_state(model, rng);
    const int rows = model.constraint_rows();
    BasicLoopWorkspace<Quad> quad(model);
    const QuadVector q = s.q.cast<Quad>(), qd = s.qd.cast<Quad>();
    const auto gap_at = [&](Quad t) {
      QuadVector moved(model.nq()), gap(rows);
      integrate<Quad>(model, q, qd, t, moved);
      constraint_gap<Quad>(model, quad, moved, gap);
      return gap;
    };
    const Quad h = 1e-9;
    const QuadVector ahead = gap_at(h), here = gap_at(0), behind = gap_at(-h);
    LoopWorkspace ws(model);
    ws.poison();
    MatrixX<double> J(rows, model.nv());
    VectorX<double> bias(rows);
    constraint_jacobian(model, ws, s.q, J);
    constraint_bias(model, ws, s.q, s.qd, bias);
    for (int r = 0; r < rows; ++r) {
      const double first = double((ahead[r] - behind[r]) / (Quad(2) * h)),
                   second = double((ahead[r] - Quad(2) * here[r] + behind[r]) / (h * h));
      EXPECT_NEAR(J.row(r).dot(s.qd), first, 1e-11 * std::max(1.0, std::abs(first))) << k;
      EXPECT_NEAR(bias[r], second, 1e-9 * std::max(1.0, std::abs(second))) << k << " row " << r;
    }
  }
}

/// H qdd + h − Jᵀ λ = τ and J qdd + J̇ qd = 0 as one system in 80 bits; its condition.
struct ByOneSystem {
  VectorX<double> qdd;
  double condition = 0;
  double size =
      0;  ///< |(qdd, λ)|: forces are a part of the solution, and of what rounding scales with
};
double condition_of(const MatrixX<double>& A) {
  Eigen::JacobiSVD<MatrixX<double>> svd(A);
  svd.setThreshold(1e-10);
  const VectorX<double> sigma = svd.singularValues();
  return svd.rank() == 0 ? 1 : sigma[0] / sigma[svd.rank() - 1];
}
ByOneSystem by_one_system(const Model& model, const State& s) {
  const int n = model.nv(), m = model.constraint_rows();
  Workspace tree(model);
  LoopWorkspace ws(model);
  MatrixX<double> A = MatrixX<double>::Zero(n + m, n + m), H(n, n), J(m, n);
  VectorX<double> bias(n), rates(m), right(n + m);
  crba(model, tree, s.q, H);
  bias_torques(model, tree, s.q, s.qd, bias);
  constraint_jacobian(model, ws, s.q, J);
  constraint_bias(model, ws, s.q, s.qd, rates);
  A << H, -J.transpose(), J, MatrixX<double>::Zero(m, m);
  right << s.tau - bias, -rates;
  Eigen::CompleteOrthogonalDecomposition<MatrixX<long double>> whole;
  whole.setThreshold(1e-10L);
  whole.compute(A.cast<long double>());
  const VectorX<double> x = whole.solve(right.cast<long double>()).cast<double>();
  return {x.head(n), condition_of(A), x.norm()};
}

/// κ(A_c) κ(G) of the inertia matrix on the active joints: what projection on them adds to κ, because
/// A_c = Gᵀ H G of joints that hardly rule the mechanism is nearly singular where H is not.
double condition_of_projection(const Model& model, const State& s) {
  Workspace tree(model);
  LoopWorkspace ws(model);
  MatrixX<double> H(model.nv(), model.nv()),
      G(model.nv(), static_cast<Eigen::Index>(ws.active().size()));
  if (G.cols() == 0) return 0;
  crba(model, tree, s.q, H);
  loop_matrix(model, ws, s.q, G);
  return condition_of(G.transpose() * H * G) * condition_of(G);
}

TEST(LoopsLong, ThreeRoutesAndOneSystemAgreeWithinTheirCondition) {
  std::mt19937 rng(62);
  double worst_share = 0;
  for (int k = 0; k < rounds(200); ++k) {
    const LoopMechanism m = any_mechanism(k, rng);
    const State s = random_loop_state(m, rng);
    const ByOneSystem reference = by_one_system(m.model, s);
    LoopWorkspace ws(m.model);
    ws.poison();
    const int nv = m.model.nv();
    VectorX<double> projected(nv), multiplied(nv), minimal(nv), lambda(m.model.constraint_rows());
    loop_forward_by_projection(m.model, ws, s.q, s.qd, s.tau, projected);
    loop_forward_by_multipliers(m.model, ws, s.q, s.qd, s.tau, multiplied, lambda);
    loop_forward_by_null_space(m.model, ws, s.q, s.qd, s.tau, minimal);
    const double rounding = 2 * 2.2e-16 * reference.size;
    const double allowed = rounding * reference.condition;
    for (const auto& [x, more] : {std::pair{projected, condition_of_projection(m.model, s)},
                                  std::pair{multiplied, 0.0}, std::pair{minimal, 0.0}}) {
      worst_share = std::max(worst_share, worst(x, reference.qdd) / (allowed + rounding * more));
      EXPECT_LE(worst(x, reference.qdd), allowed + rounding * more) << "mechanism " << k;
    }
  }
  RecordProperty("worst_share_of_the_bound", std::to_string(worst_share));
  std::printf("worst share of the bounds: %.2f\n", worst_share);
}

TEST(Loops, ForwardDynamicsOfInverseDynamicsIsTheMotion) {
  std::mt19937 rng(63);
  for (int k = 0; k < 60; ++k) {
    const LoopMechanism m =
        k % 2 == 0 ? random_planar_mechanism(rng) : random_loop_mechanism(rng, k % 4 == 1, false);
    const State s = random_loop_state(m, rng);
    LoopWorkspace ws(m.model);
    ws.poison();
    VectorX<double> tau(static_cast<Eigen::Index>(ws.active().size())),
        all = VectorX<double>::Zero(m.model.nv()), qdd(m.model.nv()),
        lambda(m.model.constraint_rows());
    loop_inverse_dynamics(m.model, ws, s.q, s.qd, s.qdd, tau);
    for (std::size_t a = 0; a < ws.active().size(); ++a)
      all[ws.active()[a]] = tau[static_cast<Eigen::Index>(a)];
    loop_forward_by_multipliers(m.model, ws, s.q, s.qd, all, qdd, lambda);
    const double condition = by_one_system(m.model, s).condition;
    const double scale = std::max(1.0, s.qdd.cwiseAbs().maxCoeff());
    EXPECT_LE(worst(qdd, s.qdd), (1e-12 + 4 * condition * 2.2e-16) * scale) << k;
  }
}

// The open tree with the forces of the cut joints as wrenches of the environment needs no torque but
// the one that is there: Newton-Euler of every body, with forces that went through no Jacobian.
TEST(Loops, ForcesOfCutJointsHoldTheOpenTree) {
  std::mt19937 rng(64);
  for (int k = 0; k < 60; ++k) {
    const LoopMechanism m = any_mechanism(k, rng);
    State s = random_loop_state(m, rng);
    LoopWorkspace ws(m.model);
    ws.poison();
    const int nv = m.model.nv(), rows = m.model.constraint_rows();
    VectorX<double> lambda(rows), again(rows), tau(nv);
    loop_forward_by_multipliers(m.model, ws, s.q, s.qd, s.tau, s.qdd, lambda);
    loop_forces(m.model, ws, s.q, s.qd, s.qdd, s.tau, again);

    Model::Parts parts = m.model.parts();  // a frame at each side of each cut
    std::vector<ExternalWrench<double>> wrenches, wrenches_again;
    Workspace tree(m.model);
    std::vector<Pose<double>> X_WB(static_cast<std::size_t>(m.model.body_count()));
    body_poses<double>(m.model, tree, s.q, X_WB);
    const int cuts = static_cast<int>(m.model.constraints().size());
    for (int c = 0; c < cuts; ++c) {
      const CutJoint& cut = m.model.constraints()[static_cast<std::size_t>(c)];
      const Force<double> on_b = cut_wrench(m.model, ws, s.q, lambda, c),
                          on_b_again = cut_wrench(m.model, ws, s.q, again, c);
      const int frame = static_cast<int>(parts.frames.size());
      parts.frames.push_back({"a", cut.body_a, cut.X_AF});
      parts.frames.push_back({"b", cut.body_b, cut.X_BG});
      wrenches.push_back({{frame}, on_b * -1.0});
      wrenches.push_back({{frame + 1}, on_b});
      wrenches_again.push_back({{frame}, on_b_again * -1.0});
      wrenches_again.push_back({{frame + 1}, on_b_again});
    }
    const Model framed(std::move(parts));
    const double condition = by_one_system(m.model, s).condition;
    for (const auto& list : {wrenches, wrenches_again}) {
      rnea<double>(framed, tree, s.q, s.qd, s.qdd, tau, list);
      const double scale =
          std::max({1.0, lambda.cwiseAbs().maxCoeff(), s.tau.cwiseAbs().maxCoeff()});
      EXPECT_LE(worst(tau, s.tau), (1e-11 + condition * 1e-15) * scale) << "mechanism " << k;
    }
    EXPECT_LE(again.norm(), lambda.norm() * (1 + 1e-6)) << "not the smallest";
  }
}

TEST(Loops, LoopMatrixAndItsRateAreDerivativesAlongTheClosedMotion) {
  std::mt19937 rng(65);
  for (int k = 0; k < 20; ++k) {
    const LoopMechanism m =
        k % 2 == 0 ? random_planar_mechanism(rng) : random_loop_mechanism(rng, false, false);
    const State s = random_loop_state(m, rng);
    LoopWorkspace ws(m.model);
    ws.poison();
    const auto n = static_cast<Eigen::Index>(ws.active().size());
    MatrixX<double> G(m.model.nv(), n), rate(m.model.nv(), n), ahead(m.model.nv(), n),
        behind(m.model.nv(), n);
    loop_matrix(m.model, ws, s.q, G);
    loop_matrix_rate(m.model, ws, s.q, s.qd, rate);
    const double h = 1e-6;
    const auto at = [&](double t, MatrixX<double>& out) {
      VectorX<double> q = s.q;
      for (const int a : ws.active()) q[a] += t * s.qd[a];
      ASSERT_TRUE(close_position(m.model, ws, q).closed);
      loop_matrix(m.model, ws, q, out);
    };
    at(h, ahead);
    at(-h, behind);
    VectorX<double> moved = s.q;
    moved.setZero();
    for (Eigen::Index a = 0; a < n; ++a) moved += G.col(a) * s.qd[ws.active()[a]];
    EXPECT_LE(worst(moved, s.qd), 1e-10 * std::max(1.0, s.qd.cwiseAbs().maxCoeff())) << k;
    const double scale = std::max(1.0, rate.cwiseAbs().maxCoeff());
    const double curved = std::pow(std::max(1.0, G.cwiseAbs().maxCoeff()), 4);
    EXPECT_LE(worst((ahead - behind) / (2 * h), rate), 1e-7 * scale * curved) << k;
  }
}

/// Crank 1, coupler 3, rocker 2.5 on a ground of 2.8, in the plane x y.
Model four_bar() {
  Model::Parts parts;
  parts.name = "fourbar";
  const auto add = [&](const char* name, int parent, Vector3<double> at, double length) {
    Body body;
    body.name = body.joint = name;
    body.parent = {parent};
    body.X_PB0.p = at;
    body.I_B = Inertia::about_com(length, {length / 2, 0.02, 0},
                                  Matrix3<double>::Identity() * (length * length * length / 12));
    body.passive = parts.bodies.size() > 0;
    parts.bodies.push_back(body);
  };
  add("crank", -1, {0, 0, 0}, 1);
  add("coupler", 0, {1, 0, 0}, 3);
  add("rocker", -1, {2.8, 0, 0}, 2.5);
  const Matrix3<double> I = Matrix3<double>::Identity();
  parts.constraints.push_back(
      {"pin", CutKind::revolute, {1}, {2}, {I, {3, 0, 0}}, {I, {2.5, 0, 0}}});
  parts.gravity = {0, -9.81, 0};
  return Model(std::move(parts));
}

// A whole turn of the crank comes back to where it began; the mirrored assembly stays mirrored.
TEST(Loops, BranchOfAssemblyIsKept) {
  const Model model = four_bar();
  LoopWorkspace ws(model);
  for (const double side : {1.0, -1.0}) {
    VectorX<double> q{{0.3, side * 0.6, side * 1.9}};
    ASSERT_TRUE(close_position(model, ws, q).closed);
    const VectorX<double> start = q;
    VectorX<double> target = q;
    target[0] += 2 * 3.14159265358979323846;
    const LoopClosure closure = move_active<double>(model, ws, target, q);
    ASSERT_TRUE(closure.closed);
    EXPECT_LE(closure.gap, 1e-13);
    EXPECT_NEAR(q[0] + q[1], start[0] + start[1], 1e-10);
    EXPECT_NEAR(q[2], start[2], 1e-10);
    EXPECT_GT(side * std::sin(q[2] - q[0] - q[1]), 0);
  }
}

TEST(Loops, PlacesOutOfReachAreSaidNotInvented) {
  Model::Parts parts = four_bar().parts();
  parts.bodies[0].passive = true;  // the rocker drives: it swings, it does not turn
  parts.bodies[2].passive = false;
  const Model model(std::move(parts));
  LoopWorkspace ws(model);
  VectorX<double> q{{0.3, 0.6, 1.9}};
  ASSERT_TRUE(close_position(model, ws, q).closed);
  VectorX<double> target = q;
  target[2] += 6;
  EXPECT_FALSE(move_active<double>(model, ws, target, q).closed);
  VectorX<double> gap(5);
  constraint_gap(model, ws, q, gap);
  EXPECT_LE(gap.cwiseAbs().maxCoeff(), 1e-10) << "q is the last position that closes";
}

// Crank and coupler in line: the rocker as a drive does not hold them.
TEST(Loops, DeadCentreIsNamedWithItsPlace) {
  Model::Parts parts = four_bar().parts();
  parts.bodies[0].passive = true;
  parts.bodies[2].passive = false;
  const Model model(std::move(parts));
  LoopWorkspace ws(model);
  // crank + coupler = 4 stretched to the rocker's end: triangle 4, 2.5, 2.8
  const double a = std::acos((16 + 2.8 * 2.8 - 2.5 * 2.5) / (2 * 4 * 2.8));
  const VectorX<double> q{{a, 0, std::atan2(4 * std::sin(a), 4 * std::cos(a) - 2.8)}};
  const LoopMobility mobility = loop_mobility(model, ws, q);
  EXPECT_EQ(mobility.undetermined, 1);
  EXPECT_EQ(mobility.dependent, 1);
  EXPECT_EQ(mobility.freedoms, 1);
  EXPECT_EQ(mobility.redundant, 3);
  const VectorX<double> rest = VectorX<double>::Zero(3);
  VectorX<double> tau(1);
  try {
    loop_inverse_dynamics(model, ws, q, rest, rest, tau);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).substr(0, 62),
              "loop_inverse_dynamics: 'fourbar' stands in a dead centre at ro");
    EXPECT_NE(std::string(e.what()).find("they do not hold crank, coupler"), std::string::npos)
        << e.what();
  }
  // The routes that need no active joint go on.
  VectorX<double> x(3), y(3), lambda(5), torques = rest;
  torques[0] = 3;
  loop_forward_by_multipliers(model, ws, q, rest, torques, x, lambda);
  loop_forward_by_null_space(model, ws, q, rest, torques, y);
  EXPECT_LE(worst(x, y), 1e-9 * std::max(1.0, x.cwiseAbs().maxCoeff()));
  EXPECT_GT(std::abs(x[0]), 0.1);
}

TEST(Loops, EnergyStaysAndLoopsStayClosed) {
  std::mt19937 rng(66);
  for (int k = 0; k < 6; ++k) {
    const LoopMechanism m = any_mechanism(k, rng);
    State s = random_loop_state(m, rng);
    s.qd *= 0.3;
    LoopWorkspace ws(m.model);
    Workspace tree(m.model);
    const int nv = m.model.nv(), nq = m.model.nq();
    const VectorX<double> none = VectorX<double>::Zero(nv);
    VectorX<double> lambda(m.model.constraint_rows());
    const auto energy = [&](const VectorX<double>& q, const VectorX<double>& qd) {
      return kinetic_energy(m.model, tree, q, qd) + potential_energy(m.model, tree, q);
    };
    const auto rate = [&](const VectorX<double>& q, const VectorX<double>& qd) {
      VectorX<double> qdd(nv);
      loop_forward_by_multipliers(m.model, ws, q, qd, none, qdd, lambda);
      return qdd;
    };
    const double start = energy(s.q, s.qd), h = 2e-4;
    VectorX<double> q = s.q, qd = s.qd, next(nq);
    double gap = 0;
    for (int step = 0; step < 500; ++step) {  // Heun on the manifold
      const VectorX<double> a = rate(q, qd);
      integrate<double>(m.model, q, qd + h / 2 * a, h / 2, next);
      project_position<double>(m.model, ws, next);
      VectorX<double> middle = qd + h / 2 * a;
      project_velocity(m.model, ws, next, middle);
      const VectorX<double> b = rate(next, middle);
      integrate<double>(m.model, q, middle, h, next);
      qd += h * b;
      gap = std::max(gap, project_position<double>(m.model, ws, next).gap);
      q = next;
      project_velocity(m.model, ws, q, qd);
    }
    EXPECT_LE(gap, 1e-12) << k;
    const double moved = std::max(1.0, kinetic_energy(m.model, tree, q, qd));
    EXPECT_NEAR(energy(q, qd), start, 3e-4 * moved) << "mechanism " << k;
  }
}

TEST(Loops, EveryScalarGivesTheSame) {
  std::mt19937 rng(67);
  const LoopMechanism m = random_loop_mechanism(rng, true, false);
  const State s = random_loop_state(m, rng);
  const int nv = m.model.nv(), rows = m.model.constraint_rows();
  LoopWorkspace ws(m.model);
  VectorX<double> qdd(nv), lambda(rows);
  loop_forward_by_multipliers(m.model, ws, s.q, s.qd, s.tau, qdd, lambda);
  const double scale = std::max(1.0, qdd.cwiseAbs().maxCoeff());
  const auto compare = [&]<class T>(T, double allowed) {
    BasicLoopWorkspace<T> other(m.model);
    const VectorX<T> q = s.q.cast<T>(), qd = s.qd.cast<T>(), tau = s.tau.cast<T>();
    VectorX<T> x(nv), y(nv), l(rows);
    loop_forward_by_multipliers<T>(m.model, other, q, qd, tau, x, l);
    loop_forward_by_projection<T>(m.model, other, q, qd, tau, y);
    for (int i = 0; i < nv; ++i) {
      EXPECT_NEAR(static_cast<double>(x[i]), qdd[i], allowed * scale);
      EXPECT_NEAR(static_cast<double>(y[i]), qdd[i], allowed * scale);
    }
  };
  compare(Quad{}, 1e-9);
  compare(float{}, 2e-2);
}

TEST(Loops, NoCallTouchesTheHeap) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(68);
  const LoopMechanism m = random_loop_mechanism(rng, true, false);
  const State s = random_loop_state(m, rng);
  LoopWorkspace ws(m.model);
  VectorX<double> q = s.q, qd = s.qd, qdd = s.qdd, x(m.model.nv()),
                  lambda(m.model.constraint_rows()),
                  tau(static_cast<Eigen::Index>(ws.active().size()));
  MatrixX<double> G(m.model.nv(), tau.size());
  const AllocationCounter counter;
  close_position(m.model, ws, q);
  close_velocity(m.model, ws, q, qd);
  close_acceleration(m.model, ws, q, qd, qdd);
  project_position(m.model, ws, q);
  project_velocity(m.model, ws, q, qd);
  loop_matrix(m.model, ws, q, G);
  loop_matrix_rate(m.model, ws, q, qd, G);
  loop_inverse_dynamics(m.model, ws, q, qd, qdd, tau);
  loop_forward_by_projection(m.model, ws, q, qd, s.tau, x);
  loop_forward_by_multipliers(m.model, ws, q, qd, s.tau, x, lambda);
  loop_forward_by_null_space(m.model, ws, q, qd, s.tau, x);
  loop_forces(m.model, ws, q, qd, x, s.tau, lambda);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace erfd::test
