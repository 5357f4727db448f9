"""As `quick_settings`, with a search for pace-setters' lines going on nearly all the time."""

from tests.races.quick_settings import *  # noqa: F403
from tests.races.quick_settings import RACES

RACES = {**RACES, "pace_lines": 1, "pace_rounds_s": 0.3, "pace_search_s": 5}
