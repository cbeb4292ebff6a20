#!/usr/bin/env python3
"""Prints every #include that points to a layer on the right. Usage: check_layers.py [--self-test]"""
import pathlib
import re
import sys
import tempfile

LAYERS = "base math robot model io dynamics drives program motion simulation verification sweep study generate report reproduce apps".split()
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](?:\.\./)*(?:erfd/)?([\w.]+)(?=/|[">])', re.MULTILINE)


def may_include(layer, target):
    if {layer, target} == {"math", "robot"}:
        return False
    rank = LAYERS.index(layer) if layer in LAYERS else -1
    return target not in LAYERS + ["erfd.hpp"] or (target in LAYERS and LAYERS.index(target) <= rank)


def wrong_includes(root):
    for path in sorted(p for d in ("include/erfd", "src", "apps") for p in (root / d).rglob("*.[ch]pp")):
        layer = path.relative_to(root).as_posix().replace("include/erfd/", "src/").split("/")
        layer = layer[0] if layer[0] == "apps" else layer[1]
        text = path.read_text(encoding="utf-8")
        for found in INCLUDE.finditer(text) if layer not in ("apps", "erfd.hpp") else ():
            if not may_include(layer, found[1]):
                line = text.count("\n", 0, found.start(1)) + 1
                yield f"{path.relative_to(root)}:{line}: '{layer}' includes '{found[1]}', which it may not know"


def self_test():
    cases = {"include/erfd/model/a.hpp": ('#include "erfd/dynamics/rnea.hpp"', 1),
             "include/erfd/math/b.hpp": ('#include "erfd/robot/read.hpp"', 1),
             "include/erfd/base/error.hpp": ('#include <string>\n#include "erfd/math/b.hpp"', 1),
             "include/erfd/erfd.hpp": ('#include "erfd/report/table.hpp"', 0),
             "src/robot/c.cpp": ('#include "model/private.hpp"\n#include "../report/d.hpp"', 2),
             "src/report/d.cpp": ('#include "erfd/model/a.hpp"\n#include <Eigen/Core>', 0),
             "src/dynamics/e.cpp": ('#include <erfd/erfd.hpp>', 1),
             "apps/erfd/main.cpp": ('#include "erfd/erfd.hpp"', 0)}
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, _) in cases.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        found = [problem.split(":")[0] for problem in wrong_includes(pathlib.Path(folder))]
    return [f"{name}: found {found.count(name)} wrong includes, expected {expected}"
            for name, (_, expected) in cases.items() if found.count(name) != expected]


root = pathlib.Path(__file__).resolve().parent.parent
problems = self_test() if "--self-test" in sys.argv else list(wrong_includes(root))
print(*problems, sep="\n") if problems else print("the layers hold")
sys.exit(bool(problems))
