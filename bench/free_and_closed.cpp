// What robots beyond serial chains cost: free bases on the engine, parallel robots through their legs, loops in
// general.
//
// Usage: erfd_bench_free_and_closed [--count]      lines "ROBOT CALL NS HEAP"; --count: for callgrind, see
// instructions.cpp
// Every result is compared with another algorithm before it is timed; exit status 1 if one differs.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"

#include "robots.hpp"
#include "support/allocation_counter.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>

#include <fmt/format.h>
#include <valgrind/callgrind.h>

namespace {

using erfd::bench::state_count;
using State = erfd::test::State;

struct Call {
  std::string robot, name;
  std::function<void(const State&)> run;
  std::function<double(const State&)> difference;  ///< of the last result, relative
  const std::vector<State>* states;
};

/// A free base on the engine, against the page algorithms.
struct Tree {
  explicit Tree(const std::string& name)
      : robot(erfd::bench::make_robot(name)),
        engine(robot.model),
        ws(engine),
        page(robot.model),
        v(robot.model.nv()),
        expected(v),
        H(robot.model.nv(), robot.model.nv()),
        H_page(H) {}

  void add_to(std::vector<Call>& calls) {
    const auto off = [this] { return erfd::bench::relative_difference(v, expected); };
    calls.push_back({robot.name, "inverse",
                     [this](const State& s) { inverse_dynamics(engine, ws, s.q, s.qd, s.qdd, v); },
                     [this, off](const State& s) {
                       erfd::rnea(robot.model, page, s.q, s.qd, s.qdd, expected);
                       return off();
                     },
                     &robot.states});
    calls.push_back({robot.name, "inertia",
                     [this](const State& s) { inertia_matrix(engine, ws, s.q, H); },
                     [this](const State& s) {
                       erfd::crba(robot.model, page, s.q, H_page);
                       return erfd::bench::relative_difference(H, H_page);
                     },
                     &robot.states});
    calls.push_back({robot.name, "forward",
                     [this](const State& s) { forward_dynamics(engine, ws, s.q, s.qd, s.tau, v); },
                     [this, off](const State& s) {  // torques: H may be ill-conditioned
                       expected = v;
                       erfd::rnea(robot.model, page, s.q, s.qd, expected, v);
                       expected = s.tau;
                       return off();
                     },
                     &robot.states});
  }

  erfd::bench::Robot robot;
  erfd::Engine engine;
  erfd::EngineWorkspace ws;
  erfd::Workspace page;
  erfd::VectorX<double> v, expected;
  erfd::MatrixX<double> H, H_page;
};

/// A parallel robot around the place where it is put together, legs against loops.
struct Platform {
  Platform(const std::string& name, double travel, double turn)
      : model(erfd::load_robot(name)),
        ws(model),
        loops(model),
        force(static_cast<Eigen::Index>(ws.structure.platform.size())),
        tau(force),
        in_general(force),
        qdd(model.nv()),
        lambda(model.constraint_rows()) {
    std::mt19937 rng(1);
    for (int k = 0; k < state_count; ++k) {
      State s = erfd::test::random_state(model, rng);
      s.q = model.start();
      close_position(model, loops, s.q);
      for (std::size_t i = 0; i < ws.structure.platform.size(); ++i)
        s.q[ws.structure.platform[i]] += erfd::test::uniform(rng, -1, 1) * (i < 3 ? travel : turn);
      parallel_inverse_kinematics(model, ws, s.q);
      parallel_velocity(model, ws, s.q, s.qd);
      parallel_acceleration(model, ws, s.q, s.qd, s.qdd);
      loop_inverse_dynamics(model, loops, s.q, s.qd, s.qdd, tau);
      s.tau.setZero();
      for (std::size_t a = 0; a < ws.structure.active.size(); ++a)
        s.tau[ws.structure.active[a]] = tau[static_cast<Eigen::Index>(a)];
      states.push_back(std::move(s));
    }
  }

