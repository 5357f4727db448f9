"""`make bench-data`: a million results over 100,000 decks, some played far more than others, on each kind of database.

Made once, into `var/` and a PostgreSQL database, and kept. The games have no streams: what is derived from the results
is made by the functions that a rebuild calls, and nothing else is measured on it. The large log is `log_data`'s.
"""

import random
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

import psycopg
from django.core.management import call_command

from tests import databases
from tests.bench import log_data
from tests.bench.in_django import django_ready

RESULTS, DECKS, PLAYERS = 1_000_000, 100_000, 200_000
SKEW = 2
"""The higher, the more of the games are those of a few players."""
WON, HINTED, TAKEN_BACK = 0.6, 0.05, 0.03
DAY_MS = 86_400_000
DAYS = 365
"""The games are spread over so many days before the data were made."""
FILE = Path(__file__).resolve().parents[2] / "var" / "bench-boards.sqlite3"
POSTGRESQL = "samedeal_bench_boards"


def main() -> None:
    """Make what is not there yet, and migrate what is."""
    django_ready()
    if FILE.exists():
        migrate(NAME=str(FILE))
    else:
        took(f"{FILE.name}: {RESULTS:,} results", make_sqlite)
    refusal = databases.postgresql_refusal()
    if refusal:
        print(refusal)
    elif postgresql_is_there():
        migrate(**databases.postgresql_settings(POSTGRESQL))
    else:
        took(f"{POSTGRESQL} on PostgreSQL", make_postgresql)
    if log_data.FILE.exists():
        migrate(NAME=str(log_data.FILE))
    else:
        took(f"{log_data.FILE.name}: {log_data.EVENTS:,} events", log_data.make)


def migrate(**settings: Any) -> None:
    """Bring a database to the present migration."""
    with databases.django_on(**settings):
        call_command("migrate", verbosity=0)


def took(what: str, make: Any) -> None:
    """Do it, and say how long it took."""
    print(f"{what} ...", end=" ", flush=True)
    began = time.perf_counter()
    make()
    print(f"{time.perf_counter() - began:,.0f} s", flush=True)


def models() -> list[Any]:
    """The tables that are filled, in an order in which each comes after those it refers to."""
    from replays.models import BoardRow, DealCount, DeckWin, Game, PlaceCount, Result, WinStreak, WinTally
    from solitaire.players.models import Player

    return [Player, Game, Result, DealCount, BoardRow, DeckWin, WinTally, WinStreak, PlaceCount]


# --- SQLite ---


def make_sqlite() -> None:
    """Make the file under another name first, so that half a one is never taken for it."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    half = FILE.with_suffix(".half")
    half.unlink(missing_ok=True)
    databases.migrate_sqlite(half)
    with closing(sqlite3.connect(half, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        tables = {model._meta.db_table for model in models()}
        indexes = connection.execute("SELECT name, sql, tbl_name FROM sqlite_master WHERE type = 'index'").fetchall()
        later = [(name, sql) for name, sql, table in indexes if sql and table in tables]
        for name, _ in later:
            connection.execute(f'DROP INDEX "{name}"')
        connection.execute("BEGIN")
        for model, rows in all_rows():
            write_sqlite(connection, model, rows)
        for _, sql in later:
            connection.execute(sql)
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
    half.rename(FILE)


def write_sqlite(connection: sqlite3.Connection, model: Any, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of a model, whose values are in the order of `columns`."""
    names = columns(model)
    connection.executemany(
        "INSERT INTO {} ({}) VALUES ({})".format(
            model._meta.db_table, ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(names))
        ),
        rows,
    )


def columns(model: Any) -> list[str]:
    """The columns of a model."""
    return [field.column for field in model._meta.concrete_fields if field.column]


