from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from solitaire.log import milestones, store
from solitaire.players import absorb, joining
from solitaire.players.models import Player

from .conftest import PASSWORD


def everything() -> list[tuple]:
    return list(Player.objects.order_by("pk").values_list("pk", "absorbed_by", "is_active"))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database(request: pytest.FixtureRequest, database: Path) -> object:
    """Either of the databases the site runs on."""
    return database if request.param == "sqlite" else request.getfixturevalue("postgresql_database")


@pytest.fixture
def other_account(database: Path) -> Player:
    return Player.objects.create_account("Budi", PASSWORD)


def test_the_event_names_the_guest_and_nothing_else(account: Player, guest: Player):
    absorb.absorb(guest, account)
    event = store.read(f"player:{account.pk}")[-1]
    assert (event.kind, event.data, event.who) == ("absorbed", {"guest": guest.pk}, account.pk)


def test_the_account_plays_for_all_it_has_absorbed(account: Player, guest: Player):
    second = joining.new_guest()
    assert absorb.selves(account.pk) == (account.pk,)
    absorb.absorb(guest, account)
    absorb.absorb(second, account)
    assert set(absorb.selves(account.pk)) == {account.pk, guest.pk, second.pk}
    assert absorb.selves(account.pk)[0] == account.pk


def test_absorbing_twice_is_absorbing_once(account: Player, guest: Player, kinds_of):
    absorb.absorb(guest, account)
    absorb.absorb(guest, account)
    assert kinds_of(account) == ["joined", "absorbed"]


def test_an_account_is_never_absorbed(account: Player, other_account: Player, kinds_of):
    with pytest.raises(absorb.NotAbsorbed):
        absorb.absorb(other_account, account)
    with pytest.raises(absorb.NotAbsorbed):
        absorb.absorb(account, account)
    assert kinds_of(account) == ["joined"]
    other_account.refresh_from_db()
    assert other_account.is_active


def test_a_guest_absorbs_nobody(guest: Player, kinds_of):
    other = joining.new_guest()
    with pytest.raises(absorb.NotAbsorbed):
        absorb.absorb(other, guest)
    assert kinds_of(guest) == ["joined"]


def test_a_guest_belongs_to_the_first_account_alone(account: Player, other_account: Player, guest: Player, kinds_of):
    absorb.absorb(guest, account)
    with pytest.raises(absorb.NotAbsorbed):
        absorb.absorb(guest, other_account)
    assert kinds_of(other_account) == ["joined"]


def in_threads(*calls):
    def run(call):
        try:
            return call()
        except absorb.NotAbsorbed as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [waiting.result() for waiting in [pool.submit(run, call) for call in calls]]


def test_one_guest_wanted_eight_times_at_once_is_absorbed_once(account: Player, guest: Player, kinds_of):
    outcomes = in_threads(*[lambda: absorb.absorb(guest, account)] * 8)
    assert outcomes == [None] * 8
    assert kinds_of(account) == ["joined", "absorbed"]


def test_of_two_accounts_that_want_one_guest_at_once_one_gets_it(account: Player, other_account: Player, guest: Player):
    outcomes = in_threads(lambda: absorb.absorb(guest, account), lambda: absorb.absorb(guest, other_account))
    assert sorted(outcome is None for outcome in outcomes) == [False, True]
    assert list(absorb.differences()) == []


def test_eight_guests_at_once_are_all_absorbed(account: Player, kinds_of):
    guests = [joining.new_guest() for _ in range(8)]
    in_threads(*[lambda guest=guest: absorb.absorb(guest, account) for guest in guests])
    assert kinds_of(account) == ["joined"] + ["absorbed"] * 8
    assert Player.objects.filter(absorbed_by=account).count() == 8


def test_the_milestone_tells_listeners_who_became_whom(account: Player, guest: Player):
    told = []
    milestones.listen(absorb.ABSORBED, lambda pair, events: told.append((pair, [event.kind for event in events])))
    absorb.absorb(guest, account)
    assert told == [({"player": account.pk, "guest": guest.pk}, ["absorbed"])]


def test_rebuilding_from_the_log_gives_the_same_rows(account: Player, other_account: Player, guest: Player):
    absorb.absorb(guest, account)
    absorb.absorb(joining.new_guest(), other_account)
    joining.new_guest()
    before = everything()
    absorb.rebuild()
    assert everything() == before


def test_rebuilding_mends_what_is_wrong_and_the_audit_names_it(account: Player, other_account: Player, guest: Player):
    absorb.absorb(guest, account)
    before = everything()
    stray = joining.new_guest()
    Player.objects.filter(pk=guest.pk).update(absorbed_by=None, is_active=True)
    Player.objects.filter(pk=stray.pk).update(absorbed_by=other_account, is_active=False)
    found = list(absorb.differences())
    assert len(found) == 2
    assert any(guest.pk in line for line in found)
    assert any(stray.pk in line for line in found)
    absorb.rebuild()
    assert list(absorb.differences()) == []
    assert [row for row in everything() if row[0] != stray.pk] == before


def test_a_sound_database_has_no_differences(account: Player, guest: Player):
    absorb.absorb(guest, account)
    assert list(absorb.differences()) == []
