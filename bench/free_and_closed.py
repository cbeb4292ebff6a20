"""bench/run free_and_closed: free bases, parallel robots and loops."""
import growth
import instructions
import machine

TARGETS = ["erfd_bench_free_and_closed"]
GOALS_NS = {("humanoid", "inverse"): 850, ("humanoid", "inertia"): 830, ("humanoid", "forward"): 2000,
            ("gough_stewart", "legs_inverse"): 3000, ("delta", "legs_inverse"): 1000}


def measure(arguments):
    rows = {}
    for _ in range(max(1, arguments.repetitions // 10)):
        for line in machine.pinned([machine.program(TARGETS[0])], arguments.cpu).splitlines():
            robot, call, ns, heap = line.split()
            row = rows.setdefault((robot, call), {"robot": robot, "call": call, "ns": float(ns), "heap_allocations": 0})
            row["ns"] = min(row["ns"], float(ns))
            row["heap_allocations"] += int(heap)
    for key, number in instructions.counted(["--count"], arguments.cpu, TARGETS[0]).items():
        rows[key]["instructions"] = number
    eels = {call: [row for row in rows.values() if row["robot"].startswith("eel") and row["call"] == call]
            for call in ("inverse", "forward")}
    return {"rows": list(rows.values()),
            "fits": {f"{call}_{unit}": growth.fits([int(row["robot"][3:]) for row in chain], [row[unit] for row in chain])
                     for call, chain in eels.items() for unit in ("ns", "instructions")}}


def print_tables(result):
    print("Free bases on the engine (eelN: N joints), parallel robots through their legs, loops in general")
    machine.print_table(
        ["robot", "call", "ns", "goal", "instructions", "heap allocations"],
        [[row["robot"], row["call"].replace("_", " "), f"{row['ns']:.0f}",
          f"{GOALS_NS[key]}{'' if row['ns'] <= GOALS_NS[key] else ', missed'}"
          if (key := (row["robot"], row["call"])) in GOALS_NS else "", row["instructions"], row["heap_allocations"]]
         for row in result["rows"]])
    print("eels: t = a + b n with the least relative errors, and the order p of t ~ n^p")
    machine.print_table(
        ["quantity", "a", "b a joint", "R²", "largest residual", "order"],
        [[name.replace("_", " "), f"{fit['start']:.1f}", f"{fit['per_link']:.2f}", f"{fit['r2']:.5f}",
          f"{100 * fit['largest_relative_residual']:.1f} %", f"{fit['order']:.3f}"]
         for name, fit in result["fits"].items()])
