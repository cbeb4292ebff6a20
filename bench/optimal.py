"""bench/run optimal: time to find the fastest motion along a path, a grid point."""
import machine

TARGETS = ["erfd_bench_optimal"]
GOAL_US = 1.3  # a grid point with the full model of the drives, at most


def measure(arguments):
    report = machine.timed_rounds("erfd_bench_optimal", arguments, 0.1)
    counters = {entry["name"].split("/")[0]: entry for entry in report["benchmarks"] if "points" in entry}
    rows = {}
    for name, values in machine.cpu_times(report).items():
        points = counters[name]["points"]
        rows[name] = {"cpu_ms": min(values) / 1e6, "points": points, "time_s": counters[name]["time_s"],
                      "us_a_point": min(values) / 1e3 / points}
    return {"rounds": arguments.repetitions, "cases": rows}


def print_tables(result):
    print(f"a spline of Lola 15 through four postures; minimum of {result['rounds']} rounds")
    machine.print_table(["case", "points", "motion [s]", "ms", "us a point"],
                        [[name, f"{row['points']:.0f}", f"{row['time_s']:.4f}", f"{row['cpu_ms']:.2f}",
                          f"{row['us_a_point']:.2f}"] for name, row in result["cases"].items()])
    speed = result["cases"]["drives"]["us_a_point"]
    print(f"with the full drives: {speed:.2f} us a point (goal at most {GOAL_US}"
          f"{'' if speed <= GOAL_US else ', missed'})")
