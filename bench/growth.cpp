// How the engine's time grows with the length of a chain.
//
// Usage: erfd_bench_growth [--benchmark_…]      names: rnea/LINKS and aba/LINKS
// Counter heap_allocations: of the whole timed loop. Results are compared with the page algorithms
// before they are timed; exit status 1 if they differ.
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "robots.hpp"
#include "support/allocation_counter.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

const int lengths[] = {10, 20, 30, 50, 100, 200, 300};
constexpr double tolerance = 1e-9;

struct Chain {
  explicit Chain(int length)
      : robot(erfd::bench::make_robot(fmt::format("chain{}", length))),
        engine(robot.model),
        ws(engine),
        tau(length),
        qdd(length) {}

  void rnea(const erfd::test::State& s) {
    erfd::inverse_dynamics(engine, ws, s.q, s.qd, s.qdd, tau);
  }
  void aba(const erfd::test::State& s) {
    erfd::forward_dynamics(engine, ws, s.q, s.qd, s.tau, qdd);
  }

  erfd::bench::Robot robot;
  erfd::Engine engine;
  erfd::EngineWorkspace ws;
  erfd::VectorX<double> tau, qdd;
};

/// Largest relative difference of the torques: of rnea, and of the motion that aba finds. The
/// accelerations themselves are as uncertain as H is ill-conditioned.
double worst_difference(Chain& chain) {
  double worst = 0;
  erfd::Workspace ws(chain.robot.model);
  erfd::VectorX<double> needed(chain.robot.model.nv());
  for (const erfd::test::State& s : chain.robot.states) {
    chain.rnea(s);
    chain.aba(s);
    erfd::rnea(chain.robot.model, ws, s.q, s.qd, chain.qdd, needed);
    worst = std::max({worst, erfd::bench::relative_difference(chain.tau, s.tau),
                      erfd::bench::relative_difference(needed, s.tau)});
  }
  return worst;
}

void cycle(benchmark::State& timer, Chain& chain, void (Chain::*call)(const erfd::test::State&)) {
  std::size_t k = 0;
  const erfd::test::AllocationCounter heap;
  for ([[maybe_unused]] auto step : timer) {
    (chain.*call)(chain.robot.states[k]);
    k = (k + 1) % erfd::bench::state_count;
    benchmark::ClobberMemory();
  }
  timer.counters["heap_allocations"] = static_cast<double>(heap.count());
}

/// An allocation counter that does not fire would report zero for ever.
bool counter_fires() {
  const erfd::test::AllocationCounter heap;
  void* volatile block = ::operator new(8);
  ::operator delete(block);
  return heap.count() == 1;
}

bool add(int length) {
  const auto chain = std::make_shared<Chain>(length);
  const double difference = worst_difference(*chain);
  if (!(difference <= tolerance)) {
    fmt::print(stderr, "chain of {}: torques differ by {:.1e} of the largest, allowed are {:.0e}\n",
               length, difference, tolerance);
    return false;
  }
  for (const auto& [name, call] :
       {std::pair{"rnea", &Chain::rnea}, std::pair{"aba", &Chain::aba}}) {
    benchmark::RegisterBenchmark(
        fmt::format("{}/{}", name, length).c_str(),
        [chain, call = call](benchmark::State& s) { cycle(s, *chain, call); });
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  if (!counter_fires()) {
    fmt::print(stderr, "erfd_bench_growth: the counter of heap allocations does not count\n");
    return 1;
  }
  bool agreed = true;
  for (const int length : lengths) agreed = add(length) && agreed;
  if (!agreed) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "erfd_bench_growth: %s\n", e.what());
  return 1;
}
