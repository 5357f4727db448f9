from pathlib import Path

import pytest
from django.test import Client

from solitaire.log import writer
from solitaire.players import absorb, following, throttle
from solitaire.players.models import Follow, Player

from .conftest import PASSWORD


@pytest.fixture
def budi(database: Path) -> Player:
    return Player.objects.create_account("Budi", PASSWORD)


def pairs() -> set[tuple[str, str]]:
    return set(Follow.objects.values_list("follower", "followed"))


def test_an_account_follows_a_player_and_stops(account: Player, account_browser: Client, budi: Player):
    answer = account_browser.post(f"/player/{budi.pk}/follow")
    assert (answer.status_code, answer["Location"]) == (303, f"/player/{budi.pk}")
    account_browser.post(f"/player/{budi.pk}/follow")
    assert pairs() == {(account.pk, budi.pk)}
    assert following.followed_by(account.pk) == [budi.pk]
    account_browser.post(f"/player/{budi.pk}/unfollow")
    account_browser.post(f"/player/{budi.pk}/unfollow")
    assert not pairs()


def test_looking_follows_nobody(account_browser: Client, budi: Player):
    assert account_browser.get(f"/player/{budi.pk}/follow").status_code == 405
    assert not pairs()


def test_guests_and_strangers_are_sent_to_get_an_account(guest_browser: Client, budi: Player):
    assert guest_browser.post(f"/player/{budi.pk}/follow")["Location"] == "/signup"
    assert Client().post(f"/player/{budi.pk}/follow")["Location"] == "/login"
    assert not pairs()


def test_nobody_follows_themselves_or_who_is_not_there(account: Player, account_browser: Client):
    answer = account_browser.post(f"/player/{account.pk}/follow", follow=True)
    assert "You cannot follow this player." in answer.content.decode()
    assert account_browser.post("/player/222222222222/follow").status_code == 404
    assert not pairs()


def test_nobody_follows_more_than_so_many(
    account: Player, budi: Player, guest: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(following, "MOST", 1)
    following.follow(account, budi)
    with pytest.raises(following.TooManyFollowed):
        following.follow(account, guest)
    following.follow(account, budi)
    assert pairs() == {(account.pk, budi.pk)}


def test_following_too_often_is_answered_with_when_to_try_again(account_browser: Client, budi: Player, settings):
    settings.PLAYERS = {**settings.PLAYERS, "follows": {"per_s": 1 / 60, "burst": 1}}
    throttle.limits.forget()
    assert account_browser.post(f"/player/{budi.pk}/follow").status_code == 303
    assert account_browser.post(f"/player/{budi.pk}/unfollow").status_code == 429


def test_a_form_of_another_site_follows_nobody(account: Player, budi: Player):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account)
    assert browser.post(f"/player/{budi.pk}/follow").status_code == 403
    assert not pairs()


def test_who_followed_a_guest_follows_the_account_that_absorbs_them(
    account: Player, guest: Player, budi: Player, monkeypatch: pytest.MonkeyPatch
):
    cara = Player.objects.create_account("Cara", PASSWORD)
    for at, (follower, followed) in enumerate([(budi, guest), (budi, account), (cara, guest), (account, guest)]):
        monkeypatch.setattr(writer, "now", lambda at=at: 1000 + at)
        following.follow(follower, followed)
    absorb.absorb(guest, account)
    assert pairs() == {(budi.pk, account.pk), (cara.pk, account.pk)}
    assert Follow.objects.get(follower=budi, followed=account).since == 1000
    guest = Player.objects.get(pk=guest.pk)
    following.follow(Player.objects.create_account("Dewi", PASSWORD), guest)
    assert Follow.objects.filter(followed=account).count() == 3
