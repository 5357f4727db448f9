"""A race's life, walked at random: after each step the fold is what a plain look through its history says."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from solitaire.log.event import Event
from solitaire.races.race import Options, fold
from solitaire.races.standing import Progress, settlement, watched
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, start
from tests.races.lives import GHOST, KNOWN, SECRET, Life
from tests.rules.tables import examples

PLAYERS = ("ana", "ben", "cai", "dea", "eli")
ENDS = ("won", "lost", "resigned")
LOSING = "KL1-D3C-AAAAABV"
WINNING = "KL1-D3N-AKTMJAF"


def line(code: str) -> list[str]:
    """The moves that win or lose a recorded game."""
    return max((row["moves"].split() for row in examples("games.jsonl") if row["deal"] == code), key=len)


LINES = {code: line(code) for code in (LOSING, WINNING)} | {SECRET: [], KNOWN: []}

who = st.sampled_from([*PLAYERS, "ana", "ben"])


class History:
    """What is true of a race by all that has happened in it, found out anew each time, however long that takes."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.created = events[0].data
        self.kinds = [event.kind for event in events]

    def told(self, kind: str, player: str | None = None, since: int = 0) -> list[Event]:
        return [
            event for event in self.events[since:] if event.kind == kind and player in (None, event.data.get("player"))
        ]

    def sits(self, player: str) -> bool:
        return len(self.told("joined", player)) > len(self.told("left", player))

    def seated(self) -> list[str]:
        return [player for _, player in sorted((self.joined(p).version, p) for p in PLAYERS if self.sits(p))]

    def joined(self, player: str) -> Event:
        return self.told("joined", player)[-1]

    def ready(self, player: str) -> bool:
        marks = self.told("ready", player, since=self.joined(player).version)
        return bool(marks) and marks[-1].data["ready"]

    def host(self) -> str | None:
        host = self.created["host"]
        for version in range(1, len(self.events) + 1):
            so_far = History(self.events[:version])
            sitting = so_far.seated()
            last = self.events[version - 1]
            if last.kind == "left" and last.data["player"] == host:
                host = sitting[0] if sitting else None
            if last.kind == "joined" and host is None:
                host = last.data["player"]
        return host

    def status(self) -> str:
        for last in ("settled", "closed", "started"):
            if last in self.kinds:
                return last
        switches = [kind for kind in self.kinds if kind.startswith("countdown")]
        return "countdown" if switches and switches[-1] == "countdown" else "open"

    def before_start(self) -> bool:
        return self.status() in ("open", "countdown")

    def ready_to_go(self) -> bool:
        seated = self.seated()
        if self.created["quick"]:
            return len(seated) == self.created["seats"]
        return len(seated) >= (1 if self.created["lanes"] else 2) and all(map(self.ready, seated))

    def racing(self, player: str) -> bool:
        return (
            self.status() == "started"
            and self.sits(player)
            and not self.told("finished", player)
            and not self.told("gone", player)
        )

    def start(self) -> dict[str, Any]:
        return self.told("started")[0].data

    def rated(self) -> bool:
        return bool(self.told("started")) and self.start()["rated"] and not self.told("unrated")

    def can_be(self, kind: str, data: dict[str, Any]) -> bool:
        """Whether the event can be the next one."""
        player, status = data.get("player", ""), self.status()
        match kind:
            case "joined":
                return self.before_start() and not self.sits(player) and len(self.seated()) < self.created["seats"]
            case "left":
                return self.before_start() and self.sits(player)
            case "ready":
                return self.before_start() and self.sits(player) and self.ready(player) != data["ready"]
            case "countdown":
                later = status != "countdown" or data["at"] > self.told("countdown")[-1].data["at"]
                return self.before_start() and self.ready_to_go() and later
            case "countdown-off":
                return status == "countdown"
            case "started":
                named = status == "countdown" and self.told("countdown")[-1].data["at"] == data["at"]
                rateable = self.created["quick"] and self.created["sealed"]
                return named and self.ready_to_go() and (rateable or not data["rated"])
            case "finished":
                return self.racing(player) and self.start()["at"] <= data["at"] < self.start()["ends_at"]
            case "gone":
                return self.racing(player)
            case "unrated":
                return status == "started" and self.rated()
            case "settled":
                over = not any(map(self.racing, self.seated())) or data["at"] >= self.start()["ends_at"]
                return status == "started" and over
            case "closed":
                return self.before_start() and (data["why"] == "idle" or not self.seated())
        raise AssertionError(kind)


