"""A link to a deal or a game shows its table where it is posted: what any stranger may see, and not more."""

import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from replays import picture_pages, pictures
from replays.picture_pages import HALF_WAY, moment_of
from solitaire.live import new_game, sight
from solitaire.live.sight import RaceFacts, Secrecy
from solitaire.players.models import Player
from solitaire.rules.deals import Deal
from solitaire.rules.game import fold, start
from solitaire.rules.views import View, show_position
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock

CODE = "KL1-D1N-AAAAAAG"


@pytest.fixture(autouse=True)
def nothing_is_drawn_yet() -> None:
    picture_pages.forget()


@pytest.fixture
def browser(database) -> Client:
    return Client()


def drawn(deal: str, view: View = View.OWNER) -> bytes:
    game = start(Deal.parse(deal))
    return pictures.picture(show_position(game, view), game.deal.draw)


def test_a_deals_picture_is_a_png_of_the_size_networks_show(browser: Client) -> None:
    answer = browser.get(f"/deal/{CODE}.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert len(answer.content) < 150_000


def test_a_deals_picture_shows_its_cards_before_the_first_move(browser: Client) -> None:
    assert browser.get(f"/deal/{CODE}.png").content == drawn(CODE)
    assert drawn("KL1-D1N-AAAAAAB") != drawn(CODE)
    assert drawn("TF1-D1N-AAAAAAG") != drawn(CODE)


def test_face_down_cards_are_drawn_from_behind_even_where_they_are_told() -> None:
    assert drawn(CODE, View.ALL) == drawn(CODE, View.OWNER)


def test_a_code_in_another_spelling_leads_to_the_one_picture(browser: Client) -> None:
    answer = browser.get("/deal/kl1d1naaaaaag.png")
    assert (answer.status_code, answer["Location"]) == (301, f"/deal/{CODE}.png")
    assert browser.get("/deal/KL1-D1N-AAA.png").status_code == 404


def test_a_games_picture_shows_its_table_as_it_is(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = new_game.deal_game(ana.pk, Deal.parse(CODE))
    assert browser.get(f"/replay/{game_id}.png").content == drawn(CODE)
    assert browser.get("/replay/aaaaaaaaaaaa.png").status_code == 404


def test_a_lost_game_is_shown_at_its_end(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *seed.line(LOST))
    game = fold(Deal.parse(LOST), seed.line(LOST))
    expected = pictures.picture(show_position(game, View.OWNER), 3)
    assert browser.get(f"/replay/{game_id}.png").content == expected


def test_a_won_game_is_shown_half_way(ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON, clock, 60)
    table = picture_pages.find_table(game_id, None)
    assert table.state.game.cards_home == 52
    assert HALF_WAY <= moment_of(table).cards_home < 52


@pytest.mark.parametrize("secrecy", [Secrecy.FRIENDLY, Secrecy.RATED, Secrecy.GHOSTS])
def test_a_game_its_race_keeps_to_itself_has_the_sites_picture(
    browser: Client, ana: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch, secrecy: Secrecy
) -> None:
    game_id = new_game.deal_game(ana.pk, Deal.parse(CODE))
    facts = RaceFacts(secrecy, settled=False, undo=True, hints=True, starts_at=0, ends_at=None)
    monkeypatch.setattr("replays.tables.facts_of", lambda _race: facts)
    answer = browser.get(f"/replay/{game_id}.png")
    assert (answer.status_code, answer["Location"]) == (302, "/static/pictures/front.png")
    monkeypatch.setattr("replays.tables.facts_of", lambda _race: sight.NO_RACE)
    assert browser.get(f"/replay/{game_id}.png").status_code == 200


def test_a_picture_is_drawn_once_while_nothing_happens(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = browser.get(f"/deal/{CODE}.png")
    monkeypatch.setattr(picture_pages, "picture", None)
    assert browser.get(f"/deal/{CODE}.png").content == first.content
    assert "max-age" in first["Cache-Control"]


def test_only_so_many_are_kept(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_pages, "KEPT_BYTES", 100_000)
    for letter in "ABCDE":
        browser.get(f"/deal/KL1-D1N-AAAAAA{letter}.png")
    kept = picture_pages._kept()
    assert 0 < sum(map(len, kept._pictures.values())) == kept._size <= 100_000


def test_a_network_has_only_so_many_drawn(browser: Client, settings) -> None:
    settings.REPLAYS = {**settings.REPLAYS, "pictures": {"per_s": 0.001, "burst": 2}}
    codes = [browser.get(f"/deal/KL1-D1N-AAAAAA{letter}.png").status_code for letter in "ABC"]
    assert codes == [200, 200, 429]
    assert browser.get("/deal/KL1-D1N-AAAAAAA.png").status_code == 200  # kept: costs nothing


@pytest.mark.parametrize("address", ["/", "/rules", "/rules/klondike/normal", "/login", "/settings", "/no/such/page"])
def test_every_other_page_has_the_sites_picture_and_says_what_it_is(browser: Client, address: str) -> None:
    page = browser.get(address).text
    assert 'property="og:image" content="http://testserver/static/pictures/front.png"' in page
    assert 'name="twitter:card" content="summary_large_image"' in page
    title = re.search(r"<title>(.*) · Samedeal</title>", page)
    assert title
    assert f'property="og:title" content="{title[1]}"' in page
    assert re.search(r'name="description" content="[^"]{20,}"', page)


def test_a_deals_page_and_a_games_name_their_own_picture(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = new_game.deal_game(ana.pk, Deal.parse(CODE))
    assert f'content="http://testserver/deal/{CODE}.png"' in browser.get(f"/deal/{CODE}").text
    assert f'content="http://testserver/replay/{game_id}.png"' in browser.get(f"/replay/{game_id}").text
