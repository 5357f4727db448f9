"""Any finished game that everybody may see can be raced: the new one is of the same deal, and names what it races."""

import re

import pytest

from replays.models import Game
from replays.rivals import best_of
from solitaire.live import new_game
from solitaire.live.table import fold, read_game
from solitaire.rules.deals import Deal
from tests.replays import raced, seed
from tests.replays.seed import WON, WON_ONE

pytestmark = pytest.mark.usefixtures("clock")


def race_it(client, game: str, **fields: str) -> str:
    """Press the button; the id of the new game."""
    answer = client.post("/play", {"ghost": game, **fields})
    assert answer.status_code == 303, answer.content.decode()
    return answer["Location"].removeprefix("/game/")


def offered(client, page: str) -> list[str]:
    """The games whose buttons stand on a page, in their order."""
    return re.findall(r'form="ghost-form" name="ghost" value="([^"]+)"', client.get(page).content.decode())


def test_the_new_game_is_of_the_same_deal_and_its_first_event_names_the_recorded_one(client, clock, ana, ben):
    recorded = seed.win(ben, WON, clock, 200)
    client.force_login(ana)
    game = race_it(client, recorded)
    (dealt,) = read_game(game)
    assert dealt.data["ghost"] == recorded
    assert (fold(game, [dealt]).ghost, fold(game, [dealt]).game.deal.code) == (recorded, WON)
    page = client.get(f"/game/{game}").content.decode()
    assert f'data-ghost="{recorded}"' in page
    assert '<span class="ghost-name">Ben</span>' in page
    assert f'name="ghost" value="{recorded}"' in page  # started over it is raced again


def test_a_game_against_nobody_says_nothing_of_a_ghost(client, ana):
    client.force_login(ana)
    game = seed.deal(ana, WON)
    assert "ghost" not in read_game(game)[0].data
    assert 'id="ghost"' not in client.get(f"/game/{game}").content.decode()


def test_ones_own_game_is_called_so(client, clock, ana):
    client.force_login(ana)
    page = client.get(f"/game/{race_it(client, seed.win(ana, WON, clock, 200))}").content.decode()
    assert '<span class="ghost-name">Your earlier game</span>' in page


@pytest.mark.parametrize("moves", [("d", "x"), ("x",)])
def test_a_game_that_was_given_up_can_be_raced_too(client, ana, ben, moves):
    recorded = seed.deal(ben, WON)
    seed.move(recorded, *moves)
    client.force_login(ana)
    assert race_it(client, recorded)


# --- what cannot be raced ---


def test_a_game_that_has_not_ended_cannot(client, ana, ben):
    client.force_login(ana)
    lost = seed.deal(ben, seed.LOST)
    seed.move(lost, *seed.line(seed.LOST))  # it may be undone out of still
    for game in (seed.deal(ben, WON), lost):
        answer = client.post("/play", {"ghost": game})
        assert answer.status_code == 409
        assert "It has not ended yet" in answer.content.decode()
    seed.close(lost)
    assert race_it(client, lost)


@pytest.mark.parametrize("text", ["nosuchgame22", "../etc", "x" * 3000, "\x00"])
def test_what_is_no_game_cannot(client, ana, text):
    client.force_login(ana)
    answer = client.post("/play", {"ghost": text})
    assert answer.status_code == 404
    assert "There is no such game" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_practice_game_cannot_and_nobody_learns_that_it_is_there(client, ana, ben):
    practice = new_game.deal_game(ben.pk, Deal.parse(WON), practice=True)
    seed.move(practice, "x")
    for player in (ana, ben):
        client.force_login(player)
        answer = client.post("/play", {"ghost": practice})
        assert (answer.status_code, "There is no such game" in answer.content.decode()) == (404, True)


