"""Who stands where: won before not won, winners by time, the others by cards home and when; equal is equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.log.event import Event
from solitaire.races.standing import NOT_DEALT, Climb, Progress, progress_of, settlement, standing, watched
from solitaire.rules.game import start
from tests.races.lives import GHOST, started


def won(time_ms: int) -> Progress:
    return Progress("won", 52, time_ms, 120, time_ms, time_ms)


def home(cards: int, home_at: int, status: str = "playing") -> Progress:
    return Progress(status, cards, home_at, 50, 90_000, 90_000)


def places(*racers: Progress) -> list[int]:
    """The place of each racer, in the order they were given in."""
    found = {key: place for key, place, _ in standing(enumerate(racers))}
    return [found[index] for index in range(len(racers))]


def test_a_win_stands_before_everything_else() -> None:
    assert places(home(51, 100), won(3_000_000), home(0, 0, "resigned")) == [2, 1, 3]


def test_winners_stand_by_their_time() -> None:
    assert places(won(61_000), won(60_000), won(60_001)) == [3, 1, 2]


def test_the_others_stand_by_cards_home_however_their_game_ended() -> None:
    assert places(home(10, 900, "lost"), home(12, 5000, "resigned"), home(11, 10)) == [3, 1, 2]


def test_with_as_many_cards_home_stands_first_who_had_them_first() -> None:
    assert places(home(10, 5001), home(10, 5000)) == [2, 1]


@pytest.mark.parametrize(
    "racers",
    [
        (won(1000), won(2000), won(2000), won(3000)),
        (home(12, 9), home(11, 9), home(11, 9), home(10, 9)),
        (home(11, 8), home(11, 9), home(11, 9, "lost"), home(11, 10)),
    ],
)
def test_equal_is_equal_on_each_key(racers: tuple[Progress, ...]) -> None:
    assert places(*racers) == [1, 2, 2, 4]


def test_all_can_be_equal_and_nobody_can_be_there() -> None:
    assert places(*[NOT_DEALT] * 3) == [1, 1, 1]
    assert standing([]) == []


racers = st.lists(
    st.one_of(
        st.builds(won, st.integers(1, 4)),
        st.builds(home, st.integers(0, 3), st.integers(0, 3), st.sampled_from(["playing", "lost", "resigned"])),
    ),
    max_size=16,
)


@given(racers)
def test_it_is_a_plain_sort_with_shared_places(found: list[Progress]) -> None:
    by_hand = sorted(
        range(len(found)),
        key=lambda n: (
            found[n].status != "won",
            found[n].time_ms if found[n].status == "won" else -found[n].home,
            0 if found[n].status == "won" else found[n].home_at,
        ),
    )
    stood = standing(enumerate(found))
    assert [key for key, _, _ in stood] == by_hand
    for key, place, reached in stood:
        assert reached == found[key]
        same = [other for other in by_hand if found[other].rank == reached.rank]
        assert place == by_hand.index(same[0]) + 1


def climbed(*steps: tuple[int, int]) -> Climb:
    climb = Climb()
    for at, cards in steps:
        climb.follow(at, cards)
    return climb


@pytest.mark.parametrize(
    ("steps", "home_at"),
    [
        ([], 0),
        ([(10, 1), (20, 1), (30, 2)], 30),
        ([(10, 1), (20, 2), (30, 1)], 10),
        ([(10, 1), (20, 2), (30, 1), (40, 2)], 40),
        ([(10, 1), (20, 2), (30, 1), (40, 0), (50, 1)], 50),
        ([(10, 1), (20, 0)], 0),
    ],
)
def test_when_the_cards_got_home_is_the_last_time_there_became_so_many(
    steps: list[tuple[int, int]], home_at: int
) -> None:
    assert climbed(*steps).home_at == home_at


def events(*moves: tuple[int, str], code: str = "KL1-D1N-AAAAAAG") -> list[Event]:
    """A game dealt at 5000 and played at these times."""
    told = [Event("game:g", 1, "dealt", {"code": code, "rules": 1}, 5003, "ana", None, b"")]
    for at, move in moves:
        kind, data = ("closed", {"why": "race"}) if move == "closed" else ("move", move)
        told.append(Event("game:g", len(told) + 1, kind, data, at, "ana", None, b""))
    return told


def test_what_is_played_at_the_limit_or_after_it_does_not_count() -> None:
    game = events((6000, "d"), (7000, "d"), (8000, "x"))
    assert watched(game, 5000, 8000)[0] == Progress("playing", 0, 0, 2, 2000, 3000)
    assert watched(game, 5000, 8001)[0] == Progress("resigned", 0, 0, 2, 3000, 3000)


def test_a_game_that_the_site_has_closed_ended_then() -> None:
    assert watched(events((6000, "d"), (9500, "closed")), 5000, 60_000)[0] == Progress("resigned", 0, 0, 1, 4500, 4500)


def test_a_game_not_dealt_yet_has_not_moved() -> None:
    assert watched([], 5000, 8000)[0] == Progress("playing", 0, 0, 0, 0, 3000)


def test_a_lane_followed_move_by_move_is_as_far_as_the_stream_says() -> None:
    game = events((6000, "d"), (6500, "w4"), (7000, "wf"), (8000, "u"), code="KL1-D1N-AAAAAAG")
    legal = [event for event in game[1:] if event.data in ("d", "u")]
    game = [game[0], *(Event("game:g", n, "move", e.data, e.at, "ana", None, b"") for n, e in enumerate(legal, 2))]
    reached, climb = watched(game, 5000, 60_000)
    table, followed = start(started("ana", "ben").race.deal), Climb()
    for event in game[1:]:
        table = table.play(event.data).game
        followed.follow(event.at - 5000, table.cards_home)
    assert progress_of(table, followed, 3000, 55_000) == reached
    assert followed == climb


def test_a_settlement_says_how_each_racer_and_each_lane_ended() -> None:
    life = started("ana", "ben", "cai", lanes=(GHOST,), limit_ms=90_000)
    life.tell("gone", player="cai", why="disconnected")
    reached = {"ana": home(20, 8000), "ben": home(20, 8000, "lost"), "cai": home(3, 100, "resigned")}
    data = settlement(life.race, reached, [won(70_000)], life.race.ends_at)
    assert [(who.get("player", who.get("lane")), who["place"], who["status"]) for who in data["places"]] == [
        (0, 1, "won"),
        ("ana", 2, "time-up"),
        ("ben", 2, "lost"),
        ("cai", 4, "gone"),
    ]
    assert data["places"][1] == {
        "player": "ana", "place": 2, "status": "time-up", "home": 20, "home_at": 8000, "time_ms": 90_000, "moves": 50,
    }  # fmt: skip
    life.now = life.race.ends_at
    assert life.tell("settled", **data).places == tuple(data["places"])


def test_a_limit_is_the_races_own_or_the_sites_whichever_is_sooner() -> None:
    assert started("ana", "ben", limit_s=None).race.limit_at(1000, 3600) == 3_601_000
    assert started("ana", "ben", limit_s=180).race.limit_at(1000, 3600) == 181_000
    assert started("ana", "ben", limit_s=180).race.limit_at(1000, 2.5) == 3500
