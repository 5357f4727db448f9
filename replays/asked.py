"""Which board of a deal an address asks for, and the addresses of the others."""

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays import names
from replays.boards import Filters, Only
from replays.models import Board
from solitaire.players.following import followed_by

FOLLOWED = "followed"
"""In an address: only who asks and the players they follow."""


class Way(NamedTuple):
    """A link to another list: what it is called, its address, and whether it is the one that is shown."""

    name: Promise
    address: str
    current: bool


@dataclass(frozen=True)
class AskedBoard:
    """The board of a deal that an address asks for, and the ways from it to others."""

    address: str
    board: str
    filters: Filters

    def to(self, board: str | None = None, only: Set[Only] | None = None, followed: bool | None = None) -> str:
        """The address of this board with something changed, from its top."""
        among = self.filters.among is not None if followed is None else followed
        wins = self.filters.only if only is None else only
        asked = {
            "board": [self.board if board is None else board],
            "only": [each for each in Only if each in wins],
            "among": [FOLLOWED] if among else [],
        }
        return f"{self.address}?{urlencode(asked, doseq=True)}"

    @property
    def here(self) -> str:
        """Its own address, from the top."""
        return self.to()

    def boards(self) -> list[Way]:
        """The three boards, with the same filters."""
        return [Way(name, self.to(board=board), board == self.board) for board, name in names.BOARDS.items()]

    def all_wins(self) -> Way:
        """Back to all wins."""
        return Way(names.ALL_WINS, self.to(only=frozenset()), not self.filters.only)

    def wins(self) -> list[Way]:
        """Which wins it can be narrowed down to, together: each on, or off again."""
        chosen = self.filters.only
        return [Way(name, self.to(only=chosen ^ {only}), only in chosen) for only, name in names.WINS.items()]

    def followed(self) -> Way:
        """On to the players one follows, or back to all."""
        among = self.filters.among is not None
        return Way(_("Players I follow"), self.to(followed=not among), among)


def asked_board(query: QueryDict, code: str, me: str | None) -> AskedBoard | None:
    """The board of a deal code that the `query` of an address asks for, as `me` asks; None for what is none."""
    board, among = query.get("board", ""), query.get("among", "")
    only = set(query.getlist("only")) - {""}
    if board not in ("", *Board.values) or not only <= set(Only.values) or among not in ("", FOLLOWED):
        return None
    filters = Filters.of(only, circle(me) if among else None)
    return AskedBoard(reverse("deal", args=[code]), board or Board.FASTEST, filters)


def circle(player_id: str | None) -> list[str]:
    """Who asks, and the players they follow; nobody for somebody who has not played yet."""
    return [player_id, *followed_by(player_id)] if player_id else []
