"""A race, as the fold of its stream: who is in it, how far it is, and how it ended. Pure: no clock, no I/O.

The stream `race:<id>` holds these events. `who` is the player who did it, or nobody for the site. Every time is in
milliseconds since 1970, but for those that are said to count from the start. The log names players and games by id.

| kind | data | meaning |
|---|---|---|
| `created` | see `creation` | always the first; the code is in it and shown to nobody while `Race.secret` |
| `joined` | `player`, `game` | took a seat; the id of the game to be dealt is fixed with it |
| `left` | `player`, `why` (`left`, `vanished`) | before the start: the seat is free; a host hands the room on |
| `ready` | `player`, `ready` | set or took back the ready mark |
| `countdown` | `at` | the race starts at that instant; a later one replaces it |
| `countdown-off` | `why` (`left`, `unready`, `joined`, `outage`) | it does not start then |
| `started` | `at`, `ends_at`, `rated` | at the instant counted down to: the games may be dealt |
| `finished` | `player`, `status`, `at`, `home`, `moves`, `home_at` | a game's end is final, see `Finish` |
| `gone` | `player`, `why` (`absent`, `disconnected`) | a player is out for good; their game is closed |
| `unrated` | `why` (`outage`, `operator`) | a rated race counts for no rating |
| `settled` | `at`, `places` (see `standing.settlement`) | always the last of a race that started |
| `closed` | `why` (`idle`, `empty`) | always the last of a room that never started |

>>> options = Options("KL", 1, "N", seats=2)
>>> data = creation(options, Deal.parse("KL1-D1N-AAAAAAG"), host="ana")
>>> race = begin("r", Event("race:r", 1, "created", data, 1000, "ana", None, b""))
>>> race = follow(race, Event("race:r", 2, "joined", {"player": "ana", "game": "g"}, 1000, "ana", None, b""))
>>> race.status, race.host, race.all_ready
('open', 'ana', False)
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from solitaire.log.event import Event
from solitaire.rules.deals import DRAWS, FAMILIES, RULE_SETS, Deal

PREFIX: Final = "race:"

LIMITS: Final[tuple[int | None, ...]] = (180, 300, 600, 1200, None)
"""How long a race may last, in seconds; None: as long as the site lets any race last."""

FEWEST, MOST = 2, 16
"""How many seats a race has; one is enough against ghosts or pace-setters."""

PACES: Final = ("bronze", "silver", "gold")

Status: TypeAlias = Literal["open", "countdown", "started", "settled", "closed"]

_LEFT: Final = ("left", "vanished")
_OFF: Final = ("left", "unready", "joined", "outage")
_ENDS: Final = ("won", "resigned", "lost")
_GONE: Final = ("absent", "disconnected")
_UNRATED: Final = ("outage", "operator")
_CLOSED: Final = ("idle", "empty")


def stream_of(race_id: str) -> str:
    """The name of the stream that holds a race's events."""
    return PREFIX + race_id


def hash_of(code: str) -> str:
    """What is published of a secret code: the SHA-256 of its canonical text, in lower-case hexadecimal digits.

    >>> hash_of("KL1-D1N-AAAAAAG")[:16]
    '60d0b3b83d5b060c'
    """
    return sha256(code.encode("ascii")).hexdigest()


class BadOptions(ValueError):
    """A race cannot be made so: `part` names the field of `Options` that is wrong, `allowed` says what it may be."""

    def __init__(self, part: str, allowed: str) -> None:
        super().__init__(f"{part} must be {allowed}")
        self.part = part
        self.allowed = allowed


