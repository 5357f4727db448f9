"""As `quick_settings`, and nobody is gone for want of an action; `tests.races.leaky` can be told to leak.

Whoever plays a game in some seconds makes a ghost that fits a newcomer.
"""

from tests.races.quick_settings import *  # noqa: F403
from tests.races.quick_settings import INSTALLED_APPS, LIVE, RACES, REPLAYS, ROOMS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.races.leaky.LeakyConfig"]
LIVE = {**LIVE, "silence_s": 600}
RACES = {
    **RACES,
    "idle_s": 600,
    "disconnected_s": 600,
    "par_s": 12,
    "human": {**RACES["human"], "move_ms": 20, "reaction_ms": 0},
}
REPLAYS = {**REPLAYS, "api": {"per_s": 1000, "burst": 10_000}, "pictures": {"per_s": 1000, "burst": 10_000}}
ROOMS = {**ROOMS, "messages": {"per_s": 1000, "burst": 10_000}}
