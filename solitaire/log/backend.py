"""What the writer needs of a database, one implementation each in `sqlite` and `postgresql`."""

from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from django.db.backends.base.base import BaseDatabaseWrapper

from solitaire.log.event import Command, Found, Head, Row


class Backend(Protocol):
    """The writer's statements, one a batch each. `raw` is the driver's own connection."""

    REFUSES_WHAT_DOES_NOT_FOLLOW: bool
    """Whether `insert` raises an `IntegrityError` for a version that is not the next one, or a command that has been.

    Then heads that the writer knows need not be looked up.
    """

    def begin(self, raw: Any) -> None:
        """Begin a transaction that can write, where the driver does not do it by itself."""
        ...

    def look_up(self, raw: Any, wanted: Collection[Command]) -> Found:
        """What there is of the streams and commands `wanted`; nobody else appends to them until the transaction ends.

        (To a stream that has no head yet, on PostgreSQL, somebody may: then `insert` raises an `IntegrityError`.)
        """
        ...

    def insert(self, raw: Any, rows: Sequence[Row]) -> None:
        """Put events into the log."""
        ...

    def move(self, raw: Any, heads: Collection[Head]) -> None:
        """Put the heads of their streams where they are now, new or moved."""
        ...


def backend_of(connection: BaseDatabaseWrapper) -> Backend:
    """The statements for the database that `connection` leads to."""
    return _of(connection.vendor)


@cache
def _of(vendor: str) -> Backend:
    """Without the driver of the other database: it would be a tenth of what a process needs to start."""
    return cast(Backend, import_module(f"solitaire.log.{vendor}"))