class NotNow(ValueError):
    """What somebody asks of a race is not possible as it stands; `code` is the stable name of the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Options:
    """How a race is set up, fixed when it is created; `limit_s` in seconds, or None.

    `quick` marks a race that the site pairs: it needs no ready marks, and it alone can be rated. `winnable` says of a
    sealed deck that a line is known which wins it.
    """

    family: str
    draw: int
    ruleset: str
    seats: int
    public: bool = True
    limit_s: int | None = None
    undo: bool = True
    hints: bool = True
    sealed: bool = False
    quick: bool = False
    winnable: bool = False

    def check(self, alone: bool = False) -> None:
        """Raise `BadOptions` for what no race can be; `alone`: one seat is enough, for there are ghosts.

        >>> Options("TF", 1, "V", seats=2).check()
        Traceback (most recent call last):
        solitaire.races.race.BadOptions: ruleset must be N
        """
        fewest = 1 if alone else FEWEST
        rule_sets = ("N",) if self.family == "TF" else RULE_SETS
        _allow("family", self.family, FAMILIES)
        _allow("draw", self.draw, DRAWS)
        _allow("ruleset", self.ruleset, rule_sets)
        if not fewest <= self.seats <= MOST:
            raise BadOptions("seats", f"{fewest} to {MOST}")
        if self.quick and (alone or self.seats != FEWEST):
            raise BadOptions("seats", f"{FEWEST} in a race that the site pairs")
        _allow("limit_s", self.limit_s, LIMITS)
        if self.winnable and not self.sealed:
            raise BadOptions("winnable", "asked for where the deck is sealed")

    @property
    def data(self) -> dict[str, Any]:
        """The options as they stand in a `created` event; `winnable` where it is so."""
        data = {name: getattr(self, name) for name in self.__dataclass_fields__}
        if not self.winnable:
            del data["winnable"]
        return data

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Options":
        """The options that stand so in a `created` event; KeyError where one is missing."""
        return cls(**{name: data[name] for name in cls.__dataclass_fields__ if name != "winnable" or name in data})


@dataclass(frozen=True, slots=True)
class Lane:
    """A racer who is not there: a recorded game (`ghost`), or a winning line played at a steady pace (`pace`).

    A ghost has `game`, `player`, and when that was played (`at`, since 1970); a pace-setter the name of its `pace`, its
    `moves` and `every_ms` between them.
    """

    kind: Literal["ghost", "pace"]
    game: str = ""
    player: str = ""
    at: int = 0
    pace: str = ""
    moves: tuple[str, ...] = ()
    every_ms: int = 0

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Lane":
        """The lane that stands so in a `created` event; ValueError where it is none."""
        match data:
            case {"kind": "ghost", "game": str(game), "player": str(player), "at": int(at)}:
                return cls("ghost", game=game, player=player, at=at)
            case {"kind": "pace", "pace": str(pace), "moves": [*moves], "every_ms": int(every_ms)} if pace in PACES:
                return cls("pace", pace=pace, moves=tuple(moves), every_ms=every_ms)
        raise ValueError(f"no lane: {str(data)[:200]}")

    @property
    def data(self) -> dict[str, Any]:
        """The lane as it stands in a `created` event."""
        if self.kind == "ghost":
            return {"kind": "ghost", "game": self.game, "player": self.player, "at": self.at}
        return {"kind": "pace", "pace": self.pace, "moves": list(self.moves), "every_ms": self.every_ms}


@dataclass(frozen=True, slots=True)
class Finish:
    """How a racer's game ended for good; `at` since 1970, `home_at` since the start (see `Climb`)."""

    status: Literal["won", "resigned", "lost"]
    at: int
    home: int
    moves: int
    home_at: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A racer, and the game they have or will be dealt; `gone` says why they are out, if they are."""

    player: str
    game: str
    joined_at: int
    ready: bool = False
    finished: Finish | None = None
    gone: str | None = None
    gone_at: int | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more can come from this racer."""
        return self.finished is not None or self.gone is not None


