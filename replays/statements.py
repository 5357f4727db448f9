"""Bare statements for the writer's thread: there Django's query builder costs ten times what the database does."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model


def insert(*rows: Model) -> None:
    """Insert rows of one model, with every column as it is on them."""
    sql, names = _insertion(type(rows[0]))
    with connection.cursor() as cursor:
        cursor.executemany(sql, [[getattr(row, name) for name in names] for row in rows])


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


@cache
def _insertion(model: type[Model]) -> tuple[str, list[str]]:
    """The statement that inserts a row, and the attributes its values are in."""
    fields = [field for field in model._meta.concrete_fields if field.column]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    table = model._meta.db_table
    return f'INSERT INTO "{table}" ({columns}) VALUES ({places})', [field.attname for field in fields]  # noqa: S608
