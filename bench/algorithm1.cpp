// What a step of Algorithm 1 costs on Lola 15, beside one call of forward dynamics.
//
// Usage: erfd_bench_algorithm1 [--benchmark_…]   times; names: step/CASE and aba/CASE
//        erfd_bench_algorithm1 cases             one line a case: name, cycles, with 0, 1, 2, 3+
//                                                motors at their torque limit
//        erfd_bench_algorithm1 worst STEPS       distribution of the time of single steps
//        erfd_bench_algorithm1 count             for callgrind, as erfd_bench_instructions
//
// States are those of moves that Algorithm 1 itself makes: a cycle in which a motor is limited is
// followed by the cycles that such a lag brings.
#include "erfd/simulation/algorithm1.hpp"

#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numbers>
#include <string_view>
#include <utility>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <valgrind/callgrind.h>

namespace {

using erfd::VectorX;

struct Robot {
  Robot()
      : file(erfd::read_robot_file(erfd::find_robot("lola15"))),
        model(erfd::build(file.robot)),
        algorithm(model, erfd::make_drives(file.robot, model)) {}

  erfd::ReadResult file;
  erfd::Model model;
  erfd::Algorithm1 algorithm;  // corrected, consistent
};

/// The input of one cycle, and what it came to.
struct Moment {
  double time;
  VectorX<double> q, qd, given;
  VectorX<double> u;  ///< joint torques achieved: the input of forward dynamics in the same state
  long limited;       ///< motors at their torque limit
};

/// A cycloidal move by `dq` in `T` seconds, and the half second after it.
struct Move {
  std::array<double, 6> dq;
  double T;
};

constexpr std::array<double, 6> start = {0.1, -0.9, 0.2, 0.1, 0.4, 0};
/// The lift of tests/goldens/algorithm1_D.json.
constexpr std::array<double, 6> lift = {-0.3, 1.05, -0.1, 0.3, -0.3, 0.5};
/// The same lift while the arm swings and stretches: three motors cannot follow.
constexpr std::array<double, 6> swing = {1.2, 1.05, -1.0, 0.3, -0.3, 0.5};

struct Case {
  std::string name;
  bool pressed;  ///< a wrench acts on the tool
  std::vector<Moment> moments;
};

VectorX<double> desired(const Move& move, double t) {
  constexpr double pi = std::numbers::pi;
  const double s = t >= move.T ? 1 : t / move.T - std::sin(2 * pi * t / move.T) / (2 * pi);
  return Eigen::Map<const VectorX<double>>(start.data(), 6) +
         s * Eigen::Map<const VectorX<double>>(move.dq.data(), 6);
}

erfd::ExternalWrench<double> press(const erfd::Algorithm1& algorithm) {
  return {algorithm.model().tool(), {{0, 0, 0}, {-100, -100, 150}}};
}

erfd::Wrenches<double> wrenches_of(const erfd::ExternalWrench<double>& wrench, bool pressed) {
  return {&wrench, pressed ? 1u : 0u};
}

std::vector<Moment> record(const erfd::Algorithm1& algorithm, const Move& move, bool pressed) {
  const double dt = algorithm.settings().period;
  const erfd::ExternalWrench<double> wrench = press(algorithm);
  erfd::Algorithm1Workspace ws(algorithm);
  erfd::Cycle cycle(algorithm);
  VectorX<double> q = desired(move, 0), qd = VectorX<double>::Zero(6);
  std::vector<Moment> moments;
  for (double t = 0; t < move.T + 0.5; t += dt) {
    const VectorX<double> given = (desired(move, t + dt) - desired(move, t)) / dt;
    erfd::step(algorithm, ws, t, q, qd, given, cycle, wrenches_of(wrench, pressed));
    if (cycle.status != erfd::CycleStatus::ok)
      throw std::runtime_error(erfd::describe_fault(algorithm, cycle));
    const long limited = std::count_if(cycle.limited.begin(), cycle.limited.end(),
                                       [](erfd::LimitSet set) { return set.torque(); });
    moments.push_back({t, q, qd, given, cycle.u, limited});
    q = cycle.q_next, qd = cycle.qd_next;
  }
  return moments;
}

/// The moments with so many limited motors, of moves of several durations.
std::vector<Moment> with_limited(const erfd::Algorithm1& algorithm, long count) {
  std::vector<Moment> chosen;
  for (const double T : {0.45, 0.5, 0.55, 0.6}) {
    for (const auto& dq : {lift, swing}) {
      for (Moment& moment : record(algorithm, {dq, T}, false)) {
        if (moment.limited == count) chosen.push_back(std::move(moment));
      }
    }
  }
  return chosen;
}

std::vector<Case> make_cases(const erfd::Algorithm1& algorithm) {
  return {{"unlimited", false, record(algorithm, {lift, 1.6}, false)},
          {"fast_lift", false, record(algorithm, {lift, 0.5}, false)},
          {"fast_swing", false, record(algorithm, {swing, 0.5}, false)},
          {"one_motor", false, with_limited(algorithm, 1)},
          {"three_motors", false, with_limited(algorithm, 3)},
          {"pressed_lift", true, record(algorithm, {lift, 0.64}, true)}};
}

/// A robot in a case, ready to be called.
struct Bench {
  Bench(const erfd::Algorithm1& algorithm_used, const Case& case_used)
      : algorithm(algorithm_used),
        moments(case_used.moments),
        wrench(press(algorithm)),
        pressed(case_used.pressed),
        ws(algorithm),
        cycle(algorithm),
        engine_ws(algorithm.engine()),
        qdd(algorithm.joint_count()) {}

