// One model and one engine, eight threads, a workspace each: 60 000 calls give the bits that one thread gives.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "support/random_robot.hpp"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr int thread_count = 8, calls = 60'000;

/// A robot that all threads share, and what one thread may write.
struct Shared {
  Model model;
  Engine engine{model};
  std::vector<State> states = {};
};

struct Own {
  explicit Own(const Shared& shared)
      : ws(shared.model), engine(shared.engine), x(shared.model.nv()), H(x.size(), x.size()) {
    for (const AlgorithmInfo& info : algorithms())
      if (info.obstacle(shared.model).empty()) {
        names.push_back(&info);
        routes.push_back(make_algorithm<double>(info.name, shared.model));
      }
  }
  Workspace ws;
  EngineWorkspace engine;
  VectorX<double> x;
  MatrixX<double> H;
  std::vector<const AlgorithmInfo*> names;
  std::vector<std::unique_ptr<Algorithm>> routes;
};

/// The kinds of calls: rnea, crba, aba, those of the engine, and then each algorithm.
int kinds_of(const Own& own) { return 6 + static_cast<int>(own.routes.size()); }

VectorX<double> flat(const MatrixX<double>& H) { return H.reshaped(); }

VectorX<double> called(const Shared& shared, Own& own, int kind, const State& s) {
  switch (kind) {
    case 0:
      rnea<double>(shared.model, own.ws, s.q, s.qd, s.qdd, own.x);
      return own.x;
    case 1:
      crba<double>(shared.model, own.ws, s.q, own.H);
      return flat(own.H);
    case 2:
      aba<double>(shared.model, own.ws, s.q, s.qd, s.tau, own.x);
      return own.x;
    case 3:
      inverse_dynamics<double>(shared.engine, own.engine, s.q, s.qd, s.qdd, own.x);
      return own.x;
    case 4:
      inertia_matrix<double>(shared.engine, own.engine, s.q, own.H);
      return flat(own.H);
    case 5:
      forward_dynamics<double>(shared.engine, own.engine, s.q, s.qd, s.tau, own.x);
      return own.x;
    default:
      break;
  }
  const auto k = static_cast<std::size_t>(kind - 6);
  if (own.names[k]->does(Task::inverse_dynamics)) {
    own.routes[k]->inverse_dynamics(s.q, s.qd, s.qdd, own.x, {});
  } else {
    own.routes[k]->forward_dynamics(s.q, s.qd, s.tau, own.x, {});
  }
  return own.x;
}

std::vector<std::unique_ptr<Shared>> ugly_robots() {
  std::mt19937 rng(601);
  std::vector<std::unique_ptr<Shared>> robots;
  for (const RobotRecipe& recipe :
       {RobotRecipe{.joints = 7, .branching = 0},
        RobotRecipe{.joints = 5, .branching = 0, .prismatic = 0.6},
        RobotRecipe{.joints = 9, .branching = 0.5}, RobotRecipe{.joints = 6, .helical = 0.4},
        RobotRecipe{.joints = 6, .free_base = true}})
    robots.push_back(std::make_unique<Shared>(random_robot(recipe, rng)));
  for (auto& robot : robots)
    for (int k = 0; k < 8; ++k) robot->states.push_back(random_state(robot->model, rng));
  return robots;
}

TEST(Concurrency, SixtyThousandCallsOfEightThreadsGiveTheBitsOfOne) {
  const auto robots = ugly_robots();
  std::vector<std::vector<VectorX<double>>> expected;  // of each robot, by kind and state
  std::vector<int> kinds;
  for (const auto& robot : robots) {
    Own own(*robot);
    kinds.push_back(kinds_of(own));
    expected.emplace_back();
    for (int kind = 0; kind < kinds.back(); ++kind)
      for (const State& s : robot->states) expected.back().push_back(called(*robot, own, kind, s));
  }
  std::atomic<int> next{0}, wrong{0}, done{0};
  const auto work = [&] {
    std::vector<std::unique_ptr<Own>> own;
    for (const auto& robot : robots) own.push_back(std::make_unique<Own>(*robot));
    for (int k; (k = next++) < calls;) {
      const std::size_t r = static_cast<std::size_t>(k) % robots.size();
      const int kind = k / 5 % kinds[r], state = k / 7 % 8;
      const VectorX<double> x =
          called(*robots[r], *own[r], kind, robots[r]->states[static_cast<std::size_t>(state)]);
      wrong += x == expected[r][static_cast<std::size_t>(kind * 8 + state)] ? 0 : 1;
      ++done;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < thread_count; ++t) threads.emplace_back(work);
  }
  EXPECT_EQ(done, calls);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace erfd::test
