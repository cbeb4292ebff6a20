"""Every file of a motion that a command writes, read by every command that reads one; with the numbers.

Writers: plan, verify (asked and achieved), torque, id, fd, fk, simulate. Readers: torque, id, fd, fk, verify, the
reference of simulate, the input of simulate. A reader may say once which columns it does not need, never more.
"""
import csv
import json
import math

# A sliding axis, coupled drives, ball screws, five axes; loads that come and go, and a tool that has one.
SCARA = """program Slide;
var
  joint: a = joint(mainjoint(30, -40, 150, 90));
  joint: b = joint(mainjoint(-35, 60, 20, -60));
endvar
seq
  use_tool tool(pose(position(0, 0, 40), orizyx(0, 0, 30)), load(0.7kg, position(10, 0, 20)));
  move ptp a speed_ptp=50%;
  grip load(1.5kg, position(0, 20, 60), inertia(0.002, 0.003, 0.001));
  move ptp b speed_ptp=60% acc_ptp=50%;
  release;
  move ptp a speed_ptp=40%;
endseq
endprogram;
"""
ROBOTS = {"scara": "slide.irl", "lola15": "pick_and_place", "irb6": "irb6_lift"}
STEP = 1e-3  # rad/s of a motor: slower ones may rest


def table(path):
    with open(path) as file:
        rows = list(csv.DictReader(file))
    return [{k: float(v) for k, v in row.items()} for row in rows]


def column(rows, head):
    return [row[head] for row in rows]


def worst(a, b, scale):
    return max((abs(x - y) for x, y in zip(a, b)), default=0) / scale if len(a) == len(b) else math.inf


class Files:
    """What one robot and its program leave behind."""

    def __init__(self, scratch, robot, program):
        self.scratch, self.robot, self.program, self.problems = scratch, robot, program, []
        self.joints = json.loads(scratch.erfd("id", robot, "--json").stdout)["joints"]

    def expect(self, condition, message):
        if not condition:
            self.problems.append(f"{self.robot}: {message}")

    def run(self, *arguments, fine=(0,)):
        result = self.scratch.erfd(*arguments)
        self.expect(result.returncode in fine, f"{arguments}: exit {result.returncode}: {result.stderr}")
        notes = [line for line in result.stderr.splitlines() if "not read" in line]
        self.expect(len(notes) <= 1, f"{arguments}: {notes}")
        return result

    def write(self):
        self.run("plan", self.robot, self.program, "--csv", "plan.csv")
        self.run("verify", self.robot, self.program, "--csv", "motion", fine=(0, 1))
        for name in ("asked", "achieved"):
            (self.scratch.path / "motion" / f"{name}.csv").rename(self.scratch.path / f"{name}.csv")
        self.run("torque", self.robot, "plan.csv", "--out", "torque.csv")
        self.run("id", self.robot, "--states", "plan.csv", "--csv", "id.csv")
        (self.scratch.path / "id.json").write_text(self.run("id", self.robot, "--states", "plan.csv", "--json").stdout)
        self.run("fd", self.robot, "--states", "id.csv", "--csv", "fd.csv")
        (self.scratch.path / "fd.json").write_text(self.run("fd", self.robot, "--states", "id.json", "--json").stdout)
        self.run("fk", self.robot, "--states", "plan.csv", "--csv", "fk.csv")
        (self.scratch.path / "fk.json").write_text(self.run("fk", self.robot, "--states", "plan.csv", "--json").stdout)
        return ["plan.csv", "asked.csv", "achieved.csv", "torque.csv", "id.csv", "id.json", "fd.csv", "fd.json", "fk.csv",
                "fk.json"]

    def positions(self, name):
        """Rows of time and positions, whatever the heads are called."""
        path = self.scratch.path / name
        if name.endswith(".json"):
            return [[s["time_s"], *s["q"]] for s in json.loads(path.read_text())["states"]]
        return [[row["time_s"], *(next(row[h] for h in row if h.startswith((f"q{i + 1}_", f"q_{joint}_")))
                                  for i, joint in enumerate(self.joints))] for row in table(path)]


