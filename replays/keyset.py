"""Pages of a list that begin after a row, not after a count of rows: as quick on the last page as on the first."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import BooleanField, Field, Func, Model, QuerySet, Value

from solitaire.ids import could_be_id

Row = TypeVar("Row", bound=Model)


class BadCursor(ValueError):
    """What was given is no place in this list."""


class Columns(Func):
    """Several values compared as one, the first of them first."""

    function = ""
    output_field = Field()


class IsAfter(Func):
    """Whether one row of values is greater than another: by one step down an index.

    Django's own comparison of tuples writes this out as a tree of "or", which SQLite cannot look up.
    """

    template = "%(expressions)s"
    arg_joiner = " > "
    output_field = BooleanField()


@dataclass(frozen=True)
class Keyset:
    """The order of a list: the names of its columns, all rising or all falling, the last ones making it total.

    `numbers` of the columns, the leading ones, are whole numbers; what follows are ids.
    """

    fields: tuple[str, ...]
    numbers: int
    falling: bool = False

    def order(self) -> tuple[str, ...]:
        """For `order_by`."""
        return tuple(f"-{field}" for field in self.fields) if self.falling else self.fields

    def key(self, row: Model) -> tuple[int | str, ...]:
        """Where `row` stands in the list."""
        return tuple(getattr(row, field) for field in self.fields)

    def after(self, rows: QuerySet[Row], key: tuple[int | str, ...]) -> QuerySet[Row]:
        """Those of `rows` that come after `key` in the list, in its order."""
        row, given = Columns(*self.fields), Columns(*map(Value, key))
        return rows.filter(IsAfter(given, row) if self.falling else IsAfter(row, given)).order_by(*self.order())

    def before(self, rows: QuerySet[Row], key: tuple[int | str, ...]) -> QuerySet[Row]:
        """Those of `rows` that come before `key` in the list, nearest first."""
        return Keyset(self.fields, self.numbers, not self.falling).after(rows, key)

    def write(self, key: tuple[int | str, ...]) -> str:
        """The key as text for an address: its parts with dots between."""
        return ".".join(str(part) for part in key)

    def read(self, text: str) -> tuple[int | str, ...]:
        """The key that `write` wrote. Raises `BadCursor` for anything else."""
        parts = text.split(".")
        if len(parts) != len(self.fields) or len(text) > 120:
            raise BadCursor(text)
        return tuple((whole if place < self.numbers else an_id)(part) for place, part in enumerate(parts))


def whole(text: str) -> int:
    """A whole number of at most 18 digits, which any database column here can be compared with."""
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 18):
        raise BadCursor(text)
    return int(text)


def an_id(text: str) -> str:
    """What could be the id of a game or a player."""
    if not could_be_id(text):
        raise BadCursor(text)
    return text


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows of a list, and the cursor that the next ones come after (None on the last page)."""

    rows: list[Row]
    next: str | None


def page(rows: QuerySet[Row], keyset: Keyset, after: str | None, size: int) -> Page[Row]:
    """The first `size` of `rows`, or those after the cursor `after`. Raises `BadCursor`."""
    listed = keyset.after(rows, keyset.read(after)) if after else rows.order_by(*keyset.order())
    found = list(listed[: size + 1])
    shown = found[:size]
    return Page(shown, keyset.write(keyset.key(shown[-1])) if len(found) > size else None)
