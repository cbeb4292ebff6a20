// Runs each algorithm inside a function of its own, for callgrind to count its instructions.
//
// Usage: erfd_bench_instructions [ROBOT]...     default: all shipped robots
// bench/run instructions calls it under valgrind, which collects inside erfd_measured_* only and
// writes one dump for each algorithm, described as "robot algorithm calls".
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/robot/read.hpp"

#include "robots.hpp"

#include <cstdio>
#include <exception>

#include <fmt/format.h>
#include <valgrind/callgrind.h>

namespace {

constexpr int call_count = 16;

struct Bench {
  explicit Bench(const std::string& name)
      : robot(erfd::bench::make_robot(name)),
        engine(robot.model),
        engine_ws(engine),
        ws(robot.model),
        result(robot.model.nv()),
        H(robot.model.nv(), robot.model.nv()) {}

  erfd::bench::Robot robot;
  erfd::Engine engine;
  erfd::EngineWorkspace engine_ws;
  erfd::Workspace ws;
  erfd::VectorX<double> result;
  erfd::MatrixX<double> H;
};

using State = erfd::test::State;

}  // namespace

// C names: valgrind finds them by their spelling.
extern "C" {
[[gnu::noinline]] void erfd_measured_rnea(Bench& b, const State& s) {
  erfd::inverse_dynamics(b.engine, b.engine_ws, s.q, s.qd, s.qdd, b.result);
}
[[gnu::noinline]] void erfd_measured_crba(Bench& b, const State& s) {
  erfd::inertia_matrix(b.engine, b.engine_ws, s.q, b.H);
}
[[gnu::noinline]] void erfd_measured_aba(Bench& b, const State& s) {
  erfd::forward_dynamics(b.engine, b.engine_ws, s.q, s.qd, s.tau, b.result);
}
[[gnu::noinline]] void erfd_measured_page_rnea(Bench& b, const State& s) {
  erfd::rnea(b.robot.model, b.ws, s.q, s.qd, s.qdd, b.result);
}
[[gnu::noinline]] void erfd_measured_page_crba(Bench& b, const State& s) {
  erfd::crba(b.robot.model, b.ws, s.q, b.H);
}
[[gnu::noinline]] void erfd_measured_page_aba(Bench& b, const State& s) {
  erfd::aba(b.robot.model, b.ws, s.q, s.qd, s.tau, b.result);
}
}

namespace {

struct Algorithm {
  const char* name;
  void (*call)(Bench&, const State&);
};

const Algorithm algorithms[] = {
    {"rnea", erfd_measured_rnea},
    {"crba", erfd_measured_crba},
    {"aba", erfd_measured_aba},
    {"page_rnea", erfd_measured_page_rnea},
    {"page_crba", erfd_measured_page_crba},
    {"page_aba", erfd_measured_page_aba},
};

void count(Bench& bench, const Algorithm& algorithm) {
  algorithm.call(bench, bench.robot.states[0]);  // the loader binds its symbols now
  CALLGRIND_ZERO_STATS;
  for (int k = 0; k < call_count; ++k) {
    algorithm.call(bench, bench.robot.states[static_cast<std::size_t>(k)]);
  }
  const std::string label = fmt::format("{} {} {}", bench.robot.name, algorithm.name, call_count);
  CALLGRIND_DUMP_STATS_AT(label.c_str());
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = erfd::known_robots();
  for (const std::string& name : names) {
    Bench bench(name);
    for (const Algorithm& algorithm : algorithms) count(bench, algorithm);
  }
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "erfd_bench_instructions: %s\n", e.what());
  return 1;
}
