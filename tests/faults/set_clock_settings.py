"""The real settings on a machine whose clock a file sets, for a server started by tests.

The environment's CLOCK names the file; it holds the seconds by which the clock is wrong.
"""

import os
import time
from pathlib import Path

_path = Path(os.environ["CLOCK"])
_time_ns = time.time_ns


def _set_time_ns() -> int:
    text = _path.read_text() if _path.exists() else ""
    return _time_ns() + int(text or 0) * 10**9


time.time_ns = _set_time_ns
time.time = lambda: _set_time_ns() / 10**9

from solitaire.settings import *  # noqa: E402, F403
from solitaire.settings import LIVE, RACES  # noqa: E402

LIVE = {**LIVE, "clock_s": 0.2}
RACES = {**RACES, "human": {**RACES["human"], "move_ms": 1, "reaction_ms": 0}}  # tests win games at once
