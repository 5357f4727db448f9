"""The decks of today and tomorrow are drawn once, whoever does it, and revealed when their day is over."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from solitaire.daily import calendar, duties, rows
from solitaire.daily.day import key_of, stream_of
from solitaire.daily.models import Attempt, DayRow
from solitaire.live.table import fold, read_game
from solitaire.log import store
from solitaire.players.models import Player
from tests.daily import seed
from tests.daily.clocks import FIRST, HOUR, Clock


def test_the_hash_of_a_deck_is_there_the_day_before_and_its_code_the_day_after(ana: Player, clock: Clock):
    duties.attend()
    tomorrow = DayRow.objects.get(on=calendar.tomorrow(), draw=3)
    assert (tomorrow.code, len(tomorrow.hash)) == ("", 64)
    seed.next_day(clock)
    assert DayRow.objects.get(pk=tomorrow.pk).code == ""
    seed.next_day(clock)
    revealed = DayRow.objects.get(pk=tomorrow.pk)
    assert revealed.code.startswith("KL2-D3N-")
    assert hashlib.sha256(revealed.code.encode()).hexdigest() == tomorrow.hash


def test_of_many_who_draw_at_once_one_draws(ana: Player, clock: Clock):
    def draw(_turn: int) -> None:
        try:
            duties.draw_what_is_missing()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(draw, range(8)))
    assert DayRow.objects.count() == 4
    assert [head.version for head in store.heads("daily:")] == [1, 1, 1, 1]


def test_every_day_has_a_deck_of_its_own(ana: Player, clock: Clock):
    seed.next_day(clock)
    seed.next_day(clock)
    assert len({day.deal.deck_key for day in rows.days()}) == len(list(rows.days())) >= 4


def test_what_is_going_on_at_midnight_ends_and_nothing_can_be_played_after(ana: Player, clock: Clock):
    game = seed.begin(ana)
    clock.ms = seed.today().ends_at - 1
    duties.attend()
    assert not Attempt.objects.get(pk=game).over
    clock.ms += 1 + duties.GRACE_MS
    duties.attend()
    attempt, state = Attempt.objects.get(pk=game), fold(game, read_game(game))
    assert (attempt.over, attempt.outcome, state.game.over) == (True, "resigned", True)
    assert read_game(game)[-1].data == {"why": "day"}
    assert not seed.day_of(FIRST).secret


def test_a_day_is_revealed_once_and_again_after_a_crash_in_between(ana: Player, clock: Clock):
    seed.begin(ana)
    clock.ms += 13 * HOUR
    duties.attend()
    duties.attend()
    duties.reveal(key_of(FIRST, 1))
    assert [event.kind for event in store.read(stream_of(key_of(FIRST, 1)))] == ["drawn", "revealed"]


def test_a_day_that_was_slept_through_is_revealed_late(ana: Player, clock: Clock):
    seed.give_up(ana, clock)
    clock.ms += 24 * 9 * HOUR
    duties.attend()
    assert not seed.day_of(FIRST).secret
    assert DayRow.objects.filter(on=calendar.today(), code="").count() == 2