  erfd::Wrenches<double> wrenches() const { return wrenches_of(wrench, pressed); }

  const erfd::Algorithm1& algorithm;
  const std::vector<Moment>& moments;
  erfd::ExternalWrench<double> wrench;
  bool pressed;
  erfd::Algorithm1Workspace ws;
  erfd::Cycle cycle;
  erfd::EngineWorkspace engine_ws;
  VectorX<double> qdd;
};

}  // namespace

// C names: valgrind finds them by their spelling.
extern "C" {
[[gnu::noinline]] void erfd_measured_step(Bench& b, const Moment& m) {
  erfd::step(b.algorithm, b.ws, m.time, m.q, m.qd, m.given, b.cycle, b.wrenches());
}
[[gnu::noinline]] void erfd_measured_aba(Bench& b, const Moment& m) {
  erfd::forward_dynamics(b.algorithm.engine(), b.engine_ws, m.q, m.qd, m.u, b.qdd, b.wrenches());
}
}

namespace {

using Call = void (*)(Bench&, const Moment&);
constexpr std::pair<const char*, Call> calls[] = {{"step", erfd_measured_step},
                                                  {"aba", erfd_measured_aba}};

void cycle_through(benchmark::State& timer, const erfd::Algorithm1& algorithm, const Case& c,
                   Call call) {
  Bench bench(algorithm, c);
  std::size_t k = 0;
  const erfd::test::AllocationCounter heap;
  for ([[maybe_unused]] auto step : timer) {
    call(bench, c.moments[k]);
    if (++k == c.moments.size()) k = 0;
    benchmark::ClobberMemory();
  }
  timer.counters["heap_allocations"] = static_cast<double>(heap.count());
}

void print_cases(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    std::array<int, 4> with{};
    for (const Moment& m : c.moments) ++with[static_cast<std::size_t>(std::min(m.limited, 3L))];
    fmt::print("{} {} {} {} {} {}\n", c.name, c.moments.size(), with[0], with[1], with[2], with[3]);
  }
}

void count(const erfd::Algorithm1& algorithm, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    Bench bench(algorithm, c);
    for (const auto& [name, call] : calls) {
      call(bench, c.moments[0]);  // the loader binds its symbols now
      CALLGRIND_ZERO_STATS;
      for (const Moment& m : c.moments) call(bench, m);
      const std::string label = fmt::format("{} {} {}", c.name, name, c.moments.size());
      CALLGRIND_DUMP_STATS_AT(label.c_str());
    }
  }
}

long involuntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

