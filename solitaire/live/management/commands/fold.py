"""`manage.py fold FILE`: what a game record comes to."""

import json
import os
import sys
from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandParser

from solitaire.rules import record
from solitaire.rules.game import Game, start
from solitaire.rules.views import View, show_position


class Command(BaseCommand):
    """Print the final position of a game record as one line of JSON, or with `--each` one line after every move.

    A record that is not right, or a file that cannot be read: one line on stderr, exit status 2, nothing on stdout.
    """

    help = "Read a game record and print the final position, every card of it, as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and whether every position is wanted."""
        parser.add_argument("file", help="a game record (.kgr), or - for standard input")
        parser.add_argument("--each", action="store_true", help="print the position after each move, one a line")

    def handle(self, *, file: str, each: bool, **_options: object) -> None:
        """Print the position, or all of them."""
        try:
            read = record.read(record.decode(_contents(file)))
        except (record.BadRecord, OSError) as error:
            self.stderr.write(_in_a_line(file, error))
            sys.exit(2)
        try:
            for game in _games(read) if each else (read.game,):
                self.stdout.write(json.dumps(show_position(game, View.ALL)))
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever reads has had enough. Python would complain when it flushes standard output at its exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _contents(file: str) -> bytes:
    """Read a file, or standard input; no more of it than shows that it is too long."""
    with open(0 if file == "-" else file, "rb", closefd=file != "-") as stream:
        return stream.read(record.MOST_BYTES + 1)


def _games(read: record.Record) -> Iterator[Game]:
    """Give the game after each move of a record."""
    game = start(read.deal)
    for move in read.moves:
        game = game.play(move).game
        yield game


def _in_a_line(file: str, error: record.BadRecord | OSError) -> str:
    if isinstance(error, record.BadRecord):
        return str(error)
    shown = "".join(character if character.isprintable() else "?" for character in file)
    return f"{'standard input' if file == '-' else shown} cannot be read: {error.strerror}"
