"""Run the groups named on the command line, or all, and print a line a figure."""

import sys
from collections.abc import Callable, Iterator

from tests.bench.figure import Figure


def rules() -> Iterator[Figure]:
    """Folding games and generating moves, beside python-chess."""
    from tests.bench import rules as group

    return group.figures()


def log() -> Iterator[Figure]:
    """Appending to the event log, beside bare rows and an ORM `create` each."""
    from tests.bench import log as group

    return group.figures()


def ends() -> Iterator[Figure]:
    """The end of a won game, which stands on every board at once, beside a move."""
    from tests.bench import ends as group

    return group.figures()


def moves() -> Iterator[Figure]:
    """Confirmed moves over the websocket, beside an empty echo and bare pings."""
    from tests.bench import moves as group

    return group.figures()


def postgresql() -> Iterator[Figure]:
    """Confirmed moves on PostgreSQL, beside those on SQLite."""
    from tests.bench import postgresql as group

    return group.figures()


def pace() -> Iterator[Figure]:
    """The slowest of confirmed moves at an even pace, beside an echo and a commit."""
    from tests.bench import pace as group

    return group.figures()


def watchers() -> Iterator[Figure]:
    """When the last of thousands of watchers sees a move, beside stock `group_send`; and who has to wait for it."""
    from tests.bench import watchers as group

    return group.figures()


def memory() -> Iterator[Figure]:
    """What a socket and a game in memory take, and how long it takes to bring a game back."""
    from tests.bench import memory as group

    return group.figures()


def growth() -> Iterator[Figure]:
    """Confirmed moves with ten million events in the log, beside those with a hundred."""
    from tests.bench import growth as group

    return group.figures()


def races() -> Iterator[Figure]:
    """Confirmed moves of racers with and without a crowd that watches."""
    from tests.bench import races as group

    return group.figures()


def upkeep() -> Iterator[Figure]:
    """Auditing and rebuilding everything that is stored, beside a bare fold."""
    from tests.bench import upkeep as group

    return group.figures()


def browser() -> Iterator[Figure]:
    """What an input costs a slow browser, beside moving one bare element; and being scrubbed through a long replay."""
    from tests.bench import browser as group
    from tests.bench import scrubbing

    yield from group.figures()
    yield from scrubbing.figures()


def boards() -> Iterator[Figure]:
    """Boards of a million results, beside looking up as many rows by their keys."""
    from tests.bench import boards as group

    return group.figures()


GROUPS: dict[str, Callable[[], Iterator[Figure]]] = {
    "rules": rules,
    "log": log,
    "ends": ends,
    "moves": moves,
    "postgresql": postgresql,
    "pace": pace,
    "watchers": watchers,
    "memory": memory,
    "growth": growth,
    "races": races,
    "upkeep": upkeep,
    "browser": browser,
    "boards": boards,
}

TOGETHER = {"load": ("log", "ends", "moves", "postgresql", "pace", "watchers", "memory", "growth")}
"""Names for several groups."""


def main(names: list[str]) -> int:
    """Measure and print; 0 where every goal is reached, 1 where one is not, 2 for a group that does not exist."""
    names = [group for name in names for group in TOGETHER.get(name, (name,))]
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"no such group: {', '.join(unknown)}; there are {', '.join((*GROUPS, *TOGETHER))}", file=sys.stderr)
        return 2
    print(f"{'name':<34}{'value':>8}{'goal':>8}")
    figures = []
    for name in names or GROUPS:
        for figure in GROUPS[name]():
            print(figure.line(), flush=True)
            figures.append(figure)
    short = sum(not figure.ok for figure in figures)
    print(f"{len(figures)} figures: {len(figures) - short} ok, {short} short")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