@dataclass(frozen=True, slots=True)
class Race:
    """A race after so many events of its stream: an immutable value. Times in milliseconds since 1970.

    `seats` are in the order of joining. `hash` is that of a code that is secret until the race has settled, None where
    the code is known; `seal` says what is published of it. `host` is None in a room that all have left. `countdown_at`
    is the instant of the start while the countdown runs, and stays. `places` is what `settlement` made of the end.
    """

    id: str
    options: Options
    code: str
    hash: str | None
    host: str | None
    created_at: int
    last_at: int
    lanes: tuple[Lane, ...] = ()
    rematch: str | None = None
    version: int = 1
    seats: tuple[Seat, ...] = ()
    status: Status = "open"
    countdown_at: int | None = None
    started_at: int | None = None
    ends_at: int | None = None
    rated: bool = False
    unrated_why: str | None = None
    settled_at: int | None = None
    places: tuple[dict[str, Any], ...] = ()
    closed_why: str | None = None

    @property
    def deal(self) -> Deal:
        """The deal that everybody plays."""
        return Deal.parse(self.code)

    @property
    def secret(self) -> bool:
        """Whether the code may be shown to nobody: sealed, or against lanes, and not settled."""
        return self.hash is not None and self.status != "settled"

    @property
    def seal(self) -> str | None:
        """What the site shows of `hash`: all of it, but none of a deck that ghosts have played.

        Such a deck is among those that have been won. Whoever tried their codes one by one would soon know which it is.
        """
        return None if any(lane.kind == "ghost" for lane in self.lanes) else self.hash

    @property
    def waiting(self) -> bool:
        """Whether it is still before the start, and there may be one."""
        return self.status in ("open", "countdown")

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) >= self.options.seats

    @property
    def all_ready(self) -> bool:
        """Whether the countdown may run: enough racers, and all ready; in a race that the site pairs all seats taken.

        One racer is enough where there are lanes to race against.
        """
        if self.options.quick:
            return self.full
        return len(self.seats) >= (1 if self.lanes else FEWEST) and all(seat.ready for seat in self.seats)

    @property
    def all_done(self) -> bool:
        """Whether nothing more can come from any racer."""
        return all(seat.done for seat in self.seats)

    def seat_of(self, player_ids: Collection[str]) -> Seat | None:
        """The seat of a player, who may have had several ids (an account, and the guests it was before)."""
        return next((seat for seat in self.seats if seat.player in player_ids), None)

    def limit_at(self, start: int, longest_s: float) -> int:
        """When a race that starts at that instant ends at the latest; `longest_s` holds for every race."""
        return start + int(1000 * min(longest_s if self.options.limit_s is None else self.options.limit_s, longest_s))

    def may_join(self, player_ids: Collection[str]) -> None:
        """Raise `NotNow` (race-closed, race-started, already-in, race-full) where the player cannot take a seat."""
        self._expect_waiting()
        if self.seat_of(player_ids):
            raise NotNow("already-in")
        if self.full:
            raise NotNow("race-full")

    def may_leave(self, player_ids: Collection[str]) -> Seat:
        """The seat that the player can leave; raises `NotNow` (race-closed, race-started, not-in)."""
        self._expect_waiting()
        seat = self.seat_of(player_ids)
        if seat is None:
            raise NotNow("not-in")
        return seat

    def may_mark(self, player_ids: Collection[str], ready: bool) -> Seat:
        """The seat whose ready mark can be set so; raises `NotNow`, as `may_leave` and when it is so (no-change)."""
        seat = self.may_leave(player_ids)
        if seat.ready == ready:
            raise NotNow("no-change")
        return seat

    def may_count_down(self) -> None:
        """Raise `NotNow` (race-closed, race-started, unready) where no countdown can run."""
        self._expect_waiting()
        if not self.all_ready:
            raise NotNow("unready")

    def _expect_waiting(self) -> None:
        if self.status == "closed":
            raise NotNow("race-closed")
        if not self.waiting:
            raise NotNow("race-started")


def creation(
    options: Options, deal: Deal, host: str, lanes: Sequence[Lane] = (), rematch: str | None = None
) -> dict[str, Any]:
    """The data of the `created` event of a race: its options, the deal's code, what is published of it, and the rest.

    `hash` is the code's (see `hash_of`) where it is secret, else None; `lanes` as `Lane.data`; `rematch` is the id of
    the race that this one follows. Raises `BadOptions`.
    """
    _check_made(options, deal, lanes)
    return {
        **options.data,
        "code": deal.code,
        "hash": hash_of(deal.code) if options.sealed or lanes else None,
        "host": host,
        "lanes": [lane.data for lane in lanes],
        "rematch": rematch,
    }


