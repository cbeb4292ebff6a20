"""bench/run verify: time to verify the reference program, against the time that it takes on the robot."""
import machine

TARGETS = ["erfd_bench_verify"]
PROGRAM = machine.ROOT / "examples/programs/lola15_reference.irl"
GOAL = 1000  # times real time, at least


def measure(arguments):
    report = machine.timed_rounds("erfd_bench_verify", arguments, 0.2, [PROGRAM])
    times = {name: min(values) for name, values in machine.cpu_times(report).items()}
    seconds = next(entry["program_s"] for entry in report["benchmarks"] if "program_s" in entry)
    return {"rounds": arguments.repetitions, "program_s": seconds, "cpu_ns": times,
            "times_real_time": {name: seconds * 1e9 / ns for name, ns in times.items()}}


def print_tables(result):
    print(f"{PROGRAM.name} on lola15, {result['program_s']:.2f} s of motion; "
          f"minimum of {result['rounds']} rounds")
    machine.print_table(["part", "ms", "times real time"],
                        [[name, f"{ns / 1e6:.3f}", f"{result['times_real_time'][name]:.0f}"]
                         for name, ns in result["cpu_ns"].items()])
    speed = result["times_real_time"]["all"]
    print(f"the whole verification: {speed:.0f} times real time "
          f"(goal at least {GOAL}{'' if speed >= GOAL else ', missed'})")
