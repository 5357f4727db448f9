"""Deleting an account, or a guest: what goes, what stays, and that nothing leads from the one to the other."""

import json
from pathlib import Path

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.test import Client

from replays.models import Game
from solitaire.log import store
from solitaire.players import absorb, following, joining, leaving
from solitaire.players.models import Follow, Player, Session
from solitaire.races import commands
from solitaire.races.admission import admit
from solitaire.races.live_race import LiveRace, Viewer
from solitaire.races.race import Options
from solitaire.races.showing import people_of
from solitaire.rules.deals import Deal
from tests.replays import seed
from tests.replays.seed import WON

from .conftest import PASSWORD

SURE = {"password": PASSWORD, "sure": "on"}


@pytest.fixture
def budi(database: Path) -> Player:
    return Player.objects.create_account("Budi", PASSWORD)


def column(player: Player, *names: str) -> tuple:
    """Columns of a player as the database has them."""
    return Player.objects.filter(pk=player.pk).values_list(*names).get()


def test_an_account_is_deleted_from_end_to_end(account: Player, account_browser: Client, budi: Player, guest: Player):
    absorb.absorb(guest, account)
    game = seed.deal(account, WON)
    seed.move(game, *seed.line(WON))
    following.follow(account, budi)
    following.follow(budi, account)
    elsewhere = Client()
    elsewhere.force_login(account)
    assert "is free at once" in account_browser.get("/account/delete").text
    answer = account_browser.post("/account/delete", SURE, follow=True)
    assert "You have left" in answer.text
    assert "Log in" in answer.text
    for browser in (account_browser, elsewhere):
        assert browser.get("/account").status_code == 302
    assert not Session.objects.filter(player=account).exists()
    assert not Follow.objects.exists()
    for gone in (account, guest):
        gone.refresh_from_db()
        assert (gone.email, gone.preferences, gone.privacy, gone.last_login) == ("", {}, {}, None)
        assert gone.name == "a former player"
        assert not gone.is_active
        assert not gone.has_usable_password()
    dump = json.dumps([list(map(str, row)) for row in Player.objects.values_list()])
    assert "Ana" not in dump
    assert "ana@" not in dump
    event = store.read(f"player:{account.pk}")[-1]
    assert (event.kind, event.data) == ("left", {})
    for page in (f"/deal/{WON}", f"/replay/{game}", f"/replay/{game}.kgr", f"/api/games/{game}"):
        text = Client().get(page).text
        assert "a former player" in text, page
        assert "Ana" not in text, page
    page = Client().get(f"/player/{account.pk}").text
    assert "A former player" in page
    assert game not in page
    shown = Client().get(f"/api/players/{account.pk}").json()
    assert shown["player"] == {"id": account.pk, "name": "a former player", "guest": False}
    assert shown["former"]
    assert (shown["games"], shown["latest_wins"], shown["figures"], shown["follows"]) == ([], [], None, None)


def test_a_race_shows_a_former_player(account: Player, budi: Player):
    race = commands.create(account.pk, Options("KL", 1, "N", 2), Deal.parse("KL1-D1N-AAAAAAG"))
    commands.join(race.id, budi.pk)
    leaving.leave(account)
    seats = Client().get(f"/api/races/{race.id}").json()["seats"]
    assert [(seat["name"], seat["mark"]) for seat in seats] == [("a former player", "former"), ("Budi", "account")]
    assert "Ana" not in Client().get(f"/race/{race.id}").text


def test_who_comes_to_a_race_that_others_follow_is_told_no_old_name(account: Player, budi: Player):
    race = commands.create(account.pk, Options("KL", 1, "N", 2), Deal.parse("KL1-D1N-AAAAAAG"))
    commands.join(race.id, budi.pk)
    race = commands.find(race.id)
    followed = LiveRace(race, people_of([race]))
    stranger = Viewer(None, (), None)
    assert "Ana" in followed.shown_to(stranger)
    leaving.leave(account)
    followed.meet(admit(race.id, {}, "network", followed.race).people)
    shown = followed.shown_to(stranger)
    assert "Ana" not in shown
    assert "a former player" in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"password": "wrong", "sure": "on"}, "That is not your password"),
        ({"password": PASSWORD}, "what is deleted cannot be brought back"),
        ({"sure": "on"}, "This field is required"),
    ],
)
def test_nothing_is_deleted_without_the_password_and_a_tick(
    account: Player, account_browser: Client, typed: dict[str, str], said: str
):
    assert said in account_browser.post("/account/delete", typed).text
    account.refresh_from_db()
    assert (account.name, account.left_at) == ("Ana", None)


