"""Races against those who are not there: recorded games (ghosts), and where there are none, pace-setters.

A ghost is a won game that somebody else has played, without a hint, on a deck that the player has never been dealt nor
had a race on, as far as the site knows, under any code and as any of the guests they were before. It runs on its own
clock beside the player. Which of them: those of one deck whose times are nearest to the player's own in games won the
same way (`RACES`'s par_s for who has none), rather with a faster and a slower one than with two of a kind.

The code stays in the race's stream until the end, like that of a sealed race. Its hash is published where the deck is a
pace-setter's, which is drawn at random, and not where it is a ghost's. Such a race is never rated, and its deck never
counts as sealed: others know it.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from math import log
from statistics import median
from typing import Final, NamedTuple

from django.conf import settings

from solitaire.live.milestones import ENDED
from solitaire.live.sight import facts_of
from solitaire.live.table import TableState, fold, read_game
from solitaire.log import milestones, statements
from solitaire.log.event import Event, NewEvent
from solitaire.players.absorb import owners, selves
from solitaire.races import conduct, pace
from solitaire.races.commands import NoSuchRace, Way, create, find, move
from solitaire.races.models import BEFORE_START, CLOSED, PaceLine, RaceRow, RecordedGame
from solitaire.races.race import Lane, NotNow, Options, Race
from solitaire.races.rows import SETTLED
from solitaire.races.settled import SettledRace
from solitaire.rules.deals import Deal

LOOKED_AT: Final = 100
"""Recorded games on either side of the player's own time that are looked at."""
OWN_GAMES: Final = 11
"""Of the player's own latest wins the median time is what ghosts are chosen around."""
FARTHEST: Final = 3
"""A ghost's time is at most so many times the player's own, and at least the same part of it."""
ONE_SIDED: Final = 0.3
"""What it counts against ghosts that are all faster, or all slower, on the scale of `_Candidate.apart`."""
FITTING: Final = 5
"""So many of the best fitting decks are as good as each other: which one it is, is left to chance."""

Seen = Callable[[Collection[str], Collection[str]], Collection[str]]
"""Of some decks (by key), those that any of some players (by id) has been dealt."""


class NobodyThere(Exception):
    """There is neither a ghost nor a pace-setter for that way to play at the moment."""


class _Told:
    seen: Seen = staticmethod(lambda _players, _decks: ())


def tell(seen: Seen) -> None:
    """Say how to find out which decks players have been dealt: whoever keeps account of all games does."""
    _Told.seen = staticmethod(seen)


class Field(NamedTuple):
    """A deal, and the lanes to race against on it."""

    deal: Deal
    lanes: tuple[Lane, ...]


# --- making the race ---


def race_against_ghosts(player: str, way: Way, instead: str = "") -> Race:
    """A race for one, against what fits the player best; it counts down at once.

    `instead` is the room in which the player waits for somebody: it is left. Where somebody has come meanwhile, that
    race is given back, and no other is made. Raises `BadOptions`, `NobodyThere`, and `InAnother` for a player with a
    seat elsewhere.
    """
    options = Options(*way, seats=1, public=False, undo=True, hints=False)
    options.check(alone=True)
    field = choose(player, way)
    met = _leave_waiting_room(instead, player) if instead else None
    return met or create(player, options, field.deal, field.lanes)


def _leave_waiting_room(race_id: str, player: str) -> Race | None:
    """Leave a room in which nobody else is; the race itself where somebody is, and has the player in it.

    No matter if there is no such room.
    """
    mine = selves(player)

    def decide(race: Race) -> Sequence[NewEvent]:
        seat = race.seat_of(mine)
        if seat is None or seat.done or race.status in ("settled", "closed"):
            return ()
        if race.status != "open" or len(race.seats) > 1:
            raise NotNow("race-started")
        return (NewEvent("left", {"player": seat.player, "why": "left"}), NewEvent("closed", {"why": "empty"}))

    try:
        move(race_id, decide, player)
    except NotNow:
        return find(race_id)
    except NoSuchRace:
        pass
    return None


def choose(player: str, way: Way) -> Field:
    """What `player` can race against that way; raises `NobodyThere`."""
    mine = selves(player)
    return _ghosts(mine, way) or _pace_setters(mine, way)


# --- pace-setters ---


def _pace_setters(mine: Collection[str], way: Way) -> Field:
    """The oldest line on a deck that is new to the player, or else one that is searched for now."""
    line = next(_new_to(mine, pace.lines(way)), None) or pace.needed(way)
    if line is None:
        raise NobodyThere(way)
    pace.used(line)
    return Field(Deal.parse(line.code), pace.lanes(line))


def _new_to(mine: Collection[str], lines: Iterator[PaceLine]) -> Iterator[PaceLine]:
    while some := list(islice(lines, pace.PAGE)):
        known = seen(mine, [line.deck_key for line in some])
        yield from (line for line in some if line.deck_key not in known)


def seen(mine: Collection[str], decks: Collection[str]) -> set[str]:
    """Of `decks` (by key), those the player with the ids `mine` has been dealt, or has a seat in a race on."""
    undealt = RaceRow.objects.filter(seat_rows__player__in=mine, status__in=(*BEFORE_START, CLOSED)).exclude(code="")
    raced = {Deal.parse(code).deck_key for code in undealt.values_list("code", flat=True).distinct()}
    return {*_Told.seen(mine, decks), *raced.intersection(decks)}


