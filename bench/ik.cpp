// Time of inverse kinematics in closed form: all branches of a pose.
//
// Usage: erfd_bench_ik [--benchmark_…]      names: all/ROBOT and nearest/ROBOT
// Counters: heap_allocations of the whole timed loop, solutions a pose. Every solution is brought
// back through forward kinematics before it is timed; exit status 1 if one misses its pose.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

#include "robots.hpp"
#include "support/allocation_counter.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

constexpr double tolerance = 1e-9;

struct Task {
  explicit Task(const std::string& name)
      : robot(erfd::bench::make_robot(name)), ik(robot.model), solutions(8) {
    erfd::Workspace ws(robot.model);
    for (const erfd::test::State& s : robot.states)
      poses.push_back(erfd::frame_pose(robot.model, ws, s.q, ik.flange()));
  }

  /// Largest distance [m] or entry of a rotation by which a solution misses its pose.
  double worst_miss() {
    double worst = 0;
    erfd::Workspace ws(robot.model);
    for (const erfd::Pose<double>& X : poses) {
      ik.all(X, solutions);
      if (solutions.empty()) return 1;
      for (const erfd::IkSolution& s : solutions) {
        const erfd::Pose<double> found = erfd::frame_pose(robot.model, ws, s.q, ik.flange());
        worst = std::max(
            {worst, (found.p - X.p).cwiseAbs().maxCoeff(), (found.R - X.R).cwiseAbs().maxCoeff()});
      }
    }
    return worst;
  }

  erfd::bench::Robot robot;
  erfd::InverseKinematics ik;
  std::vector<erfd::IkSolution> solutions;
  std::vector<erfd::Pose<double>> poses;
};

void time_all(benchmark::State& timer, Task& task) {
  std::size_t k = 0;
  double found = 0;
  const erfd::test::AllocationCounter heap;
  for ([[maybe_unused]] auto step : timer) {
    task.ik.all(task.poses[k], task.solutions);
    found += static_cast<double>(task.solutions.size());
    k = (k + 1) % task.poses.size();
    benchmark::ClobberMemory();
  }
  timer.counters["heap_allocations"] = static_cast<double>(heap.count());
  timer.counters["solutions"] = found / static_cast<double>(timer.iterations());
}

void time_nearest(benchmark::State& timer, Task& task) {
  std::size_t k = 0;
  for ([[maybe_unused]] auto step : timer) {
    benchmark::DoNotOptimize(task.ik.nearest(task.poses[k], task.robot.states[k].q));
    k = (k + 1) % task.poses.size();
  }
}

bool add(const std::string& name) {
  const auto task = std::make_shared<Task>(name);
  const double miss = task->worst_miss();
  if (!(miss <= tolerance)) {
    fmt::print(stderr, "{}: a solution misses its pose by {:.1e}, allowed are {:.0e}\n", name, miss,
               tolerance);
    return false;
  }
  benchmark::RegisterBenchmark(("all/" + name).c_str(),
                               [task](benchmark::State& s) { time_all(s, *task); });
  benchmark::RegisterBenchmark(("nearest/" + name).c_str(),
                               [task](benchmark::State& s) { time_nearest(s, *task); });
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  bool right = true;
  for (const char* name : {"lola15", "irb140", "puma560", "manutec_r3"}) right = add(name) && right;
  if (!right) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "erfd_bench_ik: %s\n", e.what());
  return 1;
}
