"""As `quick_settings`, with pace-setters in a hurry, who are searched for patiently."""

from tests.races.quick_settings import *  # noqa: F403
from tests.races.quick_settings import RACES

RACES = {
    **RACES,
    "paces": {"bronze": 60_000, "silver": 250, "gold": 20},
    "pace_need_s": 30,
    "par_s": 12,
    "human": {**RACES["human"], "move_ms": 20},
    "idle_s": 60,
}
