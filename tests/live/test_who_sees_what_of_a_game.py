"""The table of who sees what, row by row, for a game going on, one that is over, and a race that has settled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.live.sight import NO_RACE, UNKNOWN, RaceFacts, Role, Secrecy, Sight, sight
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, fold, start
from solitaire.rules.views import View

PLAYER, RIVAL, WATCHER, PEER = Role.PLAYER, Role.RIVAL, Role.WATCHER, Role.PEER
NOTHING, TOTALS, SHAPE, OWNER, ALL = View.NOTHING, View.TOTALS, View.SHAPE, View.OWNER, View.ALL
ALL_WITH_CODE = Sight(ALL, code=True)

BEFORE_IT_HAS_SETTLED = {
    Secrecy.RATED: {PLAYER: Sight(OWNER, False), RIVAL: Sight(TOTALS, False), WATCHER: Sight(TOTALS, False)},
    Secrecy.FRIENDLY: {PLAYER: Sight(OWNER, False), RIVAL: Sight(SHAPE, False), WATCHER: Sight(SHAPE, False)},
    Secrecy.RACE: {PLAYER: Sight(OWNER, True), RIVAL: Sight(SHAPE, True), WATCHER: Sight(OWNER, True)},
    Secrecy.GHOSTS: {PLAYER: Sight(OWNER, False), RIVAL: Sight(TOTALS, False), WATCHER: Sight(TOTALS, False)},
    Secrecy.DAILY: {
        PLAYER: Sight(OWNER, False),
        PEER: Sight(OWNER, False),
        RIVAL: Sight(NOTHING, False),
        WATCHER: Sight(NOTHING, False),
    },
}
ROWS = [(secrecy, role, seen) for secrecy, row in BEFORE_IT_HAS_SETTLED.items() for role, seen in row.items()]
RACES = list(BEFORE_IT_HAS_SETTLED)


@pytest.fixture
def going_on() -> Game:
    return start(Deal.parse("KL1-D1N-AAAAAAG")).play("41").game


@pytest.fixture(params=["x", "closed"])
def over(going_on: Game, request: pytest.FixtureRequest) -> Game:
    return (going_on.play("x") if request.param == "x" else going_on.close()).game


@pytest.mark.parametrize(("secrecy", "role", "seen"), ROWS)
def test_a_race_shows_of_a_game_going_on_what_the_table_says(going_on: Game, secrecy, role, seen):
    assert sight(going_on, secrecy, role, settled=False) == seen


@pytest.mark.parametrize(("secrecy", "role", "seen"), ROWS)
def test_a_game_that_is_over_shows_no_more_until_the_whole_race_has_settled(over: Game, secrecy, role, seen):
    assert sight(over, secrecy, role, settled=False) == seen


@pytest.mark.parametrize("secrecy", RACES)
@pytest.mark.parametrize("role", Role)
def test_everybody_sees_all_once_the_race_has_settled(over: Game, secrecy: Secrecy, role: Role):
    assert sight(over, secrecy, role, settled=True) == ALL_WITH_CODE


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("settled", [True, False])
def test_a_game_outside_races_is_seen_as_its_player_does_and_whole_once_it_is_over(
    going_on: Game, over: Game, role: Role, settled: bool
):
    assert sight(going_on, Secrecy.OPEN, role, settled) == Sight(OWNER, code=True)
    assert sight(over, Secrecy.OPEN, role, settled) == ALL_WITH_CODE


def test_a_lost_game_is_not_shown_whole_before_it_is_closed(lost_game: dict[str, str]):
    deal = Deal.parse(lost_game["deal"])
    game = fold(deal, lost_game["moves"].split())
    assert game.status == "lost"
    assert sight(game, Secrecy.OPEN, WATCHER, settled=True).view is OWNER
    assert sight(game.close().game, Secrecy.OPEN, WATCHER, settled=True).view is ALL


def facts(secrecy: Secrecy, settled: bool = False, undo: bool = True, hints: bool = True) -> RaceFacts:
    return RaceFacts(secrecy, settled, undo, hints, 1000, 2000, frozenset({"ana", "ben"}))


def test_the_role_goes_by_every_id_somebody_has_had():
    race = facts(Secrecy.FRIENDLY)
    assert race.role("ana", ["account", "ana"]) is PLAYER
    assert race.role("ana", ["account", "ben"]) is RIVAL
    assert race.role("ana", ["account", "budi"]) is WATCHER
    assert race.role("ana", []) is WATCHER


@pytest.mark.parametrize("secrecy", Secrecy)
def test_what_would_give_the_deck_away_is_hidden_where_the_code_is(going_on: Game, secrecy: Secrecy):
    for settled in (True, False):
        race = facts(secrecy, settled)
        assert race.hidden == (not race.sight(going_on, PLAYER).code)


def test_a_race_that_cannot_be_found_keeps_its_secret_and_a_game_outside_races_has_none():
    assert UNKNOWN.hidden
    assert not NO_RACE.hidden


def test_what_a_race_has_switched_off_names_the_reason():
    assert facts(Secrecy.RACE).off == {}
    assert facts(Secrecy.RACE, undo=False).off == {"u": "undo-off", "y": "undo-off"}
    assert facts(Secrecy.RACE, hints=False).off == {"h": "hints-off"}
    assert facts(Secrecy.DAILY).off == {"h": "day-hints-off"}


def test_at_a_deal_of_the_day_those_are_told_apart_who_are_done_with_it():
    day = facts(Secrecy.DAILY)._replace(finished=lambda players: "budi" in players)
    assert day.role("ana", ["ana"]) is PLAYER
    assert day.role("ana", ["account", "budi"]) is PEER
    assert day.role("ana", ["ben"]) is day.role("ana", []) is WATCHER


@given(st.sampled_from(RACES), st.sampled_from(Role))
def test_nobody_ever_sees_more_of_anothers_game_than_its_player_does(secrecy: Secrecy, role: Role):
    order = list(View)
    game = start(Deal.parse("KL1-D1N-AAAAAAG"))
    theirs, own = (sight(game, secrecy, who, settled=False) for who in (role, PLAYER))
    assert order.index(theirs.view) <= order.index(own.view)
    assert theirs.code <= own.code
