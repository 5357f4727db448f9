r"""Game records: a game as a text file (`.kgr`) for people and programs, in the manner of chess's PGN.

>>> record = read('[Deal "KL1-D1N-AAAAAAG"]\n[Score "15"]\n\n41{1.5} wf ; a slip')
Traceback (most recent call last):
solitaire.rules.record.BadRecord: line 4, column 9: move 2 "wf" is refused: nothing-there
>>> record = read('[Deal "KL1-D1N-AAAAAAG"]\n[Score "5"]\n\n41{1.5} d{2}')
>>> record.moves, record.seconds, record.game.status
(('41', 'd'), (Decimal('1.5'), Decimal('2')), 'playing')
>>> read(write(record)) == record
True
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from .deals import BadCode, Deal
from .game import Game, start
from .moves import Refused
from .rulesets import CURRENT_RULES

MOST_BYTES: Final = 1_048_576
"""The longest record that is read, in bytes of UTF-8 (a game of 5,000 moves takes a tenth of it)."""

RESULTS: Final = {"won": "won", "lost": "lost", "resigned": "resigned", "playing": "*"}
"""How a record writes each status of a game."""

_WIDTH: Final = 80
_SPACE: Final = " \t\r\f\v"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAG: Final = re.compile(rf'\[({_NAME.pattern}) "((?:[^"\\\r]|\\["\\])*)"\]')
_WORD: Final = re.compile(rf"[^{re.escape(_SPACE)}]+")
_BRACES: Final = re.compile(r"\{(\d{1,15}(?:\.\d{1,3})?)\}", re.ASCII)
_WHOLE: Final = re.compile(r"-?\d{1,9}", re.ASCII)
_SECONDS: Final = re.compile(r"\d{1,15}(?:\.\d{1,15})?", re.ASCII)


class BadRecord(ValueError):
    """A text is no game record: `line` and `column` (both from 1, in characters) say where, `message` what is wrong."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message


@dataclass(frozen=True, slots=True)
class Record:
    """A game as recorded: its tags, its moves in canonical form, and where known the seconds from the deal to each.

    `game` is the game those moves make; it is judged by the current rules.
    """

    tags: dict[str, str]
    deal: Deal
    moves: tuple[str, ...]
    seconds: tuple[Decimal, ...] | None
    game: Game = field(compare=False, repr=False)


def read(text: str) -> Record:
    """Read a record and check all of it; raise `BadRecord` at the first thing that is wrong."""
    if len(text) > MOST_BYTES:
        raise _too_long()
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        reader.line(number, line)
    return reader.record()


def decode(data: bytes) -> str:
    r"""Turn a file's bytes into the text of a record; raise `BadRecord` where they are not UTF-8, or far too many.

    >>> decode(b"; caf\xe9")
    Traceback (most recent call last):
    solitaire.rules.record.BadRecord: line 1, column 6: the byte E9 is no UTF-8; a game record is a UTF-8 text
    """
    if len(data) > MOST_BYTES:
        raise _too_long()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode().split("\n")
        message = f"the byte {data[error.start]:02X} is no UTF-8; a game record is a UTF-8 text"
        raise BadRecord(len(before), len(before[-1]) + 1, message) from None


def make(
    deal: Deal,
    moves: Iterable[str],
    milliseconds: Sequence[int] | None = None,
    *,
    player: str | None = None,
    date: str | None = None,
    closed_at: int | None = None,
    rules_version: int = CURRENT_RULES,
) -> Record:
    """Make the record of a game: its tags are worked out from the moves.

    `milliseconds` are the times of the moves since the deal; `closed_at` is when the site ended the game, if it did:
    a game still playing then ends in `x`. Raise `Refused` for moves that are against the rules.

    >>> print(write(make(Deal.parse("KL1-D1N-AAAAAAG"), ["d"], [1204], player="Ana", closed_at=9125)), end="")
    [Deal "KL1-D1N-AAAAAAG"]
    [Player "Ana"]
    [Result "resigned"]
    [Score "0"]
    [Moves "1"]
    [Time "9.125"]
    <BLANKLINE>
    d{1.204} x{9.125}
    """
    game, canonical = start(deal, rules_version), []
    times = None if milliseconds is None else list(milliseconds)
    for text in moves:
        step = game.play(text)
        game = step.game
        canonical.append(step.move)
    if closed_at is not None and game.status == "playing":
        game = game.play("x").game
        canonical.append("x")
        if times is not None:
            times.append(closed_at)
    seconds = None if times is None or not canonical else tuple(Decimal(time).scaleb(-3) for time in times)
    known = {
        "Deal": deal.code,
        "Player": player,
        "Date": date,
        "Result": RESULTS[game.status],
        "Score": str(game.position.score),
        "Moves": str(game.position.moves),
        "Time": _plain(seconds[-1]) if seconds else None,
    }
    tags = {name: value for name, value in known.items() if value is not None}
    return Record(tags, deal, tuple(canonical), seconds, game)


def write(record: Record) -> str:
    """Write a record as text; reading it again gives the same record.

    Raise ValueError for a tag that has no written form: a name that is none, or a value with a line break in it.
    """
    tags = [_write_tag(name, value) for name, value in record.tags.items()]
    words = list(record.moves)
    if record.seconds is not None:
        words = [f"{move}{{{_plain(at)}}}" for move, at in zip(record.moves, record.seconds, strict=True)]
    return "\n".join([*tags, "", *_lines(words)]) + "\n"


