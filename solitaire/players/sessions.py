"""Sessions that know their player, and whom a socket's cookie speaks for."""

import re
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.db import transaction
from django.db.models.signals import post_delete
from django.http import HttpRequest

from solitaire.players.models import Session
from solitaire.players.signals import session_ended

KEY = re.compile(f"[{VALID_KEY_CHARS}]{{8,40}}")


class SessionStore(DatabaseSessionStore):
    """Django's sessions in the database, with the player's id in a column of its own (`SESSION_ENGINE`)."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether a key could be one of Django's; what could not is no session, and is never looked up."""
        return key is not None and KEY.fullmatch(key) is not None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """The model of the rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row of a session with `data`, which says who is logged in."""
        session = cast(Session, super().create_model_instance(data))
        session.player_id = data.get(SESSION_KEY)
        return session


class Held(NamedTuple):
    """What a browser's cookies say: whose session it is, its key, and whether it is one at all."""

    player_id: str | None
    session_key: str | None
    ok: bool


def session_player(cookies: dict[str, str]) -> Held:
    """Who speaks through a socket opened with `cookies`.

    Nobody without a session, or with one nobody logged in to; not `ok` where the cookie is forged, expired or ended.
    """
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return Held(None, None, ok=True)
    request = HttpRequest()
    request.session = SessionStore(key)
    claimed = request.session.get(SESSION_KEY)
    if request.session.session_key is None:
        return Held(None, None, ok=False)
    if claimed is None:
        return Held(None, key, ok=True)
    player = get_user(request)
    return Held(player.pk, key, ok=True) if player.is_authenticated else Held(None, None, ok=False)


def listen() -> None:
    """Announce every session that goes, however it goes."""
    post_delete.connect(_announce, sender=Session, dispatch_uid="players.session_ended")


def _announce(instance: Session, using: str, **_: object) -> None:
    key = instance.session_key
    # The thread may be the log's writer: what a receiver does wrong must not look like a failed append.
    transaction.on_commit(lambda: session_ended.send_robust(sender=Session, session_key=key), using=using)
