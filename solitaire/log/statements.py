"""Bare statements for the writer's thread: there Django's query builder costs ten times what the database does."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def insert(*rows: Model, unless_there: bool = False) -> None:
    """Insert rows of one model, with every column as it is on them; `unless_there` leaves those be that are."""
    sql, fields = _insertion(type(rows[0]))
    if unless_there:
        sql += " ON CONFLICT DO NOTHING"
    with connection.cursor() as cursor:
        cursor.executemany(
            sql, [[field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields] for row in rows]
        )


def execute(sql: str, *values: Any) -> None:
    """Do what `sql` says, with `values` for its `%s`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def first(sql: str, *values: Any) -> Sequence[Any] | None:
    """The first row that `sql` finds, with `values` for its `%s`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: Sequence[Any] | None = cursor.fetchone()
        return row


def rows(sql: str, *values: Any) -> list[Sequence[Any]]:
    """All rows that `sql` finds, or returns of what it writes, with `values` for its `%s`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: list[Sequence[Any]] = cursor.fetchall()
        return found


@cache
def _insertion(model: type[Model]) -> "tuple[str, list[Field[Any, Any]]]":
    """The statement that inserts a row, and the fields its values are in."""
    fields = [field for field in model._meta.concrete_fields if field.column]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    table = model._meta.db_table
    return f'INSERT INTO "{table}" ({columns}) VALUES ({places})', fields  # noqa: S608
