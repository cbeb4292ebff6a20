#!/usr/bin/env python3
"""Holds code and pages to cmake/public_headers.txt. Usage: check_headers.py [--self-test]

The table of docs/code-map.md names exactly the public headers; what users read and copy (examples, the consumer, code in pages) includes
no other; erfd.hpp brings all of them but those of generate.
"""
import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](erfd/[\w./]+)[">]', re.MULTILINE)
SECTION = re.compile(r"^## The headers that matter\n(.*?)^## ", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(\.\./include/(erfd/[\w./]+\.hpp)\)")


def with_included(root, headers):
    """Public headers and all that they include."""
    known, waiting = set(), list(headers)
    while waiting:
        header = waiting.pop()
        if header not in known and (root / "include" / header).exists():
            known.add(header)
            waiting += INCLUDE.findall((root / "include" / header).read_text(encoding="utf-8"))
    return known


def problems_of(root):
    listed = [line for line in (root / "cmake/public_headers.txt").read_text(encoding="utf-8").splitlines() if line.startswith("erfd/")]
    public = set(listed)
    yield from (f"cmake/public_headers.txt: {h}: no such header" for h in listed if not (root / "include" / h).exists())
    section = SECTION.search((root / "docs/code-map.md").read_text(encoding="utf-8"))
    named = set(LINK.findall(section[1])) if section else set()
    yield from (f"docs/code-map.md: {h} is public, but the table does not name it" for h in sorted(public - named))
    yield from (f"docs/code-map.md: the table names {h}, which is not in cmake/public_headers.txt" for h in sorted(named - public))
    brought = with_included(root, ["erfd/erfd.hpp"])
    yield from (f"include/erfd/erfd.hpp: does not bring {h}" for h in sorted(public - brought) if not h.startswith("erfd/generate/"))
    users = [p for folder in ("examples", "tests/consumer", "docs") for p in (root / folder).rglob("*") if p.suffix in (".cpp", ".hpp", ".md")]
    for path in sorted(users + [root / "README.md"]):
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for found in INCLUDE.finditer(text):
            if found[1] not in public:
                line = text.count("\n", 0, found.start(1)) + 1
                yield f"{path.relative_to(root)}:{line}: '{found[1]}' is internal; cmake/public_headers.txt lists what users may include"


def self_test():
    files = {"cmake/public_headers.txt": "# list\nerfd/erfd.hpp\nerfd/a.hpp\nerfd/gone.hpp\nerfd/alone.hpp",
             "include/erfd/erfd.hpp": '#include "erfd/a.hpp"', "include/erfd/a.hpp": '#include "erfd/part.hpp"',
             "include/erfd/part.hpp": "", "include/erfd/alone.hpp": "", "include/erfd/inner.hpp": "",
             "docs/code-map.md": "## The headers that matter\n[a](../include/erfd/erfd.hpp), [b](../include/erfd/a.hpp), "
                                 "[c](../include/erfd/gone.hpp), [d](../include/erfd/inner.hpp)\n## Next",
             "examples/x.cpp": '#include <erfd/a.hpp>\n#include "erfd/inner.hpp"'}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        found = " | ".join(problems_of(pathlib.Path(folder)))
        installed = with_included(pathlib.Path(folder), ["erfd/erfd.hpp"])
    expected = ["gone.hpp: no such header", "alone.hpp is public, but", "names erfd/inner.hpp", "does not bring erfd/alone.hpp", "examples/x.cpp:2"]
    wrong = [f"expected '{e}' in: {found}" for e in expected if e not in found]
    return wrong + ([] if installed == {"erfd/erfd.hpp", "erfd/a.hpp", "erfd/part.hpp"} else [f"installed: {installed}"])


root = pathlib.Path(__file__).resolve().parent.parent
problems = self_test() if "--self-test" in sys.argv else list(problems_of(root))
if problems:
    print(*problems, sep="\n")
else:
    public = [h for h in (root / "cmake/public_headers.txt").read_text(encoding="utf-8").splitlines() if h.startswith("erfd/")]
    everything = len(list((root / "include").rglob("*.hpp")))
    installed = len(with_included(root, public))
    print(f"{len(public)} public headers, {installed - len(public)} that come with them, {everything - installed} internal")
sys.exit(bool(problems))
