"""Games read from the log again, one stream at a time: what audit compares with, and what rebuild writes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from replays.folds import game_row, result_row
from replays.models import Game, Result
from solitaire.live.table import PREFIX, TableState, begin
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.players.models import Player
from solitaire.rules.moves import Refused

BATCH = 500
"""So many streams or rows are held in memory at a time."""

Item = TypeVar("Item")


class Unsound(Exception):
    """A stream is no game: the message names the version and says what is wrong there."""


@dataclass(frozen=True)
class Folded:
    """A game's stream read to its end; `ended_at` is when it was won, lost or given up, None where it was not."""

    state: TableState
    ended_at: int | None


def fold(stream: str, events: Sequence[Event]) -> Folded:
    """The fold of a game's events. Raises `Unsound` where they are no game by the rules."""
    version = 1
    try:
        dealt, *played = events
        if dealt.kind != "dealt":
            raise ValueError(f"a game begins with the kind 'dealt', not {dealt.kind!r}")
        state = begin(stream.removeprefix(PREFIX), dealt)
        ended_at = None
        for event in played:
            version = event.version
            state.follow(event)
            if state.game.status == "playing":
                ended_at = None
            elif ended_at is None:
                ended_at = event.at
    except (Refused, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unsound(f"version {version}: {error!s}") from error
    return Folded(state, ended_at)


def folded_games() -> Iterator[Folded]:
    """Every game of the log, by stream name. Raises `Unsound`."""
    for head in store.heads(PREFIX):
        yield fold(head.stream, store.read(head.stream))


def rows(games: Iterable[Folded]) -> Iterator[tuple[Game, Result | None]]:
    """The rows of `games`, not saved, with the owners that the players' table knows; first attempts are not marked."""
    for some in batches(games, BATCH):
        absorbed = Player.objects.filter(pk__in={game.state.player for game in some}).exclude(absorbed_by=None)
        owners = {guest.pk: guest.absorbed_by_id for guest in absorbed}
        for game in some:
            owner = owners.get(game.state.player) or game.state.player
            result = None if game.ended_at is None else result_row(game.state, owner, game.ended_at)
            yield game_row(game.state, owner), result


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """`items` as lists of `size`, the last one shorter."""
    left = iter(items)
    while some := list(islice(left, size)):
        yield some
