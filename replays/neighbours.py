"""A player's own row on a board, with those above and below it, by two bare statements however long the board is."""

from collections.abc import Sequence
from typing import Any, TypeVar

from replays.keyset import Keyset
from solitaire.log import statements
from solitaire.players.models import Player

Row = TypeVar("Row", bound=Any)
"""A row of a board, with its player as `owner`."""

NEIGHBOURS = 2
"""Rows shown above and below a player's own."""


def around(model: type[Row], rows: str, values: Sequence[Any], order: Keyset, owner: str) -> list[Row]:
    """The row of `owner` with its neighbours, in the board's order; nothing where they have none.

    `rows` finds those of the board, as SQL from the name of the table on, with `values` for its `%s`.
    """
    key = ", ".join(order.fields)
    mine = statements.first(f"SELECT {key} FROM {rows} AND owner_id = %s", *values, owner)  # noqa: S608
    if mine is None:
        return []
    fields = [field for field in model._meta.concrete_fields if field.column]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    given = ", ".join(["%s"] * len(mine))
    falling = ", ".join(f"{name} DESC" for name in order.fields)
    listed = f"SELECT {columns} FROM {rows} AND ({key})"  # noqa: S608
    found = statements.rows(
        f"SELECT * FROM ({listed} < ({given}) ORDER BY {falling} LIMIT {NEIGHBOURS}) AS above"  # noqa: S608
        f" UNION ALL SELECT * FROM ({listed} >= ({given}) ORDER BY {key} LIMIT {NEIGHBOURS + 1}) AS below",
        *(*values, *mine) * 2,
    )
    shown = [
        model(**{field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)})
        for row in found
    ]
    players = Player.objects.in_bulk([row.owner_id for row in shown])
    for row in shown:
        row.owner = players[row.owner_id]
    return sorted(shown, key=order.key)
