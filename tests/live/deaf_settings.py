"""The real settings, but nothing is looked for in the log for an hour: what a server hears of, a hint has told it."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import LIVE

LIVE = {**LIVE, "heads_s": 3600, "sessions_s": 3600, "silence_s": 3600}
