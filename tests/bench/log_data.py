"""Logs of recorded games, over and over, written by bare SQL: a hundred times as quickly as by the writer.

Their digests are zeroes, which an audit would find and nothing else looks at, and nothing is derived from them.
`make bench-data` makes one of ten million events, once, into `var/`.
"""

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import cycle
from pathlib import Path

from tests import databases
from tests.bench.recorded import RecordedGame, recorded_games

EVENTS = 10_000_000
FILE = Path(__file__).resolve().parents[2] / "var" / "bench-log.sqlite3"
AT = 1_900_000_000_000
"""When all games were dealt, in milliseconds since 1970."""
SECOND_MS = 1000

Row = tuple[str, int, str, str, int, str, str | None, int, bytes]


def make() -> None:
    """The large log, under another name first, so that half a one is never taken for it."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    half = FILE.with_suffix(".half")
    half.unlink(missing_ok=True)
    databases.migrate_sqlite(half)
    fill(half, EVENTS)
    half.rename(FILE)


def fill(path: Path, events: int, recorded: Sequence[RecordedGame] = ()) -> dict[str, int]:
    """Write at least so many events of games into a migrated SQLite file; the ids of the games, and their lengths."""
    from solitaire.log import writer
    from solitaire.players.joining import new_guest

    with databases.django_on(NAME=str(path)):
        player = new_guest().pk
        writer.stop()
    games = chosen_games(events, recorded or recorded_games())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        later = connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE tbl_name IN ('log_event', 'log_head') AND sql IS NOT NULL"
            " AND type IN ('index', 'trigger')"
        ).fetchall()
        for kind, name, _ in later:
            connection.execute(f"DROP {kind} {name}")
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO log_event (stream, version, kind, data, at, who, command, part, digest)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows(games, player),
        )
        connection.executemany(
            "INSERT INTO log_head (stream, version, digest, at) VALUES (?, ?, ?, ?)",
            (
                (f"game:{game}", 1 + len(each.moves), bytes(32), AT + SECOND_MS * len(each.moves))
                for game, each in games.items()
            ),
        )
        for _, _, sql in later:
            connection.execute(sql)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    return {game: 1 + len(each.moves) for game, each in games.items()}


def chosen_games(events: int, recorded: Sequence[RecordedGame]) -> dict[str, RecordedGame]:
    """So many games as have at least `events` together, by their ids, in the order in which the log has them."""
    from tests.bench.board_data import spell

    made, written, chosen = random.Random(5), 0, []
    for game in cycle(recorded):
        if written >= events:
            break
        chosen.append(game)
        written += 1 + len(game.moves)
    ids = sorted({spell(made.getrandbits(59)) for _ in chosen})
    return dict(zip(ids, chosen, strict=True))


def rows(games: dict[str, RecordedGame], player: str) -> Iterator[Row]:
    """The events of all games."""
    from solitaire.rules.deals import Deal
    from solitaire.rules.game import start

    digest = bytes(32)
    dealt, texts = {}, {}
    for code in {game.code for game in games.values()}:
        dealt[code] = json.dumps({"code": code, "rules": start(Deal.parse(code)).rules_version}, separators=(",", ":"))
    for move in {move for game in games.values() for move in game.moves}:
        texts[move] = json.dumps(move)
    for game, recorded in games.items():
        stream = f"game:{game}"
        yield stream, 1, "dealt", dealt[recorded.code], AT, player, None, 0, digest
        for count, move in enumerate(recorded.moves, 1):
            at = AT + SECOND_MS * count
            yield stream, count + 1, "move", texts[move], at, player, f"{count:08}", 0, digest
