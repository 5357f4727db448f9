"""Boards, audit and rebuild on PostgreSQL."""

import io

import pytest
from django.core.management import CommandError, call_command

from replays import boards, games
from replays.models import BoardRow
from solitaire.players import joining
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock, line
from tests.replays.test_rebuild_makes_the_same_rows import dump, rebuild

pytestmark = pytest.mark.postgresql


def test_boards_pages_audit_and_rebuild_agree(postgresql_database: str, clock: Clock) -> None:
    ana = Player.objects.create_account("Ana", "nine-of-spades")
    guests = [joining.new_guest() for _ in range(4)]
    for seconds, player in enumerate((ana, *guests), start=1):
        seed.win(player, WON, clock, 60 + (seconds + 1) // 2, seed.with_take_back(WON) if seconds == 3 else None)
    seed.move(seed.deal(ana, LOST), *line(LOST))
    absorb(guests[0], ana)

    lines = boards.read(WON, "fastest").lines
    assert [line.place for line in lines] == [1, 2, 2, 4]
    assert [line.row.owner_id for line in lines] == [ana.pk, guests[2].pk, guests[1].pk, guests[3].pk]
    first = boards.read(WON, "fastest", size=2)
    assert boards.read(WON, "fastest", first.next, size=2).lines == lines[2:]
    assert [line.row.owner_id for line in boards.around(WON, "score", guests[3].pk)][-1] == guests[3].pk
    newest = games.of_deal(WON, size=3)
    assert len(games.of_deal(WON, newest.next).rows) == 2

    before = dump()
    call_command("audit", stdout=io.StringIO(), stderr=io.StringIO())
    rebuild()
    assert dump() == before
    BoardRow.objects.update(ranked=1)
    with pytest.raises(CommandError):
        call_command("audit", stdout=io.StringIO(), stderr=io.StringIO())
