"""bench/run peers: the engine beside other libraries."""
import statistics

import machine

TARGETS = ["erfd_bench_peers"]
# Least ratio of the other library's time to the engine's, on the Lola 15.
GOALS = {
    ("inverse_dynamics", "kdl"): 8, ("inertia_matrix", "kdl"): 12, ("forward_dynamics", "kdl"): 10,
    ("inverse_dynamics", "mujoco"): 7, ("forward_dynamics", "mujoco"): 4.5,
}
GOAL_ROBOT = "lola15"
# Orders of the tables; google-benchmark reports in the order of its dice.
FUNCTIONS = ["inverse_dynamics", "inertia_matrix", "forward_dynamics"]
LIBRARIES = ["engine", "engine_float", "engine_portable", "page", "kdl", "mujoco", "pinocchio", "rbdl"]


def order(row):
    return (FUNCTIONS.index(row["function"]), row["robot"] != GOAL_ROBOT, len(row["robot"]), row["robot"],
            LIBRARIES.index(row["library"]))


def measure(arguments):
    report = machine.timed_rounds("erfd_bench_peers", arguments, 0.005)
    rows = []
    call = None
    for name, times in machine.cpu_times(report).items():
        if name == "empty_call":
            call = min(times)
            continue
        function, robot, library = name.split("/")
        rows.append({"function": function, "robot": robot, "library": library,
                     "min_ns": min(times), "median_ns": statistics.median(times),
                     "difference": float(report["context"]["difference/" + name])})
    rows.sort(key=order)
    add_ratios(rows)
    return {"empty_call_ns": call, "rounds": arguments.repetitions, "rows": rows}


def add_ratios(rows):
    engine = {(row["function"], row["robot"]): row for row in rows if row["library"] == "engine"}
    for row in rows:
        ours = engine[row["function"], row["robot"]]
        row["ratio_of_min"] = row["min_ns"] / ours["min_ns"]
        row["ratio_of_median"] = row["median_ns"] / ours["median_ns"]
        if row["robot"] == GOAL_ROBOT:
            row["goal"] = GOALS.get((row["function"], row["library"]))


def ratio_text(row):
    text = f"{row['ratio_of_min']:.1f}"
    if row.get("goal"):
        text += f" (goal {row['goal']:g}{'' if row['ratio_of_min'] >= row['goal'] else ', missed'})"
    return text


def print_tables(result):
    rows = result["rows"]
    libraries = list(dict.fromkeys(row["library"] for row in rows))
    found = {(row["function"], row["robot"], row["library"]): row for row in rows}
    cases = list(dict.fromkeys((row["function"], row["robot"]) for row in rows))

    print("Time of a library over time of the engine (minima; sines and cosines included)")
    machine.print_table(["function", "robot", *libraries[1:]],
                        [[f, r, *(ratio_text(found[f, r, name]) for name in libraries[1:])] for f, r in cases])
    print(f"ns a call, minimum / median of {result['rounds']} rounds "
          f"(an empty call takes {result['empty_call_ns']:.1f})")
    machine.print_table(["function", "robot", *libraries],
                        [[f, r, *(f"{found[f, r, name]['min_ns']:.0f} / {found[f, r, name]['median_ns']:.0f}"
                                  for name in libraries)] for f, r in cases])
    print("Largest difference from the page algorithms over 64 states, relative to the largest entry")
    machine.print_table(["function", "robot", *libraries],
                        [[f, r, *(f"{found[f, r, name]['difference']:.0e}" for name in libraries)]
                         for f, r in cases])
