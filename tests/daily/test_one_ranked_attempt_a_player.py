"""A player has one ranked attempt at a day; then there is practice, which counts nowhere."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from replays import daily
from replays.models import Game
from solitaire.daily import attempts
from solitaire.daily.attempts import NotPlayed, Played
from solitaire.daily.models import Attempt
from solitaire.live import tables
from solitaire.live.admission import owner_of
from solitaire.live.complaint import Objection
from solitaire.live.protocol import Move
from solitaire.live.sight import Role, facts_of
from solitaire.live.table import fold, read_game
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.daily import seed
from tests.daily.clocks import HOUR, Clock
from tests.races.people import browser_of


def test_the_attempt_goes_on_where_it_is_and_is_not_dealt_again(ana: Player, clock: Clock):
    game = seed.begin(ana)
    assert seed.begin(ana) == game
    seed.give_up(ana, clock)
    with pytest.raises(Played):
        seed.begin(ana)
    assert Attempt.objects.count() == 1
    assert seed.begin(ana, draw=3) != game


def test_two_tabs_at_once_are_dealt_one_attempt(ana: Player, clock: Clock):
    day = seed.today()

    def deal(_turn: int) -> str:
        try:
            return attempts.attempt(ana, day)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(deal, range(6)))) == 1
    assert Game.objects.count() == 1


def test_practice_comes_after_the_attempt_and_is_no_attempt(ana: Player, clock: Clock):
    with pytest.raises(NotPlayed):
        attempts.practise(ana, seed.today())
    seed.begin(ana)
    with pytest.raises(NotPlayed):
        attempts.practise(ana, seed.today())
    seed.give_up(ana, clock)
    practice = attempts.practise(ana, seed.today())
    state = fold(practice, read_game(practice))
    assert (state.practice, state.day, Attempt.objects.count()) == (True, "2030-03-09:D1", 1)
    assert "h" in state.game.legal()
    assert "h" not in facts_of(state.part).off
    assert facts_of(state.part).sight(state.game, Role.PLAYER).code is False


def test_an_attempt_has_no_hints_and_no_move_after_midnight(ana: Player, clock: Clock, monkeypatch):
    game = seed.begin(ana)
    events = read_game(game)
    table = tables.Table(game, events, owner_of(ana.pk), facts_of(fold(game, events).part))

    def judge(move: str) -> str:
        try:
            return table.judge_now(Move(id="a-command", after=1, move=move)).move
        except Objection as objection:
            return objection.code

    assert (judge("h"), judge("d")) == ("day-hints-off", "d")
    assert '"h"' not in table.snapshot("player")
    monkeypatch.setattr(tables, "now_ms", lambda: seed.today().ends_at)
    assert judge("d") == "day-over"


def test_a_guest_who_signs_up_stays_among_the_guests(guest: Player, clock: Clock):
    game = seed.give_up(guest, clock)
    browser = browser_of(guest.pk)
    answer = browser.post("/signup", {"name": "Grete", "password1": "nine-of-spades", "password2": "nine-of-spades"})
    assert answer.status_code == 302, answer.content
    assert [line.row.game for line in daily.read("2030-03-09:D1", guests=True).lines] == [game]
    assert daily.read("2030-03-09:D1", guests=False).lines == []


def test_of_two_attempts_that_come_together_the_earlier_counts(ana: Player, guest: Player, clock: Clock):
    first = seed.give_up(guest, clock)
    clock.ms += 1000
    second = seed.give_up(ana, clock)
    absorb(guest, ana)
    assert list(Attempt.objects.filter(owner=ana, counts=True).values_list("game", flat=True)) == [first]
    assert daily.read("2030-03-09:D1", guests=False).lines == []
    assert Attempt.objects.get(pk=second).counts is False


def test_an_account_that_was_a_guest_today_has_no_second_attempt(ana: Player, guest: Player, clock: Clock):
    seed.give_up(guest, clock)
    absorb(guest, ana)
    with pytest.raises(Played):
        seed.begin(ana)


def test_whoever_presses_play_is_led_to_the_attempt_and_then_to_its_board(ana: Player, clock: Clock):
    seed.today()
    browser = browser_of(ana.pk)
    dealt = browser.post("/daily/2030-03-09/1/play")
    game = Attempt.objects.get().game
    assert (dealt.status_code, dealt["Location"]) == (303, f"/game/{game}")
    page = browser.get(f"/game/{game}").content.decode()
    assert "Playing the deal of the day" in page
    assert 'data-do="hint"' not in page
    assert 'form="again-form"' not in page
    seed.give_up(ana, clock)
    assert browser.post("/daily/2030-03-09/1/play")["Location"] == "/daily/2030-03-09/1"
    for _turn in range(2):  # beside the practice that is going on, too
        assert browser.post("/daily/2030-03-09/1/practise")["Location"].startswith("/game/")
    assert browser.post("/daily/2030-03-09/1/play")["Location"] == "/daily/2030-03-09/1"


def test_a_day_is_played_on_its_own_day_alone(ana: Player, clock: Clock):
    seed.today()
    browser = browser_of(ana.pk)
    for day in ("2030-03-08/1", "2030-03-09/2", "2031-01-01/1", "today/1"):
        assert browser.post(f"/daily/{day}/play").status_code == 404
    assert browser.post("/daily/2030-03-10/1/play").status_code == 409  # drawn, and not begun
    clock.ms += 12 * HOUR
    late = browser.post("/daily/2030-03-09/1/play")
    assert (late.status_code, "That day is over" in late.content.decode()) == (409, True)
    assert Game.objects.count() == 0


def test_a_stranger_who_plays_becomes_a_guest_and_other_sites_get_nowhere(clock: Clock, database):
    seed.today()
    assert Client(enforce_csrf_checks=True).post("/daily/2030-03-09/1/play").status_code == 403
    assert Client().get("/daily/2030-03-09/1/play").status_code == 405
    assert Client().post("/daily/2030-03-09/1/play").status_code == 303
    assert Attempt.objects.get().guest


def test_too_many_starts_are_refused(ana: Player, clock: Clock):
    seed.give_up(ana, clock)
    browser = browser_of(ana.pk)
    answers = [browser.post("/daily/2030-03-09/1/practise").status_code for _turn in range(25)]
    assert answers[:20] == [303] * 20
    assert answers[-1] == 429
