"""The real settings with short times and small numbers, for a server started by tests."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import LIVE

LIVE = {
    **LIVE,
    "silence_s": 4,
    "sessions_s": 0.5,
    "heads_s": 0.5,
    "sockets_per_player": 3,
    "sockets_per_address": 6,
}
