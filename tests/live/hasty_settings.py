"""The real settings of a site that closes games after seconds, for a server started by tests."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import LIVE

LIVE = {**LIVE, "sweep_s": 0.5, "absent_h": 3 / 3600}
