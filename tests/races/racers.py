"""Racers at a real site: browsers with a socket at the race and one at their game."""

import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

from tests.live.browsers import HEAR_SECONDS, Browser, Socket
from tests.server import Site


class Racer(Browser):
    """One browser, and its two sockets while they are open."""

    race_id: str
    race: "RaceSocket"
    table: Socket
    snapshot: dict[str, Any]

    def make_race(self, **fields: str) -> str:
        """Make a room; the id of its race."""
        return self._seated(
            self.post("/race/new", **{"seats": "2", "limit": "none", "undo": "on", "hints": "on", **fields})
        )

    def join(self, race_id: str) -> str:
        """Take a seat."""
        return self._seated(self.post(f"/race/{race_id}/join"))

    def seek(self) -> str:
        """Press *Race now*; the id of the race."""
        return self._seated(self.post("/race/now"))

    def _seated(self, answer: Any) -> str:
        assert answer.status == 303, answer.body
        self.race_id = urlsplit(answer.location).path.removeprefix("/race/")
        return self.race_id

    def look(self, race_id: str | None = None) -> "RaceSocket":
        """A socket to the race, one's own where none is named."""
        socket = self.open(f"/ws/race/{race_id or self.race_id}")
        return RaceSocket(socket.opening)

    @property
    def game_id(self) -> str:
        """The game one has or will be dealt, as the race's socket said last."""
        return self.race.now["you"]["game"]

    @property
    def key(self) -> str:
        """The key of one's own lane."""
        return self.race.now["you"]["seat"]


class RaceSocket(Socket):
    """The browser's end of a race's socket; `now` is the race as it was told last, frames taken in."""

    now: dict[str, Any]

    def hello(self, after: int = 0) -> dict[str, Any]:
        """Say hello, and hear the race."""
        self.say(t="hello", after=after)
        return self.until(lambda _now: True)

    def act(self, what: str) -> dict[str, Any]:
        """Do something, and hear whether it was done."""
        command = secrets.token_hex(8)
        self.say(t="act", id=command, what=what)
        return self.wait_for(lambda message: message.get("id") == command)

    def until(self, wished: Callable[[dict[str, Any]], bool], seconds: float = HEAR_SECONDS) -> dict[str, Any]:
        """Hear until the race is as wished; the race. Looks at what was heard before first."""
        if hasattr(self, "now") and wished(self.now["race"]):
            return self.now
        self.wait_for(lambda message: message["t"] in ("race", "lanes") and wished(self.now["race"]), seconds)
        return self.now

    def wait_for(self, wished: Callable[[dict[str, Any]], bool], seconds: float = HEAR_SECONDS) -> dict[str, Any]:
        """Hear until a message comes as wished; that message."""
        deadline = time.monotonic() + seconds
        while True:
            message = json.loads(self.connection.recv(timeout=max(0.01, deadline - time.monotonic())))
            self._take_in(message)
            if wished(message):
                return message

    def _take_in(self, message: dict[str, Any]) -> None:
        if message["t"] == "race":
            self.now = message
        elif message["t"] == "lanes":
            race = self.now["race"]
            racers = {racer["key"]: racer for racer in (*race["seats"], *race["lanes"])}
            for lane in message["lanes"]:
                racers[lane["key"]]["lane"] = lane
            race["standing"] = message["standing"]


def status(wanted: str) -> Callable[[dict[str, Any]], bool]:
    """Whether a race has come so far."""
    return lambda race: race["status"] == wanted


def seat_racers(site: Site, count: int, **fields: str) -> list[Racer]:
    """Racers with seats in one race, who are not ready yet."""
    racers = [Racer(site) for _ in range(count)]
    race_id = racers[0].make_race(seats=str(max(2, count)), **fields)
    for racer in racers[1:]:
        racer.join(race_id)
    return racers


@contextmanager
def in_their_room(racers: Sequence[Racer]) -> Iterator[None]:
    """Every racer's socket to the race is open and greeted inside."""
    with ExitStack() as stack:
        for racer in racers:
            racer.race = stack.enter_context(racer.look())
            racer.race.hello()
        yield


