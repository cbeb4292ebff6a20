// The engine beside other libraries: same robot, same states, results compared before any is timed.
//
// Usage: erfd_bench_peers [--benchmark_…]      names: function/robot/library
// bench/run peers calls it and makes the table. Exit status 1 if a library disagrees.
#include "library.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

using erfd::bench::Library;
using erfd::bench::LibraryKind;
using erfd::bench::Robot;

const char* const robot_names[] = {"lola15", "chain6", "chain7", "chain30"};

const LibraryKind kinds[] = {
    {"engine", 1e-9, erfd::bench::make_engine},
    // 24 bits, of which a chain of 30 joints loses many.
    {"engine_float", 1e-2, erfd::bench::make_engine_float},
    // The instruction set that Debian compiles the peers for.
    {"engine_portable", 1e-9, erfd::bench::make_engine_portable},
    {"page", 1e-9, erfd::bench::make_page},
#ifdef ERFD_BENCH_KDL
    {"kdl", 1e-9, erfd::bench::make_kdl},
#endif
#ifdef ERFD_BENCH_MUJOCO
    {"mujoco", 1e-9, erfd::bench::make_mujoco},
#endif
#ifdef ERFD_BENCH_PINOCCHIO
    {"pinocchio", 1e-9, erfd::bench::make_pinocchio},
#endif
#ifdef ERFD_BENCH_RBDL
    {"rbdl", 1e-9, erfd::bench::make_rbdl},
#endif
};

struct Function {
  const char* name;
  void (Library::*call)(int);
  /// Largest relative difference from the page algorithms in the results of the last call.
  double (*difference)(const Library& found, const Library& expected);
};

const Function functions[] = {
    {"inverse_dynamics", &Library::inverse_dynamics,
     [](const Library& found, const Library& expected) {
       return erfd::bench::relative_difference(found.tau(), expected.tau());
     }},
    {"inertia_matrix", &Library::inertia_matrix,
     [](const Library& found, const Library& expected) {
       return erfd::bench::relative_difference(found.H(), expected.H());
     }},
    {"forward_dynamics", &Library::forward_dynamics,
     [](const Library& found, const Library& expected) {
       return erfd::bench::relative_difference(found.qdd(), expected.qdd());
     }},
};

double worst_difference(const Function& function, Library& library, Library& page) {
  double worst = 0;
  for (int k = 0; k < erfd::bench::state_count; ++k) {
    (library.*function.call)(k);
    (page.*function.call)(k);
    const double difference = function.difference(library, page);
    if (!(difference <= worst)) worst = difference;  // keeps a NaN
    if (worst != worst) break;
  }
  return worst;
}

void cycle(benchmark::State& timer, Library& library, void (Library::*call)(int)) {
  int k = 0;
  for ([[maybe_unused]] auto step : timer) {
    (library.*call)(k);
    k = (k + 1) % erfd::bench::state_count;
    benchmark::ClobberMemory();
  }
}

/// Checks one function of one library and registers it. False if the results differ.
bool add(const Function& function, const Robot& robot, const LibraryKind& kind,
         const std::shared_ptr<Library>& library, Library& page) {
  const std::string name = fmt::format("{}/{}/{}", function.name, robot.name, kind.name);
  const double difference = worst_difference(function, *library, page);
  benchmark::AddCustomContext("difference/" + name, fmt::format("{:.1e}", difference));
  if (!(difference <= kind.tolerance)) {
    fmt::print(
        stderr,
        "{}: differs from the page algorithms by {:.1e} of the largest entry, allowed are {:.0e}\n",
        name, difference, kind.tolerance);
    return false;
  }
  benchmark::RegisterBenchmark(name.c_str(), [library, call = function.call](benchmark::State& s) {
    cycle(s, *library, call);
  });
  return true;
}

/// What the loop and the call cost by themselves.
class Nothing final : public Library {
 public:
  void inverse_dynamics(int) override {}
  void inertia_matrix(int) override {}
  void forward_dynamics(int) override {}
  erfd::VectorX<double> tau() const override { return {}; }
  erfd::MatrixX<double> H() const override { return {}; }
  erfd::VectorX<double> qdd() const override { return {}; }
};

bool add_all() {
  bool agreed = true;
  for (const char* const robot_name : robot_names) {
    const Robot robot = erfd::bench::make_robot(robot_name);
    const auto page = erfd::bench::make_page(robot);
    for (const LibraryKind& kind : kinds) {
      const std::shared_ptr<Library> library = kind.make(robot);
      for (const Function& function : functions) {
        agreed = add(function, robot, kind, library, *page) && agreed;
      }
    }
  }
  benchmark::RegisterBenchmark("empty_call", [](benchmark::State& s) {
    Nothing nothing;
    Library* library = &nothing;
    benchmark::DoNotOptimize(library);
    cycle(s, *library, &Library::inverse_dynamics);
  });
  return agreed;
}

}  // namespace

int main(int argc, char** argv) try {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  if (!add_all()) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "erfd_bench_peers: %s\n", e.what());
  return 1;
}
