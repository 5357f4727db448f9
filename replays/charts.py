"""Charts as SVG, drawn on the server: templates of `parts/` put them into a page, and the theme gives the colours."""

from collections.abc import Callable, Iterable, Sequence
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


# --- several lines on one clock ---

SCALE = 1000
"""The height and width of a drawing that is stretched to the room it is given."""
SUIT, FULL = 13, 52
"""Cards home are marked by suits' worth, and there are so many in all."""
SHORTEST_MS = 10_000
"""A race that was over sooner is drawn as if it had taken so long."""
AFTERWARDS = 0.06
"""So much more than until its last event is drawn of a race in which nothing happened any more: not all of it."""
MOST_MARKS = 5
"""So many times stand along the bottom at most, beside the start."""
MARKS_S = (2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800)
"""How far apart they may stand, in seconds."""


class Runner(NamedTuple):
    """A racer to be drawn: `number` and `hollow` say which colour and shape, `own` whether it is the reader's.

    `course` holds the number of cards home after each time it changed, `until` when there was nothing more to come; all
    times are milliseconds since the start.
    """

    name: str
    number: int
    hollow: bool
    own: bool
    course: Sequence[tuple[int, int]]
    until: int

    @property
    def home(self) -> int:
        """How many cards came home."""
        return self.course[-1][1] if self.course else 0


class RunnerLine(NamedTuple):
    """A racer's line, an SVG path in units of `SCALE`, and where it ends, in hundredths of the drawing."""

    runner: Runner
    path: str
    end: tuple[float, float]


@dataclass(frozen=True)
class CoursesChart:
    """Cards home over time, a stepped line a racer, the last drawn the foremost.

    `across` are the heights that are marked, the lowest first, and `along` the times, both in hundredths of the drawing
    from the left and from the top. It is as wide and as high as its box: only the lines are stretched.
    """

    key: str
    title: str
    description: str
    lines: Sequence[RunnerLine]
    across: Sequence[Mark]
    along: Sequence[Mark]
    span: int
    scale: int = SCALE


def courses_chart(
    key: str, title: str, description: str, runners: Sequence[Runner], clock: Callable[[int], str]
) -> CoursesChart:
    """The chart of a race that is over, its racers from first to last; `clock` writes a time."""
    span = span_of(runners)
    top = min(FULL, SUIT * (max((runner.home for runner in runners), default=0) // SUIT + 1))

    def right(at: int, whole: int = SCALE) -> float:
        return round(min(at, span) / span * whole, 1)

    def down(home: int, whole: int = SCALE) -> float:
        return round((top - home) / top * whole, 1)

    def drawn(runner: Runner) -> RunnerLine:
        steps = "".join(f"H{right(at)}V{down(home)}" for at, home in runner.course if at <= runner.until)
        path = f"M0 {down(0)}{steps}H{right(runner.until)}"
        return RunnerLine(runner, path, (right(runner.until, 100), down(runner.home, 100)))

    # The reader's own lies over all others, and the first over the rest.
    order = [*(runner for runner in reversed(runners) if not runner.own), *(runner for runner in runners if runner.own)]
    across = [Mark(down(home, 100), str(home)) for home in range(0, top + 1, SUIT)]
    along = [Mark(right(at, 100), clock(at)) for at in marks(span)]
    return CoursesChart(key, title, description, [drawn(runner) for runner in order], across, along, span)


# --- one game ---


class Reached(NamedTuple):
    """How far a game had come at a moment, in milliseconds since the deal: cards home, and the score."""

    at: int
    home: int
    score: int


@dataclass(frozen=True)
class GameChart:
    """Cards home and score over time, two stepped lines in units of `SCALE`, each with the heights marked on its side.

    `scored` is "" where the score is nothing but the cards home.
    """

    title: str
    description: str
    home: str
    scored: str
    across: Sequence[Mark]
    scores: Sequence[Mark]
    along: Sequence[Mark]
    span: int
    scale: int = SCALE


def game_chart(
    title: str, description: str, course: Sequence[Reached], clock: Callable[[int], str], *, scored: bool
) -> GameChart:
    """The chart of a game, of which `course` holds the deal, each change, and the end; `clock` writes a time."""
    until = course[-1].at
    span = max(SHORTEST_MS, until)
    grid = steps(min(0, *(point.score for point in course)), max(1, *(point.score for point in course)))

    def right(at: int, whole: int = SCALE) -> float:
        return round(min(at, span) / span * whole, 1)

    def line(values: Iterable[tuple[int, int]], low: int, high: int) -> str:
        drawn = [(right(at), round((high - value) / (high - low) * SCALE, 1)) for at, value in values]
        stepped = "".join(f"H{x}V{y}" for x, y in drawn[1:])
        return f"M0 {drawn[0][1]}{stepped}H{right(until)}"

    return GameChart(
        title,
        description,
        line(((point.at, point.home) for point in course), 0, FULL),
        line(((point.at, point.score) for point in course), grid[0], grid[-1]) if scored else "",
        [Mark(round(100 - home / FULL * 100, 1), str(home)) for home in (0, FULL // 2, FULL)],
        [Mark(round((grid[-1] - value) / (grid[-1] - grid[0]) * 100, 1), str(value)) for value in (grid[0], grid[-1])]
        if scored
        else [],
        [Mark(right(at, 100), clock(at)) for at in marks(span)],
        span,
    )


def span_of(runners: Sequence[Runner]) -> int:
    """Up to which time a race is drawn."""
    last = max((runner.course[-1][0] for runner in runners if runner.course), default=0)
    ends = [runner.until for runner in runners]
    eventful = max([last, *(end for end in ends if end < max(ends))], default=0)
    return max(SHORTEST_MS, min(max(ends, default=0), round(eventful * (1 + AFTERWARDS))))


def marks(span: int) -> Iterable[int]:
    """Round times from 0 on, evenly apart and few, up to `span`; all in milliseconds.

    >>> list(marks(222_000))
    [0, 60000, 120000, 180000]
    """
    step = next((each for each in MARKS_S if span <= each * 1000 * MOST_MARKS), 3600)
    return range(0, span + 1, step * 1000)


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
