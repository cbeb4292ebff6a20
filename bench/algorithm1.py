"""bench/run algorithm1: a step of Algorithm 1 on Lola 15 beside one call of forward dynamics."""
import statistics

import instructions
import machine

PROGRAM = "erfd_bench_algorithm1"
TARGETS = [PROGRAM]
GOALS = {"unlimited": 1.05, "one_motor": 2, "three_motors": 2.6}  # instructions to one call of forward dynamics
RATIO_GOAL = 2.5  # of times, and of instructions of the other cases, at most
STEPS = 10_000_000  # of which the longest is looked for


def cases(cpu):
    """Name -> cycles, and of them those with 0, 1, 2 and more motors at their torque limit."""
    rows = {}
    for line in machine.pinned([machine.program(PROGRAM), "cases"], cpu).splitlines():
        name, *numbers = line.split()
        rows[name] = dict(zip(("cycles", "limited_0", "limited_1", "limited_2", "limited_3_or_more"),
                              map(int, numbers)))
    return rows


def longest_steps(cpu):
    machine.say(f"looking for the longest of {STEPS} steps")
    lines = machine.pinned([machine.program(PROGRAM), "worst", str(STEPS)], cpu).splitlines()
    return {name: int(number) for name, number in map(str.split, lines)}


def measure(arguments):
    rows = cases(arguments.cpu)
    report = machine.timed_rounds(PROGRAM, arguments, 0.005)
    times = machine.cpu_times(report)
    counts = instructions.counted(["count"], arguments.cpu, PROGRAM)
    for name, row in rows.items():
        for call in ("step", "aba"):
            row[call + "_ns"] = statistics.median(times[f"{call}/{name}"])
            row[call + "_min_ns"] = min(times[f"{call}/{name}"])
            row[call + "_instructions"] = counts[name, call]
        row["ratio_of_median"] = row["step_ns"] / row["aba_ns"]
        row["ratio_of_min"] = row["step_min_ns"] / row["aba_min_ns"]
        row["ratio_of_instructions"] = row["step_instructions"] / row["aba_instructions"]
    return {"rounds": arguments.repetitions,
            "rows": [{"case": name, **row} for name, row in rows.items()],
            "heap_allocations": sum(entry.get("heap_allocations", 0) for entry in report["benchmarks"]
                                    if entry["run_type"] == "iteration"),
            "longest": longest_steps(arguments.cpu)}


def ratio_text(ratio, goal=RATIO_GOAL):
    return f"{ratio:.2f}{'' if ratio <= goal else ' missed'}"


def print_tables(result):
    print(f"A step of Algorithm 1 on Lola 15 and one call of forward dynamics (aba) in the same states; "
          f"goal: ratio at most {RATIO_GOAL}")
    print(f"ns a call: minimum / median of {result['rounds']} rounds, calls in random order")
    machine.print_table(
        ["case", "cycles", "limited %", "step ns", "aba ns", "ratio of minima", "of medians",
         "step instr", "aba instr", "ratio"],
        [[row["case"], row["cycles"], f"{100 * (1 - row['limited_0'] / row['cycles']):.0f}",
          f"{row['step_min_ns']:.0f} / {row['step_ns']:.0f}", f"{row['aba_min_ns']:.0f} / {row['aba_ns']:.0f}",
          ratio_text(row["ratio_of_min"]), ratio_text(row["ratio_of_median"]), row["step_instructions"],
          row["aba_instructions"],
          ratio_text(row["ratio_of_instructions"], GOALS.get(row["case"], RATIO_GOAL))] for row in result["rows"]])
    longest = result["longest"]
    print(f"{longest['steps']} single steps, {100 * longest['limited'] / longest['steps']:.0f} % of them limited; "
          f"{longest['interrupted']} were interrupted by a task switch and took up to "
          f"{longest['worst_ns'] / 1000:.0f} µs, the others:")
    machine.print_table(["median ns", "99 %", "99.99 %", "99.9999 %", "longest ns"],
                        [[longest["p50_ns"], longest["p99_ns"], longest["p99_99_ns"],
                          longest["p99_9999_ns"], longest["worst_undisturbed_ns"]]])
    print(f"heap allocations: {result['heap_allocations']:.0f} in all timed loops, "
          f"{longest['heap_allocations']} in the {longest['steps']} steps")