  void add_to(std::vector<Call>& calls) {
    const auto torques_off = [this](const State& s) {
      loop_inverse_dynamics(model, loops, s.q, s.qd, s.qdd, in_general);
      return erfd::bench::relative_difference(tau, in_general);
    };
    const auto motion_off = [this](const State& s) {
      return erfd::bench::relative_difference(qdd, s.qdd);
    };
    const auto add = [&](const char* name, auto run, auto difference) {
      calls.push_back({model.name(), name, run, difference, &states});
    };
    add(
        "legs_inverse",
        [this](const State& s) {
          parallel_inverse_dynamics(model, ws, s.q, s.qd, s.qdd, force, tau);
        },
        torques_off);
    add(
        "legs_forward",
        [this](const State& s) {
          for (std::size_t a = 0; a < ws.structure.active.size(); ++a)
            in_general[static_cast<Eigen::Index>(a)] = s.tau[ws.structure.active[a]];
          parallel_forward_dynamics(model, ws, s.q, s.qd, in_general, qdd);
        },
        motion_off);
    add(
        "loops_inverse",
        [this](const State& s) { loop_inverse_dynamics(model, loops, s.q, s.qd, s.qdd, tau); },
        torques_off);
    add(
        "loops_forward",
        [this](const State& s) {
          loop_forward_by_multipliers(model, loops, s.q, s.qd, s.tau, qdd, lambda);
        },
        motion_off);
  }

  erfd::Model model;
  erfd::ParallelWorkspace ws;
  erfd::LoopWorkspace loops;
  erfd::VectorX<double> force, tau, in_general, qdd, lambda;
  std::vector<State> states;
};

constexpr double tolerance = 1e-8;

bool agrees(const Call& call) {
  double worst = 0;
  for (const State& s : *call.states) {
    call.run(s);
    const double off = call.difference(s);
    if (!(off <= worst)) worst = off;
  }
  if (worst <= tolerance) return true;
  fmt::print(stderr, "{} {}: differs by {:.1e} of the largest entry, allowed are {:.0e}\n",
             call.robot, call.name, worst, tolerance);
  return false;
}

/// Shortest of many repetitions of all states, a call.
void time(const Call& call) {
  using Clock = std::chrono::steady_clock;
  double least = 1e300;
  const erfd::test::AllocationCounter heap;
  for (int repetition = 0; repetition < 400; ++repetition) {
    const auto start = Clock::now();
    for (const State& s : *call.states) call.run(s);
    const std::chrono::duration<double, std::nano> passed = Clock::now() - start;
    least = std::min(least, passed.count() / state_count);
  }
  fmt::print("{} {} {:.1f} {}\n", call.robot, call.name, least, heap.count());
}

}  // namespace

// A C name: valgrind finds it by its spelling.
extern "C" {
[[gnu::noinline]] void erfd_measured_call(const Call& call, const State& s) { call.run(s); }
}

namespace {

void count(const Call& call) {
  constexpr int calls = 16;
  call.run(call.states->front());  // the loader binds its symbols now
  CALLGRIND_ZERO_STATS;
  for (std::size_t k = 0; k < calls; ++k) erfd_measured_call(call, (*call.states)[k]);
  const std::string label = fmt::format("{} {} {}", call.robot, call.name, calls);
  CALLGRIND_DUMP_STATS_AT(label.c_str());
}

}  // namespace

int main(int argc, char** argv) try {
  const bool counts = argc > 1 && std::string(argv[1]) == "--count";
  std::vector<std::unique_ptr<Tree>> trees;
  std::vector<std::unique_ptr<Platform>> platforms;
  std::vector<Call> calls;
  for (const char* name : {"humanoid", "eel10", "eel20", "eel30", "eel50", "eel70", "eel100"})
    trees.push_back(std::make_unique<Tree>(name));
  platforms.push_back(std::make_unique<Platform>("delta", 0.1, 0));
  platforms.push_back(std::make_unique<Platform>("gough_stewart", 0.1, 0.2));
  for (const auto& tree : trees) tree->add_to(calls);
  for (const auto& platform : platforms) platform->add_to(calls);
  for (const Call& call : calls)
    if (!agrees(call)) return 1;
  for (const Call& call : calls) counts ? count(call) : time(call);
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "erfd_bench_free_and_closed: %s\n", e.what());
  return 1;
}