def _write_tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a tag: it must be letters, digits and underscores.")
    if "\n" in value or "\r" in value:
        raise ValueError(f"The value of the tag {name} has a line break in it, which cannot be written.")
    return '[{} "{}"]'.format(name, value.replace("\\", "\\\\").replace('"', '\\"'))


def _lines(words: Iterable[str]) -> Iterator[str]:
    """Fill lines with words."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line


def _plain(seconds: Decimal) -> str:
    """Write a number of seconds without needless zeros.

    >>> _plain(Decimal("7.500")), _plain(Decimal("60.000"))
    ('7.5', '60')
    """
    whole, _, decimals = f"{seconds:f}".partition(".")
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole


def _too_long() -> BadRecord:
    return BadRecord(1, 1, f"this is far too long for a game record, which has at most {MOST_BYTES} bytes")


def _quoted(text: str) -> str:
    """Quote a text of unknown making: on one line, and short."""
    shown = "".join(character if character.isprintable() else "?" for character in text[:20])
    return f'"{shown}{"…" if len(text) > 20 else ""}"'


class _Reader:
    """What was read of a record so far."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.game: Game | None = None
        self.moves: list[str] = []
        self.seconds: list[Decimal] = []

    def line(self, number: int, line: str) -> None:
        """Read one line, from 1."""
        start_of_text = len(line) - len(line.lstrip(_SPACE))
        if line.startswith("[", start_of_text):
            self._tag(number, start_of_text, line)
            return
        for word in _WORD.finditer(line.partition(";")[0]):
            self._word(number, word.start() + 1, word[0])

    def record(self) -> Record:
        """Check what the tags say and give the whole record."""
        game = self._game(1, 1)
        self._check("Result", RESULTS[game.status], str)
        self._check("Score", str(game.position.score), _whole)
        self._check("Moves", str(game.position.moves), _whole)
        if self.seconds:
            self._check("Time", _plain(self.seconds[-1]), _number)
        seconds = tuple(self.seconds) if self.seconds else None
        return Record(self.tags, game.deal, tuple(self.moves), seconds, game)

    def _tag(self, number: int, begin: int, line: str) -> None:
        if self.moves:
            raise BadRecord(number, begin + 1, "a tag must come before the moves")
        tag = _TAG.match(line, begin)
        if tag is None:
            raise BadRecord(number, begin + 1, r'this is no tag: a tag is written [Name "value"], with \" and \\ in it')
        name, value = tag[1], re.sub(r"\\(.)", r"\1", tag[2])
        if name in self.tags:
            raise BadRecord(number, begin + 1, f"the tag {_quoted(name)} stands here a second time")
        self.tags[name], self.places[name] = value, (number, tag.start(2) + 1)
        rest = line[tag.end() :].lstrip(_SPACE)
        if rest and not rest.startswith(";"):
            raise BadRecord(number, len(line) - len(rest) + 1, "nothing but a comment may follow a tag on its line")
        if name == "Deal":
            self._deal(value)

    def _deal(self, code: str) -> None:
        try:
            self.game = start(Deal.parse(code))
        except BadCode as error:
            raise BadRecord(*self.places["Deal"], str(error)) from None

    def _game(self, line: int, column: int) -> Game:
        if self.game is None:
            raise BadRecord(line, column, 'the tag "Deal" is missing, which must come before the moves')
        return self.game

    def _word(self, line: int, column: int, word: str) -> None:
        text, brace, inside = word.partition("{")
        count = len(self.moves) + 1
        if word.startswith("["):
            raise BadRecord(line, column, "a tag must stand on a line of its own, before the moves")
        if not text:
            raise BadRecord(line, column, "seconds in braces must follow their move without a space")
        try:
            step = self._game(line, column).play(text)
        except Refused as refused:
            raise BadRecord(line, column, f"move {count} {_quoted(text)} is refused: {refused.code}") from None
        self._time(line, column + len(text), brace + inside)
        self.game = step.game
        self.moves.append(step.move)

    def _time(self, line: int, column: int, braces: str) -> None:
        """Read what stands after a move: its seconds in braces, or nothing."""
        count = len(self.moves) + 1
        if bool(braces) != bool(self.seconds) and count > 1:
            verb = (
                "has seconds, but those before it have none" if braces else "has no seconds, but those before it have"
            )
            raise BadRecord(line, column, f"move {count} {verb}; all must have them, or none")
        if not braces:
            return
        written = _BRACES.fullmatch(braces)
        if written is None:
            message = f"move {count} is followed by {_quoted(braces)}; seconds are written {{9}} or {{9.125}}"
            raise BadRecord(line, column, f"{message}, with at most three decimals")
        seconds = Decimal(written[1])
        if self.seconds and seconds < self.seconds[-1]:
            message = (
                f"move {count} is at {written[1]} seconds, before the move before it at {_plain(self.seconds[-1])}"
            )
            raise BadRecord(line, column, message)
        self.seconds.append(seconds)

    def _check(self, name: str, value: str, read_value: Callable[[str], object]) -> None:
        """Refuse a tag that says something else than the moves."""
        written = self.tags.get(name, value)
        if read_value(written) != read_value(value):
            message = f"{name} is {_quoted(written)}, but the moves give {_quoted(value)}"
            raise BadRecord(*self.places[name], message)


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def _number(text: str) -> Decimal | None:
    return Decimal(text) if _SECONDS.fullmatch(text) else None
