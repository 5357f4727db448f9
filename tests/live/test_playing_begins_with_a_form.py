"""POST /play deals a game and goes to its table; a form that asks for no deal comes back with the reason."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from solitaire.rules.deals import Deal
from tests.live.browsers import Browser


def code_of(browser: Browser, game: str) -> str:
    return browser.get(f"/api/games/{game}").json["game"]["code"]


def id_of(location: str) -> str:
    return location.removeprefix("/game/")


def test_a_code_in_any_spelling_is_dealt(ana: Browser):
    assert code_of(ana, ana.deal(" tf2 d3n abcde fghij klmno pqrst ")) == "TF2-D3N-ABCDE-FGHIJ-KLMNO-PQRST"


@pytest.mark.parametrize(("family", "draw", "ruleset"), [("KL", "1", "N"), ("KL", "3", "V"), ("TF", "1", "N")])
def test_a_deck_nobody_can_foresee_is_dealt(ana: Browser, family: str, draw: str, ruleset: str):
    answers = [ana.post("/play", family=family, draw=draw, ruleset=ruleset) for _ in range(2)]
    deals = [Deal.parse(code_of(ana, id_of(answer.location))) for answer in answers]
    assert [answer.status for answer in answers] == [303, 303]
    for deal in deals:
        assert (deal.family, deal.kind, deal.draw, deal.ruleset) == (family, "1", int(draw), ruleset)
    assert deals[0].letters != deals[1].letters


def test_thoughtful_has_one_rule_set_whatever_the_form_says(ana: Browser):
    answer = ana.post("/play", family="TF", draw="1", ruleset="V")
    assert Deal.parse(code_of(ana, id_of(answer.location))).ruleset == "N"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"code": "KL1-D2N-AAAAAAG"}, "D2"),
        ({"code": "no deal at all"}, ""),
        ({"code": ""}, ""),
        ({}, ""),
        ({"code": "x" * 5000}, ""),
        ({"family": "ZZ", "draw": "1", "ruleset": "N"}, "ZZ"),
        ({"family": "KL", "draw": "2", "ruleset": "N"}, "D2"),
        ({"family": "KL", "draw": "1", "ruleset": "Q"}, "Q"),
    ],
)
def test_what_is_no_deal_comes_back_with_the_reason(ana: Browser, fields: dict[str, str], reason: str):
    answer = ana.request("POST", "/play", fields)
    assert answer.status == 400
    assert 'role="alert"' in answer.body
    assert reason in answer.body
    assert "sessionid" not in ana.cookies  # nobody was made a player for it


def test_the_first_action_makes_a_guest_and_later_ones_do_not(ana: Browser):
    assert ana.get("/").status == 200
    assert "sessionid" not in ana.cookies
    players = {ana.get(f"/api/games/{ana.deal()}").json["game"]["player"]["id"] for _ in range(2)}
    assert len(players) == 1


def test_the_table_is_for_its_player_and_others_are_sent_to_watch(ana: Browser, ben: Browser):
    game = ana.deal()
    assert ana.get(f"/game/{game}").status == 200
    ben.deal()
    for browser in (ben, Browser(ana.site)):
        answer = browser.get(f"/game/{game}")
        assert (answer.status, answer.location) == (302, f"/replay/{game}")


@pytest.mark.parametrize("game", ["nobodysgame1", "%00", "A" * 90, "a-b"])
def test_no_such_table(ana: Browser, game: str):
    assert ana.get(f"/game/{game}").status == 404


def test_a_game_that_is_left_is_closed(ana: Browser):
    left = ana.deal()
    with ana.socket(left) as socket:
        socket.hello()
        ana.deal(leave=left)
        closed = socket.hear("events")["events"][0]
        assert (closed["kind"], closed["why"], closed["status"]) == ("closed", "left", "resigned")
        assert socket.hear("table")["over"]
        assert socket.play("d")["code"] == "game-over"


def test_leaving_twice_or_what_is_over_changes_nothing(ana: Browser):
    left = ana.deal()
    for _ in range(2):
        ana.deal(leave=left)
    assert ana.get(f"/api/games/{left}/events?after=0").json["v"] == 2


@pytest.fixture
def many() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(6) as pool:
        yield pool


def test_a_game_left_from_many_tabs_at_once_is_closed_once(ana: Browser, many: ThreadPoolExecutor):
    left = ana.deal()
    games = list(many.map(lambda _: ana.deal(leave=left), range(6)))
    assert len(set(games)) == 6
    assert ana.get(f"/api/games/{left}/events?after=0").json["v"] == 2


@pytest.mark.parametrize("game", ["nobodysgame1", "\x00", "x" * 500])
def test_leaving_what_is_no_game_is_nothing(ana: Browser, game: str):
    assert ana.deal(leave=game)


def test_nobody_can_close_somebody_elses_game(ana: Browser, ben: Browser):
    game = ana.deal()
    ben.deal(leave=game)
    assert ana.get(f"/api/games/{game}/events?after=0").json["v"] == 1


def test_a_player_gets_only_so_many_games_at_once(ana: Browser):
    statuses = [ana.post("/play", code="KL1-D1N-AAAAAAG").status for _ in range(45)]
    assert statuses[:30] == [303] * 30
    assert statuses[-1] == 429


def test_playing_needs_a_post_from_our_own_pages(ana: Browser):
    assert ana.get("/play").status == 405
    ana.cookies["csrftoken"] = "short"
    assert ana.post("/play", code="KL1-D1N-AAAAAAG").status == 403
