from typing import Sequence

def generate(robot: str, settings: Sequence[str], functions: Sequence[str], language: str, name: str, single_precision: bool,
             batch: bool) -> str: ...
