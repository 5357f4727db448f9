"""Days in a row on a player's page and in the API, for whom the player lets see their figures."""

from django.test import Client

from solitaire.players.models import Player
from tests.daily import seed
from tests.daily.clocks import Clock
from tests.replays.test_the_deal_page import words


def test_days_in_a_row_stand_beside_the_other_figures(ana: Player, clock: Clock, client: Client, winnable: None):
    seed.win(ana, clock)
    seed.next_day(clock)
    seed.give_up(ana, clock)
    page = words(client.get(f"/player/{ana.pk}").text)
    assert "Days in a row played 2 won 1 The longest: 2 played, 1 won." in page
    told = client.get(f"/api/players/{ana.pk}").json()["days"]
    assert told == {"played": {"now": 2, "longest": 2}, "won": {"now": 1, "longest": 1}}


def test_nothing_is_said_of_who_has_never_played_one(ana: Player, client: Client):
    assert 'id="streaks-name"' not in client.get(f"/player/{ana.pk}").text


def test_who_keeps_their_figures_keeps_their_days(ana: Player, clock: Clock, client: Client):
    seed.give_up(ana, clock)
    assert 'id="streaks-name"' in client.get(f"/player/{ana.pk}").text
    Player.objects.filter(pk=ana.pk).update(privacy={"figures": "nobody"})
    assert 'id="streaks-name"' not in client.get(f"/player/{ana.pk}").text
    assert client.get(f"/api/players/{ana.pk}").json()["days"] is None
