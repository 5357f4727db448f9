"""Playing the deal of the day: one ranked attempt a player, and practice once that is over."""

from collections.abc import Collection

from django.db import IntegrityError

from solitaire.daily.day import Day
from solitaire.daily.models import Attempt
from solitaire.ids import new_id
from solitaire.live.milestones import DEALT
from solitaire.live.table import TableState, now_ms, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.players.absorb import selves
from solitaire.players.models import Player
from solitaire.rules.game import start


class Played(Exception):
    """The player's ranked attempt at this day is over: only practice is left."""


class NotPlayed(Exception):
    """The player's ranked attempt at this day is not over: practice comes after it."""


def own(key: str, mine: Collection[str]) -> Attempt | None:
    """The first ranked attempt at a day of somebody who has been all of `mine`; None where none was made."""
    attempts = Attempt.objects.filter(day=key, player__in=mine)
    return attempts.order_by("dealt_at", "game").first()


def going_on(player: Player, day: Day) -> str | None:
    """The game of the player's ranked attempt, None where none was made; raises `Played` where it is over."""
    made = own(day.key, selves(player.pk))
    if made is not None and made.over:
        raise Played
    return made.game if made is not None else None


def attempt(player: Player, day: Day) -> str:
    """The game of the player's ranked attempt, which is dealt where there is none.

    Raises `Played`, and the log's `TooLate` once the day is over.
    """
    game = going_on(player, day)
    if game is None:
        try:
            return _deal(player, day, practice=False)
        except IntegrityError:  # in another tab
            game = going_on(player, day)
            if game is None:
                raise
    return game


def expect_played(player: Player, day: Day) -> None:
    """Raise `NotPlayed` where the player's ranked attempt is not over."""
    made = own(day.key, selves(player.pk))
    if made is None or not made.over:
        raise NotPlayed


def practise(player: Player, day: Day) -> str:
    """A new game of practice. Raises `NotPlayed`, and the log's `TooLate` once the day is over."""
    expect_played(player, day)
    return _deal(player, day, practice=True)


def _deal(player: Player, day: Day, *, practice: bool) -> str:
    game, now = start(day.deal), now_ms()
    state = TableState(new_id(), player.pk, now, now, game, day=day.key, guest=player.is_guest, practice=practice)
    data = {"code": day.code, "rules": game.rules_version, "day": day.key, "guest": player.is_guest}
    if practice:
        data["practice"] = True
    dealt = Append(
        stream_of(state.id), 0, (NewEvent("dealt", data),), player.pk, None, Milestone(DEALT, state), before=day.ends_at
    )
    writer.current().submit(dealt).result()
    return state.id
