"""PostgreSQL refuses text with a NUL in it: what comes in an address or a cookie and is no id never gets there."""

import pytest
from django.test import Client

from solitaire.players.sessions import session_player

pytestmark = pytest.mark.postgresql

GAMES = "/api/deals/KL1-D1N-AAAAAAG/games"
BOARD = "/api/deals/KL1-D1N-AAAAAAG/boards/score"


@pytest.mark.parametrize(
    "address",
    [
        "/replay/%00",
        "/replay/%00.kgr",
        "/game/%00",
        "/player/%00",
        "/deal/%00",
        "/deal/KL1-D1N-AAAAAAG?games=1.%00",
        "/deal/KL1-D1N-AAAAAAG?after=1.2.3.4.%00",
    ],
)
def test_there_is_no_page(postgresql_database: str, address: str) -> None:
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/games/%00", 404, "no-such-game"),
        ("/api/games/%00/events", 404, "no-such-game"),
        ("/api/players/%00", 404, "no-such-player"),
        (f"{GAMES}?after=1.%00", 400, "bad-cursor"),
        (f"{BOARD}?after=1.2.3.4.%00", 400, "bad-cursor"),
    ],
)
def test_the_api_says_what_is_wrong(postgresql_database: str, address: str, status: int, code: str) -> None:
    answer = Client().get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_cookie_that_is_no_session_is_nobodys(postgresql_database: str) -> None:
    forged = "\0" * 32
    browser = Client()
    browser.cookies["sessionid"] = forged
    assert browser.get("/").status_code == 200
    assert not session_player({"sessionid": forged}).ok


def test_a_letter_nobody_wrote_leads_nowhere(postgresql_database: str) -> None:
    answer = Client().get("/password/new/AA/abc-def")  # the id in it is a NUL
    assert answer.status_code == 200
    assert not answer.context["validlink"]
