// Time to find the fastest motion along a path: microseconds a grid point.
//
// Usage: erfd_bench_optimal [--benchmark_…]      names: rigid, drives, checked
//   rigid    torque and speed boxes, no rotors, no friction: what TOPP-RA can express
//   drives   rotors, coupling, viscous and load-dependent friction, a torque–speed line
//   checked  the same with ten checks in every cell, and drawn in until they hold
// Counters: points of the grid, time_s of the motion.
#include "erfd/model/build.hpp"
#include "erfd/motion/time_optimal.hpp"
#include "erfd/robot/read.hpp"

#include <cstdio>
#include <exception>

#include <benchmark/benchmark.h>

namespace {

using namespace erfd;

constexpr int cells = 1000;

Drives bare(const Drives& drives) {
  Drives::Parts parts = drives.parts();
  for (Motor& motor : parts.motors) {
    motor.rotor_inertia = 0;
    motor.friction = {};
    motor.limits.curve.clear();
    motor.constants = {};
  }
  for (ShaftFriction& friction : parts.joint_friction) friction = {};
  parts.load_dependent.setZero();
  return Drives(std::move(parts));
}

/// A line from the peak torque at rest to a third of it at the highest speed.
Drives with_lines(const Drives& drives) {
  Drives::Parts parts = drives.parts();
  for (Motor& motor : parts.motors)
    motor.limits.curve = {{0, motor.limits.torque_peak},
                          {motor.limits.speed, motor.limits.torque_peak / 3}};
  return Drives(std::move(parts));
}

void add(const char* name, const JointPath& path, const Model& model, const Drives& drives,
         bool checked) {
  TimeOptimalSettings settings;
  settings.cells = cells;
  settings.checks = checked ? 10 : 0;
  benchmark::RegisterBenchmark(name, [&path, &model, &drives, settings](benchmark::State& timer) {
    TimeOptimal fastest;
    for ([[maybe_unused]] auto step : timer)
      fastest = fastest_motion(path, model, drives, settings);
    timer.counters["time_s"] = fastest.found ? fastest.duration : 0;
    timer.counters["points"] = static_cast<double>(fastest.nodes.size());
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    benchmark::Initialize(&argc, argv);
    const ReadResult read = read_robot_file(find_robot("lola15"));
    const Model model = build(read.robot);
    const Drives described = make_drives(read.robot, model);
    const Drives drives = with_lines(described), rigid = bare(described);
    MatrixX<double> rows(6, 4);
    rows << 0.0, 0.4, 0.8, 1.1,  //
        0.2, 0.4, 0.3, 0.1,      //
        -0.2, -0.4, -0.3, -0.1,  //
        0.0, 0.5, -0.3, 0.2,     //
        -0.7, -1.0, -0.9, -0.6,  //
        0.0, 0.7, -0.5, 0.3;
    const SplinePath path(rows);
    add("rigid", path, model, rigid, false);
    add("drives", path, model, drives, false);
    add("checked", path, model, drives, true);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "erfd_bench_optimal: %s\n", error.what());
    return 1;
  }
}