def _check_made(options: Options, deal: Deal, lanes: Sequence[Lane]) -> None:
    options.check(alone=bool(lanes))
    if (deal.family, deal.draw, deal.ruleset) != (options.family, options.draw, options.ruleset):
        raise BadOptions("code", f"of {options.family} D{options.draw}{options.ruleset}, as the race is played")
    if options.sealed and deal.kind != "2":
        raise BadOptions("sealed", "on a deck of kind 2, which nobody can find out")


def begin(race_id: str, created: Event) -> Race:
    """The race after the first event of its stream; ValueError where that is none."""
    if created.kind != "created":
        raise ValueError(f"{created.stream} begins with {created.kind!r}, and not with its creation")
    data = created.data
    try:
        options = Options.read(data)
        lanes = tuple(map(Lane.read, data["lanes"]))
        code, hash_, host, rematch = data["code"], data["hash"], data["host"], data["rematch"]
        deal = Deal.parse(code)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{created.stream} begins with the creation of no race: {error!r}") from error
    _check_made(options, deal, lanes)
    if deal.code != code:
        raise ValueError(f"{created.stream} has its code in another form than the canonical one")
    if hash_ != (hash_of(code) if options.sealed or lanes else None):
        raise ValueError(f"{created.stream} does not publish the hash of its code")
    return Race(race_id, options, code, hash_, host, created.at, created.at, lanes, rematch, created.version)


def follow(race: Race, event: Event) -> Race:
    """The race after the next event of its stream; ValueError (or `NotNow`, which is one) where it cannot follow."""
    change = _FOLLOWED.get(event.kind)
    if change is None:
        raise ValueError(f"{event.stream} version {event.version}: no race has {event.kind!r} behind its creation")
    if event.version != race.version + 1:
        raise ValueError(f"{event.stream}: version {event.version} does not follow version {race.version}")
    try:
        after = change(race, event)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{event.stream} version {event.version}: {event.kind} with wrong data: {error!r}") from error
    return replace(after, version=event.version, last_at=event.at)


def fold(race_id: str, events: Iterable[Event]) -> Race:
    """The race after all `events` of its stream, which are at least one."""
    first, *rest = events
    race = begin(race_id, first)
    for event in rest:
        race = follow(race, event)
    return race


def _joined(race: Race, event: Event) -> Race:
    player, game = _id(event, "player"), _id(event, "game")
    race.may_join([player])
    if any(seat.game == game for seat in race.seats):
        raise ValueError(f"{event.stream}: {game} is another racer's game")
    return replace(race, seats=(*race.seats, Seat(player, game, event.at)), host=race.host or player)


def _left(race: Race, event: Event) -> Race:
    _expect(event, "why", _LEFT)
    seat = race.may_leave([event.data["player"]])
    seats = tuple(other for other in race.seats if other is not seat)
    host = race.host
    if host == seat.player:
        host = seats[0].player if seats else None
    return replace(race, seats=seats, host=host)


def _ready(race: Race, event: Event) -> Race:
    ready = _expect(event, "ready", (True, False))
    seat = race.may_mark([event.data["player"]], ready)
    return _seated(race, replace(seat, ready=ready))


def _countdown(race: Race, event: Event) -> Race:
    race.may_count_down()
    at = _count(event, "at")
    if race.status == "countdown" and race.countdown_at is not None and at <= race.countdown_at:
        raise ValueError(f"{event.stream}: a new start instant is later than the one it replaces")
    return replace(race, status="countdown", countdown_at=at)


def _countdown_off(race: Race, event: Event) -> Race:
    _expect(event, "why", _OFF)
    if race.status != "countdown":
        raise ValueError(f"{event.stream}: there is no countdown to call off")
    return replace(race, status="open", countdown_at=None)


def _started(race: Race, event: Event) -> Race:
    at, ends_at, rated = _count(event, "at"), _count(event, "ends_at"), _expect(event, "rated", (True, False))
    race.may_count_down()
    if race.status != "countdown" or at != race.countdown_at:
        raise ValueError(f"{event.stream}: a race starts at the instant that was counted down to, {race.countdown_at}")
    if ends_at <= at:
        raise ValueError(f"{event.stream}: a race ends after it has started")
    if rated and not (race.options.quick and race.options.sealed):
        raise ValueError(f"{event.stream}: only a sealed race that the site has paired is rated")
    return replace(race, status="started", started_at=at, ends_at=ends_at, rated=rated)


