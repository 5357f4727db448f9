"""One measured figure and how it is printed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A ratio, what it has to reach, and the absolute numbers behind it.

    `goal` is the least ratio allowed, or None where the figure is only shown. `counts` is False for a run that
    measured something else than it set out to, whose reason then stands in `note`.
    """

    name: str
    value: float
    goal: float | None
    note: str
    counts: bool = True

    @property
    def ok(self) -> bool:
        """Whether the goal is reached; a figure that does not count never is."""
        return self.counts and (self.goal is None or self.value >= self.goal)

    def line(self) -> str:
        """`name  value  goal  ok` (or `SHORT`), then the absolute numbers."""
        goal = "-" if self.goal is None else f"{self.goal:.2f}"
        return f"{self.name:<34}{self.value:>8.2f}{goal:>8}  {'ok' if self.ok else 'SHORT':<6} {self.note}"


def per_second(count: int, seconds: float) -> str:
    """`count` in `seconds` as a rate for people: `12,300/s`."""
    return f"{count / seconds:,.0f}/s"
