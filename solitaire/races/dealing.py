"""Dealing the games of a race, by whoever finds one that is not dealt yet."""

from collections.abc import Sequence
from contextlib import suppress

from solitaire.live.hub import hub
from solitaire.live.milestones import DEALT
from solitaire.live.table import TableState, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.log.store import Conflict
from solitaire.races.race import Race, Seat
from solitaire.rules.game import start


def deal(race: Race, seats: Sequence[Seat]) -> None:
    """Deal the games of a race that has started, all at the same moment; those that are dealt already stay."""
    started_at, game = race.started_at or 0, start(race.deal)
    data = {"code": race.code, "rules": game.rules_version, "race": race.id, "start": started_at}
    waiting = []
    for seat in seats:
        stream = stream_of(seat.game)
        state = TableState(seat.game, seat.player, started_at, started_at, game, race.id)
        dealt = Append(stream, 0, (NewEvent("dealt", data),), seat.player, None, Milestone(DEALT, state))
        waiting.append((stream, writer.current().submit(dealt)))
    for stream, future in waiting:
        with suppress(Conflict):
            future.result()
        hub.hint(stream, 1)