def test_passwords_are_tried_as_seldom_as_at_the_door(account_browser: Client):
    for _ in range(10):
        account_browser.post("/account/delete", {"password": "wrong", "sure": "on"})
    assert account_browser.post("/account/delete", SURE).status_code == 429


def test_a_guest_leaves_with_a_tick_alone(guest: Player, guest_browser: Client):
    page = guest_browser.get("/account/delete").text
    assert 'type="password"' not in page
    assert "You have left" in guest_browser.post("/account/delete", {"sure": "on"}, follow=True).text
    guest.refresh_from_db()
    assert guest.left_at is not None
    assert guest.name == "a former player"


def test_a_stranger_has_nothing_to_delete(database: Path):
    assert Client().get("/account/delete")["Location"].startswith("/login")
    assert Client().post("/account/delete", SURE)["Location"].startswith("/login")


def test_nobody_leaves_twice_logs_in_again_or_takes_guests_along(account: Player, guest: Player):
    leaving.leave(account)
    leaving.leave(account)
    assert len([event for event in store.read(f"player:{account.pk}") if event.kind == "left"]) == 1
    with pytest.raises(absorb.NotAbsorbed):
        absorb.absorb(guest, account)
    assert not Client().login(username="Ana", password=PASSWORD)


def test_the_name_is_free_for_another_at_once(account: Player):
    leaving.leave(account)
    another = Player.objects.create_account("Ana", PASSWORD)
    assert another.pk != account.pk
    leaving.leave(another)
    assert {column(gone, "name")[0] for gone in (account, another)} == {"a former player"}


def test_nobody_is_called_a_former_player(database: Path):
    typed = {"name": "A Former Player", "password1": "nine-of-spades", "password2": "nine-of-spades"}
    assert "would be taken for the site itself" in Client().post("/signup", typed).text


def test_a_former_player_is_named_in_the_language_of_the_page(account: Player, settings, monkeypatch):
    leaving.leave(account)
    monkeypatch.setattr("solitaire.players.fields._", lambda text: "bijušais")
    assert column(account, "name") == ("bijušais",)


def test_what_operators_did_names_them_no_more(account: Player, budi: Player):
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=budi, content_type=kind, object_id=account.pk, object_repr="Ana", action_flag=CHANGE, change_message="[]"
    )
    leaving.leave(account)
    assert LogEntry.objects.get().object_repr == ""


def test_a_rebuild_forgets_who_a_backup_remembers(account: Player, guest: Player):
    absorb.absorb(guest, account)
    leaving.leave(account)
    left_at = column(account, "left_at")
    call_command("audit", verbosity=0)
    remembered = {"email": "ana@example.com", "is_active": True, "left_at": None}
    Player.objects.filter(pk=account.pk).update(name="Ana", name_key="ana", name_look="ana", **remembered)
    Player.objects.filter(pk=guest.pk).update(name="Merry Duke", name_key="m", name_look="m")
    assert any("left at None" in text for text in leaving.differences())
    call_command("rebuild", verbosity=0)
    assert column(account, "left_at", "email", "is_active") == (*left_at, "", False)
    assert column(account, "name") == column(guest, "name") == ("a former player",)
    assert list(leaving.differences()) == []


def test_who_has_left_can_be_neither_followed_nor_compared(account: Player, budi: Player):
    leaving.leave(account)
    browser = Client()
    browser.force_login(budi)
    browser.post(f"/player/{account.pk}/follow")
    assert not Follow.objects.exists()
    assert "Nobody here has that name." in browser.get(f"/compare-players?one={account.pk}&other=Budi").text
    assert Game.objects.count() == 0
    assert joining.new_guest()
