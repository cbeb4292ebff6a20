// Every algorithm of the registry against rnea, crba and aba, and the registry itself.
#include "erfd/erfd.hpp"
#include "erfd/math/dual.hpp"
#include "erfd/math/quad.hpp"

#include "support/compare.hpp"
#include "support/random_robot.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(Algorithms, AreAllMadeByTheirNameForEveryScalar) {
  std::mt19937 rng(91);
  const Model chain = random_robot({.joints = 3, .branching = 0}, rng);
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_EQ(find_algorithm(info.name).title, info.title);
    if (info.name == "denoc_rods") continue;  // below
    EXPECT_NE(make_algorithm<double>(info.name, chain), nullptr) << info.name;
    EXPECT_NE(make_algorithm<float>(info.name, chain), nullptr) << info.name;
    EXPECT_NE(make_algorithm<Dual>(info.name, chain), nullptr) << info.name;
    EXPECT_NE(make_algorithm<Quad>(info.name, chain), nullptr) << info.name;
  }
}

TEST(Algorithms, DoWhatTheListSaysAndRefuseTheRest) {
  std::mt19937 rng(92);
  const Model chain = random_robot({.joints = 4, .branching = 0}, rng);
  const State s = random_state(chain, rng);
  VectorX<double> x(4);
  MatrixX<double> H(4, 4);
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.name == "denoc_rods") continue;  // below
    const auto algorithm = make_algorithm<double>(info.name, chain);
    const auto does = [](const auto& call) {
      try {
        call();
        return true;
      } catch (const Error&) {
        return false;
      }
    };
    EXPECT_EQ(does([&] { algorithm->inverse_dynamics(s.q, s.qd, s.qdd, x, {}); }),
              info.does(Task::inverse_dynamics))
        << info.name;
    EXPECT_EQ(does([&] { algorithm->inertia_matrix(s.q, H); }), info.does(Task::inertia_matrix))
        << info.name;
    EXPECT_EQ(does([&] { algorithm->forward_dynamics(s.q, s.qd, s.tau, x, {}); }),
              info.does(Task::forward_dynamics))
        << info.name;
  }
}

/// Everything that a route does, beside rnea, crba and aba, with wrenches.
void expect_agreement(const AlgorithmInfo& info, const Model& robot, const State& s) {
  Workspace ws(robot);
  const auto algorithm = make_algorithm<double>(info.name, robot);
  const int nv = robot.nv();
  VectorX<double> x(nv), expected(nv);
  MatrixX<double> H(nv, nv), H_expected(nv, nv);
  const ExternalWrench<double> wrench{
      {robot.body_count() - 1}, {{1, -2, 3}, {40, 5, -60}}, {0.1, 0.2, 0.3}};
  rnea<double>(robot, ws, s.q, s.qd, s.qdd, expected, {&wrench, 1});
  if (info.does(Task::inverse_dynamics)) {
    algorithm->inverse_dynamics(s.q, s.qd, s.qdd, x, {&wrench, 1});
    EXPECT_TRUE(is_close(x, expected, 1e-12)) << info.name << ", " << nv << " joints";
  }
  if (info.does(Task::inertia_matrix)) {
    crba(robot, ws, s.q, H_expected);
    algorithm->inertia_matrix(s.q, H);
    EXPECT_TRUE(is_close(H, H_expected, 1e-12)) << info.name << ", " << nv << " joints";
  }
  if (info.does(Task::forward_dynamics)) {
    algorithm->forward_dynamics(s.q, s.qd, expected, x, {&wrench, 1});
    EXPECT_TRUE(is_close(x, s.qdd, 1e-9)) << info.name << ", " << nv << " joints";
  }
}

TEST(Algorithms, AllAgreeOnRandomRobots) {
  std::mt19937 rng(93);
  for (int k = 0; k < 60; ++k) {
    RobotRecipe recipe{.joints = 1 + k % 12, .branching = k % 2 == 0 ? 0.0 : 0.4};
    recipe.helical = k % 3 == 2 ? 0.4 : 0;
    recipe.free_base = k % 10 == 9;
    const Model robot = random_robot(recipe, rng);
    const State s = random_state(robot, rng);
    for (const AlgorithmInfo& info : algorithms()) {
      if (info.obstacle(robot).empty()) expect_agreement(info, robot, s);
    }
  }
}

// d/dt of the torques along a motion, against central differences of order 1e-10.
TEST(Algorithms, AllDifferentiateWithDualNumbers) {
  std::mt19937 rng(94);
  const Model robot = random_robot({.joints = 6, .branching = 0}, rng);
  const State s = random_state(robot, rng);
  const auto rate_of = [&](const AlgorithmInfo& info) {
    const auto algorithm = make_algorithm<Dual>(info.name, robot);
    VectorX<Dual> q(6), qd(6), qdd(6), x(6);
    for (int i = 0; i < 6; ++i) {
      q[i] = {s.q[i], s.qd[i]};
      qd[i] = {s.qd[i], s.qdd[i]};
      qdd[i] = {info.does(Task::inverse_dynamics) ? s.qdd[i] : s.tau[i], 0};
    }
    if (info.does(Task::inverse_dynamics)) {
      algorithm->inverse_dynamics(q, qd, qdd, x, {});
    } else {
      algorithm->forward_dynamics(q, qd, qdd, x, {});
    }
    return VectorX<double>(x.unaryExpr([](const Dual& d) { return d.derivative; }));
  };
  const auto difference_of = [&](const AlgorithmInfo& info) {
    const auto algorithm = make_algorithm<double>(info.name, robot);
    const double h = 1e-5;
    VectorX<double> x[2] = {VectorX<double>(6), VectorX<double>(6)};
    for (const int side : {0, 1}) {
      const double t = side == 0 ? -h : h;
      const VectorX<double> q = s.q + t * s.qd, qd = s.qd + t * s.qdd;
      if (info.does(Task::inverse_dynamics)) {
        algorithm->inverse_dynamics(q, qd, s.qdd, x[side], {});
      } else {
        algorithm->forward_dynamics(q, qd, s.tau, x[side], {});
      }
    }
    return VectorX<double>((x[1] - x[0]) / (2 * h));
  };
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.does(Task::inverse_dynamics) && !info.does(Task::forward_dynamics)) continue;
    if (!info.obstacle(robot).empty()) continue;
    EXPECT_TRUE(is_close(rate_of(info), difference_of(info), 1e-6)) << info.name;
  }
}

TEST(Algorithms, NameTheNearestAlgorithmForAnUnknownName) {
  try {
    find_algorithm("rnae");
    FAIL() << "an unknown name was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(
        std::string(error.what())
            .rfind("unknown algorithm 'rnae'; did you mean 'rnea'? (known: engine, rnea, crba", 0),
        0U)
        << error.what();
  }
}

TEST(Algorithms, SayWhyARobotDoesNotFit) {
  std::mt19937 rng(95);
  const Model floating = random_robot({.joints = 3, .free_base = true}, rng);
  EXPECT_EQ(find_algorithm("lagrange").obstacle(floating), "needs a fixed base");
  EXPECT_THROW(make_algorithm<double>("lagrange", floating), Error);
  EXPECT_EQ(find_algorithm("rnea").obstacle(floating), "");
}

}  // namespace
}  // namespace erfd::test