def values(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Rows of one model as its columns have them, where those hold numbers and texts alone."""
    names: list[str] = []
    for row in rows:
        names = names or [field.attname for field in type(row)._meta.concrete_fields if field.column]
        yield tuple([getattr(row, name) for name in names])


def prepared(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Rows of one model as SQLite keeps them, whatever they hold."""
    from django.db import connection

    for row in rows:
        fields = [field for field in type(row)._meta.concrete_fields if field.column]
        yield tuple(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields)


# --- PostgreSQL ---


def postgresql_is_there() -> bool:
    """Whether its database has been made, whole."""
    with psycopg.connect(databases.POSTGRESQL_URL, autocommit=True) as admin:
        return admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", (POSTGRESQL,)).fetchone() is not None


def make_postgresql() -> None:
    """Copy what the SQLite file holds, into a database that gets its name when it is whole."""
    half = f"{POSTGRESQL}_half"
    with psycopg.connect(databases.POSTGRESQL_URL, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {half}")
        admin.execute(f"CREATE DATABASE {half}")
        migrate(**databases.postgresql_settings(half))
        fill_postgresql(half)
        admin.execute(f"ALTER DATABASE {half} RENAME TO {POSTGRESQL}")


def fill_postgresql(name: str) -> None:
    """Copy all tables, without their indexes first."""
    with (
        closing(sqlite3.connect(FILE)) as source,
        psycopg.connect(databases.postgresql_url(name), autocommit=True) as target,
    ):
        later = []
        for model in models():
            table = model._meta.db_table
            found = target.execute(
                "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s AND indexname NOT IN"
                " (SELECT conname FROM pg_constraint)",
                (table,),
            ).fetchall()
            later += [sql for _, sql in found]
            for index, _ in found:
                target.execute(f'DROP INDEX "{index}"')
            copy_table(source, target, model)
        for sql in later:
            target.execute(sql)
        target.execute("VACUUM ANALYZE")


def copy_table(source: sqlite3.Connection, target: psycopg.Connection[Any], model: Any) -> None:
    """Copy one table; SQLite knows no booleans."""
    names = ", ".join(f'"{name}"' for name in columns(model))
    flags = [
        index
        for index, field in enumerate(field for field in model._meta.concrete_fields if field.column)
        if field.get_internal_type() == "BooleanField"
    ]
    table = model._meta.db_table
    with target.cursor() as cursor, cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
        for row in source.execute(f'SELECT {names} FROM "{table}"'):
            written = list(row)
            for index in flags:
                written[index] = bool(written[index])
            copy.write_row(written)


# --- the rows ---


def all_rows() -> Iterator[tuple[Any, Iterable[Sequence[Any]]]]:
    """The rows of every table, each table's in the order of its key."""
    from replays import boards, places, wins
    from replays.models import BoardRow, DealCount, DeckWin, Game, PlaceCount, Result, WinStreak, WinTally
    from solitaire.players.models import Player

    made = random.Random(1)
    ids = sorted({made.getrandbits(59) for _ in range(RESULTS + PLAYERS)})
    made.shuffle(ids)
    names = list(map(spell, ids))
    players, game_ids = names[:PLAYERS], names[PLAYERS : PLAYERS + RESULTS]
    yield Player, prepared(a_player(number, player) for number, player in enumerate(players))

    codes, decks = map(list, zip(*map(a_deal, range(DECKS)), strict=True))
    played = play(made, players, game_ids)
    firsts: dict[tuple[str, int], tuple[int, str]] = {}
    for game in played:
        attempt = (game[DEALT], game[ID])
        firsts[game[OWNER], game[DECK]] = min(attempt, firsts.get((game[OWNER], game[DECK]), attempt))
    first = {game for _, game in firsts.values()}

    def a_game(game: tuple[Any, ...]) -> Game:
        code = codes[game[DECK]]
        return Game(
            id=game[ID], player=game[OWNER], owner_id=game[OWNER], code=code, deck_key=decks[game[DECK]],
            family=code[:2], draw=int(code[5]), ruleset=code[6], rules=1, dealt_at=game[DEALT], over=True,
            first=game[ID] in first, begun=True,
        )  # fmt: skip

    def a_result(game: tuple[Any, ...]) -> Result:
        return Result(
            game_id=game[ID], owner_id=game[OWNER], code=codes[game[DECK]],
            outcome="won" if game[IS_WON] else "resigned", ended_at=game[DEALT] + game[TIME], time_ms=game[TIME],
            moves=game[MOVES], score=game[SCORE], home=52 if game[IS_WON] else 20, take_back=game[TOOK_BACK],
            hinted=game[WAS_HINTED],
        )  # fmt: skip

    played.sort(key=lambda game: game[ID])
    yield Game, values(map(a_game, played))
    yield Result, values(map(a_result, played))

    attempts, won = Counter(game[DECK] for game in played), Counter(game[DECK] for game in played if game[IS_WON])
    yield (
        DealCount,
        values(DealCount(code=codes[deck], attempts=attempts[deck], wins=won[deck]) for deck in sorted(attempts)),
    )

    stands = [game for game in played if game[IS_WON] and not game[WAS_HINTED]]
    stands.sort(key=lambda game: (game[DECK], game[OWNER]))
    counted: Counter[Any] = Counter()

    def board_rows() -> Iterator[BoardRow]:
        for (deck, owner), games in groupby(stands, key=lambda game: (game[DECK], game[OWNER])):
            rows = list(boards.best([
                boards.Win(
                    codes[deck], owner, game[ID], game[TIME], game[MOVES], game[SCORE], game[DEALT] + game[TIME],
                    game[TOOK_BACK], False, game[ID] in first, codes[deck][6],
                )
                for game in games
            ]))  # fmt: skip
            if won[deck] >= boards.COUNTED_FROM:
                counted.update(boards.buckets(rows))
            yield from rows

    yield BoardRow, values(board_rows())

    first_wins: dict[tuple[str, int], tuple[int, str]] = {}
    for game in stands:
        win = (game[DEALT] + game[TIME], game[ID])
        first_wins[game[OWNER], game[DECK]] = min(win, first_wins.get((game[OWNER], game[DECK]), win))
    counting = sorted(first_wins.items())
    yield (
        DeckWin,
        values(
            DeckWin(owner_id=owner, deck_key=decks[deck], game_id=game, ended_at=at)
            for (owner, deck), (at, game) in counting
        ),
    )
    of_players = [
        wins.stand_of(owner, sorted(at for _, (at, _) in each))
        for owner, each in groupby(counting, key=lambda win: win[0][0])
    ]
    tallies = sorted((tally for tallies, _ in of_players for tally in tallies), key=lambda tally: tally.pk)
    yield WinTally, values(tallies)
    yield WinStreak, values(streak for _, streak in of_players)
    counted.update(places.Bucket(tally.period, places.bucket_of(tally.ranked)) for tally in tallies)
    counted.update(places.Bucket(wins.STREAKS, places.bucket_of(streak.ranked)) for _, streak in of_players)
    yield PlaceCount, values(places.count(counted.elements()))


ID, OWNER, DECK, DEALT, TIME, MOVES, SCORE, IS_WON, WAS_HINTED, TOOK_BACK = range(10)
"""What `play` says of a game."""


def play(made: random.Random, players: Sequence[str], ids: Sequence[str]) -> list[tuple[Any, ...]]:
    """All games: which deck of how many is played goes by its rank, as Zipf has it."""
    shares = list(accumulate(1 / rank for rank in range(1, DECKS + 1)))
    chosen = made.choices(range(DECKS), cum_weights=shares, k=RESULTS)
    now = time.time_ns() // 1_000_000
    return [
        (
            game,
            players[int(PLAYERS * made.random() ** SKEW)],
            deck,
            now - made.randrange(DAYS * DAY_MS),
            int(made.lognormvariate(12.4, 0.5)),
            made.randint(80, 260),
            5 * made.randint(40, 160),
            made.random() < WON,
            made.random() < HINTED,
            made.random() < TAKEN_BACK,
        )
        for game, deck in zip(ids, chosen, strict=True)
    ]


def spell(number: int) -> str:
    """A number as an id: 12 letters and digits."""
    from solitaire.ids import ALPHABET, LENGTH

    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(reversed(letters))


def a_deal(number: int) -> tuple[str, str]:
    """The code of a deck, and a key that names it."""
    from solitaire.rules.deals import numbered

    return numbered(number, "KL", 1 + 2 * (number % 2), "NVSC"[number % 4]).code, f"{number:032x}"


def a_player(number: int, player: str) -> Any:
    """Somebody with a name of their own."""
    from solitaire.players.models import Player

    name = f"Guest {number}"
    return Player(pk=player, name=name, name_key=name.lower(), name_look=name.lower())


if __name__ == "__main__":
    sys.exit(main())
