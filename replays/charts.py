"""Charts as SVG, drawn on the server: `parts/chart.html` puts one into a page, and the theme gives the colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 240, 130
"""The drawing, in units of its own: it grows with the page."""
LEFT, RIGHT, TOP, BOTTOM = 34, 6, 8, 22
MOST_LINES = 4
"""So many lines across at most, beside the lowest."""


class Mark(NamedTuple):
    """A text on an axis, and how far along it: from the left, or from the top."""

    at: float
    text: str


@dataclass(frozen=True)
class LineChart:
    """A line and its axes, ready to be drawn; `title` and `description` are for who cannot see it.

    `path` is the line and `under` the area below it, as SVG paths; `end` is where the line ends.
    """

    key: str
    title: str
    description: str
    path: str
    under: str
    end: tuple[float, float]
    across: Sequence[Mark]
    along: tuple[str, str]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def line_chart(key: str, title: str, description: str, values: Sequence[int], along: tuple[str, str]) -> LineChart:
    """The chart of `values`, one after the other at equal steps, at least two of them.

    `key` is an id for the page; `along` is what stands under the first and under the last value.
    """
    grid = steps(min(values), max(values))
    lowest, highest = grid[0], grid[-1]

    def down(value: float) -> float:
        return round(TOP + (highest - value) / (highest - lowest) * (HEIGHT - TOP - BOTTOM), 1)

    step = (WIDTH - LEFT - RIGHT) / (len(values) - 1)
    points = [(round(LEFT + index * step, 1), down(value)) for index, value in enumerate(values)]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    under = f"{path}V{HEIGHT - BOTTOM}H{LEFT}Z"
    return LineChart(
        key, title, description, path, under, points[-1], [Mark(down(value), str(value)) for value in grid], along
    )


def steps(lowest: int, highest: int) -> list[int]:
    """Round numbers, evenly apart and few, the first at or below the lowest value, the last at or above the highest.

    >>> steps(1421, 1579)
    [1400, 1450, 1500, 1550, 1600]
    >>> steps(1500, 1500)
    [1500, 1501]
    """
    if lowest == highest:
        return [lowest, lowest + 1]
    rough = max(1, (highest - lowest) / MOST_LINES)
    power = 10 ** floor(log10(rough))
    for factor in (1, 2, 5, 10, 20):
        step = factor * power
        first, last = floor(lowest / step) * step, ceil(highest / step) * step
        if (last - first) / step <= MOST_LINES:
            break
    return list(range(first, last + 1, step))
