// Every algorithm of the registry against rnea, crba and aba, and the registry itself.
#include "erfd/erfd.hpp"
#include "erfd/math/dual.hpp"
#include "erfd/math/quad.hpp"

#include "support/compare.hpp"
#include "support/random_robot.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(Routes, AreAllMadeByTheirNameForEveryScalar) {
  std::mt19937 rng(91);
  const Model chain = random_robot({.joints = 3, .branching = 0}, rng);
  for (const RouteInfo& info : routes()) {
    EXPECT_NE(make_route<double>(info.name, chain), nullptr) << info.name;
    EXPECT_NE(make_route<float>(info.name, chain), nullptr) << info.name;
    EXPECT_NE(make_route<Dual>(info.name, chain), nullptr) << info.name;
    EXPECT_NE(make_route<Quad>(info.name, chain), nullptr) << info.name;
    EXPECT_EQ(find_route(info.name).title, info.title);
  }
}

TEST(Routes, DoWhatTheListSaysAndRefuseTheRest) {
  std::mt19937 rng(92);
  const Model chain = random_robot({.joints = 4, .branching = 0}, rng);
  const State s = random_state(chain, rng);
  VectorX<double> x(4);
  MatrixX<double> H(4, 4);
  for (const RouteInfo& info : routes()) {
    const auto route = make_route<double>(info.name, chain);
    const auto does = [](const auto& call) {
      try {
        call();
        return true;
      } catch (const Error&) {
        return false;
      }
    };
    EXPECT_EQ(does([&] { route->inverse_dynamics(s.q, s.qd, s.qdd, x, {}); }),
              info.does(Task::inverse_dynamics))
        << info.name;
    EXPECT_EQ(does([&] { route->inertia_matrix(s.q, H); }), info.does(Task::inertia_matrix))
        << info.name;
    EXPECT_EQ(does([&] { route->forward_dynamics(s.q, s.qd, s.tau, x, {}); }),
              info.does(Task::forward_dynamics))
        << info.name;
  }
}

/// Everything that a route does, beside rnea, crba and aba, with wrenches.
void expect_agreement(const RouteInfo& info, const Model& robot, const State& s) {
  Workspace ws(robot);
  const auto route = make_route<double>(info.name, robot);
  const int nv = robot.nv();
  VectorX<double> x(nv), expected(nv);
  MatrixX<double> H(nv, nv), H_expected(nv, nv);
  const ExternalWrench<double> wrench{
      {robot.body_count() - 1}, {{1, -2, 3}, {40, 5, -60}}, {0.1, 0.2, 0.3}};
  rnea<double>(robot, ws, s.q, s.qd, s.qdd, expected, {&wrench, 1});
  if (info.does(Task::inverse_dynamics)) {
    route->inverse_dynamics(s.q, s.qd, s.qdd, x, {&wrench, 1});
    EXPECT_TRUE(is_close(x, expected, 1e-12)) << info.name << ", " << nv << " joints";
  }
  if (info.does(Task::inertia_matrix)) {
    crba(robot, ws, s.q, H_expected);
    route->inertia_matrix(s.q, H);
    EXPECT_TRUE(is_close(H, H_expected, 1e-12)) << info.name << ", " << nv << " joints";
  }
  if (info.does(Task::forward_dynamics)) {
    route->forward_dynamics(s.q, s.qd, expected, x, {&wrench, 1});
    EXPECT_TRUE(is_close(x, s.qdd, 1e-9)) << info.name << ", " << nv << " joints";
  }
}

TEST(Routes, AllAgreeOnRandomRobots) {
  std::mt19937 rng(93);
  for (int k = 0; k < 60; ++k) {
    RobotRecipe recipe{.joints = 1 + k % 12, .branching = k % 2 == 0 ? 0.0 : 0.4};
    recipe.free_base = k % 10 == 9;
    const Model robot = random_robot(recipe, rng);
    const State s = random_state(robot, rng);
    for (const RouteInfo& info : routes()) {
      if (info.obstacle(robot).empty()) expect_agreement(info, robot, s);
    }
  }
}

// d/dt of the torques along a motion, against central differences of order 1e-10.
TEST(Routes, AllDifferentiateWithDualNumbers) {
  std::mt19937 rng(94);
  const Model robot = random_robot({.joints = 6, .branching = 0}, rng);
  const State s = random_state(robot, rng);
  const auto rate_of = [&](const RouteInfo& info) {
    const auto route = make_route<Dual>(info.name, robot);
    VectorX<Dual> q(6), qd(6), qdd(6), x(6);
    for (int i = 0; i < 6; ++i) {
      q[i] = {s.q[i], s.qd[i]};
      qd[i] = {s.qd[i], s.qdd[i]};
      qdd[i] = {info.does(Task::inverse_dynamics) ? s.qdd[i] : s.tau[i], 0};
    }
    if (info.does(Task::inverse_dynamics)) {
      route->inverse_dynamics(q, qd, qdd, x, {});
    } else {
      route->forward_dynamics(q, qd, qdd, x, {});
    }
    return VectorX<double>(x.unaryExpr([](const Dual& d) { return d.derivative; }));
  };
  const auto difference_of = [&](const RouteInfo& info) {
    const auto route = make_route<double>(info.name, robot);
    const double h = 1e-5;
    VectorX<double> x[2] = {VectorX<double>(6), VectorX<double>(6)};
    for (const int side : {0, 1}) {
      const double t = side == 0 ? -h : h;
      const VectorX<double> q = s.q + t * s.qd, qd = s.qd + t * s.qdd;
      if (info.does(Task::inverse_dynamics)) {
        route->inverse_dynamics(q, qd, s.qdd, x[side], {});
      } else {
        route->forward_dynamics(q, qd, s.tau, x[side], {});
      }
    }
    return VectorX<double>((x[1] - x[0]) / (2 * h));
  };
  for (const RouteInfo& info : routes()) {
    if (!info.does(Task::inverse_dynamics) && !info.does(Task::forward_dynamics)) continue;
    EXPECT_TRUE(is_close(rate_of(info), difference_of(info), 1e-6)) << info.name;
  }
}

TEST(Routes, NameTheNearestAlgorithmForAnUnknownName) {
  try {
    find_route("rnae");
    FAIL() << "an unknown name was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(
        std::string(error.what())
            .rfind("unknown algorithm 'rnae'; did you mean 'rnea'? (known: engine, rnea, crba", 0),
        0U)
        << error.what();
  }
}

TEST(Routes, SayWhyARobotDoesNotFit) {
  std::mt19937 rng(95);
  const Model floating = random_robot({.joints = 3, .free_base = true}, rng);
  EXPECT_EQ(find_route("lagrange").obstacle(floating), "needs a fixed base");
  EXPECT_THROW(make_route<double>("lagrange", floating), Error);
  EXPECT_EQ(find_route("rnea").obstacle(floating), "");
}

}  // namespace
}  // namespace erfd::test
