// Time to verify a program: reading, planning with inverse kinematics, Algorithm 1, verdict.
//
// Usage: erfd_bench_verify PROGRAM.irl [--benchmark_…]      names: read, plan, verify, all
// Counter: program_s, the time that the program takes on the robot.
#include "erfd/model/build.hpp"
#include "erfd/program/lirl.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/verification/verification.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>

#include <benchmark/benchmark.h>

namespace {

using namespace erfd;

struct Work {
  explicit Work(const std::string& file)
      : robot(read_robot_file(find_robot("lola15")).robot),
        model(build(robot)),
        drives(make_drives(robot, model)),
        kinematics(model),
        context(program_context(robot, model)),
        settings(planner_settings(robot, model)) {
    std::ifstream in(file);
    std::ostringstream whole;
    whole << in.rdbuf();
    text = whole.str();
    program = read();
    asked = make_plan();
    if (!asked.complete || asked.samples() < 2) throw Error(file + ": cannot be planned");
  }

  Program read() const {
    ReadProgram result = read_lirl(text, "program", context);
    if (result.findings.has_errors()) throw Error(result.findings.text());
    return std::move(result.program);
  }
  Plan make_plan() const { return plan(program, model, kinematics, settings); }
  Verification judge() const { return verify(program, asked, model, drives); }

  RobotDescription robot;
  Model model;
  Drives drives;
  InverseKinematics kinematics;
  ProgramContext context;
  PlannerSettings settings;
  std::string text;
  Program program;
  Plan asked;
};

template <class Call>
void add(const char* name, const Work& work, Call call) {
  benchmark::RegisterBenchmark(name, [&work, call](benchmark::State& timer) {
    for ([[maybe_unused]] auto step : timer) benchmark::DoNotOptimize(call());
    timer.counters["program_s"] = work.asked.duration();
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    benchmark::Initialize(&argc, argv);
    if (argc != 2) throw Error("expected one program file");
    const Work work(argv[1]);
    add("read", work, [&] { return work.read(); });
    add("plan", work, [&] { return work.make_plan(); });
    add("verify", work, [&] { return work.judge(); });
    add("all", work, [&] {
      const Program program = work.read();
      const Plan asked = plan(program, work.model, work.kinematics, work.settings);
      return verify(program, asked, work.model, work.drives);
    });
    benchmark::RunSpecifiedBenchmarks();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "erfd_bench_verify: %s\n", error.what());
    return 1;
  }
}