def better(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether one racer stands before another, as the rules of a race put it."""
    if (one["status"] == "won") != (other["status"] == "won"):
        return one["status"] == "won"
    if one["status"] == "won":
        return one["time_ms"] < other["time_ms"]
    if one["home"] != other["home"]:
        return one["home"] > other["home"]
    return one["home_at"] < other["home_at"]


class ARacesLife(RuleBasedStateMachine):
    """A race, its players' games, and a history that is looked through again at every step."""

    @initialize(
        code=st.sampled_from(sorted(LINES)),
        seats=st.integers(2, 4),
        quick=st.booleans(),
        ghosts=st.booleans(),
        begun=st.sampled_from(["empty", "host", "full", "ready", "counting", "started", "started", "started"]),
    )
    def creates(self, code: str, seats: int, quick: bool, ghosts: bool, begun: str) -> None:
        """A race, which may have come some way already: by chance alone few would ever start."""
        deal, sealed, ghosts = Deal.parse(code), code == SECRET, ghosts and not quick
        options = Options(
            deal.family, deal.draw, deal.ruleset, 1 if ghosts else 2 if quick else seats, sealed=sealed, quick=quick
        )
        self.life = Life(options, code, "ana", (GHOST,) if ghosts else ())
        self.games: dict[str, list[Event]] = {}
        self.tables: dict[str, Game] = {}
        self.homes: dict[str, list[tuple[int, int]]] = {}
        self.names = 0
        if begun != "empty":
            self.joins("ana")
        if begun not in ("empty", "host"):
            for player in PLAYERS[1 : options.seats]:
                self.joins(player)
        if begun in ("ready", "counting", "started"):
            self.all_get_ready()
        if begun in ("counting", "started"):
            self.counts_down(5000)
        if begun == "started":
            self.starts(rated=sealed and quick, limit=8000, off=0)

    def tell(self, kind: str, **data: Any) -> bool:
        """Try the event; whether the history had room for it, as the fold must have found too."""
        before, possible = self.life.race, History(self.life.events).can_be(kind, data)
        if possible:
            self.life.tell(kind, **data)
        else:
            with pytest.raises(ValueError):  # noqa: PT011 (whatever its text)
                self.life.tell(kind, **data)
            assert self.life.race is before
        return possible

    @rule(ms=st.integers(1, 4000))
    def time_passes(self, ms: int) -> None:
        self.life.now += ms

    @precondition(lambda self: self.life.race.waiting)
    @rule(player=who)
    def joins(self, player: str) -> None:
        self.names += 1
        self.tell("joined", player=player, game=f"game{self.names}")

    @precondition(lambda self: self.life.race.waiting)
    @rule(player=who, why=st.sampled_from(["left", "vanished"]))
    def leaves(self, player: str, why: str) -> None:
        self.tell("left", player=player, why=why)

    @precondition(lambda self: self.life.race.waiting)
    @rule(player=who, ready=st.booleans())
    def marks(self, player: str, ready: bool) -> None:
        self.tell("ready", player=player, ready=ready)

    @precondition(lambda self: self.life.race.waiting)
    @rule()
    def all_get_ready(self) -> None:
        for seat in self.life.race.seats:
            self.tell("ready", player=seat.player, ready=True)

    @precondition(lambda self: self.life.race.waiting)
    @rule(after=st.sampled_from([-1, 0, 1, 5000]))
    def counts_down(self, after: int) -> None:
        self.tell("countdown", at=self.life.now + after)

    @precondition(lambda self: self.life.race.waiting)
    @rule(why=st.sampled_from(["left", "unready", "joined", "outage"]))
    def calls_off(self, why: str) -> None:
        self.tell("countdown-off", why=why)

    @precondition(lambda self: self.life.race.waiting)
    @rule(rated=st.booleans(), limit=st.integers(1, 8000), off=st.sampled_from([0, 0, 0, 1]))
    def starts(self, rated: bool, limit: int, off: int) -> None:
        at = (self.life.race.countdown_at or self.life.now) + off
        self.life.now = max(self.life.now, at)
        if self.tell("started", at=at, ends_at=at + limit, rated=rated):
            for seat in self.life.race.seats:
                dealt = {"code": self.life.race.code, "rules": 1}
                self.games[seat.player] = [Event(f"game:{seat.game}", 1, "dealt", dealt, at, seat.player, None, b"")]
                self.tables[seat.player] = start(self.life.race.deal)
                self.homes[seat.player] = [(0, 0)]

    def plays(self, player: str, move: str) -> None:
        """Write a move into a player's game, a little later than what came before."""
        game, events = self.tables[player], self.games[player]
        self.life.now += 1
        game = game.close().game if move == "closed" else game.play(move).game
        kind, data = ("closed", {"why": "race"}) if move == "closed" else ("move", move)
        events.append(Event(events[0].stream, len(events) + 1, kind, data, self.life.now, player, None, b""))
        self.tables[player] = game
        if self.life.now < self.life.race.ends_at:
            self.homes[player].append((self.life.now - self.life.race.started_at, game.cards_home))

    def playing(self, player: str) -> bool:
        return player in self.tables and not self.tables[player].over and self.life.race.status == "started"

    @precondition(lambda self: self.tables)
    @rule(player=who, how_many=st.integers(1, 100))
    def plays_the_line(self, player: str, how_many: int) -> None:
        """On along the recorded game, which wins or loses, as long as it is still the one being played."""
        moves = LINES[self.life.race.code]
        played = len(self.games.get(player, ())) - 1
        for move in moves[played : played + how_many]:
            if self.playing(player) and move in {text[:2] for text in self.tables[player].legal()}:
                self.plays(player, move)

    @precondition(lambda self: self.tables)
    @rule(player=who, data=st.data())
    def plays_something(self, player: str, data: st.DataObject) -> None:
        """Any legal move: an undo, out of a loss too, a take-back, giving up."""
        if self.playing(player) and (legal := self.tables[player].legal()):
            self.plays(player, data.draw(st.sampled_from(legal)))

    @precondition(lambda self: self.tables)
    @rule(player=who)
    def plays_what_goes_home(self, player: str) -> None:
        if self.playing(player):
            for move in [text for text in self.tables[player].legal() if text.endswith("f")][:1]:
                self.plays(player, move)

    def reached(self, player: str) -> Progress:
        race = self.life.race
        return watched(self.games.get(player, []), race.started_at or 0, race.ends_at or 0)[0]

    @precondition(lambda self: self.tables)
    @rule(player=who, status=st.sampled_from(ENDS), at_limit=st.sampled_from([False, False, False, True]))
    def finishes(self, player: str, status: str, at_limit: bool) -> None:
        """As the site does it: a lost game is closed first. Of a game that is not over, the race knows no better."""
        if at_limit:
            self.life.now = max(self.life.now, self.life.race.ends_at)
        if self.playing(player) and self.tables[player].status == "lost":
            self.plays(player, "closed")
        game = self.tables.get(player)
        status = game.status if game and game.over else status
        at = self.games[player][-1].at if player in self.games else self.life.now
        self.tell("finished", player=player, status=status, at=at, home=0, moves=0, home_at=0)

    @precondition(lambda self: self.tables)
    @rule(player=who, why=st.sampled_from(["absent", "disconnected"]))
    def goes(self, player: str, why: str) -> None:
        if self.tell("gone", player=player, why=why) and not self.tables[player].over:
            self.plays(player, "closed")

    @precondition(lambda self: self.tables)
    @rule(why=st.sampled_from(["outage", "operator"]))
    def loses_its_rating(self, why: str) -> None:
        self.tell("unrated", why=why)

    @precondition(lambda self: self.tables)
    @rule(late=st.sampled_from([False, False, False, True]))
    def settles(self, late: bool) -> None:
        race = self.life.race
        if late:
            self.life.now = max(self.life.now, race.ends_at)
        at = min(self.life.now, race.ends_at)
        data = settlement(
            race, {seat.player: self.reached(seat.player) for seat in race.seats}, [PACED] * len(race.lanes), at
        )
        self.tell("settled", **data)

    @precondition(lambda self: self.life.race.waiting)
    @rule(why=st.sampled_from(["empty"] * 9 + ["idle"]))
    def closes(self, why: str) -> None:
        self.tell("closed", why=why)

    @rule(data=st.data(), player=who)
    def something_else_comes(self, data: st.DataObject, player: str) -> None:
        """An event that another moment of a race's life would have room for."""
        now = self.life.now
        kind, more = data.draw(
            st.sampled_from(
                [
                    ("joined", {"player": player, "game": "another"}),
                    ("left", {"player": player, "why": "left"}),
                    ("ready", {"player": player, "ready": data.draw(st.booleans())}),
                    ("countdown", {"at": now}),
                    ("countdown-off", {"why": "left"}),
                    ("started", {"at": now, "ends_at": now + 1, "rated": False}),
                    ("finished", {"player": player, "status": "won", "at": now, "home": 52, "moves": 99, "home_at": 1}),
                    ("gone", {"player": player, "why": "absent"}),
                    ("unrated", {"why": "outage"}),
                    ("closed", {"why": "empty"}),
                ]
            )
        )
        if not History(self.life.events).can_be(kind, more):
            self.tell(kind, **more)

    @invariant()
    def the_fold_is_what_the_history_says(self) -> None:
        race, history = self.life.race, History(self.life.events)
        assert race.status == history.status()
        assert race.host == history.host()
        assert [(seat.player, seat.game, seat.joined_at, seat.ready) for seat in race.seats] == [
            (player, joined.data["game"], joined.at, history.ready(player))
            for player, joined in ((player, history.joined(player)) for player in history.seated())
        ]
        for seat in race.seats:
            ends, leaves = history.told("finished", seat.player), history.told("gone", seat.player)
            assert (seat.finished and seat.finished.at) == (ends[0].data["at"] if ends else None)
            assert (seat.finished and seat.finished.status) == (ends[0].data["status"] if ends else None)
            assert (seat.gone, seat.gone_at) == ((leaves[0].data["why"], leaves[0].at) if leaves else (None, None))
        assert race.rated == history.rated()
        assert race.all_ready == history.ready_to_go()
        assert race.version == len(self.life.events)
        assert race.last_at == self.life.events[-1].at
        if race.status in ("countdown", "started", "settled"):
            assert race.countdown_at == history.told("countdown")[-1].data["at"]
        if race.started_at is not None:
            assert (race.started_at, race.ends_at) == (history.start()["at"], history.start()["ends_at"])
        assert race.secret == (
            (history.created["sealed"] or bool(history.created["lanes"])) and "settled" not in history.kinds
        )

    @invariant()
    def reading_the_whole_stream_comes_to_the_same(self) -> None:
        assert fold(self.life.id, self.life.events) == self.life.race

    @invariant()
    def each_game_is_as_far_as_its_positions_say(self) -> None:
        for player, homes in self.homes.items():
            home = homes[-1][1]
            rises = [at for (_, before), (at, after) in pairwise(homes) if before < after == home]
            reached = self.reached(player)
            assert (reached.home, reached.home_at) == (home, rises[-1] if rises else 0)
            assert reached.at == homes[-1][0]

    @invariant()
    def everybody_stands_behind_those_who_did_better(self) -> None:
        places = self.life.race.places
        for one in places:
            assert one["place"] == 1 + sum(better(other, one) for other in places)
        assert len(places) in (0, len(self.life.race.seats) + len(self.life.race.lanes))


PACED = Progress("playing", 3, 900, 10, 1000, 2000)
"""How far the ghost has come whenever a race is settled here."""

TestARacesLife = pytest.mark.timeout(300)(ARacesLife.TestCase)
TestARacesLife.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
