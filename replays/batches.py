"""Much, a little at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

BATCH = 500
"""So many streams or rows are held in memory at a time."""

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """`items` as lists of `size`, the last one shorter."""
    left = iter(items)
    while some := list(islice(left, size)):
        yield some
