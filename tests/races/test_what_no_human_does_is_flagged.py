"""A won game at a pace that no human keeps stands on no board before an operator has looked at it."""

import random
import secrets
import time
from collections.abc import Callable, Sequence

import pytest
from django.conf import settings
from django.test import Client, override_settings
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from replays.audit import audit
from replays.models import BoardRow, Result
from replays.rebuild import rebuild
from solitaire import settings as site_settings
from solitaire.ids import new_id
from solitaire.live import new_game
from solitaire.live.milestones import ENDED
from solitaire.live.table import fold, stream_of
from solitaire.log import store, writer
from solitaire.log.event import Append, Event, Milestone, NewEvent
from solitaire.players.models import Player
from solitaire.races import commands, conduct, duties, solve
from solitaire.races.conduct import Human, NothingToReview, glance, pace
from solitaire.races.due import Settle
from solitaire.races.models import Flag, RecordedGame
from solitaire.races.race import Options
from solitaire.rules.deals import Deal
from tests.replays.seed import NOON, Clock
from tests.rules.tables import examples

HUMAN = {"moves": 30, "move_ms": 200, "reaction_ms": 60, "reactions": 6}
"""The site's own bounds, which tests of other things do not keep to."""
QUICKEST = Human(**HUMAN)

WON = {
    row["deal"]: row["moves"].split()
    for row in examples("games.jsonl")
    if row["checks"][-1]["position"]["status"] == "won"
}
CODES = sorted(WON)
CODE = "KL1-D1N-FQKQUOV"


def stream(code: str, gaps: Sequence[int]) -> list[Event]:
    """The events of a won game, with so many milliseconds before each move."""
    at = NOON
    events = [Event("game:g", 1, "dealt", {"code": code, "rules": 1}, at, "ana", None, b"")]
    for version, (move, gap) in enumerate(zip(WON[code], gaps, strict=True), start=2):
        at += gap
        events.append(Event("game:g", version, "move", move, at, "ana", None, b""))
    return events


def inhuman(code: str, gaps: Sequence[int]) -> bool:
    events = stream(code, gaps)
    verdict = pace("g", events).is_inhuman(QUICKEST)
    assert glance(events, NOON, QUICKEST).is_suspicious(QUICKEST) or not verdict
    return verdict


def as_people_play(code: str, chance: random.Random, quickness: float) -> list[int]:
    """Gaps as of somebody quick: a reaction, a choice, a press; a draw is quicker, and a run home quickest."""
    gaps = []
    home_before = False
    for move in WON[code]:
        home = move.endswith("f")
        typical = 120 if home and home_before else 180 if move == "d" else 450
        gaps.append(max(70, int(chance.lognormvariate(0, 0.35) * typical / quickness)))
        home_before = home
    return gaps


def test_these_are_the_sites_own_bounds():
    assert site_settings.RACES["human"] == HUMAN


def test_commands_are_bounded_well_above_the_quickest_people():
    quickest_per_s = 1000 / HUMAN["move_ms"]
    assert site_settings.LIVE["commands_per_s"] >= 20 * quickest_per_s


@pytest.mark.parametrize("code", CODES)
@given(seed=st.integers(0, 10_000), quickness=st.floats(0.2, 1.2))
@hypothesis_settings(max_examples=5, deadline=None)
def test_quick_people_are_left_alone(code: str, seed: int, quickness: float):
    assert not inhuman(code, as_people_play(code, random.Random(seed), quickness))


@pytest.mark.parametrize("code", CODES)
@given(st.data())
@hypothesis_settings(max_examples=10, deadline=None)
def test_no_game_escapes_the_first_look(code: str, data: st.DataObject):
    gap = st.sampled_from([0, 30, 59, 60, 150, 900])
    inhuman(code, data.draw(st.lists(gap, min_size=len(WON[code]), max_size=len(WON[code]))))


def test_most_games_of_people_are_not_looked_at_twice():
    chance = random.Random(5)
    streams = [stream(code, as_people_play(code, chance, 0.8)) for code in CODES for _ in range(10)]
    assert sum(glance(events, NOON, QUICKEST).is_suspicious(QUICKEST) for events in streams) < len(streams) / 10


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("gap", [0, 5, 40, 100])
def test_a_machine_is_flagged(code: str, gap: int):
    assert inhuman(code, [gap] * len(WON[code]))


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("KL")])
def test_a_machine_that_waits_first_and_then_reacts_at_once_is_flagged(code: str):
    assert inhuman(code, [600_000] + [20] * (len(WON[code]) - 1))


def test_one_that_finishes_at_once_is_left_alone():
    """The page sends a whole run home at one press."""
    moves = WON[CODE]
    last_by_hand = max(index for index, move in enumerate(moves) if not move.endswith("f"))
    gaps = [700 if index <= last_by_hand else 3 for index in range(len(moves))]
    assert not inhuman(CODE, gaps)


