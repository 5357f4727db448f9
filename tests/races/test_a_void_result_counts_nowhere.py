"""A result that an operator has voided leaves boards, counts and ratings, its game says so, and a rebuild agrees."""

import pytest
from django.conf import settings
from django.test import Client, override_settings

from replays import boards, games
from replays.audit import audit
from replays.models import BoardRow, DealCount, Game, PlaceCount, Result
from replays.rebuild import rebuild
from solitaire.log import store, writer
from solitaire.players.models import Player
from solitaire.races import conduct, ratings
from solitaire.races.models import Flag, Rating, RatingChange, RecordedGame
from solitaire.rules.deals import Deal
from tests.replays import raced, seed
from tests.replays.seed import WON, Clock


@pytest.fixture
def clock(database, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    return clock


@pytest.fixture
def ana(database) -> Player:
    return Player.objects.create_account("Ana", None)


@pytest.fixture
def ben(database) -> Player:
    return Player.objects.create_account("Ben", None)


def void(game: str, verdict: str = "voided", reporter: str = "cai") -> None:
    row = Result.objects.select_related("game").get(pk=game)
    conduct.report_result(game, row.owner_id, row.game.race, "program", reporter)
    conduct.resolve(game, "reported-result", verdict, "the moves of a program", "olga")


def agree() -> None:
    assert [str(finding) for finding in audit(lambda _count: None)] == []
    before = rows()
    rebuild(lambda _count: None)
    assert rows() == before


def rows() -> list[list]:
    models = (Flag, Game, Result, BoardRow, DealCount, RecordedGame, Rating, RatingChange)
    return [sorted(model.objects.values_list(), key=str) for model in models]


def page(address: str, player: Player | None = None) -> str:
    browser = Client()
    if player:
        browser.force_login(player)
    return browser.get(address).content.decode()


def test_it_is_no_win_of_its_player_or_its_deal(ana: Player, ben: Player, clock: Clock):
    game, other = seed.win(ana, WON, clock, 80), seed.win(ben, WON, clock, 90)
    void(game)
    assert set(BoardRow.objects.values_list("game", flat=True)) == {other}
    assert set(RecordedGame.objects.values_list("game", flat=True)) == {other}
    counted = DealCount.objects.get(pk=WON)
    assert (counted.attempts, counted.wins) == (2, 1)
    assert games.attempts_at(ana.pk, WON, Deal.parse(WON).deck_key) == games.Attempts(1, 0)
    assert games.wins_of_player(ana.pk, 9) == []
    assert [win.pk for win in games.latest_wins(9)] == [other]
    assert Game.objects.get(pk=game).first
    agree()


def test_places_are_counted_one_by_one_again_where_a_deal_has_too_few_wins_left(
    ana: Player, ben: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(boards, "COUNTED_FROM", 2)
    game, _ = seed.win(ana, WON, clock, 80), seed.win(ben, WON, clock, 90)
    assert PlaceCount.objects.filter(board__startswith=WON).exists()
    void(game)
    assert not PlaceCount.objects.filter(board__startswith=WON).exists()
    agree()
    conduct.resolve(game, "reported-result", "cleared", "it was a person", "olga")
    assert PlaceCount.objects.filter(board__startswith=WON).exists()
    agree()


def test_the_games_page_says_so_and_its_player_reads_why(ana: Player, ben: Player, clock: Clock):
    game = seed.win(ana, WON, clock, 80)
    void(game)
    told = "An operator has voided this result"
    assert told in page(f"/replay/{game}")
    assert "the moves of a program" not in page(f"/replay/{game}", ben)
    assert "the moves of a program" in page(f"/replay/{game}", ana)
    assert "voided" in page(f"/deal/{WON}")
    assert "voided" in page(f"/player/{ana.pk}")
    assert Client().get(f"/api/games/{game}").json()["game"]["result"]["review"] == "voided"


def test_it_counts_again_where_that_is_taken_back(ana: Player, clock: Clock):
    game = seed.win(ana, WON, clock, 80)
    before = rows()[1:]
    void(game)
    void(game)
    conduct.resolve(game, "reported-result", "cleared", "it was a person", "olga")
    assert rows()[1:] == before
    agree()


def test_a_confirmed_report_keeps_it_off_the_boards_alone(ana: Player, clock: Clock):
    game = seed.win(ana, WON, clock, 80)
    void(game, "confirmed")
    assert not BoardRow.objects.exists()
    assert DealCount.objects.get().wins == games.attempts_at(ana.pk, WON, Deal.parse(WON).deck_key).won == 1
    agree()


def test_a_lost_game_that_is_won_after_all_stays_void(ana: Player, clock: Clock):
    game = seed.deal(ana, seed.LOST)
    seed.move(game, *seed.line(seed.LOST))
    void(game)
    seed.move(game, "u")
    seed.close(game)
    assert Result.objects.get().review == "voided"
    agree()


# --- of a race ---


def numbers() -> dict[str, tuple[int, int]]:
    return {row.player_id: (row.shown, row.races) for row in Rating.objects.all()}


@pytest.fixture
def unhurried():
    """The winners of these races are quick, and no programs."""
    with override_settings(RACES={**settings.RACES, "human": {**settings.RACES["human"], "moves": 10_000}}):
        yield


@pytest.mark.usefixtures("unhurried")
def test_what_its_race_did_to_ratings_is_taken_back(ana: Player, ben: Player, clock: Clock):
    race = raced.rated(clock, ana, ben)
    assert numbers() == {ana.pk: (1579, 1), ben.pk: (1421, 1)}
    void(raced.game_of(race, ana))
    assert numbers() == {ana.pk: (1500, 0), ben.pk: (1500, 0)}
    assert [event.kind for event in store.read("ratings:1")] == ["rated", "voided"]
    assert [change.gain for change in ratings.changes_of_race(race.id)] == [79, -79]
    said = page(f"/race/{race.id}")
    assert "was taken back" in said
    assert "An operator has voided this result" in said
    assert page("/ladder/1")
    assert page(f"/player/{ana.pk}")
    agree()


@pytest.mark.usefixtures("unhurried")
def test_races_in_between_stand_and_it_can_be_done_again(ana: Player, ben: Player, clock: Clock):
    first = raced.rated(clock, ana, ben)
    raced.rated(clock, ben, ana)
    both = numbers()
    game = raced.game_of(first, ana)
    void(game)
    assert numbers()[ana.pk] == (both[ana.pk][0] - 79, 1)
    conduct.resolve(game, "reported-result", "cleared", "it was a person", "olga")
    assert numbers() == both
    conduct.resolve(game, "reported-result", "voided", "it was not", "olga")
    assert [event.kind for event in store.read("ratings:1")] == ["rated", "rated", "voided", "restored", "voided"]
    agree()


@pytest.mark.usefixtures("unhurried")
def test_two_void_results_of_one_race_take_it_back_once(ana: Player, ben: Player, clock: Clock):
    race = raced.rated(clock, ana, ben)
    for player in (ana, ben):
        void(raced.game_of(race, player))
    conduct.resolve(raced.game_of(race, ana), "reported-result", "cleared", "it was a person", "olga")
    assert [event.kind for event in store.read("ratings:1")] == ["rated", "voided"]
    agree()


@pytest.mark.usefixtures("unhurried")
def test_an_audit_names_ratings_that_stand(ana: Player, ben: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch):
    race = raced.rated(clock, ana, ben)
    with monkeypatch.context() as patched:
        patched.setattr(ratings, "correct", lambda race_id, void: None)  # the process dies in between
        void(raced.game_of(race, ana))
    found = [str(finding) for finding in audit(lambda _count: None)]
    assert found == [f"race {race.id}: a result is void, and its ratings stand"]
    conduct.resolve(raced.game_of(race, ana), "reported-result", "voided", "once more", "olga")
    agree()
