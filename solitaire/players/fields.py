"""The column of a player's name."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    Column = models.CharField[str, str]
else:
    Column = models.CharField


def former_name() -> str:
    """What somebody who has left is called, in the language of the moment."""
    return _("a former player")


class NameField(Column):
    """A name; read from the database, no name is that of a former player, wherever it is shown."""

    def from_db_value(self, value: str, expression: Any, connection: Any) -> str:
        """The name as it is shown."""
        return value or former_name()
