"""What a player's page gathers is shown to whom the player lets see it: on pages and in the API alike."""

import pytest
from django.test import Client

from solitaire.players import following
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import WON, Clock

PARTS = ("games", "figures", "follows")


def narrow(player: Player, **audiences: str) -> None:
    """Choose who may see what, as the form does."""
    browser = Client()
    browser.force_login(player)
    chosen = dict.fromkeys(PARTS, "everybody") | audiences
    assert "Saved." in browser.post("/account/privacy", chosen, follow=True).text


def seen(player: Player, viewer: Player | None) -> set[str]:
    """The parts that somebody sees, by the page; the API and the lists of follows have to agree."""
    browser = Client()
    if viewer:
        browser.force_login(viewer)
    page = browser.get(f"/player/{player.pk}").text
    shown = browser.get(f"/api/players/{player.pk}").json()
    marks = {
        "games": 'id="games-name"',
        "figures": 'id="figures-name"',
        "follows": f'href="/player/{player.pk}/followers"',
    }
    by_page = {part for part, mark in marks.items() if mark in page}
    by_api = {part for part in PARTS if shown["seen"][part]}
    told = {
        "games": bool(shown["games"] or shown["latest_wins"]),
        "figures": shown["figures"] is not None,
        "follows": shown["follows"] is not None,
    }
    for which in ("following", "followers"):
        kept = "keeps to themselves whom they follow" in browser.get(f"/player/{player.pk}/{which}").text
        assert kept == ("follows" not in by_page)
    assert by_page == by_api == {part for part in PARTS if told[part]}
    return by_page


@pytest.fixture
def game(ana: Player, clock: Clock) -> str:
    return seed.win(ana, WON, clock, 75)


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_open_until_it_is_narrowed(ana: Player, ben: Player, game: str, part: str) -> None:
    assert seen(ana, None) == seen(ana, ben) == set(PARTS)
    others = set(PARTS) - {part}
    narrow(ana, **{part: "followed"})
    assert seen(ana, None) == seen(ana, ben) == others
    following.follow(ben, ana)
    assert seen(ana, ben) == others
    following.follow(ana, ben)
    assert seen(ana, ben) == set(PARTS)
    assert seen(ana, None) == others
    narrow(ana, **{part: "nobody"})
    assert seen(ana, ben) == seen(ana, None) == others
    assert seen(ana, ana) == set(PARTS)


def test_whom_one_follows_is_told_by_no_list_of_followers_either(ana: Player, ben: Player) -> None:
    following.follow(ana, ben)
    assert "Ana" in Client().get(f"/player/{ben.pk}/followers").text
    narrow(ana, follows="nobody")
    assert "Ana" not in Client().get(f"/player/{ben.pk}/followers").text


def test_results_stay_on_boards_under_the_name(ana: Player, game: str) -> None:
    narrow(ana, games="nobody", figures="nobody", follows="nobody")
    page = Client().get(f"/player/{ana.pk}").text
    assert "Their own affair" in page
    assert game not in page
    assert "Ana" in Client().get(f"/deal/{WON}").text
    assert Client().get(f"/replay/{game}").status_code == 200


def test_who_keeps_figures_or_games_is_compared_with_nobody(ana: Player, ben: Player, game: str) -> None:
    seed_of = Client().get("/compare-players?one=ana&other=Ben").text
    assert game in seed_of
    for part in ("games", "figures"):
        narrow(ana, **{part: "nobody"})
        page = Client().get("/compare-players?one=ana&other=Ben").text
        assert "is compared with nobody" in page
        assert game not in page


def test_what_is_kept_and_is_no_audience_any_more_is_the_narrowest(ana: Player, game: str) -> None:
    Player.objects.filter(pk=ana.pk).update(privacy={"games": "friends of friends"})
    assert seen(ana, None) == {"figures", "follows"}


def test_a_choice_there_is_not_is_refused(ana: Player) -> None:
    browser = Client()
    browser.force_login(ana)
    answer = browser.post("/account/privacy", {"games": "friends", "figures": "everybody", "follows": "everybody"})
    assert answer.context["form"].errors["games"]
    ana.refresh_from_db()
    assert ana.privacy == {}


def test_a_guest_decides_as_well_and_a_stranger_is_asked_to_log_in(guest: Player) -> None:
    narrow(guest, games="nobody")
    guest.refresh_from_db()
    assert guest.privacy == {"games": "nobody"}
    assert Client().get("/account/privacy")["Location"].startswith("/login")