def test_a_game_of_a_race_can_once_its_deck_is_told_and_not_before(client, clock, ana, ben):
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ben, 60)
    won = raced.game_of(race, ben)
    other = client_of(client, seed_player("Citra"))
    answer = other.post("/play", {"ghost": won})
    assert answer.status_code == 409
    assert "Its deck is a secret for now" in answer.content.decode()
    assert race.code not in answer.content.decode()
    raced.settle(clock, race)
    assert race_it(other, won)


def seed_player(name: str):
    from solitaire.players.models import Player

    return Player.objects.create_account(name, None)


def client_of(client, player):
    client.force_login(player)
    return client


# --- the first attempt ---


def test_the_start_decides_whether_it_was_the_first_attempt_and_no_look_at_the_deck_before_it(client, clock, ana, ben):
    recorded = seed.win(ben, WON, clock, 200)
    client.force_login(ana)
    for page in (f"/deal/{WON}", f"/replay/{recorded}", f"/replay/{recorded}.kgr", f"/api/games/{recorded}/events"):
        assert client.get(page).status_code == 200
    clock.ms += 1000
    first = race_it(client, recorded)
    clock.ms += 1000
    second = race_it(client, recorded, leave=first)
    assert dict(Game.objects.filter(owner=ana).values_list("pk", "first")) == {first: True, second: False}


def test_a_game_against_a_ghost_stands_on_the_boards_like_any_other(client, clock, ana, ben):
    recorded = seed.win(ben, WON, clock, 200)
    client.force_login(ana)
    game = race_it(client, recorded)
    clock.ms += 100_000
    seed.move(game, *seed.line(WON))
    rows = client.get(f"/api/deals/{WON}/boards/fastest").json()["rows"]
    assert [row["game"] for row in rows] == [game, recorded]
    assert rows[0]["first"]


# --- where it is offered ---


def test_ones_own_best_is_offered_before_all_others_on_the_page_of_the_deal(client, clock, ana, ben):
    theirs = seed.win(ben, WON, clock, 100)
    slow, best = seed.win(ana, WON, clock, 300), seed.win(ana, WON, clock, 200)
    going_on = seed.deal(ben, WON)
    client.force_login(ana)
    buttons = offered(client, f"/deal/{WON}")
    assert buttons[0] == best
    assert buttons[1:3] == [theirs, best]  # the board
    assert set(buttons) == {theirs, slow, best}
    assert going_on not in buttons
    client.logout()
    assert offered(client, f"/deal/{WON}")[0] == theirs


def test_a_replay_offers_its_own_game_and_ones_best_before_it(client, clock, ana, ben):
    theirs, mine = seed.win(ben, WON, clock, 100), seed.win(ana, WON, clock, 200)
    going_on = seed.deal(ben, WON)
    client.force_login(ana)
    assert offered(client, f"/replay/{theirs}") == [mine, theirs]
    assert offered(client, f"/replay/{mine}") == [mine]
    assert offered(client, f"/replay/{going_on}") == []


def test_at_the_end_of_a_game_its_page_offers_it_and_the_best_before_it(client, clock, ana):
    best = seed.win(ana, WON, clock, 200)
    client.force_login(ana)
    game = seed.deal(ana, WON)
    assert offered(client, f"/game/{game}") == [best, game]


def test_the_best_is_the_fastest_win_or_else_the_most_cards_home(clock, ana, ben):
    assert best_of(ana.pk, WON_ONE) is None
    poor, better = seed.deal(ana, WON_ONE), seed.deal(ana, WON_ONE)
    seed.move(poor, "x")
    moves = seed.line(WON_ONE)
    seed.move(better, *moves[: len(moves) * 3 // 4], "x")
    assert best_of(ana.pk, WON_ONE).game_id == better
    seed.win(ana, WON_ONE, clock, 300)
    fast = seed.win(ana, WON_ONE, clock, 250)
    seed.win(ben, WON_ONE, clock, 100)
    assert best_of(ana.pk, WON_ONE).game_id == fast
