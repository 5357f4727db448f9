"""Counted buckets: every value has one, in the order of the values, and a place is the sum of those above and a few."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays import boards, places
from replays.models import Board, BoardRow, PlaceCount
from replays.places import bucket_of, least_of
from solitaire.players import joining
from tests.replays import seed
from tests.replays.seed import WON, Clock

values = st.integers(-(10**12), 10**12) | st.integers(-300, 300)


@given(one=values, other=values)
def test_buckets_are_in_the_order_of_their_values(one: int, other: int) -> None:
    if one <= other:
        assert bucket_of(one) <= bucket_of(other)


@given(value=values)
def test_a_bucket_begins_with_its_least_value(value: int) -> None:
    least = least_of(bucket_of(value))
    assert least <= value
    assert bucket_of(least) == bucket_of(value)
    assert bucket_of(least - 1) == bucket_of(value) - 1


@given(value=st.integers(1, 10**12))
def test_a_bucket_is_narrow_however_great_its_values_are(value: int) -> None:
    assert least_of(bucket_of(value) + 1) - least_of(bucket_of(value)) <= max(1, value // 64)


def test_a_board_is_counted_from_so_many_wins_on(database: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "COUNTED_FROM", 4)
    asked = []
    monkeypatch.setattr(places, "above", lambda *given, plain=places.above: asked.append(given) or plain(*given))
    players = [joining.new_guest() for _ in range(6)]
    for number, player in enumerate(players, start=1):
        seed.win(player, WON, clock, 60 + number)
        (line,) = [line for line in boards.around(WON, Board.FASTEST, player.pk) if line.row.owner_id == player.pk]
        assert line.place == number
        assert PlaceCount.objects.filter(board__startswith=WON).exists() == bool(asked) == (number >= 4)
    of_all = PlaceCount.objects.filter(board=f"{WON} fastest")
    assert sum(count.number for count in of_all) == BoardRow.objects.filter(board=Board.FASTEST, best=True).count() == 6
