"""Games read from the log again, one stream at a time: what audit compares with, and what rebuild writes."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from replays.batches import BATCH, batches
from replays.folds import game_row, result_row
from replays.models import Game, Result
from solitaire.daily import day as days
from solitaire.daily.day import Day
from solitaire.live.table import PREFIX, TableState, begin
from solitaire.log import store
from solitaire.log.event import Event, Unreadable
from solitaire.players.models import Player
from solitaire.races import conduct
from solitaire.races import race as races
from solitaire.races.race import Race
from solitaire.rules.moves import Refused


class Unsound(Exception):
    """A stream is not what its name says: the message names the version and says what is wrong there."""


def fold_game(stream: str, events: Sequence[Event]) -> TableState:
    """The fold of a game's events. Raises `Unsound` where they are no game by the rules."""
    version = 1
    try:
        dealt, *played = events
        if dealt.kind != "dealt":
            raise ValueError(f"a game begins with the kind 'dealt', not {dealt.kind!r}")
        state = begin(stream.removeprefix(PREFIX), dealt)
        for event in played:
            version = event.version
            state.follow(event)
    except (Refused, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unsound(f"version {version}: {error!s}") from error
    return state


def fold_race(stream: str, events: Sequence[Event]) -> Race:
    """The fold of a race's events. Raises `Unsound` where they are no race."""
    try:
        return races.fold(stream.removeprefix(races.PREFIX), events)
    except ValueError as error:
        raise Unsound(str(error)) from error


def fold_day(stream: str, events: Sequence[Event]) -> Day:
    """The fold of a day's events. Raises `Unsound` where they are no deal of the day."""
    try:
        return days.fold(stream.removeprefix(days.PREFIX), events)
    except (ValueError, IndexError) as error:
        raise Unsound(str(error)) from error


def folded_games() -> Iterator[TableState]:
    """Every game of the log, by stream name. Raises `Unsound`."""
    for head in store.heads(PREFIX):
        yield fold_game(head.stream, store.read(head.stream))


def rows(games: Iterable[TableState]) -> Iterator[tuple[Game, Result | None]]:
    """The rows of `games`, not saved, with the owners that the players' table knows; first attempts are not marked.

    A game is hidden for as long as its race or its day, as the log has it, is secret; so is one whose cannot be read.
    """
    for some in batches(games, BATCH):
        absorbed = Player.objects.filter(pk__in={game.player for game in some}).exclude(absorbed_by=None)
        owners = {guest.pk: guest.absorbed_by_id for guest in absorbed}
        reviews = conduct.reviews_of(game.id for game in some)
        played = {day: find_day(day) for day in {game.day for game in some} - {""}}
        raced = {race: find_race(race) for race in {game.race for game in some} - {""}}
        for game in some:
            owner = owners.get(game.player) or game.player
            race = raced.get(game.race)
            day = played.get(game.day)
            secret = (bool(game.race) and (race is None or race.secret)) or (
                bool(game.day) and (day is None or day.secret)
            )
            hidden = game.practice or secret
            ended_at = None if hidden else game.ended_at
            sealed = race is not None and race.options.sealed
            result = None if ended_at is None else result_row(game, owner, ended_at, sealed, reviews.get(game.id, ""))
            yield game_row(game, owner, hidden), result


def find_race(race_id: str) -> Race | None:
    """A race as the log has it; None where its stream is no race."""
    stream = races.stream_of(race_id)
    with suppress(Unsound, Unreadable):
        return fold_race(stream, store.read(stream))
    return None


def find_day(key: str) -> Day | None:
    """A deal of the day as the log has it; None where its stream is none."""
    stream = days.stream_of(key)
    with suppress(Unsound, Unreadable):
        return fold_day(stream, store.read(stream))
    return None
