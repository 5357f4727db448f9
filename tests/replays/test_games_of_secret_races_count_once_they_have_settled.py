"""A game whose race keeps the deck secret counts nowhere until the race has settled, and from then on everywhere."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from replays import boards, games
from replays.models import BoardRow, DealCount, Game, Result
from solitaire.log.event import NewEvent
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.races import commands, duties
from solitaire.races.due import Start
from solitaire.races.models import RaceRow, SeatRow
from solitaire.races.race import Lane, Options, Race
from solitaire.rules.deals import Deal
from tests.replays import raced, seed
from tests.replays.raced import SEALED
from tests.replays.seed import LOST, WON, Clock, line
from tests.replays.test_rebuild_makes_the_same_rows import dump, rebuild

CODE = SEALED.code


@pytest.fixture
def race(ana: Player, ben: Player, clock: Clock) -> Race:
    return raced.begin(clock, [ana, ben])


@pytest.fixture
def won(race: Race, ana: Player, clock: Clock) -> str:
    """A game of the race that is won, while the other goes on."""
    return raced.win(clock, race, ana, 60)


def audit() -> str:
    out = io.StringIO()
    try:
        call_command("audit", stdout=out, stderr=io.StringIO())
    finally:
        print(out.getvalue())  # noqa: T201 -- shown where a test fails
    return out.getvalue()


def sound() -> bool:
    return audit() == "Everything agrees with the log.\n"


def test_until_then_a_won_game_has_no_result_no_place_no_count_and_is_nobodys_first(won: str):
    rows = Game.objects.filter(code=CODE)
    assert list(rows.values_list("hidden", "first").distinct()) == [(True, False)]
    assert rows.count() == 2
    assert Game.objects.get(pk=won).over
    assert not Result.objects.exists()
    assert not BoardRow.objects.exists()
    assert not DealCount.objects.exists()
    assert games.latest_wins(8) == []
    assert games.of_deal(CODE).rows == []


def test_from_then_on_it_has_them_all_and_is_marked(won: str, race: Race, ana: Player, ben: Player, clock: Clock):
    settled = raced.settle(clock, race)
    assert settled.code == CODE
    assert not Game.objects.filter(hidden=True).exists()
    assert Game.objects.get(pk=won).first
    assert {result.outcome: result.sealed for result in Result.objects.all()} == {"won": True, "resigned": True}
    assert [(row.owner_id, row.sealed, row.first) for row in BoardRow.objects.filter(board="fastest")] == [
        (ana.pk, True, True)
    ]
    counts = games.counts(CODE)
    assert (counts.attempts, counts.wins) == (2, 1)
    assert [result.game_id for result in games.latest_wins(8)] == [won]
    assert Result.objects.get(pk=won).time_ms == 60_000
    assert sound()


def test_the_clock_of_its_result_runs_from_the_start_of_the_race(race: Race, ana: Player, clock: Clock):
    won = raced.win(clock, race, ana, 61.5)
    raced.settle(clock, race)
    assert Result.objects.get(pk=won).time_ms == 61_500
    assert Game.objects.get(pk=won).dealt_at == race.started_at


def test_a_lost_game_has_the_end_it_had_when_it_was_lost(ana: Player, ben: Player, clock: Clock, monkeypatch):
    monkeypatch.setattr(Race, "secret", property(lambda race: race.status != "settled"))
    race = raced.begin(clock, [ana, ben], Deal.parse(LOST), sealed=False)
    Game.objects.update(hidden=True)
    DealCount.objects.all().delete()
    lost = raced.game_of(race, ana)
    clock.ms += 9000
    seed.move(lost, *line(LOST))
    assert not Result.objects.exists()
    raced.settle(clock, race)
    result = Result.objects.get(pk=lost)
    assert (result.outcome, result.time_ms) == ("lost", 9000)


def test_a_race_on_a_known_code_counts_like_any_game_at_once(ana: Player, ben: Player, clock: Clock):
    race = raced.begin(clock, [ana, ben], Deal.parse(WON))
    clock.ms += 60_000
    seed.move(raced.game_of(race, ana), *line(WON))
    assert games.counts(WON).wins == 1
    assert [(row.sealed, row.first) for row in BoardRow.objects.filter(board="fastest")] == [(False, True)]
    assert sound()
    raced.settle(clock, race)
    assert games.counts(WON).attempts == 2
    assert not Result.objects.filter(sealed=True).exists()
    assert sound()


def test_the_first_attempt_is_judged_anew_when_it_shows(won: str, race: Race, ana: Player, clock: Clock):
    later = seed.win(ana, CODE, clock, 30, tuple(raced.WINS_IT))
    assert Game.objects.get(pk=later).first, "the hidden game tells nobody that it is on the same cards"
    assert sound()
    raced.settle(clock, race)
    assert (Game.objects.get(pk=later).first, Game.objects.get(pk=won).first) == (False, True)
    (row,) = boards.read(CODE, "fastest").lines
    assert (row.row.game_id, row.row.sealed, row.row.first) == (later, False, False)
    assert sound()


def test_a_guests_hidden_games_come_along(guest: Player, ben: Player, ana: Player, clock: Clock):
    race = raced.begin(clock, [guest, ben])
    won = raced.win(clock, race, guest, 60)
    absorb(guest, ana)
    assert Game.objects.get(pk=won).owner == ana
    assert not Game.objects.filter(first=True).exists()
    raced.settle(clock, race)
    assert Result.objects.get(pk=won).owner == ana
    assert BoardRow.objects.filter(owner=ana, sealed=True).count() == 3
    assert sound()


def everything() -> dict[str, list]:
    races = [list(model.objects.order_by("pk").values()) for model in (RaceRow, SeatRow)]
    for seat in races[1]:
        del seat["seen_at"]
    return {**dump(), "races": races}


def test_a_rebuild_in_mid_race_hides_it_again_and_changes_no_byte(won: str, race: Race, clock: Clock):
    before = everything()
    Game.objects.update(hidden=False)
    rebuild()
    assert everything() == before
    assert sound()
    raced.settle(clock, race)
    before = everything()
    rebuild()
    assert everything() == before


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (lambda: Game.objects.filter(over=True).update(hidden=False), "hidden is False, and True by the log"),
        (lambda: Game.objects.filter(over=True).update(first=True), "is hidden, and marked as a first attempt"),
        (lambda: Game.objects.update(race=""), "race is '', and "),
        (lambda: RaceRow.objects.update(status="settled"), "status is 'settled', and 'started' by the log"),
        (lambda: SeatRow.objects.filter(active=True).first().delete(), "has no row among the seat rows"),
        (lambda: RaceRow.objects.update(code=CODE), "and '' by the log"),
    ],
)
def test_an_audit_names_what_would_show_too_early(won: str, wrong, named: str):
    wrong()
    with pytest.raises(Exception, match="findings"):
        audit()
    out = io.StringIO()
    with pytest.raises(Exception, match="findings"):
        call_command("audit", stdout=out, stderr=io.StringIO())
    assert named in out.getvalue()


def test_a_seat_nobody_has_taken_and_a_race_nobody_has_made_are_named(won: str, race: Race):
    SeatRow.objects.create(game="nevernever22", race_id=race.id, player="nobodyatall2", active=False, seen_at=0)
    row = RaceRow.objects.get()
    row.pk = "nosuchrace22"
    row.save(force_insert=True)
    out = io.StringIO()
    with pytest.raises(Exception, match="findings"):
        call_command("audit", stdout=out, stderr=io.StringIO())
    assert "has the seat nevernever22, which nobody has taken by the log" in out.getvalue()
    assert "race:nosuchrace22: has a row, and is not in the log" in out.getvalue()


def test_a_mark_says_that_the_deck_was_not_known(won: str, race: Race, clock: Clock):
    raced.settle(clock, race)
    for address in (f"/deal/{CODE}", "/"):
        assert "played without knowing the deck" in Client().get(address).text
    shown = Client().get(f"/api/deals/{CODE}/boards/fastest").json()
    assert [row["sealed"] for row in shown["rows"]] == [True]


def test_a_player_sees_their_own_running_race_without_the_code_and_others_do_not(
    won: str, race: Race, ana: Player, ben: Player, database: Path
):
    own, others = Client(), Client()
    own.force_login(ana)
    others.force_login(ben)
    assert f'href="/race/{race.id}"' in own.get(f"/player/{ana.pk}").text
    assert f'href="/race/{race.id}"' in others.get("/").text, "Ben can go on with his"
    for page in (own.get(f"/player/{ana.pk}"), own.get("/"), others.get("/"), others.get(f"/player/{ben.pk}")):
        assert CODE not in page.text
    assert won not in others.get(f"/player/{ana.pk}").text
    (shown,) = own.get(f"/api/players/{ana.pk}").json()["games"]
    assert (shown["code"], shown["race"], shown["result"]) == (None, race.id, None)
    assert others.get(f"/api/players/{ana.pk}").json()["games"] == []


@pytest.mark.parametrize("who", ["ana", "ben", None])
def test_replay_record_and_table_lead_to_the_race(won: str, race: Race, who: str | None):
    browser = Client()
    if who:
        browser.force_login(Player.objects.get(name=who.title()))
    for address in (f"/replay/{won}", f"/game/{won}"):
        answer = browser.get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"/race/{race.id}")
    record = browser.get(f"/replay/{won}.kgr")
    assert record.status_code == 403
    assert f'href="/race/{race.id}"' in record.text
    assert "Still sealed" in record.text
    shown = browser.get(f"/api/games/{won}").json()
    assert (shown["game"]["code"], shown["view"]) == (None, "owner" if who == "ana" else "shape")
    assert browser.get(f"/api/games/{won}/events").json()["view"] == shown["view"]


def test_a_race_against_a_pace_setter_keeps_its_secret_and_is_not_marked_as_sealed(
    ana: Player, ben: Player, clock: Clock
):
    lanes = [Lane("pace", pace="gold", moves=tuple(raced.WINS_IT), every_ms=1000)]
    race = commands.create(ana.pk, Options("KL", 1, "N", 1, public=False), SEALED, lanes)
    race = commands.append(race, [NewEvent("countdown", {"at": clock.ms})])
    duties.do(race, [Start(clock.ms, clock.ms + raced.LIMIT_MS)])
    race = commands.find(race.id)
    game = raced.win(clock, race, ana, 60)
    for player, view in ((ana, "owner"), (ben, "totals")):
        browser = Client()
        browser.force_login(player)
        shown = browser.get(f"/api/games/{game}").json()
        assert (shown["view"], shown["game"]["code"]) == (view, None)
        for address in (
            f"/api/games/{game}/events",
            f"/race/{race.id}",
            f"/api/races/{race.id}",
            "/",
            "/now",
            "/watch",
        ):
            assert SEALED.letters not in browser.get(address).text.replace("-", "")
    assert Game.objects.get().hidden
    assert not Result.objects.exists()
    raced.settle(clock, race)
    assert [(row.outcome, row.sealed) for row in Result.objects.all()] == [("won", False)]
    assert sound()