# --- ghosts ---


class _Candidate(NamedTuple):
    """A recorded game, whose it is now, and how far its time is from the player's.

    That is the logarithm of the ratio: 0 where they are equal, below 0 for a faster one.
    """

    game: RecordedGame
    owner: str
    apart: float


def _ghosts(mine: Collection[str], way: Way) -> Field | None:
    """The ghosts that fit the player best, all on one deck that is new to the player; None where there are none."""
    par = _par_ms(mine, way)
    games = _near(mine, way, par)
    known = seen(mine, {game.deck_key for game in games})
    by_code: dict[str, list[_Candidate]] = {}
    for candidate in _with_owners((game for game in games if game.deck_key not in known), par):
        by_code.setdefault(candidate.game.code, []).append(candidate)
    fields = sorted(map(_fitting, by_code.values()), key=_misfit)
    if not fields:
        return None
    chosen = secrets.choice(fields[:FITTING])
    lanes = (
        Lane("ghost", game=candidate.game.pk, player=candidate.game.player, at=candidate.game.ended_at)
        for candidate in sorted(chosen, key=lambda candidate: candidate.apart)
    )
    return Field(Deal.parse(chosen[0].game.code), tuple(lanes))


def _par_ms(mine: Collection[str], way: Way) -> float:
    """The time the player needs to win."""
    own = RecordedGame.objects.filter(player__in=mine, **way._asdict()).order_by("-ended_at")
    times = list(own.values_list("time_ms", flat=True)[:OWN_GAMES])
    return median(times) if times else 1000 * settings.RACES["par_s"]


def _near(mine: Collection[str], way: Way, par_ms: float) -> list[RecordedGame]:
    """Games of others that were won in about that time."""
    others = RecordedGame.objects.filter(**way._asdict()).exclude(player__in=mine)
    slowest = min(par_ms * FARTHEST, 1000 * settings.RACES["longest_s"])
    faster = others.filter(time_ms__lte=par_ms, time_ms__gte=par_ms / FARTHEST).order_by("-time_ms", "-game")
    slower = others.filter(time_ms__gt=par_ms, time_ms__lt=slowest).order_by("time_ms", "game")
    return [*faster[:LOOKED_AT], *slower[:LOOKED_AT]]


def _with_owners(games: Iterable[RecordedGame], par_ms: float) -> Iterator[_Candidate]:
    games = list(games)
    owner = owners({game.player for game in games})
    for game in games:
        yield _Candidate(game, owner[game.player], log(max(game.time_ms, 1) / par_ms))


def _fitting(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Of the games of one deck, those to race against: one a person, the nearest first, on both sides if there are."""
    nearest: dict[str, _Candidate] = {}
    for candidate in sorted(candidates, key=lambda candidate: abs(candidate.apart)):
        nearest.setdefault(candidate.owner, candidate)
    first, *others = nearest.values()
    others.sort(key=lambda other: (other.apart > 0) == (first.apart > 0))  # the other side first; stable
    return [first, *others][: settings.RACES["ghosts"]]


def _misfit(field: Sequence[_Candidate]) -> float:
    """How little some ghosts fit: the less, the better."""
    one_sided = len({candidate.apart > 0 for candidate in field}) == 1
    return abs(field[0].apart) + (ONE_SIDED if one_sided else 0)


# --- what games there are ---


def listen() -> None:
    """Write down what can be raced against, in the transaction that makes it so; `conduct` listens before."""
    milestones.listen(ENDED, _ended)
    milestones.listen(SETTLED, _settled)
    milestones.listen(conduct.REVIEWED, _reviewed)


def recorded(state: TableState) -> RecordedGame | None:
    """The row of a game that others may race against; None for one not won, won with a hint, or played for practice."""
    game, deal = state.game, state.game.deal
    if game.status != "won" or game.hinted or state.practice or state.ended_at is None:
        return None
    return RecordedGame(
        game=state.id,
        player=state.player,
        code=deal.code,
        deck_key=deal.deck_key,
        family=deal.family,
        draw=deal.draw,
        ruleset=deal.ruleset,
        time_ms=state.ended_at - state.dealt_at,
        ended_at=state.ended_at,
    )


def follow(state: TableState) -> None:
    """Write the row of a game where it may be raced against: never while its race keeps its deck secret.

    The flags of the game, and the row of its race, have been written.
    """
    row = recorded(state)
    if row and not facts_of(state.part).hidden and not conduct.review_of(state.id):
        statements.insert(row, unless_there=True)


def clear() -> None:
    """Throw all rows away, to be written again with `follow` for every game of the log."""
    RecordedGame.objects.all().delete()


def _ended(state: TableState, events: Sequence[Event]) -> None:
    follow(state)


def _settled(settled: SettledRace, events: Sequence[Event]) -> None:
    for state in settled.games:
        follow(state)


def _reviewed(reviewed: conduct.Reviewed, events: Sequence[Event]) -> None:
    RecordedGame.objects.filter(pk=reviewed.game).delete()
    played = read_game(reviewed.game)
    if played:
        follow(fold(reviewed.game, played))