@contextmanager
def at_their_tables(racers: Sequence[Racer]) -> Iterator[None]:
    """Every racer's sockets are open inside, the games' before the start; all are ready, and the race has started."""
    with in_their_room(racers), ExitStack() as stack:
        for racer in racers:
            racer.table = stack.enter_context(racer.socket(racer.game_id))
            racer.table.say(t="hello", after=0)
        for racer in racers:
            assert racer.race.act("ready")["t"] == "done"
        for racer in racers:
            assert hear_cards(racer)["role"] == "player"
            racer.race.until(status("started"))
        yield


@contextmanager
def against_ghosts(racer: Racer, **way: str) -> Iterator[None]:
    """A race against who is not there: the racer's two sockets, from the room on, until the cards are on the table."""
    race_ghosts(racer, **way)
    with racing(racer):
        yield


def race_ghosts(racer: Racer, **fields: str) -> str:
    """Ask for a race against who is not there; the id of the race."""
    answer = racer.post("/race/ghosts", **fields)
    assert answer.status == 303, answer.body
    racer.race_id = urlsplit(answer.location).path.removeprefix("/race/")
    return racer.race_id


@contextmanager
def racing(racer: Racer) -> Iterator[None]:
    """The racer's two sockets, from the room on, until the cards are on the table."""
    with ExitStack() as stack:
        racer.race = stack.enter_context(racer.look())
        racer.race.hello()
        racer.table = stack.enter_context(racer.socket(racer.game_id))
        racer.table.say(t="hello", after=0)
        racer.snapshot = hear_cards(racer)
        racer.race.until(status("started"))
        yield


def win(racer: Racer, won_game: Mapping[str, str], pause_s: float = 0.05) -> str:
    """Play a whole game that is won, outside races; its id.

    Some may play as fast as they like on sites of tests, and whoever is faster than that is nobody's ghost.
    """
    game = racer.deal(won_game["deal"])
    with racer.socket(game) as racer.table:
        racer.table.say(t="hello", after=0)
        hear_cards(racer)
        for move in won_game["moves"].split():
            time.sleep(pause_s)
            play_all(racer, [move])
    return game


def hear_cards(racer: Racer) -> dict[str, Any]:
    """Hear the cards, which come by themselves at the start."""
    message = racer.table.hear()
    while message["t"] == "wait":
        message = racer.table.hear()
    assert message["t"] == "table", message
    return message


def play_all(racer: Racer, moves: Sequence[str]) -> None:
    """Play moves, each confirmed before the next."""
    for move in moves:
        answer = racer.table.play(move)
        while answer["t"] in ("wait", "events", "table", "hints"):
            answer = racer.table.hear()
        assert answer["t"] == "done", answer


def logged(site: Site, stream: str) -> list[tuple[str, Any]]:
    """The kinds and data of a stream's events, as they stand in the database."""
    with sqlite3.connect(site.database_url.removeprefix("sqlite:///")) as connection:
        rows = connection.execute("SELECT kind, data FROM log_event WHERE stream = ? ORDER BY version", [stream])
        return [(kind, json.loads(data)) for kind, data in rows]


def kinds(site: Site, race_id: str) -> list[str]:
    """The kinds of a race's events."""
    return [kind for kind, _ in logged(site, f"race:{race_id}")]


def account(site: Site, name: str) -> Racer:
    """A browser that is logged in with a new account."""
    racer = Racer(site)
    password = "a-long-password-for-tests"
    answer = racer.post("/signup", name=name, email="", password=password, password1=password, password2=password)
    assert answer.status in (302, 303), answer.body
    return racer


@contextmanager
def paired(site: Site) -> Iterator[Sequence[Racer]]:
    """Two accounts in a race that the site has paired, at their tables."""
    racers = [account(site, "Ana"), account(site, "Ben")]
    assert racers[0].seek() == racers[1].seek()
    with in_their_room(racers), ExitStack() as stack:
        for racer in racers:
            racer.table = stack.enter_context(racer.socket(racer.game_id))
            racer.table.say(t="hello", after=0)
        for racer in racers:
            hear_cards(racer)
        yield racers
