"""A verdict as a notebook shows it."""

from html import escape
from typing import Any, Dict, List

from ._core import Verdict


def verdict_html(verdict: Verdict) -> str:
    said = verdict.to_dict()
    moves: List[Dict[str, Any]] = said["moves"]
    head = "<tr><th>line</th><th>move</th><th>asked [s]</th><th>verdict</th><th>off path [mm]</th><th>why</th></tr>"
    return f"<p><b>{escape(verdict.summary)}</b></p><table>{head}{''.join(map(_row, moves))}</table>"


def _row(move: Dict[str, Any]) -> str:
    cells = [move["line"], f"{move['kind']} {move['target'] or ''}", f"{move['asked_time_s']:.3f}", "ok" if move["achievable"] else "NO",
             f"{move['path_error_mm']:.2f}", move["reason"]]
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
