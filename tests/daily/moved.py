"""For tests alone: a clock that a file moves, named by the environment's MOVED; it holds milliseconds to add."""

import os
from pathlib import Path

from solitaire.live.table import now_ms


def now() -> int:
    path = Path(os.environ["MOVED"])
    text = path.read_text() if path.exists() else ""
    return now_ms() + int(text or 0)
