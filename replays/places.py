"""Places on long boards: added up from counted buckets of values, because counting the rows takes too long there.

A bucket holds a value alone up to 127, and then a sixty-fourth of each doubling: a time of five minutes shares one with
those within four seconds. So a board has some hundred buckets whatever its values are, and what stands above a value is
the sum of the buckets below its own, and of its own the rows that are better.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

from django.db import connection

from replays.models import PlaceCount
from solitaire.log import statements

FINE: Final = 6
"""2 to this power are the buckets of a doubling."""

TURNS: Final = 0x706C6163
"""The number under which PostgreSQL knows the lock of `take_turns`."""

Ranked = TypeVar("Ranked", bound=Any)
"""A row of a board: ranked by its `ranked`, where nothing else is said."""


class Bucket(NamedTuple):
    """A bucket of a board, by the name that `PlaceCount` knows the board by."""

    board: str
    bucket: int


def bucket_of(value: int) -> int:
    """The bucket of a value: the greater the value, the greater the bucket.

    >>> [bucket_of(value) for value in (-129, -128, -1, 0, 127, 128, 129, 130)]
    [-129, -128, -1, 0, 127, 128, 128, 129]
    """
    if value < 0:
        return -1 - bucket_of(-1 - value)
    left_out = max(0, value.bit_length() - FINE - 1)
    return (left_out << FINE) + (value >> left_out)


def least_of(bucket: int) -> int:
    """The least value in a bucket.

    >>> [least_of(bucket) for bucket in (-129, -1, 127, 128, 129)]
    [-130, -1, 127, 128, 130]
    """
    if bucket < 0:
        return -least_of(-bucket)
    left_out = max(0, (bucket >> FINE) - 1)
    return (bucket - (left_out << FINE)) << left_out


def placed(
    shown: Sequence[Ranked],
    above: Callable[[Any], int],
    value_of: Callable[[Ranked], Any] = attrgetter("ranked"),
    *,
    top: bool = False,
) -> list[tuple[int, Ranked]]:
    """`shown`, which follow one another on a board, with the place of each: equal values share one, 1, 2, 2, 4.

    `above` says how many stand above a value. It is asked for the first one, and for the first that differs from it;
    the others follow. At the `top` of the board it is not asked at all.
    """
    places: list[tuple[int, Ranked]] = []
    place, ahead = 1, 0 if top else None
    for index, row in enumerate(shown):
        if index == 0:
            place = 1 if top else 1 + above(value_of(row))
        elif value_of(row) != value_of(shown[index - 1]):
            if ahead is None:
                ahead = above(value_of(row)) - index
            place = 1 + ahead + index
        places.append((place, row))
    return places


def above(board: str, rows: str, values: Sequence[Any], value: int) -> int:
    """How many rows of a board whose buckets are counted stand above a value.

    `rows` finds those of the board, as SQL from the name of the table on, with `values` for its `%s`.
    """
    bucket = bucket_of(value)
    found = statements.first(
        "SELECT coalesce((SELECT sum(number) FROM replays_placecount WHERE board = %s AND bucket < %s), 0)"  # noqa: S608
        f" + (SELECT count(*) FROM {rows} AND ranked >= %s AND ranked < %s)",
        *(board, bucket, *values, least_of(bucket), value),
    )
    return int(found[0]) if found else 0


def count_above(rows: str, values: Sequence[Any], value: int) -> int:
    """How many rows of any board stand above a value, counted one by one; `rows` and `values` as for `above`."""
    found = statements.first(f"SELECT count(*) FROM {rows} AND ranked < %s", *values, value)  # noqa: S608
    return int(found[0]) if found else 0


def take_turns() -> None:
    """Let processes count one after the other, from here to the end of the transaction.

    Wins of all deals meet in the buckets of the site's boards: two transactions with several of them each, in another
    order, would wait for each other. SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        statements.execute("SELECT pg_advisory_xact_lock(%s)", TURNS)


def move(changes: Counter[Bucket]) -> None:
    """Count more, or fewer, rows in buckets; one that holds none any more is gone."""
    changed = sorted((bucket, more) for bucket, more in changes.items() if more)
    if not changed:
        return
    statements.execute(
        "INSERT INTO replays_placecount (board, bucket, number) VALUES "  # noqa: S608 -- places for values alone
        + ", ".join(["(%s, %s, %s)"] * len(changed))
        + " ON CONFLICT (board, bucket) DO UPDATE SET number = replays_placecount.number + excluded.number",
        *(value for bucket, more in changed for value in (*bucket, more)),
    )
    for bucket, more in changed:
        if more < 0:
            statements.execute(
                "DELETE FROM replays_placecount WHERE board = %s AND bucket = %s AND number = 0", *bucket
            )


def count(buckets: Iterable[Bucket]) -> list[PlaceCount]:
    """The rows for boards that have a row in each of `buckets`, as often as they come; not saved."""
    return [PlaceCount(board=board, bucket=bucket, number=n) for (board, bucket), n in sorted(Counter(buckets).items())]
