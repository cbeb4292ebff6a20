"""The machine under bench/run: packages, build, pinned runs, and what a reader must know of them."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/bench"
PEER_PACKAGES = ["liborocos-kdl-dev", "libmujoco-dev", "libbenchmark-dev", "valgrind"]


class Failure(Exception):
    """Something that the reader must put right; the text says what."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def run_quietly(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.stderr.write(done.stdout)
        raise Failure(f"failed: {' '.join(map(str, command))}")
    return done.stdout


def build(targets):
    if subprocess.run([ROOT / "tools/install_packages", "bench"]).returncode != 0:
        raise Failure("a package is missing, see above")
    run_quietly(["cmake", "-S", ROOT, "--preset", "bench"], cwd=ROOT)  # always: peers come and go
    say(f"building {' '.join(targets)}")
    run_quietly(["cmake", "--build", BUILD, "--target", *targets])


def program(name):
    return BUILD / "bin" / name


def pinned(command, cpu):
    """Runs a program on one core; its standard output is the answer, its complaints are shown."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        raise Failure(f"{pathlib.Path(command[0]).name}: exit status {done.returncode}, see above")
    return done.stdout


def timed_rounds(name, arguments, min_time, inputs=()):
    """Runs a google-benchmark program, its benchmarks interleaved at random. Returns its JSON."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        say(f"timing {arguments.repetitions} rounds on core {arguments.cpu}")
        pinned([program(name), *inputs, f"--benchmark_out={out}", "--benchmark_out_format=json",
                "--benchmark_enable_random_interleaving=true", f"--benchmark_min_time={min_time}",
                f"--benchmark_repetitions={arguments.repetitions}"], arguments.cpu)
        return json.loads(out.read_text(encoding="utf-8"))


def cpu_times(report):
    """Name of a benchmark -> CPU times of its rounds [ns]. CPU time: other programs may run beside."""
    times = {}
    for entry in report["benchmarks"]:
        if entry["run_type"] == "iteration":
            times.setdefault(entry["run_name"], []).append(entry["cpu_time"])
    return times


def output_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()
    except OSError:
        return ""


def commit():
    number = output_of(["git", "rev-parse", "--short", "HEAD"]) or "unknown"
    return number + (" with changes" if output_of(["git", "status", "--porcelain"]) else "")


def cached(variable):
    text = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{variable}:\w+=(.*)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def kernel_flags():
    """Flags of the engine's kernels, from the compilation database."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        if entry["file"].endswith("kernels_avx2.cpp"):
            flags = (word for word in entry["command"].split() if re.match(r"-(O|m|f)\w", word))
            return " ".join(dict.fromkeys(flags))
    return ""


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def package_versions():
    listed = output_of(["dpkg-query", "-W", "-f=${Package} ${Version}\n", *PEER_PACKAGES])
    return dict(line.split() for line in listed.splitlines() if len(line.split()) == 2)


def context(cpu):
    return {
        "commit": commit(),
        "compiler": output_of([cached("CMAKE_CXX_COMPILER"), "--version"]).splitlines()[0],
        "flags": f"{cached('CMAKE_CXX_FLAGS')} {cached('CMAKE_CXX_FLAGS_RELEASE')}".strip(),
        "flags of the engine": kernel_flags(),
        "processor": f"{processor()}, {os.cpu_count()} cores, core {cpu} used",
        "packages": package_versions(),
    }


def print_context(context):
    for name, value in context.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key} {version}" for key, version in value.items())
        print(f"{name:20} {value}")
    print()


def print_table(head, rows):
    """Right-aligned numbers, left-aligned words."""
    table = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    words = [all(isinstance(row[i], str) and not re.match(r"[\d.–-]", row[i]) for row in rows)
             for i in range(len(head))]
    for row in table:
        print("  ".join(cell.ljust(width) if word else cell.rjust(width)
                        for cell, width, word in zip(row, widths, words)).rstrip())
    print()