def read_by_all(files, names):
    """Every reader finds the samples of every writer: their number, times and positions."""
    for name in names:
        wanted = files.positions(name)
        for verb in ("id", "fd", "fk"):
            files.run(verb, files.robot, "--states", name, "--csv", "read.csv", "--force")
            files.expect(files.positions("read.csv") == wanted, f"{verb} of {name}: other samples")
        files.run("torque", files.robot, name, "--out", "read.csv", "--force")
        files.expect(files.positions("read.csv") == wanted, f"torque of {name}: other samples")
        if name.endswith(".csv"):
            read = json.loads(files.run("verify", files.robot, name, "--json", "--csv", "again", "--force",
                                        fine=(0, 1)).stdout)
            again = table(files.scratch.path / "again" / "asked.csv")
            files.expect(len(again) == len(wanted), f"verify of {name}: {len(again)} cycles")
            files.expect(abs(read["asked_time_s"] - wanted[-1][0]) < 1e-9, f"verify of {name}: {read['asked_time_s']} s")


def alike_wherever_they_come_from(files):
    """The torques of the links are the same from every file that holds speeds, accelerations and loads."""
    wanted = table(files.scratch.path / "id.csv")
    taus = [h for h in wanted[0] if h.startswith("tau")]
    scale = max(abs(row[h]) for row in wanted for h in taus)
    for name in ("plan.csv", "asked.csv", "torque.csv", "id.csv", "id.json", "fd.csv", "fd.json"):
        files.run("id", files.robot, "--states", name, "--csv", "again.csv", "--force")
        found = table(files.scratch.path / "again.csv")
        off = max(worst(column(found, h), column(wanted, h), scale) for h in taus)
        files.expect(off < 1e-9, f"id of {name}: torques of the links differ by {off:.1e}")


def as_verify_asks(files):
    """torque of a plan gives the motor torques that verify asks; of what was achieved those that it got."""
    for name in ("asked", "achieved"):
        rows = table(files.scratch.path / f"{name}.csv")
        motors = [h.removeprefix("ua_").removesuffix("_N_m") for h in rows[0]
                  if h.startswith("ua_") and not h.startswith(("ua_low_", "ua_high_"))]
        for source in ([f"{name}.csv", "plan.csv"] if name == "asked" else [f"{name}.csv"]):
            files.run("torque", files.robot, source, "--out", "again.csv", "--force")
            found = table(files.scratch.path / "again.csv")
            compared = 0
            for i, motor in enumerate(motors):
                wanted = column(rows, f"ua_{motor}_N_m")
                scale = max(map(abs, wanted))
                turning = [k for k in range(len(rows) - 1) if abs(rows[k + 1][f"qda_{motor}_rad_s"]) > STEP]
                compared += len(turning)
                off = worst([found[k][f"motor{i + 1}_N_m"] for k in turning], [wanted[k] for k in turning], scale)
                files.expect(off < 1e-9, f"torque of {source}: {motor} differs by {off:.1e} of its largest torque")
            files.expect(compared > len(rows), f"{source}: only {compared} torques compared")


def judged_as_the_program(files):
    """verify of its own plan asks the motors for the same, judges the same moves, and carries the same."""
    first = json.loads(files.run("verify", files.robot, files.program, "--json", fine=(0, 1)).stdout)
    again = json.loads(files.run("verify", files.robot, "plan.csv", "--json", "--csv", "again", "--force", fine=(0, 1)).stdout)
    wanted, found = (table(files.scratch.path / name) for name in ("asked.csv", "again/asked.csv"))
    for head in (h for h in wanted[0] if h.startswith("ua_")):
        off = worst(column(found, head), column(wanted, head), max(map(abs, column(wanted, head))))
        files.expect(off < 1e-9, f"verify of its plan: {head} differs by {off:.1e}")
    moving = [m for m in first["moves"] if m["kind"] != "wait" or m["asked_time_s"] > 0]
    files.expect(first["achievable"] == again["achievable"], "the verdict on its plan is another")
    files.expect([m["achievable"] for m in moving] == [m["achievable"] for m in again["moves"]],
                 f"{[m['achievable'] for m in moving]} and {[m['achievable'] for m in again['moves']]}")


