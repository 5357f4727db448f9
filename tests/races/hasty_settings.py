"""As `quick_settings`, but nobody is waited for."""

from tests.races.quick_settings import *  # noqa: F403
from tests.races.quick_settings import RACES

RACES = {**RACES, "vanished_s": 2, "room_idle_s": 3, "idle_s": 4, "disconnected_s": 2}
