"""A game that was going on when the clock was set stands on no board of times, and counts otherwise."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.test import Client

from replays.audit import audit
from replays.games import latest_wins
from replays.models import BoardRow, DealCount, DeckWin, PlayerWay, Result
from replays.rebuild import rebuild
from solitaire.clock import Clock as ProcessClock
from solitaire.live import off_loop
from solitaire.log import store
from solitaire.players import joining
from solitaire.players.models import Player
from solitaire.races import clock_steps, conduct
from solitaire.races.clock_steps import Steps
from solitaire.races.models import Flag
from tests.replays.seed import WON_ONE, Clock, deal, line, move

Look = Callable[[int], None]
MINUTE = 60_000


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
def set_by(clock: Clock, steps: Steps, monkeypatch: pytest.MonkeyPatch) -> Iterator[Look]:
    """Sets the machine's clock by so many milliseconds, and has the site look at it."""
    machine = ProcessClock(lambda: clock.ms * 10**6, lambda: 0)
    monkeypatch.setattr(clock_steps, "clock", machine)

    def set_by(ms: int) -> None:
        asyncio.run(steps.look())
        clock.ms += ms
        asyncio.run(steps.look())

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(off_loop, "_pool", pool)
        yield set_by


def begun(player: Player, clock: Clock) -> str:
    """A game with its first ten moves made, ten seconds after its deal."""
    game = deal(player, WON_ONE)
    clock.ms += 10_000
    move(game, *line(WON_ONE)[:10])
    return game


def won(game: str, clock: Clock) -> None:
    clock.ms += 10_000
    move(game, *line(WON_ONE)[10:])


def fail(*_: object) -> None:
    raise RuntimeError("no database")


def boards_of(game: str) -> set[str]:
    return set(BoardRow.objects.filter(game=game).values_list("board", flat=True))


def findings() -> list[str]:
    return [str(finding) for finding in audit(lambda _count: None)]


@pytest.mark.parametrize("hour", [3_600_000, -3_600_000])
def test_it_stands_on_the_other_boards_and_is_a_win(ana: Player, clock: Clock, set_by: Look, hour: int):
    game = begun(ana, clock)
    set_by(hour)
    won(game, clock)
    assert boards_of(game) == {"moves", "score"}
    assert Result.objects.get(pk=game).review == "untimed"
    assert DealCount.objects.get(pk=WON_ONE).wins == 1
    assert DeckWin.objects.filter(game=game).exists()
    way = PlayerWay.objects.get(owner=ana)
    assert (way.played, way.won, way.best_ms, way.average_ms) == (1, 1, None, None)
    assert [result.game_id for result in latest_wins(5)] == [game]
    times = [event.at for event in store.read(f"game:{game}")]
    assert times == sorted(times)
    assert findings() == []
    rebuild(lambda _count: None)
    assert boards_of(game) == {"moves", "score"}
    assert findings() == []


def test_it_is_left_out_of_its_players_average_time(ana: Player, clock: Clock, set_by: Look):
    timed = begun(ana, clock)
    won(timed, clock)
    untimed = begun(ana, clock)
    set_by(3_600_000)
    won(untimed, clock)
    way = PlayerWay.objects.get(owner=ana)
    assert (way.won, way.average_ms) == (2, Result.objects.get(pk=timed).time_ms)
    assert findings() == []
    rebuild(lambda _count: None)
    assert PlayerWay.objects.get(owner=ana).average_ms == way.average_ms


def test_pages_and_the_api_say_so(ana: Player, clock: Clock, set_by: Look):
    game = begun(ana, clock)
    set_by(3_600_000)
    won(game, clock)
    for page in (f"/replay/{game}", f"/deal/{WON_ONE}"):
        assert "not timed" in Client().get(page).content.decode()
    assert Client().get(f"/api/games/{game}").json()["game"]["result"]["review"] == "untimed"


def test_games_before_and_after_are_left_alone(ana: Player, ben: Player, clock: Clock, set_by: Look):
    before = begun(ana, clock)
    won(before, clock)
    set_by(3_600_000)
    after = begun(ben, clock)
    won(after, clock)
    for game in (before, after):
        assert boards_of(game) == {"fastest", "moves", "score"}
    assert not Flag.objects.exists()


