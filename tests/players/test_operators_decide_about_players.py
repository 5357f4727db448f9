"""A new name, silence, the door: each is an event with a reason, whom it is about is told, and a rebuild agrees."""

from collections.abc import Iterator

import pytest
from django.test import Client

from replays.audit import audit
from replays.rebuild import rebuild
from solitaire.live.caretaker import ended_sessions
from solitaire.log import store
from solitaire.players import sanctions
from solitaire.players.absorb import absorb
from solitaire.players.leaving import leave
from solitaire.players.models import FormerName, Player, Sanction, Session
from solitaire.players.sessions import session_player
from solitaire.players.signals import session_ended
from tests.players.conftest import PASSWORD

DAY_MS = 86_400_000


@pytest.fixture
def operator(database) -> Player:
    return Player.objects.create_superuser("Olga", "queen-of-hearts")


@pytest.fixture
def operators_browser(operator: Player) -> Client:
    browser = Client()
    browser.force_login(operator)
    return browser


@pytest.fixture(autouse=True)
def a_rebuild_agrees(database) -> Iterator[None]:
    """Whatever a test has decided, the log says the same."""
    yield
    assert [str(finding) for finding in audit(lambda _count: None)] == []
    before = rows()
    rebuild(lambda _count: None)
    assert rows() == before


def rows() -> tuple[list, list]:
    names = ("pk", "name", "name_key", "is_active", "absorbed_by", "left_at")
    return list(Sanction.objects.order_by("pk").values()), list(Player.objects.order_by("pk").values(*names))


def decide(browser: Client, action: str, player: Player, reason: str = "insults", **more: str) -> str:
    typed = {"action": action, "_selected_action": [player.pk], "reason": reason, **more}
    return browser.post("/admin/players/player/", typed, follow=True).content.decode()


def kinds(player: Player) -> list[str]:
    return [event.kind for event in store.read(f"conduct:{player.pk}")]


def test_a_muted_player_is_told_why_and_for_how_long(account: Player, account_browser: Client, operators_browser):
    assert "Done for 1 player" in decide(operators_browser, "mute", account, days="7")
    mute = sanctions.mute_of(account.pk)
    assert mute is not None
    assert 6 * DAY_MS < mute.muted_until - sanctions.now_ms() <= 7 * DAY_MS
    page = account_browser.get("/account").content.decode()
    assert "You can write no comments until" in page
    assert "insults" in page
    decide(operators_browser, "unmute", account, "has promised")
    assert sanctions.mute_of(account.pk) is None
    assert "You can write comments again" in account_browser.get("/account").content.decode()
    assert kinds(account) == ["muted", "unmuted"]


def test_a_mute_ends_by_itself_or_never(account: Player, operator: Player, monkeypatch: pytest.MonkeyPatch):
    sanctions.mute(account.pk, "insults", operator.pk, days=1)
    now = sanctions.now_ms()
    monkeypatch.setattr(sanctions, "now_ms", lambda: now + DAY_MS + 1)
    assert sanctions.mute_of(account.pk) is None
    sanctions.mute(account.pk, "again", operator.pk)
    monkeypatch.setattr(sanctions, "now_ms", lambda: now + 4000 * DAY_MS)
    assert sanctions.mute_of(account.pk) is not None


def test_a_guest_stays_silent_in_the_account_that_absorbs_them(guest: Player, account: Player, operator: Player):
    sanctions.mute(guest.pk, "insults", operator.pk)
    absorb(guest, account)
    assert sanctions.mute_of(account.pk) is not None
    sanctions.unmute(guest.pk, "enough", operator.pk)
    assert kinds(account) == ["unmuted"]


def test_who_is_banned_gets_one_page_that_says_why(account: Player, account_browser: Client, operators_browser):
    decide(operators_browser, "ban", account, "a program plays for them")
    for answer in (account_browser.get("/"), account_browser.post("/play", {"code": "KL1-D1N-AAAAAAG"})):
        assert answer.status_code == 403
        assert "a program plays for them" in answer.content.decode()
    assert Player.objects.filter(is_guest=True).count() == 0
    assert account_browser.post("/logout").status_code == 302
    assert account_browser.get("/").status_code == 200


