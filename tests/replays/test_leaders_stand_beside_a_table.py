"""The page of a game tells who was fastest at its deal; where the deal is a secret nothing is told."""

import re

from solitaire.players.models import Player
from tests.replays import raced, seed
from tests.replays.seed import WON_ONE


def leaders(page: str) -> list[tuple[str, str]]:
    return re.findall(r'class="leader-place">(\d+)</span><span class="leader-name">([^<]+)<', page)


def test_the_five_fastest_are_named_from_first_to_last(client, clock, ana):
    for seconds, name in ((300, "Ben"), (200, "Citra"), (400, "Davis"), (250, "Elina"), (350, "Farah"), (450, "Gita")):
        seed.win(Player.objects.create_account(name, "nine-of-spades"), WON_ONE, clock, seconds)
    client.force_login(ana)
    page = client.get(f"/game/{seed.deal(ana, WON_ONE)}").content.decode()
    assert leaders(page) == [("1", "Citra"), ("2", "Elina"), ("3", "Ben"), ("4", "Farah"), ("5", "Davis")]


def test_nobody_leads_where_nobody_has_won(client, ana):
    client.force_login(ana)
    page = client.get(f"/game/{seed.deal(ana, WON_ONE)}").content.decode()
    assert leaders(page) == []
    assert "Nobody has won this deal yet." in page


def test_a_game_of_a_race_that_has_not_settled_has_no_such_page(client, clock, ana, ben):
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ben, 60)
    client.force_login(ana)
    answer = client.get(f"/game/{raced.game_of(race, ana)}")
    assert (answer.status_code, answer["Location"]) == (302, f"/race/{race.id}")
