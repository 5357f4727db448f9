"""What of a code is public, and until when."""

from hashlib import sha256

import pytest

from solitaire.races.race import BadOptions, Lane, Options, creation
from solitaire.rules.deals import Deal
from tests.races.lives import GHOST, KNOWN, PACE, SECRET, room, started


def test_the_hash_of_a_sealed_code_is_that_of_its_canonical_text() -> None:
    assert room("ana", code=SECRET).race.hash == sha256(SECRET.encode()).hexdigest()


def test_a_known_code_has_none_and_is_no_secret() -> None:
    race = room("ana", code=KNOWN).race
    assert (race.hash, race.secret) == (None, False)


def test_a_sealed_code_is_secret_until_the_race_has_settled() -> None:
    life = started("ana", "ben", code=SECRET)
    assert life.race.secret
    for player in ("ana", "ben"):
        life.tell("gone", player=player, why="absent")
    assert life.race.secret
    assert not life.tell("settled", at=life.now, places=[{"player": "ana"}, {"player": "ben"}]).secret


def test_a_room_that_never_started_keeps_its_secret() -> None:
    life = room("ana", code=SECRET)
    assert life.tell("closed", why="idle").secret


def test_the_code_of_ghosts_is_secret_though_somebody_has_played_it() -> None:
    race = room("ana", seats=1, code=KNOWN, lanes=(GHOST, PACE)).race
    assert (race.secret, race.hash) == (True, sha256(KNOWN.encode()).hexdigest())


@pytest.mark.parametrize("lane", [GHOST, PACE])
def test_a_lane_is_read_as_it_was_written(lane: Lane) -> None:
    assert Lane.read(lane.data) == lane


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (Options("XX", 1, "N", 2), "family"),
        (Options("KL", 2, "N", 2), "draw"),
        (Options("KL", 1, "X", 2), "ruleset"),
        (Options("TF", 1, "V", 2), "ruleset"),
        (Options("KL", 1, "N", 1), "seats"),
        (Options("KL", 1, "N", 17), "seats"),
        (Options("KL", 1, "N", 4, quick=True), "seats"),
        (Options("KL", 1, "N", 2, limit_s=60), "limit_s"),
        (Options("KL", 1, "N", 2, sealed=True), "sealed"),
        (Options("KL", 3, "N", 2), "code"),
    ],
)
def test_what_no_race_can_be_is_named(options: Options, part: str) -> None:
    with pytest.raises(BadOptions) as refused:
        creation(options, Deal.parse(KNOWN), "ana")
    assert refused.value.part == part
    assert part in str(refused.value)
