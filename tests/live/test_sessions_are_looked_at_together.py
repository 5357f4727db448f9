"""Which of many sessions have ended is found out with a query for many of them."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from solitaire.live import caretaker
from solitaire.live.caretaker import ended_sessions
from solitaire.players.joining import new_guest
from solitaire.players.models import Session


def session_of(player) -> str:
    browser = Client()
    browser.force_login(player)
    return browser.session.session_key


@pytest.fixture
def sessions(database: Path) -> dict[str, str | None]:
    players = [new_guest() for _ in range(3)]
    return {session_of(player): player.pk for player in players}


def test_those_that_stand_are_left_alone(sessions: dict[str, str | None]):
    assert ended_sessions(sessions) == []
    assert ended_sessions({}) == []


def test_gone_expired_or_somebody_elses_is_ended(sessions: dict[str, str | None]):
    gone, expired, changed = sessions
    Session.objects.filter(session_key=gone).delete()
    Session.objects.filter(session_key=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    sessions[changed] = "somebodyelse"
    assert ended_sessions(sessions) == [gone, expired, changed]


def test_a_session_nobody_has_logged_in_to_stands(database: Path):
    browser = Client()
    session = browser.session
    session.save()
    assert ended_sessions({session.session_key: None}) == []


def test_many_are_looked_at_at_a_time(sessions: dict[str, str | None], monkeypatch: pytest.MonkeyPatch):
    with CaptureQueriesContext(connection) as one:
        ended_sessions(sessions)
    monkeypatch.setattr(caretaker, "SESSIONS_AT_A_TIME", 2)
    with CaptureQueriesContext(connection) as two:
        assert ended_sessions(sessions) == []
    assert (len(one), len(two)) == (1, 2)
