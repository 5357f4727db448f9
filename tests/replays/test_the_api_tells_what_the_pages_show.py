"""`/api/`: the same as the pages, as JSON, masked for who asks, with typed errors."""

import json

import pytest
from django.test import Client, override_settings

from replays import api_limits, tables
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import LOST, WON, WON_ONE, Clock, line


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of the answers too."""
    monkeypatch.setattr(tables, "now_ms", clock)
    return clock


def ask(browser: Client, address: str) -> dict:
    answer = browser.get(f"/api/{address}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_deal_in_any_spelling(browser: Client, ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60)
    for spelling in (WON, "kl1d3naktmjaf"):
        assert ask(browser, f"deals/{spelling}") == {
            "code": WON,
            "family": "KL",
            "kind": "1",
            "draw": 3,
            "ruleset": "N",
            "attempts": 1,
            "wins": 1,
        }


def test_a_board_page_by_page_with_the_rows_around_oneself(browser: Client, ana: Player, clock: Clock) -> None:
    others = Player.objects.bulk_create(
        Player(name=f"Guest {n}", name_key=f"guest {n}", name_look=str(n)) for n in range(51)
    )
    for player in others:
        seed.win(player, WON, clock, 60)
    last = seed.win(ana, WON, clock, 61.001)
    browser.force_login(ana)
    first = ask(browser, f"deals/{WON}/boards/fastest")
    second = ask(browser, f"deals/{WON}/boards/fastest?after={first['next']}")
    assert (len(first["rows"]), len(second["rows"]), second["next"]) == (50, 2, None)
    assert [row["place"] for row in first["rows"] + second["rows"]] == [1] * 51 + [52]
    assert second["rows"][-1] == {
        "place": 52,
        "player": {"id": ana.pk, "name": "Ana", "guest": False},
        "game": last,
        "time_ms": 61_001,
        "moves": 90,
        "score": 570,
        "ended_at": clock.ms,
        "first": True,
        "sealed": False,
    }
    assert [row["place"] for row in first["around_you"]] == [1, 1, 52]
    assert ask(Client(), f"deals/{WON}/boards/fastest")["around_you"] == []


def test_the_games_of_a_deal_page_by_page(browser: Client, ana: Player, clock: Clock) -> None:
    dealt = [seed.deal(ana, WON) for _ in range(30)]
    first = ask(browser, f"deals/{WON}/games")
    second = ask(browser, f"deals/{WON}/games?after={first['next']}")
    assert second["next"] is None
    assert sorted(game["id"] for game in first["games"] + second["games"]) == sorted(dealt)


def test_a_game_going_on_shows_no_hidden_card_to_anybody(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    seed.move(game_id, *line(WON)[:20])
    clock.ms += 1500
    for somebody in (browser, Client()):
        game = ask(somebody, f"games/{game_id}")
        assert (game["view"], game["v"], game["now"]) == ("owner", 21, 1500)
        assert (game["game"]["over"], game["game"]["result"]) == (False, None)
        assert isinstance(game["position"]["stock"], int)
        assert "??" in json.dumps(game["position"]["columns"])
        browser.force_login(ana)


def test_a_game_that_is_over_shows_every_card(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    seed.move(game_id, "x")
    game = ask(browser, f"games/{game_id}")
    assert game["view"] == "all"
    assert len(game["position"]["stock"]) == 24
    assert game["game"]["result"] == {
        "outcome": "resigned",
        "ended_at": clock.ms,
        "time_ms": 0,
        "moves": 0,
        "score": 0,
        "home": 0,
        "hinted": False,
        "sealed": False,
        "review": "",
    }


def test_a_lost_game_has_a_result_once_it_is_closed(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *line(LOST))
    assert ask(browser, f"games/{game_id}")["game"]["result"] is None
    assert ask(browser, f"games/{game_id}")["view"] == "owner"
    seed.close(game_id)
    assert ask(browser, f"games/{game_id}")["game"]["result"]["outcome"] == "lost"
    assert ask(browser, f"games/{game_id}")["view"] == "all"


def test_events_after_a_version(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    clock.ms += 2000
    seed.move(game_id, *line(WON)[:20])
    everything = ask(browser, f"games/{game_id}/events")
    assert [event["v"] for event in everything["events"]] == list(range(1, 22))
    assert everything["events"][0].items() >= {"v": 1, "at": 0, "kind": "dealt"}.items()
    assert [event["move"] for event in everything["events"][1:]] == list(line(WON)[:20])
    assert everything["events"][1]["at"] == 2000
    later = ask(browser, f"games/{game_id}/events?after=19")
    assert later["events"] == everything["events"][19:]
    assert ask(browser, f"games/{game_id}/events?after=21")["events"] == []


def test_what_goes_on(browser: Client, ana: Player, clock: Clock) -> None:
    won = seed.win(ana, WON, clock, 60)
    going_on = seed.deal(ana, WON_ONE)
    answer = ask(browser, "games")
    assert [table["game"]["id"] for table in answer["playing"]] == [going_on]
    assert [game["id"] for game in answer["latest_wins"]] == [won]
    assert {deal["code"] for deal in ask(browser, "deals")} == {WON, WON_ONE}


def test_a_player_and_the_guest_they_were(browser: Client, ana: Player, guest: Player, clock: Clock) -> None:
    game_id = seed.win(guest, WON, clock, 60)
    assert ask(browser, f"players/{guest.pk}")["player"]["guest"]
    absorb(guest, ana)
    for player_id in (ana.pk, guest.pk):
        player = ask(browser, f"players/{player_id}")
        assert player["player"] == {"id": ana.pk, "name": "Ana", "guest": False}
        assert [game["id"] for game in player["games"]] == [game["id"] for game in player["latest_wins"]] == [game_id]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("deals/KL1-D2N-AAAAAAG", 404, "bad-code"),
        ("deals/KL1-D2N-AAAAAAG/games", 404, "bad-code"),
        (f"deals/{WON}/boards/best", 422, "bad-parameter"),
        (f"deals/{WON}/boards/fastest?after=x", 400, "bad-cursor"),
        (f"deals/{WON}/games?after=x", 400, "bad-cursor"),
        ("games/nosuchgame22", 404, "no-such-game"),
        ("games/nosuchgame22/events", 404, "no-such-game"),
        ("players/nosuchplayer", 404, "no-such-player"),
    ],
)
def test_what_is_not_there_is_a_typed_error(
    browser: Client, database: object, address: str, status: int, code: str
) -> None:
    answer = browser.get(f"/api/{address}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]


def test_a_version_from_the_future_is_a_typed_error_that_names_the_last(
    browser: Client, ana: Player, clock: Clock
) -> None:
    game_id = seed.deal(ana, WON)
    answer = browser.get(f"/api/games/{game_id}/events?after=2")
    assert (answer.status_code, answer.json()["code"]) == (409, "from-the-future")
    assert "version 1" in answer.json()["text"]


@pytest.mark.parametrize("after", ["-1", "x", "1.5", str(2**31)])
def test_a_version_that_is_none_is_a_typed_error(browser: Client, ana: Player, clock: Clock, after: str) -> None:
    answer = browser.get(f"/api/games/{seed.deal(ana, WON)}/events?after={after}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-parameter")
    assert answer.json()["text"].startswith("A parameter is not what it may be. after: ")


def test_a_network_that_asks_too_often_is_told_when_to_come_back(browser: Client, database: object) -> None:
    with override_settings(REPLAYS={"api": {"per_s": 0.5, "burst": 3}}):
        api_limits.limits.forget()
        answers = [browser.get("/api/deals") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[3].json()["code"] == "too-many"
        assert answers[3]["Retry-After"] == "2"
        assert browser.get("/api/deals", REMOTE_ADDR="192.0.2.7").status_code == 200


def test_what_has_not_changed_is_not_sent_again(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON, clock, 60)
    tag = browser.get(f"/api/games/{game_id}/events")["ETag"]
    answer = browser.get(f"/api/games/{game_id}/events", headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_nothing_can_be_written(browser: Client, database: object) -> None:
    for method in (browser.post, browser.put, browser.patch, browser.delete):
        assert method(f"/api/deals/{WON}").status_code == 405
