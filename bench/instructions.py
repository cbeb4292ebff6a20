"""bench/run instructions: instructions a call by callgrind."""
import pathlib
import re
import tempfile

import machine

TARGETS = ["erfd_bench_instructions"]


def counted(words, cpu, program=TARGETS[0]):
    """(robot, algorithm) -> instructions a call, in the order of the program; words: its arguments."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        machine.say("counting instructions")
        machine.pinned(["valgrind", "--tool=callgrind", "--toggle-collect=erfd_measured_*",
                        f"--callgrind-out-file={out}", machine.program(program), *words], cpu)
        dumps = sorted(out.parent.glob("out.*"), key=lambda path: int(path.suffix[1:]))
        return dict(read_dump(path.read_text(encoding="utf-8")) for path in dumps)


def read_dump(text):
    robot, algorithm, calls = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+) (\d+)$", text,
                                        re.MULTILINE).groups()
    collected = int(re.search(r"^summary: (\d+)", text, re.MULTILINE).group(1))
    if collected == 0:
        raise machine.Failure(f"callgrind collected nothing of {robot} {algorithm}")
    return (robot, algorithm), round(collected / int(calls))


def measure(arguments):
    return [{"robot": robot, "algorithm": algorithm, "instructions": number}
            for (robot, algorithm), number in counted([], arguments.cpu).items()]


def print_tables(result):
    print("Instructions a call: robot, algorithm, number; page_ are the algorithms of docs/algorithms")
    for row in result:
        print(row["robot"], row["algorithm"], row["instructions"])
