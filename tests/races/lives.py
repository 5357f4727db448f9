"""Streams of races written by hand, for tests of what a race makes of them."""

from typing import Any

from solitaire.log.event import Event
from solitaire.races.race import Lane, Options, Race, begin, creation, follow, stream_of
from solitaire.rules.deals import Deal

NOON = 1_900_000_000_000
"""When a race is created, unless a test says otherwise: milliseconds since 1970."""

KNOWN = "KL1-D1N-AAAAAAG"
SECRET = "KL2-D1N-ABCDE-FGHIJ-KLMNO-PQRST"
GHOST = Lane("ghost", game="g2345678abcd", player="p2345678abcd")
PACE = Lane("pace", pace="gold", moves=("d", "w4"), every_ms=1500)


class Life:
    """A race whose events are told one by one, on a clock that goes where it is set."""

    def __init__(self, options: Options, code: str, host: str, lanes: tuple[Lane, ...] = ()) -> None:
        self.id = "race2345abcd"
        self.now = NOON
        self.events: list[Event] = []
        self.race: Race = begin(self.id, self._event("created", creation(options, Deal.parse(code), host, lanes)))
        self.events.append(self._event("created", creation(options, Deal.parse(code), host, lanes)))

    def tell(self, kind: str, **data: Any) -> Race:
        """Let the next event be this one; what cannot follow raises, and leaves everything as it was."""
        event = self._event(kind, data)
        self.race = follow(self.race, event)
        self.events.append(event)
        return self.race

    def _event(self, kind: str, data: dict[str, Any]) -> Event:
        return Event(stream_of(self.id), len(self.events) + 1, kind, data, self.now, None, None, b"")


def room(*players: str, seats: int = 4, code: str = KNOWN, lanes: tuple[Lane, ...] = (), **options: Any) -> Life:
    """A room in which `players` sit, not ready; the first is the host."""
    deal = Deal.parse(code)
    made = Options(deal.family, deal.draw, deal.ruleset, seats, sealed=deal.kind == "2", **options)
    life = Life(made, code, players[0] if players else "ana", lanes)
    for player in players:
        life.tell("joined", player=player, game=f"game-of-{player}")
    return life


def counting(*players: str, **options: Any) -> Life:
    """A race about to start in five seconds: everybody is ready."""
    life = room(*players, **options)
    for player in players:
        life.tell("ready", player=player, ready=True)
    life.tell("countdown", at=life.now + 5000)
    return life


def started(*players: str, limit_ms: int = 3_600_000, rated: bool = False, **options: Any) -> Life:
    """A race that has just started, with a limit so many milliseconds away."""
    life = counting(*players, **options)
    life.now += 5000
    life.tell("started", at=life.now, ends_at=life.now + limit_ms, rated=rated)
    return life


def pair(one: str = "ana", other: str = "ben", rated: bool = True) -> Life:
    """A sealed race that the site has paired, just started."""
    life = room(one, other, seats=2, code=SECRET, quick=True)
    life.tell("countdown", at=life.now + 5000)
    life.now += 5000
    life.tell("started", at=life.now, ends_at=life.now + 3_600_000, rated=rated)
    return life


def place_of(player: str, place: int) -> dict[str, Any]:
    """What `settled` says of a player who came to that place, and nothing in it depends on."""
    return {
        "player": player, "place": place, "status": "resigned", "home": 0, "home_at": 0, "time_ms": 1000, "moves": 0,
    }  # fmt: skip