HEAD = """format = "erfd-scenario/1"
robot = "{robot}"
duration_s = 0.4
control_period_s = 0.001
[initial]
q_deg = {q}
[integrator]
relative = 1e-7
absolute = 1e-8
[[payload_switch]]
time_s = 0.1
mass_kg = 2
com_m = [0.02, 0, 0.05]
inertia_kg_m2 = [0.01, 0.02, 0.015]
[output]
file = "run.csv"
period_s = 0.005
"""
LAW = """[controller]
law = "pd"
Kp_N_m_rad = [2000, 4000, 2000, 200, 200, 100]
Kd_N_m_s_rad = [400, 600, 250, 15, 15, 8]
[reference]
kind = "table"
file = "plan.csv"
"""
SWING = """program Swing;
seq
  move ptp joint(mainjoint(30, 50, -60, 20, 40, 10)) speed_ptp=60%;
endseq
endprogram;
"""


def torques_of_a_run(files, by, head, speed):
    """The samples of a run give the torques that it had, the load that came meanwhile included."""
    rows, found = table(files.scratch.path / "run.csv"), table(files.scratch.path / by)
    files.expect({round(row["payload_kg"], 9) for row in rows} == {0, 2}, "the loads of the run are not in its file")
    for i in range(len(files.joints)):
        name = head.format(i + 1)
        wanted = column(rows, name)
        moving = [k for k in range(len(rows)) if abs(rows[k][speed.format(i + 1)]) > STEP]
        off = worst([found[k][name] for k in moving], [wanted[k] for k in moving], max(map(abs, wanted)))
        files.expect(off < 1e-8 and len(moving) > 30, f"{name} of the run: {off:.1e} over {len(moving)} samples")


def simulated_with_drives(scratch):
    """The plan of a program is a reference, the samples of the run a motion and an input."""
    files = Files(scratch, "puma560", "swing.irl")
    (scratch.path / "swing.irl").write_text(SWING)
    files.run("plan", "puma560", "swing.irl", "--csv", "plan.csv")
    start = [math.degrees(x) for x in files.positions("plan.csv")[0][1:]]
    (scratch.path / "run.toml").write_text(HEAD.format(robot="puma560", q=start) + LAW)
    files.run("simulate", "run.toml")
    files.run("torque", "puma560", "run.csv", "--out", "again.csv")
    torques_of_a_run(files, "again.csv", "motor{}_N_m", "qd{}_rad_s")
    replay = HEAD.format(robot="puma560", q=start).replace("run.csv", "replay.csv")
    (scratch.path / "replay.toml").write_text(replay + '[input]\nkind = "motor_torques"\nfile = "run.csv"\nbetween = "hold"\n')
    files.run("simulate", "replay.toml")
    ends = [files.positions(name)[-1] for name in ("run.csv", "replay.csv")]
    off = max(abs(a - b) for a, b in zip(*ends))
    files.expect(off < 0.02, f"the same torques lead elsewhere: {off:.3f} rad")  # held for 5 ms instead of 1 ms
    for verb in ("id", "fk"):
        files.run(verb, "puma560", "--states", "run.csv", "--csv", f"{verb}.csv")
    files.run("verify", "puma560", "run.csv", fine=(0, 1))
    return files.problems


def simulated_without_drives(scratch):
    files = Files(scratch, "planar2r", "")
    (scratch.path / "run.toml").write_text(HEAD.format(robot="planar2r", q=[30, -20]) +
                                           '[input]\nkind = "joint_torques"\nvalues_N_m = [20, -7]\n')
    files.run("simulate", "run.toml")
    files.run("id", "planar2r", "--states", "run.csv", "--csv", "id.csv")
    torques_of_a_run(files, "id.csv", "tau{}_N_m", "qd{}_rad_s")
    return files.problems


def matrix(scratch_of):
    problems = []
    for robot, program in ROBOTS.items():
        with scratch_of() as scratch:
            (scratch.path / "slide.irl").write_text(SCARA)
            files = Files(scratch, robot, program)
            names = files.write()
            if not files.problems:
                for check in (lambda f: read_by_all(f, names), alike_wherever_they_come_from, as_verify_asks,
                              judged_as_the_program):
                    check(files)
            problems += files.problems
    for simulated in (simulated_with_drives, simulated_without_drives):
        with scratch_of() as scratch:
            problems += simulated(scratch)
    return problems