def test_a_burst_after_a_lost_connection_is_held_against_nobody():
    """Moves that wait for the line come one after the other; but nobody chooses a card that they have not seen."""
    moves = WON[CODE]
    known = [not (index and moves[index - 1] == "d") for index in range(len(moves))]
    gaps = [1 if 20 <= index < 60 and known[index] else 900 for index in range(len(moves))]
    assert not inhuman(CODE, gaps)


def test_a_card_that_was_seen_before_may_be_moved_at_once():
    moves = next(moves for code, moves in WON.items() if code.startswith("TF") and "r" in moves)
    code = next(code for code in WON if WON[code] is moves)
    recycled = moves.index("r")
    gaps = [500 if index <= recycled else 1 for index in range(len(moves))]
    assert 1 not in pace("g", stream(code, gaps)).reactions


# --- in the log and on the boards ---


@pytest.fixture
def clock(database, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    return clock


@pytest.fixture(autouse=True)
def the_sites_bounds():
    with override_settings(RACES={**settings.RACES, "human": HUMAN}):
        yield


@pytest.fixture
def win(clock: Clock) -> Callable[[int], str]:
    """Wins a game of somebody new with so many milliseconds a move; its id."""

    def win(gap: int) -> str:
        player = Player.objects.create_account(f"Player {secrets.token_hex(4)}", None)
        game_id = new_game.deal_game(player.pk, Deal.parse(CODE))
        play(game_id, WON[CODE], clock, gap)
        return game_id

    return win


def play(game_id: str, moves: Sequence[str], clock: Clock, gap: int) -> None:
    """Play moves, each so many milliseconds after the one before."""
    state = fold(game_id, store.read(stream_of(game_id)))
    for version, move in enumerate(moves, start=1):
        clock.ms += gap
        state.game = state.game.play(move).game
        milestone = Milestone(ENDED, state) if state.game.over else None
        moved = (NewEvent("move", move),)
        writer.current().submit(Append(stream_of(game_id), version, moved, state.player, None, milestone)).result()


def on_boards(game: str) -> bool:
    return BoardRow.objects.filter(game=game).exists()


def findings() -> list[str]:
    return [str(finding) for finding in audit(lambda _count: None)]


def test_a_game_at_a_human_pace_stands_on_the_boards(win):
    game = win(400)
    assert on_boards(game)
    assert not Flag.objects.exists()
    assert RecordedGame.objects.filter(pk=game).exists()
    assert "under review" not in Client().get(f"/deal/{CODE}").content.decode()


def test_a_game_at_an_inhuman_pace_waits_for_an_operator(win):
    game = win(50)
    flag = Flag.objects.get()
    assert (flag.game, flag.kind, flag.verdict) == (game, "inhuman-pace", "")
    assert flag.detail["time_ms"] == 50 * len(WON[CODE])
    assert not on_boards(game)
    assert Result.objects.get(pk=game).review == "waiting"
    assert not RecordedGame.objects.exists()
    assert "under review" in Client().get(f"/deal/{CODE}").content.decode()
    assert "under review" in Client().get(f"/replay/{game}").content.decode()
    assert Client().get(f"/api/games/{game}").json()["game"]["result"]["review"] == "waiting"
    assert findings() == []


def test_looked_at_and_fine_it_stands(win):
    game = win(50)
    conduct.resolve(game, "inhuman-pace", "cleared", "a show match, with a keyboard", "operator")
    assert on_boards(game)
    assert RecordedGame.objects.filter(pk=game).exists()
    assert Result.objects.get(pk=game).review == ""
    (event,) = store.read(f"review:{game}")
    assert (event.kind, event.who) == ("cleared", "operator")
    assert event.data == {"kind": "inhuman-pace", "reason": "a show match, with a keyboard"}
    assert findings() == []


def test_confirmed_it_never_does_unless_that_is_taken_back(win):
    game = win(50)
    conduct.resolve(game, "inhuman-pace", "confirmed", "a program", "operator")
    assert not on_boards(game)
    assert Result.objects.get(pk=game).review == "unfair"
    assert "does not count" in Client().get(f"/deal/{CODE}").content.decode()
    assert findings() == []
    conduct.resolve(game, "inhuman-pace", "cleared", "it was somebody else", "operator")
    assert on_boards(game)


def test_what_others_report_withholds_nothing_until_it_is_confirmed(win):
    game = win(400)
    player = Result.objects.get(pk=game).owner_id
    for _ in range(2):
        conduct.report(game, "same-address", player, "race2345abcd", {"racers": 2})
    assert len(store.read(f"review:{game}")) == 1
    assert on_boards(game)
    conduct.resolve(game, "same-address", "confirmed", "one person", "operator")
    assert not on_boards(game)
    assert findings() == []


def test_a_rebuild_makes_the_same_rows(win):
    games = [win(gap) for gap in (400, 50, 50, 50)]
    conduct.resolve(games[2], "inhuman-pace", "cleared", "fine", "operator")
    conduct.resolve(games[3], "inhuman-pace", "confirmed", "a program", "operator")
    conduct.report(games[0], "same-address", Result.objects.get(pk=games[0]).owner_id, "", {"racers": 2})
    before = rows()
    rebuild(lambda _count: None)
    assert rows() == before
    assert findings() == []


def rows() -> list[list[tuple]]:
    return [sorted(model.objects.values_list(), key=str) for model in (Flag, RecordedGame, Result, BoardRow)]


def test_an_audit_names_what_was_tampered_with(win):
    slow, quick = win(400), win(50)
    Flag.objects.filter(game=quick).update(verdict="fine")
    RecordedGame.objects.filter(pk=slow).delete()
    assert any(quick in finding and "verdict" in finding for finding in findings())
    assert any(slow in finding for finding in findings())


@pytest.mark.parametrize(("verdict", "reason"), [("maybe", "why not"), ("cleared", " "), ("cleared", "x" * 501)])
def test_a_verdict_has_a_reason(win, verdict: str, reason: str):
    game = win(50)
    with pytest.raises(ValueError, match="with a reason"):
        conduct.resolve(game, "inhuman-pace", verdict, reason, "operator")


def test_there_is_nothing_to_say_of_a_game_without_a_flag(win):
    with pytest.raises(NothingToReview):
        conduct.resolve(win(400), "inhuman-pace", "cleared", "fine", "operator")


def test_a_rated_race_with_such_a_game_in_it_is_not_rated(clock: Clock):
    ana, ben = (Player.objects.create_account(name, None).pk for name in ("Ana", "Ben"))
    deal, line = next(solve.lines("KL", 1, "N", "2", time.monotonic() + 30))
    options = Options("KL", 1, "N", seats=2, hints=False, sealed=True, quick=True)
    race = commands.create(ana, options, deal)
    at, ends_at = clock.ms + 1000, clock.ms + 3_600_000
    begun = [
        NewEvent("joined", {"player": ben, "game": new_id()}),
        NewEvent("countdown", {"at": at}),
        NewEvent("started", {"at": at, "ends_at": ends_at, "rated": True}),
    ]
    race = commands.append(race, begun)
    duties.deal(race, race.seats)
    clock.ms = at
    play(race.seats[0].game, line, clock, gap=20)
    play(race.seats[1].game, ["d", "x"], clock, gap=1000)
    duties.do(race, [Settle(clock.ms)])
    settled = commands.find(race.id)
    assert (settled.status, settled.rated, settled.unrated_why) == ("settled", False, "operator")
    assert not store.read("ratings:1")
    assert Result.objects.get(pk=race.seats[0].game).review == "waiting"
    assert findings() == []


# --- in the admin ---


@pytest.fixture
def operator(database) -> Client:
    browser = Client()
    browser.force_login(Player.objects.create_superuser("Olga", "queen-of-hearts"))
    return browser


def act(browser: Client, action: str, flag: Flag, reason: str):
    typed = {"action": action, "_selected_action": [flag.pk], "reason": reason}
    return browser.post("/admin/races/flag/", typed, follow=True).content.decode()


def test_operators_see_what_waits_and_say_what_they_found(win, operator: Client):
    game = win(50)
    page = operator.get("/admin/races/flag/").content.decode()
    assert game in page
    assert "50 ms each" not in page  # runs home are not counted as moves by hand
    assert "moves by hand" in page
    flag = Flag.objects.get()
    assert "write a reason" in act(operator, "looked_at_fine", flag, " ")
    assert not on_boards(game)
    assert "1 flag has its verdict" in act(operator, "looked_at_fine", flag, "a show match")
    assert on_boards(game)
    assert "1 flag has its verdict" in act(operator, "confirmed", flag, "a program after all")
    assert not on_boards(game)
    flag.refresh_from_db()
    assert (flag.verdict, flag.reason) == ("confirmed", "a program after all")


@pytest.mark.parametrize("page", ["add/", "{}/delete/"])
def test_flags_are_neither_made_nor_deleted_there(win, operator: Client, page: str):
    win(50)
    assert operator.get("/admin/races/flag/" + page.format(Flag.objects.get().pk)).status_code == 403


def test_a_flag_cannot_be_written_over(win, operator: Client):
    win(50)
    flag = Flag.objects.get()
    operator.post(f"/admin/races/flag/{flag.pk}/change/", {"verdict": "fine", "reason": "x"})
    flag.refresh_from_db()
    assert flag.verdict == ""


def test_others_stay_outside(win):
    browser = Client()
    browser.force_login(Player.objects.create_account("Ana", None))
    assert browser.get("/admin/races/flag/").status_code == 302
