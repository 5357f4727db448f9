"""An event that cannot be the next one is refused, in every moment of a race's life, and changes nothing."""

from typing import Any

import pytest

from solitaire.log.event import Event
from solitaire.races.race import NotNow, begin, fold
from tests.races.lives import GHOST, NOON, SECRET, Life, counting, pair, place_of, room, started


def settled() -> Life:
    life = started("ana", "ben", limit_ms=1000)
    life.now += 1000
    life.tell("settled", at=life.now, places=[place_of("ana", 1), place_of("ben", 2)])
    return life


def closed() -> Life:
    life = room("ana")
    life.tell("closed", why="idle")
    return life


MOMENTS = {
    "open": lambda: room("ana", "ben"),
    "countdown": lambda: counting("ana", "ben"),
    "started": lambda: started("ana", "ben"),
    "settled": settled,
    "closed": closed,
}
SOMETIMES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "joined": ({"player": "cai", "game": "game-of-cai"}, {"open", "countdown"}),
    "left": ({"player": "ben", "why": "left"}, {"open", "countdown"}),
    "ready": ({"player": "ben", "ready": False}, {"countdown"}),
    "countdown": ({"at": NOON + 60_000}, {"countdown"}),
    "countdown-off": ({"why": "outage"}, {"countdown"}),
    "started": ({"at": NOON + 5000, "ends_at": NOON + 9000, "rated": False}, {"countdown"}),
    "finished": (
        {"player": "ben", "status": "resigned", "at": NOON + 5000, "home": 0, "moves": 1, "home_at": 0},
        {"started"},
    ),
    "gone": ({"player": "ben", "why": "absent"}, {"started"}),
    "unrated": ({"why": "outage"}, set()),
    "settled": ({"at": NOON + 3_605_000, "places": [place_of("ben", 1), place_of("ana", 1)]}, {"started"}),
    "closed": ({"why": "idle"}, {"open", "countdown"}),
    "created": ({}, set()),
    "dealt": ({}, set()),
}


