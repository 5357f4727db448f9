"""The real settings on a database in which every commit takes 200 ms longer, for a server started by tests."""

import time

from django.db.backends.base.base import BaseDatabaseWrapper

from solitaire.settings import *  # noqa: F403

COMMIT_S = 0.2

_commit = BaseDatabaseWrapper._commit


def _slow_commit(connection: BaseDatabaseWrapper) -> None:
    time.sleep(COMMIT_S)
    _commit(connection)


BaseDatabaseWrapper._commit = _slow_commit  # type: ignore[method-assign]
