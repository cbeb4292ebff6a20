"""What the documents show runs as they show it."""
import pathlib
import re
import runpy

import pytest

here = pathlib.Path(__file__).parent
pages = [here.parent.parent / "docs" / "python.md"]
snippets = [(page.name, k, code) for page in pages
            for k, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.S))]


def test_every_call_with_its_types():
    runpy.run_path(str(here / "uses_all.py"))


@pytest.mark.parametrize("page, k, code", snippets, ids=[f"{page}-{k}" for page, k, _ in snippets])
def test_snippet(page, k, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, f"{page}[{k}]", "exec"), {})


def test_there_are_snippets():
    assert len(snippets) >= 4
