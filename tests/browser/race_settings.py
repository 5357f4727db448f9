"""The site's settings with a short countdown, for servers whose races are run in browsers."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import LIVE, RACES

LIVE = {**LIVE, "sockets_per_address": 1000}
RACES = {**RACES, "countdown_s": 3, "pace_lines": 0}
