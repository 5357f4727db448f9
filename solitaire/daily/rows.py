"""The rows of days, and of the attempts at them, follow their streams in the transaction of each event."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.db import transaction

from solitaire.daily.day import PREFIX, Day, fold, stream_of
from solitaire.daily.models import Attempt, DayRow
from solitaire.live.milestones import DEALT, ENDED
from solitaire.live.table import TableState
from solitaire.log import milestones, statements, store
from solitaire.log.event import Event
from solitaire.players.absorb import ABSORBED, Absorption, owners
from solitaire.races import conduct, ghosts

DRAWN = "day-drawn"
"""A deck has been drawn; the state is the `Day` before the event, which is None."""
REVEALED = "day-revealed"
"""A day is over; the state is a `DayOver`."""
DECK = 52


class DayOver(NamedTuple):
    """What is announced when a day is over: the `day` before the event, and all ranked attempts as they ended."""

    day: Day
    games: Sequence[TableState]


class NotOver(Exception):
    """A day cannot be over: it has an attempt that is not over, or that whoever ends the day has not seen."""


def listen() -> None:
    """Write the rows of days, and of the attempts at them; `conduct` listens before, and the races' results after."""
    milestones.listen(DRAWN, _drawn)
    milestones.listen(REVEALED, _revealed)
    milestones.listen(DEALT, _dealt)
    milestones.listen(ENDED, _ended)
    milestones.listen(ABSORBED, _absorbed)
    milestones.listen(conduct.REVIEWED, _reviewed)


# --- days ---


def day_row(day: Day) -> DayRow:
    """The row of a day; not saved."""
    return DayRow(
        key=day.key,
        on=day.on,
        draw=day.draw,
        hash=day.hash,
        code="" if day.secret else day.code,
        drawn_at=day.drawn_at,
        ends_at=day.ends_at,
        revealed_at=day.revealed_at,
    )


def find(key: str) -> Day | None:
    """A day as the log has it, or None; ValueError where its stream is none. `key` has to be one."""
    events = store.read(stream_of(key))
    return fold(key, events) if events else None


def days() -> Iterator[Day]:
    """Every day of the log, by stream name; ValueError for a stream that is none."""
    for head in store.heads(PREFIX):
        yield fold(head.stream.removeprefix(PREFIX), store.read(head.stream))


def _drawn(_before: None, events: Sequence[Event]) -> None:
    statements.insert(day_row(fold(events[0].stream.removeprefix(PREFIX), events)))


def _revealed(over: DayOver, events: Sequence[Event]) -> None:
    attempts = dict(Attempt.objects.filter(day=over.day.key).values_list("game", "over"))
    if attempts != {state.id: state.game.over for state in over.games} or not all(attempts.values()):
        raise NotOver(over.day.key)
    DayRow.objects.filter(pk=over.day.key).update(code=over.day.code, revealed_at=events[0].at)
    for state in over.games:
        ghosts.follow(state)


# --- games ---


def is_attempt(state: TableState) -> bool:
    """Whether a game is a ranked attempt at a deal of the day."""
    return bool(state.day) and not state.practice


def attempt_row(state: TableState, owner: str, review: conduct.Review) -> Attempt:
    """The row of an attempt, which belongs to `owner` now; not saved. Whether it counts is judged apart."""
    over = state.game.over and state.ended_at is not None
    row = Attempt(
        game=state.id,
        day=state.day,
        player=state.player,
        owner_id=owner,
        guest=int(state.guest),
        counts=False,
        dealt_at=state.dealt_at,
        over=over,
        outcome="",
        ended_at=None,
        time_ms=None,
        moves=0,
        score=0,
        home=0,
        ranked=0,
        second=0,
        third=0,
        review=review,
    )
    if over and state.ended_at is not None:
        game, position = state.game, state.game.position
        row.outcome, row.ended_at, row.time_ms = game.status, state.ended_at, state.ended_at - state.dealt_at
        row.moves, row.score, row.home = position.moves, position.score, game.cards_home
        won = game.status == "won"
        row.ranked, row.second, row.third = (0, row.time_ms, row.moves) if won else (1, DECK - row.home, row.moves)
    return row


def mark(owner: str, days_of: Collection[str]) -> None:
    """Have the first attempt of `owner` count at each of some days, and no other."""
    for day in days_of:
        attempts = Attempt.objects.filter(owner=owner, day=day)
        first = attempts.order_by("dealt_at", "game").values_list("game", flat=True).first()
        attempts.filter(counts=True).exclude(game=first).update(counts=False)
        attempts.filter(counts=False, game=first).update(counts=True)


def _dealt(state: TableState, _events: Sequence[Event]) -> None:
    if is_attempt(state):
        owner = owners([state.player])[state.player]
        statements.insert(attempt_row(state, owner, ""))
        mark(owner, [state.day])


def _ended(state: TableState, _events: Sequence[Event]) -> None:
    if not is_attempt(state) or not state.game.over:
        return
    row = attempt_row(state, "", conduct.review_of(state.id))
    names = ("over", "outcome", "ended_at", "time_ms", "moves", "score", "home", "ranked", "second", "third", "review")
    Attempt.objects.filter(pk=state.id).update(**{name: getattr(row, name) for name in names})


def _absorbed(pair: Absorption, _events: Sequence[Event]) -> None:
    brought = Attempt.objects.filter(owner=pair["guest"])
    touched = set(brought.values_list("day", flat=True))
    brought.update(owner=pair["player"])
    mark(pair["player"], touched)


def _reviewed(reviewed: conduct.Reviewed, _events: Sequence[Event]) -> None:
    Attempt.objects.filter(pk=reviewed.game).update(review=conduct.review_of(reviewed.game))


# --- from the log again ---


def rebuild() -> None:
    """Throw the rows of days away, and write them from the log again; ValueError where a stream is no day."""
    with transaction.atomic():
        DayRow.objects.all().delete()
        for day in days():
            statements.insert(day_row(day))


def clear() -> None:
    """Throw the rows of attempts away, to be written again with `follow` for every game of the log, and `mark_all`."""
    Attempt.objects.all().delete()


def follow(state: TableState) -> None:
    """Write the row of a game, where it is an attempt; its flags have been written, and who absorbed whom."""
    if is_attempt(state):
        owner = owners([state.player])[state.player]
        statements.insert(attempt_row(state, owner, conduct.review_of(state.id)))


def mark_all() -> None:
    """Mark which of all attempts count, once they are all written."""
    for owner, day in list(Attempt.objects.order_by("owner", "day").values_list("owner", "day").distinct()):
        mark(owner, [day])
