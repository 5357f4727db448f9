"""Rated races, one after the other: each once, carrying before and after, and the rows are what the stream says."""

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from solitaire.log import store
from solitaire.log.event import Event
from solitaire.races import ratings, rows
from solitaire.races.models import Rating, RatingChange
from solitaire.races.race import Race
from solitaire.races.ratings import Skill, rate, rated_anew
from tests.races.lives import NOON, Life, pair, place_of, room, started

DAY_MS = 86_400_000


def end(life: Life, *placed: str | tuple[str, ...], race_id: str) -> Race:
    """Settle a race; who is named together shares a place."""
    for seat in life.race.seats:
        life.tell("gone", player=seat.player, why="absent")
    places, count = [], 1
    for who in placed:
        together = (who,) if isinstance(who, str) else who
        places += [place_of(player, count) for player in together]
        count += len(together)
    life.tell("settled", at=life.now, places=places)
    return Race(**{**{name: getattr(life.race, name) for name in Race.__dataclass_fields__}, "id": race_id})


def raced(race_id: str, *placed: str | tuple[str, ...]) -> Race:
    """A rated race of two that has settled."""
    names = [name for who in placed for name in ((who,) if isinstance(who, str) else who)]
    return end(pair(*names), *placed, race_id=race_id)


def numbers() -> dict[str, int]:
    return {row.player_id: row.shown for row in Rating.objects.all()}


def all_rows() -> tuple[list, list]:
    return (
        list(Rating.objects.order_by("draw", "player").values()),
        list(RatingChange.objects.order_by("draw", "version", "player").values()),
    )


def test_who_wins_gains_what_the_other_loses(database: Path) -> None:
    rate(raced("r1", "ana", "ben"))
    assert numbers() == {"ana": 1579, "ben": 1421}


def test_a_tie_between_equals_moves_nobody(database: Path) -> None:
    rate(raced("r1", ("ana", "ben")))
    assert numbers() == {"ana": 1500, "ben": 1500}
    assert all(row.sigma < Skill().sigma for row in Rating.objects.all())


def test_a_tie_brings_the_weaker_up_and_the_stronger_down(database: Path) -> None:
    rate(raced("r1", "ana", "ben"))
    rate(raced("r2", ("ana", "ben")))
    assert 1421 < numbers()["ben"] < numbers()["ana"] < 1579


def test_equal_places_among_many_are_rated_alike() -> None:
    first, *tied, last = rated_anew([1, 2, 2, 4], [Skill()] * 4)
    assert tied[0] == tied[1]
    assert first.mu > tied[0].mu > last.mu


def test_the_events_carry_before_and_after_and_join_up(database: Path) -> None:
    rate(raced("r1", "ana", "ben"))
    rate(raced("r2", "ben", "cai"))
    one, two = store.read("ratings:1")
    assert (one.kind, one.command, one.data["race"]) == ("rated", "race-r1", "r1")
    assert one.data["players"][0]["before"] == list(Skill())
    assert two.data["players"][0] == {
        "player": "ben",
        "place": 1,
        "before": one.data["players"][1]["after"],
        "after": two.data["players"][0]["after"],
    }


def test_a_race_is_rated_once_however_often_it_is_asked_for(database: Path) -> None:
    race = raced("r1", "ana", "ben")
    first = rate(race)
    rate(raced("r2", "ana", "ben"))
    after = all_rows()
    assert rate(race) == first
    assert all_rows() == after
    assert len(store.read("ratings:1")) == 2


def at_once(races: Sequence[Race]) -> None:
    """Rate them all at the same moment, each on a thread of its own."""

    def run(race: Race) -> None:
        try:
            rate(race)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(races)) as pool:
        list(pool.map(run, races))


def check_serial(races: int) -> None:
    events = store.read("ratings:1")
    assert len(events) == races
    ratings.check(events)  # each `before` is the `after` of before
    derived, changes = ratings.derived(events)
    assert {(row.player_id, row.mu, row.races) for row in derived} == set(
        Rating.objects.values_list("player", "mu", "races")
    )
    assert len(changes) == RatingChange.objects.count()


def test_races_that_end_at_the_same_moment_are_rated_one_after_the_other(database: Path) -> None:
    at_once([raced(f"r{n}", "ana", "ben") for n in range(5) for _twice in range(2)])
    check_serial(5)


@pytest.mark.postgresql
def test_the_same_on_postgresql(postgresql_database: str) -> None:
    at_once([raced(f"r{n}", "ana", "ben") for n in range(5) for _twice in range(2)])
    check_serial(5)
    before = all_rows()
    with transaction.atomic():
        ratings.rebuild()
    assert all_rows() == before


@pytest.mark.parametrize(
    "race",
    [
        end(pair(rated=False), "ana", "ben", race_id="r1"),
        end(started("ana", "ben"), "ana", "ben", race_id="r1"),
        pair().race,
    ],
)
def test_what_is_friendly_or_not_settled_is_not_rated(database: Path, race: Race) -> None:
    assert rate(race) == ()
    assert all_rows() == ([], [])


def test_draw_one_and_draw_three_are_kept_apart(database: Path) -> None:
    rate(raced("r1", "ana", "ben"))
    three = room("ana", "ben", seats=2, code="KL2-D3N-ABCDE-FGHIJ-KLMNO-PQRST", quick=True)
    three.tell("countdown", at=three.now)
    three.tell("started", at=three.now, ends_at=three.now + 1000, rated=True)
    rate(end(three, "ben", "ana", race_id="r2"))
    assert [(row.draw, row.shown) for row in ratings.ratings_of("ana")] == [(1, 1579), (3, 1421)]
    assert [event.data["race"] for event in store.read("ratings:3")] == ["r2"]