def test_one_that_ends_before_it_has_been_said_leaves_the_board(ana: Player, clock: Clock, set_by: Look, monkeypatch):
    game = begun(ana, clock)
    with monkeypatch.context() as away:
        away.setattr(conduct, "report", fail)
        with pytest.raises(RuntimeError):
            set_by(3_600_000)
    won(game, clock)
    assert "fastest" in boards_of(game)
    set_by(0)  # looked again, it is said after all
    assert boards_of(game) == {"moves", "score"}
    assert PlayerWay.objects.get(owner=ana).best_ms is None
    assert findings() == []


@pytest.mark.parametrize("before_it_is_said", [False, True])
def test_its_pace_is_not_judged(ana: Player, clock: Clock, set_by: Look, monkeypatch, before_it_is_said: bool):
    monkeypatch.setattr(conduct, "human", lambda: conduct.Human(30, 200, 60, 6))
    game = begun(ana, clock)
    if before_it_is_said:
        with monkeypatch.context() as away, suppress(RuntimeError):
            away.setattr(conduct, "report", fail)
            set_by(-3_600_000)
    else:
        set_by(-3_600_000)
    won(game, clock)
    assert (Result.objects.get(pk=game).review == "waiting") is before_it_is_said
    set_by(0)
    assert Result.objects.get(pk=game).review == "untimed"
    assert boards_of(game) == {"moves", "score"}
    assert [flag.kind for flag in Flag.objects.all()] == ["clock-stepped"]
    assert findings() == []


@pytest.mark.parametrize("drift", [-999, 0, 999])
def test_a_clock_that_runs_a_little_fast_or_slow_is_followed(ana: Player, clock: Clock, set_by: Look, drift: int):
    game = begun(ana, clock)
    set_by(drift)
    won(game, clock)
    assert "fastest" in boards_of(game)
    assert not Flag.objects.exists()


def test_a_set_clock_is_less_than_what_an_operator_has_to_look_at():
    def flag(kind: str, verdict: str = "") -> Flag:
        return Flag(game="g", kind=kind, verdict=verdict)

    stepped = flag("clock-stepped")
    for other, review in (
        (flag("same-address"), "untimed"),
        (flag("inhuman-pace"), "waiting"),
        (flag("inhuman-pace", "fine"), "untimed"),
        (flag("inhuman-pace", "confirmed"), "unfair"),
        (flag("reported-result", "voided"), "voided"),
    ):
        assert conduct.review([stepped, other]) == conduct.review([other, stepped]) == {"g": review}


def test_operators_find_nothing_about_it_in_their_queue(ana: Player, clock: Clock, set_by: Look):
    game = begun(ana, clock)
    set_by(3_600_000)
    assert Flag.objects.filter(game=game, kind="clock-stepped").exists()
    operator = Player.objects.create_superuser("Olga", "nine-of-spades")
    client = Client()
    client.force_login(operator)
    assert game not in client.get("/admin/races/flag/").content.decode()


@pytest.mark.postgresql
def test_the_clock_of_a_shared_database_decides(postgresql_database: str, steps: Steps, monkeypatch):
    database_ns, machine_off, database_off = clock_steps._database_ns, 0, 0
    own = ProcessClock(lambda: time.time_ns() + machine_off)
    monkeypatch.setattr(clock_steps, "clock", own)
    monkeypatch.setattr(clock_steps, "_database_ns", lambda: database_ns() + database_off)

    def off_by() -> int:
        steps._look()
        return abs(own.now_ms() - time.time_ns() // 10**6)

    deal(joining.new_guest(), WON_ONE)
    assert off_by() < MINUTE
    machine_off = 60 * MINUTE * 10**6
    assert off_by() < MINUTE
    assert not Flag.objects.exists()
    database_off = 60 * MINUTE * 10**6
    assert off_by() > 59 * MINUTE
    assert Flag.objects.get().kind == "clock-stepped"
