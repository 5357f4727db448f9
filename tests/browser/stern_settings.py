"""The site's settings, for servers that hold nobody for human."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import RACES

RACES = {**RACES, "human": {**RACES["human"], "move_ms": 60_000}}