def test_a_rating_is_provisional_until_ten_races(database: Path) -> None:
    seen = []
    for turn in range(10):
        rate(raced(f"r{turn}", *(("ana", "ben") if turn % 2 else ("ben", "ana"))))
        seen.append(Rating.objects.get(player="ana").established)
    assert seen == [0] * 9 + [1]
    told = [[change.provisional for change in ratings.changes_of_race(f"r{turn}")] for turn in range(10)]
    assert told == [[True, True]] * 9 + [[False, False]]


def test_a_rebuild_gives_the_same_numbers_to_the_bit(database: Path) -> None:
    for turn in range(7):
        rate(raced(f"r{turn}", *[("ana", "ben"), ("ben", "cai"), ("cai", "ana"), (("ana", "cai"),)][turn % 4]))
    before = all_rows()
    RatingChange.objects.filter(player="ana").delete()
    Rating.objects.update(mu=1.0, races=99)
    with transaction.atomic():
        ratings.rebuild()
    assert all_rows() == before


def audit() -> list[str]:
    out = io.StringIO()
    with suppress(CommandError):
        call_command("audit", stdout=out, stderr=io.StringIO())
    return out.getvalue().splitlines()


def test_an_audit_finds_a_rating_that_is_not_the_logs_and_a_rebuild_puts_it_right(database: Path) -> None:
    rate(raced("r1", "ana", "ben"))
    rate(raced("r2", "ben", "ana"))
    before = all_rows()
    assert audit() == ["Everything agrees with the log."]
    Rating.objects.filter(player="ana").update(shown=1900)
    RatingChange.objects.filter(player="ben", version=1).delete()
    Rating.objects.create(draw=1, player_id="cai", mu=1, sigma=1, shown=1, established=0, races=1, rated_at=NOON)
    found = audit()
    assert len(found) == 3
    assert all(line.startswith("ratings:1: ") for line in found)
    call_command("rebuild", stdout=io.StringIO(), stderr=io.StringIO())
    assert all_rows() == before
    assert audit() == ["Everything agrees with the log."]


def test_another_version_of_the_library_changes_no_number_of_the_past(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate(raced("r1", "ana", "ben"))
    before = all_rows()
    monkeypatch.setattr(ratings, "rated_anew", None)
    with transaction.atomic():
        ratings.rebuild()
    assert all_rows() == before


def test_what_a_race_has_changed_can_be_shown(database: Path) -> None:
    rate(raced("r1", "ana", "ben"))
    rate(raced("r2", "ben", "ana"))
    assert [(change.player_id, change.place, change.gain) for change in ratings.changes_of_race("r1")] == [
        ("ana", 1, 79),
        ("ben", 2, -79),
    ]
    ben, ana = ratings.changes_of_race("r2")
    assert ben.before == 1421
    assert ben.gain == -ana.gain > 79


def test_a_players_history_begins_before_their_first_race(database: Path) -> None:
    for turn in range(3):
        rate(raced(f"r{turn}", "ana", "ben"))
    shown = [point.shown for point in ratings.history("ana", 1)]
    assert shown == sorted(shown)
    assert (len(shown), shown[0], shown[-1]) == (4, 1500, numbers()["ana"])
    assert [point.shown for point in ratings.history("ana", 1, most=2)] == shown[1:]
    assert ratings.history("cai", 1) == []


def test_how_often_two_have_met_rated_on_a_day(database: Path) -> None:
    day = datetime.fromtimestamp(NOON / 1000, UTC).date()
    begins = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
    told = [
        ("ana", "ben", begins, True),
        ("ben", "ana", begins + DAY_MS - 1, True),
        ("ana", "ben", begins + DAY_MS, True),
        ("ana", "ben", begins - 1, True),
        ("ana", "cai", begins, True),
        ("ana", "ben", begins, False),
    ]
    for number, (one, other, at, rated) in enumerate(told):
        life = Life(pair().race.options, pair().race.code, one)
        life.id, life.now = f"race{number}", at
        for player in (one, other):
            life.tell("joined", player=player, game=f"{player}{number}")
        life.tell("countdown", at=at)
        life.tell("started", at=at, ends_at=at + 1000, rated=rated)
        rows.write(end(life, one, other, race_id=life.id))
    assert ratings.rated_meetings("ana", "ben", day) == 2
    assert ratings.rated_meetings("cai", "ana", day) == 1
    assert ratings.rated_meetings("cai", "ben", day) == 0


def event(version: int, race: str, **players: tuple[Skill, Skill]) -> Event:
    data = {
        "race": race,
        "players": [
            {"player": name, "place": 1, "before": list(before), "after": list(after)}
            for name, (before, after) in players.items()
        ],
    }
    return Event("ratings:1", version, "rated", data, NOON, None, f"race-{race}", b"")


UP = Skill(26.0, 8.0)


@pytest.mark.parametrize(
    "events",
    [
        [event(1, "r1", ana=(UP, UP))],
        [event(1, "r1", ana=(Skill(), UP)), event(2, "r2", ana=(Skill(), UP))],
        [event(1, "r1", ana=(Skill(), UP)), event(2, "r1", ben=(Skill(), UP))],
        [Event("ratings:1", 1, "derated", {}, NOON, None, None, b"")],
        [Event("ratings:1", 1, "rated", {"race": "r1", "players": [{"player": "ana"}]}, NOON, None, None, b"")],
    ],
)
def test_a_stream_that_does_not_join_up_is_found(events: list[Event]) -> None:
    with pytest.raises(ValueError, match="version"):
        ratings.check(events)


def test_one_that_does_is_sound() -> None:
    ratings.check([event(1, "r1", ana=(Skill(), UP)), event(2, "r2", ana=(UP, Skill()), ben=(Skill(), UP))])
