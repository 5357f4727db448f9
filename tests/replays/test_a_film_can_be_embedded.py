"""Other sites may frame the bare film of a game, and no other page of this one."""

import pytest
from django.test import Client

from solitaire.live import new_game
from solitaire.live.sight import RaceFacts, Secrecy
from solitaire.live.table import Origin
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import WON, Clock


@pytest.fixture
def won(ana: Player, clock: Clock) -> str:
    return seed.win(ana, WON, clock, 60)


def may_be_framed(answer) -> bool:
    policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
    return policy["frame-ancestors"] == "*" and "X-Frame-Options" not in answer


def test_the_bare_film_may_be_framed_by_anybody(won: str) -> None:
    answer = Client().get(f"/embed/{won}?move=7")
    assert answer.status_code == 200
    assert may_be_framed(answer)
    assert "default-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("address", ["/", "/replay/{}", "/compare?game={}", "/deal/" + WON, "/login", "/no/such/page"])
def test_no_other_page_may(won: str, address: str) -> None:
    answer = Client().get(address.format(won))
    assert not may_be_framed(answer)
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_nothing_on_it_acts_or_knows_who_one_is(won: str, ana: Player) -> None:
    browser = Client()
    stranger = browser.get(f"/embed/{won}")
    browser.force_login(ana)
    assert browser.get(f"/embed/{won}").content == stranger.content
    assert "<form" not in stranger.text
    assert "csrf" not in stranger.text
    assert not stranger.cookies


def test_what_a_stranger_may_not_see_is_not_embedded(won: str, ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Client()
    own.force_login(ana)
    assert own.get(f"/embed/{new_game.play_on(ana.pk, Origin(won, 30))}").status_code == 404
    facts = RaceFacts(Secrecy.FRIENDLY, settled=False, undo=True, hints=True, starts_at=0, ends_at=None)
    monkeypatch.setattr("replays.tables.facts_of", lambda _race: facts)
    assert own.get(f"/embed/{won}").status_code == 404