@pytest.mark.parametrize("kind", SOMETIMES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_each_event_has_its_moments(moment: str, kind: str) -> None:
    life, (data, moments) = MOMENTS[moment](), SOMETIMES[kind]
    before = life.race
    if moment in moments:
        life.tell(kind, **data)
        assert fold(life.id, life.events) == life.race != before
    else:
        with pytest.raises(ValueError):  # noqa: PT011 (whatever its text)
            life.tell(kind, **data)
        assert life.race is before


@pytest.mark.parametrize(("kind", "data"), [(kind, data) for kind, (data, moments) in SOMETIMES.items() if moments])
def test_an_event_without_its_data_is_refused(kind: str, data: dict[str, Any]) -> None:
    life = MOMENTS[max(SOMETIMES[kind][1])]()
    for name in data:
        with pytest.raises(ValueError, match=name):
            life.tell(kind, **{other: value for other, value in data.items() if other != name})
        with pytest.raises(ValueError):  # noqa: PT011
            life.tell(kind, **(data | {name: ["something else"]}))


def test_a_version_is_neither_skipped_nor_told_twice() -> None:
    life = room("ana")
    life.events.pop()
    with pytest.raises(ValueError, match="version 2 does not follow version 2"):
        life.tell("joined", player="ben", game="b")


@pytest.mark.parametrize(
    ("life", "players", "code"),
    [
        (room("ana", "ben", seats=2), ["cai"], "race-full"),
        (room("ana"), ["guest", "ana"], "already-in"),
        (started("ana", "ben"), ["cai"], "race-started"),
        (settled(), ["cai"], "race-started"),
        (closed(), ["cai"], "race-closed"),
    ],
)
def test_why_somebody_cannot_join_has_a_name(life: Life, players: list[str], code: str) -> None:
    with pytest.raises(NotNow) as refused:
        life.race.may_join(players)
    assert refused.value.code == code


def test_why_a_seat_cannot_be_left_or_marked_has_a_name() -> None:
    codes = []
    for life, player in ((room("ana"), "ben"), (started("ana", "ben"), "ana"), (closed(), "ana")):
        with pytest.raises(NotNow) as refused:
            life.race.may_leave([player])
        codes.append(refused.value.code)
    with pytest.raises(NotNow) as refused:
        room("ana").race.may_mark(["ana"], ready=False)
    assert [*codes, refused.value.code] == ["not-in", "race-started", "race-closed", "no-change"]
    assert room("ana").race.may_mark(["ana"], ready=True).player == "ana"


def test_no_countdown_runs_before_all_are_ready_and_enough() -> None:
    alone = room("ana")
    alone.tell("ready", player="ana", ready=True)
    half = room("ana", "ben")
    half.tell("ready", player="ana", ready=True)
    for life in (alone, half):
        with pytest.raises(NotNow, match="unready"):
            life.tell("countdown", at=life.now + 5000)


def test_against_ghosts_one_is_enough_but_has_to_be_ready() -> None:
    life = room("ana", seats=1, lanes=(GHOST,))
    with pytest.raises(NotNow, match="unready"):
        life.tell("countdown", at=life.now + 5000)
    life.tell("ready", player="ana", ready=True)
    assert life.tell("countdown", at=life.now + 5000).status == "countdown"


def test_two_that_the_site_has_paired_need_no_marks() -> None:
    life = room("ana", seats=2, code=SECRET, quick=True)
    with pytest.raises(NotNow, match="unready"):
        life.tell("countdown", at=life.now + 5000)
    life.tell("joined", player="ben", game="b")
    assert life.tell("countdown", at=life.now + 5000).status == "countdown"


def test_a_new_start_instant_is_later_than_the_one_before() -> None:
    life = counting("ana", "ben")
    named = life.race.countdown_at
    for at in (named - 1, named):
        with pytest.raises(ValueError, match="later"):
            life.tell("countdown", at=at)
    assert life.tell("countdown", at=named + 1).countdown_at == named + 1


def test_it_starts_at_the_instant_that_was_named_and_with_all_that_were_ready() -> None:
    for off in (-1, 1):
        life = counting("ana", "ben")
        at = life.race.countdown_at + off
        with pytest.raises(ValueError, match="counted down to"):
            life.tell("started", at=at, ends_at=at + 1000, rated=False)
    life.tell("left", player="ben", why="vanished")
    with pytest.raises(NotNow, match="unready"):
        life.tell("started", at=life.race.countdown_at, ends_at=life.race.countdown_at + 1000, rated=False)


def test_only_a_sealed_race_that_the_site_has_paired_is_rated() -> None:
    assert pair(rated=True).race.rated
    with pytest.raises(ValueError, match="rated"):
        started("ana", "ben", rated=True)
    with pytest.raises(ValueError, match="rated"):
        started("ana", "ben", rated=True, code=SECRET)
    open_deck = room("ana", "ben", seats=2, quick=True)
    open_deck.tell("countdown", at=open_deck.now)
    with pytest.raises(ValueError, match="rated"):
        open_deck.tell("started", at=open_deck.now, ends_at=open_deck.now + 1000, rated=True)


def test_what_has_settled_as_rated_stays_so() -> None:
    life = pair()
    for player in ("ana", "ben"):
        life.tell("gone", player=player, why="absent")
    life.tell("settled", at=life.now, places=[place_of("ana", 1), place_of("ben", 1)])
    with pytest.raises(ValueError, match="going on"):
        life.tell("unrated", why="operator")


def test_what_is_no_longer_rated_says_why_once() -> None:
    life = pair()
    assert (life.tell("unrated", why="outage").unrated_why, life.race.rated) == ("outage", False)
    with pytest.raises(ValueError, match="unrated"):
        life.tell("unrated", why="operator")


@pytest.mark.parametrize(("off", "counts"), [(-5001, False), (-5000, True), (-1, True), (0, False)])
def test_a_game_counts_from_the_start_until_just_before_the_limit(off: int, counts: bool) -> None:
    life = started("ana", "ben", limit_ms=5000)
    finish = {
        "player": "ana", "status": "won", "at": life.race.ends_at + off, "home": 52, "moves": 99, "home_at": 1,
    }  # fmt: skip
    if counts:
        assert life.tell("finished", **finish).seats[0].finished.at == finish["at"]
    else:
        with pytest.raises(ValueError, match="between the start and the limit"):
            life.tell("finished", **finish)


def test_who_is_gone_cannot_finish_and_who_has_finished_cannot_go() -> None:
    life = started("ana", "ben")
    life.tell("gone", player="ana", why="disconnected")
    life.tell("finished", player="ben", status="won", at=life.now, home=52, moves=99, home_at=1)
    assert life.race.all_done
    with pytest.raises(ValueError, match="not racing"):
        life.tell("finished", player="ana", status="won", at=life.now, home=52, moves=99, home_at=1)
    for player in ("ana", "ben", "cai"):
        with pytest.raises(ValueError, match="not racing"):
            life.tell("gone", player=player, why="absent")


def test_it_settles_when_all_are_done_or_at_its_limit_and_not_before() -> None:
    places = [place_of("ana", 1), place_of("ben", 1)]
    life = started("ana", "ben", limit_ms=5000)
    with pytest.raises(ValueError, match="settles"):
        life.tell("settled", at=life.race.ends_at - 1, places=places)
    assert life.tell("settled", at=life.race.ends_at, places=places).status == "settled"
    early = started("ana", "ben", limit_ms=5000)
    for player in ("ana", "ben"):
        early.tell("gone", player=player, why="absent")
    assert early.tell("settled", at=early.now, places=places).settled_at == early.now


@pytest.mark.parametrize("placed", [["ana"], ["ana", "ana"], ["ana", "ben", "cai"], ["ana", "cai"]])
def test_everybody_has_one_place(placed: list[str]) -> None:
    life = started("ana", "ben", limit_ms=1000)
    with pytest.raises(ValueError, match="one place"):
        life.tell("settled", at=life.race.ends_at, places=[place_of(player, 1) for player in placed])


def test_a_room_is_closed_as_empty_only_when_it_is() -> None:
    life = room("ana")
    with pytest.raises(ValueError, match="not empty"):
        life.tell("closed", why="empty")
    life.tell("left", player="ana", why="left")
    assert life.tell("closed", why="empty").status == "closed"


def test_two_racers_never_play_one_game() -> None:
    life = room("ana")
    with pytest.raises(ValueError, match="another racer's"):
        life.tell("joined", player="ben", game=life.race.seats[0].game)


def test_a_host_who_leaves_hands_the_room_to_who_came_first_of_the_others() -> None:
    life = room("ana", "ben", "cai")
    assert life.tell("left", player="ben", why="left").host == "ana"
    life.tell("joined", player="ben", game="again")
    assert life.tell("left", player="ana", why="vanished").host == "cai"
    life.tell("left", player="cai", why="left")
    assert life.tell("left", player="ben", why="left").host is None
    assert life.tell("joined", player="dea", game="d").host == "dea"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"hash": None}, "hash"),
        ({"hash": "0" * 64}, "hash"),
        ({"code": "KL2-D3N-ABCDE-FGHIJ-KLMNO-PQRST"}, "as the race is played"),
        ({"code": SECRET.lower()}, "canonical"),
        ({"code": "KL1-D1N-AAAAAAG"}, "kind 2"),
        ({"seats": 1}, "seats"),
        ({"limit_s": 7}, "limit_s"),
        ({"lanes": [{"kind": "snail"}]}, "no lane"),
        ({"family": None}, "family"),
    ],
)
def test_a_creation_that_does_not_hold_together_begins_no_race(wrong: dict[str, Any], told: str) -> None:
    created = room("ana", seats=2, code=SECRET).events[0]
    with pytest.raises(ValueError, match=told):
        begin("r", Event(created.stream, 1, "created", created.data | wrong, NOON, None, None, b""))
    for name in created.data:
        less = {key: value for key, value in created.data.items() if key != name}
        with pytest.raises(ValueError, match=name):
            begin("r", Event(created.stream, 1, "created", less, NOON, None, None, b""))


def test_a_race_begins_with_its_creation() -> None:
    joined = room("ana").events[1]
    with pytest.raises(ValueError, match="not with its creation"):
        begin("r", joined)
