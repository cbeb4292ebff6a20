"""bench/run growth: time of the engine against the length of a chain."""
import math

import instructions
import machine

TARGETS = ["erfd_bench_growth", "erfd_bench_instructions"]
RATIO_GOAL = 2.6  # of aba to rnea a link, at most


def line_fit(x, y, weights):
    """Weighted least squares y = a + b x: a, b and R²."""
    total = sum(weights)
    mean_x = sum(w * u for w, u in zip(weights, x)) / total
    mean_y = sum(w * v for w, v in zip(weights, y)) / total
    b = (sum(w * (u - mean_x) * (v - mean_y) for w, u, v in zip(weights, x, y))
         / sum(w * (u - mean_x) ** 2 for w, u in zip(weights, x)))
    a = mean_y - b * mean_x
    rest = sum(w * (v - a - b * u) ** 2 for w, u, v in zip(weights, x, y))
    return a, b, 1 - rest / sum(w * (v - mean_y) ** 2 for w, v in zip(weights, y))


def fits(lengths, values):
    """The line with the least relative errors: short chains count as much as long ones."""
    a, b, r2 = line_fit(lengths, values, [1 / v ** 2 for v in values])
    order = line_fit([math.log(n) for n in lengths], [math.log(v) for v in values], [1] * len(values))[1]
    worst = max(abs(v - a - b * n) / v for n, v in zip(lengths, values))
    return {"start": a, "per_link": b, "r2": r2, "largest_relative_residual": worst, "order": order}


def measure(arguments):
    report = machine.timed_rounds("erfd_bench_growth", arguments, 0.005)
    rows = {}
    for name, times in machine.cpu_times(report).items():
        algorithm, links = name.split("/")
        rows.setdefault(int(links), {"links": int(links)})[algorithm + "_ns"] = min(times)
    lengths = sorted(rows)
    numbers = instructions.counted([f"chain{n}" for n in lengths], arguments.cpu)
    for n in lengths:
        for algorithm in ("rnea", "aba"):
            rows[n][algorithm + "_instructions"] = numbers[f"chain{n}", algorithm]
    columns = ["rnea_ns", "aba_ns", "rnea_instructions", "aba_instructions"]
    return {
        "rounds": arguments.repetitions,
        "rows": [rows[n] for n in lengths],
        "fits": {name: fits(lengths, [rows[n][name] for n in lengths]) for name in columns},
        "heap_allocations": sum(entry.get("heap_allocations", 0) for entry in report["benchmarks"]
                                if entry["run_type"] == "iteration"),
    }


def print_tables(result):
    print(f"The engine on chains of revolute joints, skew axes, full inertias; minimum of "
          f"{result['rounds']} rounds")
    machine.print_table(
        ["links", "rnea ns", "aba ns", "rnea ns/link", "aba ns/link", "aba/rnea",
         "rnea instr/link", "aba instr/link"],
        [[row["links"], f"{row['rnea_ns']:.0f}", f"{row['aba_ns']:.0f}",
          f"{row['rnea_ns'] / row['links']:.1f}", f"{row['aba_ns'] / row['links']:.1f}",
          f"{row['aba_ns'] / row['rnea_ns']:.2f}",
          f"{row['rnea_instructions'] / row['links']:.1f}", f"{row['aba_instructions'] / row['links']:.1f}"]
         for row in result["rows"]])
    print("t = a + b n with the least relative errors, and the order p of t ~ n^p")
    machine.print_table(
        ["quantity", "a", "b a link", "R²", "largest residual", "order"],
        [[name.replace("_", " "), f"{fit['start']:.1f}", f"{fit['per_link']:.2f}", f"{fit['r2']:.5f}",
          f"{100 * fit['largest_relative_residual']:.1f} %", f"{fit['order']:.3f}"]
         for name, fit in result["fits"].items()])
    ratio = result["fits"]["aba_ns"]["per_link"] / result["fits"]["rnea_ns"]["per_link"]
    print(f"aba/rnea a link: {ratio:.2f} (goal at most {RATIO_GOAL}{'' if ratio <= RATIO_GOAL else ', missed'})")
    print(f"heap allocations in all timed loops: {result['heap_allocations']:.0f}")