def _finished(race: Race, event: Event) -> Race:
    seat = _racing(race, event)
    at = _count(event, "at")
    if not (race.started_at or 0) <= at < (race.ends_at or 0):
        raise ValueError(f"{event.stream}: a game that counts ends between the start and the limit")
    numbers = (_count(event, name) for name in ("home", "moves", "home_at"))
    return _seated(race, replace(seat, finished=Finish(_expect(event, "status", _ENDS), at, *numbers)))


def _gone(race: Race, event: Event) -> Race:
    seat = _racing(race, event)
    return _seated(race, replace(seat, gone=_expect(event, "why", _GONE), gone_at=event.at))


def _unrated(race: Race, event: Event) -> Race:
    why = _expect(event, "why", _UNRATED)
    if race.status != "started" or not race.rated:
        raise ValueError(f"{event.stream}: only a rated race that is going on can become unrated")
    return replace(race, rated=False, unrated_why=why)


def _settled(race: Race, event: Event) -> Race:
    at = _count(event, "at")
    if race.status != "started":
        raise ValueError(f"{event.stream}: only a race that is going on can be settled")
    if at < (race.started_at or 0) or (not race.all_done and at < (race.ends_at or 0)):
        raise ValueError(f"{event.stream}: a race settles when all are done, or at its limit")
    places = tuple(event.data["places"])
    placed = [place["player"] if "player" in place else place["lane"] for place in places]
    racers = [*(seat.player for seat in race.seats), *range(len(race.lanes))]
    if sorted(map(str, placed)) != sorted(map(str, racers)):
        raise ValueError(f"{event.stream}: every racer and every lane has one place")
    return replace(race, status="settled", settled_at=at, places=places)


def _closed(race: Race, event: Event) -> Race:
    why = _expect(event, "why", _CLOSED)
    if not race.waiting:
        raise ValueError(f"{event.stream}: only a room before its start can be closed")
    if why == "empty" and race.seats:
        raise ValueError(f"{event.stream}: the room is not empty")
    return replace(race, status="closed", closed_why=why)


_FOLLOWED: Final[dict[str, Callable[[Race, Event], Race]]] = {
    "joined": _joined,
    "left": _left,
    "ready": _ready,
    "countdown": _countdown,
    "countdown-off": _countdown_off,
    "started": _started,
    "finished": _finished,
    "gone": _gone,
    "unrated": _unrated,
    "settled": _settled,
    "closed": _closed,
}


def _racing(race: Race, event: Event) -> Seat:
    """The seat of the player whom the event speaks of, who must be racing at this moment."""
    seat = race.seat_of([event.data["player"]])
    if race.status != "started" or seat is None or seat.done:
        raise ValueError(f"{event.stream} version {event.version}: {event.kind}, of somebody who is not racing")
    return seat


def _seated(race: Race, seat: Seat) -> Race:
    """The race with one seat as it is now."""
    seats = tuple(seat if other.player == seat.player else other for other in race.seats)
    return replace(race, seats=seats)


def _allow(part: str, value: object, allowed: Sequence[object]) -> None:
    if value not in allowed:
        raise BadOptions(part, ", ".join("none" if choice is None else str(choice) for choice in allowed))


def _expect(event: Event, name: str, allowed: Sequence[Any]) -> Any:
    value = event.data[name]
    if value not in allowed:
        raise ValueError(f"{event.stream} version {event.version}: {name} is {value!r}, not one of {allowed}")
    return value


def _id(event: Event, name: str) -> str:
    value = event.data[name]
    if not isinstance(value, str) or not value:
        raise ValueError(f"{event.stream} version {event.version}: {name} is {value!r}, which is no id")
    return value


def _count(event: Event, name: str) -> int:
    value = event.data[name]
    if type(value) is not int or value < 0:
        raise ValueError(f"{event.stream} version {event.version}: {name} is {value!r}, not a whole number from 0 on")
    return value
