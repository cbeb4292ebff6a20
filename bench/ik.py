"""bench/run ik: time of inverse kinematics in closed form."""
import machine

TARGETS = ["erfd_bench_ik"]
GOAL_NS = 2000  # all branches of a pose, at most


def measure(arguments):
    report = machine.timed_rounds("erfd_bench_ik", arguments, 0.02)
    rows = {}
    for name, times in machine.cpu_times(report).items():
        call, robot = name.split("/")
        rows.setdefault(robot, {"robot": robot})[call + "_ns"] = min(times)
    for entry in report["benchmarks"]:
        if entry["run_type"] == "iteration" and entry["run_name"].startswith("all/"):
            row = rows[entry["run_name"].split("/")[1]]
            row["solutions"] = entry["solutions"]
            row["heap_allocations"] = row.get("heap_allocations", 0) + entry["heap_allocations"]
    return {"rounds": arguments.repetitions, "rows": list(rows.values())}


def print_tables(result):
    print(f"Inverse kinematics of random poses in reach; minimum of {result['rounds']} rounds")
    machine.print_table(
        ["robot", "solutions a pose", "all ns", "nearest ns", "heap allocations of all"],
        [[row["robot"], f"{row['solutions']:.1f}", f"{row['all_ns']:.0f}", f"{row['nearest_ns']:.0f}",
          f"{row['heap_allocations']:.0f}"] for row in result["rows"]])
    worst = max(row["all_ns"] for row in result["rows"])
    print(f"all branches of a pose: at most {worst:.0f} ns "
          f"(goal at most {GOAL_NS}{'' if worst <= GOAL_NS else ', missed'})")