def test_who_is_banned_cannot_log_in_and_is_told_why(account: Player, operators_browser: Client):
    decide(operators_browser, "ban", account, "a program plays for them")
    browser = Client()
    right = browser.post("/login", {"username": "Ana", "password": PASSWORD}).content.decode()
    wrong = browser.post("/login", {"username": "Ana", "password": "nine-of-hearts"}).content.decode()
    assert "a program plays for them" in right
    assert "a program plays for them" not in wrong
    decide(operators_browser, "unban", account, "it was somebody else")
    assert browser.post("/login", {"username": "Ana", "password": PASSWORD}).status_code == 302
    assert "Your ban was lifted" in browser.get("/account").content.decode()


def test_a_ban_closes_the_sockets(account: Player, account_browser: Client, operator: Player):
    (key,) = Session.objects.filter(player=account).values_list("session_key", flat=True)
    ended = []

    def hear(session_key: str, **_: object) -> None:
        ended.append(session_key)

    session_ended.connect(hear)
    sanctions.ban(account.pk, "a program", operator.pk)
    session_ended.disconnect(hear)
    assert ended == [key]
    assert ended_sessions({key: account.pk}) == [key]
    assert not session_player({name: morsel.value for name, morsel in account_browser.cookies.items()}).ok


def test_a_name_is_taken_away_and_nobody_gets_it(account: Player, account_browser: Client, operators_browser):
    decide(operators_browser, "take_the_name", account, "somebody else is called so")
    account.refresh_from_db()
    assert account.name != "Ana"
    (event,) = store.read(f"conduct:{account.pk}")
    assert (event.kind, event.data) == ("renamed", {"reason": "somebody else is called so"})
    page = account_browser.get("/account").content.decode()
    assert "Your name was taken out of use" in page
    assert "somebody else is called so" in page
    for name in ("ana", "Аnа"):
        answer = account_browser.post("/account", {"name": name, "email": ""}).content.decode()
        assert "taken this name out of use" in answer
    assert account_browser.post("/account", {"name": "Anna", "email": ""}).status_code == 302


def test_who_had_the_name_can_still_log_in_by_it_and_is_told(account: Player, operator: Player):
    name = sanctions.rename(account.pk, "an insult", operator.pk)
    page = Client().post("/login", {"username": "ANA", "password": PASSWORD}, follow=True).content.decode()
    assert f"You are {name} now" in page
    assert FormerName.objects.get().player == account
    leave(account)
    assert not sanctions.is_taken_away("Ana")


def test_nothing_is_decided_without_a_reason(account: Player, operators_browser: Client):
    assert "write a reason" in decide(operators_browser, "ban", account, "  ")
    assert "Days are a number" in decide(operators_browser, "mute", account, days="0")
    with pytest.raises(ValueError, match="a reason has 1 to 500 characters"):
        sanctions.ban(account.pk, "x" * 501, "olga")
    with pytest.raises(ValueError, match="days"):
        sanctions.mute(account.pk, "insults", "olga", days=0)
    assert kinds(account) == []


def test_operators_do_not_ban_themselves(operator: Player, operators_browser: Client):
    assert "Done for 0 players" in decide(operators_browser, "ban", operator)
    assert operators_browser.get("/admin/").status_code == 200


def test_others_decide_nothing(account: Player, account_browser: Client, guest: Player):
    decide(account_browser, "ban", guest)
    assert kinds(guest) == []


def test_an_audit_names_who_is_banned_by_hand(account: Player, operator: Player):
    sanctions.ban(account.pk, "a program", operator.pk)
    Player.objects.filter(pk=account.pk).update(is_active=True)
    Sanction.objects.filter(pk=account.pk).update(ban_reason="because")
    found = [str(finding) for finding in audit(lambda _count: None)]
    assert found == [
        f"player {account.pk}: muted or banned otherwise than in the log",
        f"player {account.pk}: banned, and active",
    ]
    rebuild(lambda _count: None)