/// Times of single steps in bins of 1 ns; the last bin takes what is longer.
class Times {
 public:
  void add(long ns) {
    ++bins_[static_cast<std::size_t>(std::clamp(ns, 0L, longest))];
    worst_ = std::max(worst_, ns);
  }
  long worst() const { return worst_; }
  /// Time that all but `beyond` steps stay below [ns].
  long all_but(long beyond) const {
    long seen = 0;
    for (long ns = longest; ns > 0; --ns) {
      seen += bins_[static_cast<std::size_t>(ns)];
      if (seen > beyond) return ns;
    }
    return 0;
  }

 private:
  static constexpr long longest = 1'000'000;
  std::vector<int> bins_ = std::vector<int>(longest + 1);
  long worst_ = 0;
};

/// Tells steps that the machine interrupted: only long ones are looked at, for the question takes
/// longer than a step.
class Interruptions {
 public:
  bool hit(long ns) {
    if (ns < 5000) return false;
    const long now = involuntary_switches();
    return now != std::exchange(seen_, now);
  }

 private:
  long seen_ = involuntary_switches();
};

/// Steps through the moments of all moves without wrench.
void measure_worst(const erfd::Algorithm1& algorithm, const std::vector<Case>& cases, long steps) {
  std::vector<Bench> benches;
  for (const Case& c : cases) {
    if (!c.pressed) benches.emplace_back(algorithm, c);
  }
  Times all, undisturbed;
  Interruptions interruptions;
  long done = 0, limited = 0, interrupted = 0;
  const erfd::test::AllocationCounter heap;
  using Clock = std::chrono::steady_clock;
  while (done < steps) {
    for (Bench& bench : benches) {
      for (const Moment& m : bench.moments) {
        const Clock::time_point before = Clock::now();
        erfd_measured_step(bench, m);
        const long ns = std::chrono::nanoseconds(Clock::now() - before).count();
        all.add(ns);
        if (interruptions.hit(ns)) {
          ++interrupted;
        } else {
          undisturbed.add(ns);
        }
        limited += bench.cycle.any_limited;
      }
      done += static_cast<long>(bench.moments.size());
    }
  }
  fmt::print("steps {}\nlimited {}\nheap_allocations {}\ninterrupted {}\nworst_ns {}\n", done,
             limited, heap.count(), interrupted, all.worst());
  fmt::print("p50_ns {}\np99_ns {}\np99_99_ns {}\np99_9999_ns {}\nworst_undisturbed_ns {}\n",
             undisturbed.all_but(done / 2), undisturbed.all_but(done / 100),
             undisturbed.all_but(done / 10'000), undisturbed.all_but(done / 1'000'000),
             undisturbed.worst());
}

/// An allocation counter that does not fire would report zero for ever.
bool counter_fires() {
  const erfd::test::AllocationCounter heap;
  void* volatile block = ::operator new(8);
  ::operator delete(block);
  return heap.count() == 1;
}

int time_calls(int argc, char** argv, const erfd::Algorithm1& algorithm,
               const std::vector<Case>& cases) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Case& c : cases) {
    for (const auto& [name, call] : calls) {
      benchmark::RegisterBenchmark(fmt::format("{}/{}", name, c.name).c_str(),
                                   [&algorithm, &c, call = call](benchmark::State& timer) {
                                     cycle_through(timer, algorithm, c, call);
                                   });
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (!counter_fires() && !RUNNING_ON_VALGRIND) {
    fmt::print(stderr, "erfd_bench_algorithm1: the counter of heap allocations does not count\n");
    return 1;
  }
  const Robot robot;
  const std::vector<Case> cases = make_cases(robot.algorithm);
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "cases") return print_cases(cases), 0;
  if (mode == "count") return count(robot.algorithm, cases), 0;
  if (mode == "worst" && argc == 3)
    return measure_worst(robot.algorithm, cases, std::atol(argv[2])), 0;
  return time_calls(argc, argv, robot.algorithm, cases);
} catch (const std::exception& e) {
  std::fprintf(stderr, "erfd_bench_algorithm1: %s\n", e.what());
  return 1;
}
