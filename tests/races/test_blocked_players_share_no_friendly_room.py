"""Of two of whom one has blocked the other, neither takes a seat beside the other, but where it counts for ratings."""

import pytest
from django.test import Client

from solitaire.players import blocks
from solitaire.players.absorb import absorb
from solitaire.players.blocks import CannotBlock, are_apart, blocked_by
from solitaire.players.leaving import leave
from solitaire.players.models import Block, Player
from solitaire.races import commands, pairing
from solitaire.races.commands import InAnother
from solitaire.races.models import RaceRow
from solitaire.races.pairing import COMMON_WAY, bring_together, race_now
from solitaire.races.race import NotNow
from tests.races.people import account, browser_of, guest, guests, options, players

pytestmark = pytest.mark.usefixtures("database")


def block(player: str, other: str) -> None:
    blocks.block(player, Player.objects.get(pk=other))


@pytest.mark.parametrize("who_blocks", [0, 1])
def test_neither_takes_a_seat_in_a_room_of_the_other(who_blocks: int):
    ana, ben, cai = guests(3)
    block(*(ana, ben) if who_blocks == 0 else (ben, ana))
    room = commands.create(ana, options())
    with pytest.raises(NotNow, match="apart"):
        commands.join(room.id, ben)
    commands.join(room.id, cai)
    page = browser_of(ben).post(f"/race/{room.id}/join")
    assert (page.status_code, "one of you has blocked the other" in page.content.decode()) == (409, True)
    blocks.unblock(ana, ben)
    blocks.unblock(ben, ana)
    assert players(commands.join(room.id, ben)) == [ana, cai, ben]


def test_a_block_holds_for_whom_the_two_become():
    ana, ben = guest(), guest()
    anas, bens = account("Ana"), account("Ben")
    block(ana, ben)
    for one, other in ((ana, anas), (ben, bens)):
        absorb(Player.objects.get(pk=one), Player.objects.get(pk=other))
    assert are_apart([anas], [bens])
    assert [player.pk for player in blocked_by(anas)] == [bens]
    blocks.unblock(anas, bens)
    assert not are_apart([bens], [ana])


def test_two_guests_are_not_paired_and_others_find_them():
    ana, ben, cai, dora = guests(4)
    block(ana, ben)
    first, second = race_now(ana, COMMON_WAY), race_now(ben, COMMON_WAY)
    assert first.id != second.id
    assert race_now(cai, COMMON_WAY).id == first.id
    assert race_now(dora, COMMON_WAY).id == second.id


def test_they_are_not_brought_together_either():
    ana, ben, cai = guests(3)
    block(ben, ana)
    rooms = [race_now(ana, COMMON_WAY).id, race_now(ben, COMMON_WAY).id]
    for _ in range(3):
        bring_together()
    assert sorted(RaceRow.objects.filter(status="open").values_list("id", flat=True)) == sorted(rooms)
    blocks.unblock(ben, ana)
    block(cai, ana)
    bring_together()
    assert pairing.find(rooms[0]).seat_of([ben]) or commands.current(ana) == commands.current(ben)


def test_a_pairing_that_counts_knows_no_blocks():
    ana, ben = account("Ana"), account("Ben")
    block(ana, ben)
    assert race_now(ana, COMMON_WAY).id == race_now(ben, COMMON_WAY).id


def test_one_has_a_seat_in_one_room_all_the_same():
    ana, ben = guests(2)
    block(ana, ben)
    race_now(ana, COMMON_WAY)
    race_now(ben, COMMON_WAY)
    with pytest.raises(InAnother):
        commands.create(ben, options())


def test_nobody_blocks_themselves_nor_too_many(monkeypatch: pytest.MonkeyPatch):
    ana, ben, cai = guests(3)
    with pytest.raises(CannotBlock, match="yourself"):
        block(ana, ana)
    monkeypatch.setattr(blocks, "MOST", 1)
    block(ana, ben)
    block(ana, ben)
    with pytest.raises(CannotBlock, match="too-many"):
        block(ana, cai)
    assert Block.objects.count() == 1


def test_none_is_kept_of_who_has_left():
    ana, ben, cai = guests(3)
    for one, other in ((ana, ben), (ben, cai), (cai, ana)):
        block(one, other)
    leave(Player.objects.get(pk=ana))
    assert list(Block.objects.values_list("player", "blocked")) == [(ben, cai)]


def test_it_is_done_on_the_players_page_and_taken_back_on_ones_own():
    ana, ben = guests(2)
    browser = browser_of(ana)
    name = Player.objects.get(pk=ben).name
    assert f'action="/player/{ben}/block"' in browser.get(f"/player/{ben}").content.decode()
    page = browser.post(f"/player/{ben}/block", follow=True).content.decode()
    assert f"You have blocked {name}" in page
    assert f'action="/player/{ben}/unblock"' in page
    assert name in browser.get("/blocked").content.decode()
    assert browser.post(f"/player/{ben}/unblock", {"back": "list"}).url == "/blocked"
    assert "You have blocked nobody" in browser.get("/blocked").content.decode()
    assert f'action="/player/{ana}/block"' not in browser.get(f"/player/{ana}").content.decode()
    assert browser.post(f"/player/{ana}/block").status_code == 409


def test_strangers_are_sent_to_log_in():
    ben = guest()
    for address in (f"/player/{ben}/block", f"/player/{ben}/unblock"):
        assert Client().post(address).url == "/login"
        assert Client().get(address).status_code == 405
    assert Client().get("/blocked").url == "/login"
    assert browser_of(guest()).post("/player/nobody/block").status_code == 404
