"""What is announced when a race settles."""

from collections.abc import Sequence
from typing import NamedTuple

from solitaire.live.table import TableState
from solitaire.races.race import Race


class SettledRace(NamedTuple):
    """A race that settles: the `race` before the event, and every seat's game as it ended, in the seats' order."""

    race: Race
    games: Sequence[TableState]
