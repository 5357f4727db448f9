"""`manage.py rebuild` throws away what is derived and makes it again, to the same bytes."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from replays import boards
from replays.models import (
    BoardRow,
    DealCount,
    DeckWin,
    Game,
    PlaceCount,
    PlayerDeal,
    PlayerWay,
    Result,
    WinStreak,
    WinTally,
)
from solitaire.live import new_game
from solitaire.live.models import OpenGame
from solitaire.live.table import Origin
from solitaire.players import joining
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import seed, tamper
from tests.replays.seed import LOST, WON, WON_ONE, WON_STANDARD, WON_THOUGHTFUL, Clock, line

DERIVED = (Game, Result, BoardRow, DealCount, PlayerWay, PlayerDeal, DeckWin, WinTally, WinStreak, PlaceCount, OpenGame)


@pytest.fixture
def played(ana: Player, ben: Player, clock: Clock) -> None:
    """Some of everything: wins with ties, take-backs and hints, losses undone and closed, an absorbed guest."""
    guest = joining.new_guest()
    for player in (ana, ben, guest):
        seed.win(player, WON, clock, 60)
        seed.win(player, WON, clock, 60, seed.with_take_back(WON))
        seed.win(player, WON_STANDARD, clock, 30, ("h", *line(WON_STANDARD)))
    seed.win(guest, WON.replace("D3N", "D3S"), clock, 60, line(WON))
    lost = seed.deal(ben, LOST)
    seed.move(lost, *line(LOST))
    clock.ms += 5000
    seed.move(lost, "u", "y")
    closed = seed.deal(ana, LOST)
    seed.move(closed, *line(LOST), "u", "y")
    clock.ms += 5000
    seed.close(closed)
    seed.move(seed.deal(ana, WON_ONE), *line(WON_ONE)[:10])
    seed.close(seed.deal(guest, WON_ONE))
    rehearsed = seed.win(ben, WON_THOUGHTFUL, clock, 60)
    for owner in (guest, ana):
        tried = new_game.play_on(owner.pk, Origin(rehearsed, 11))
        clock.ms += 5000
        seed.move(tried, *line(WON_THOUGHTFUL)[10:])
    seed.win(ana, WON_THOUGHTFUL, clock, 60)
    absorb(guest, ana)


def dump() -> dict[str, list[tuple]]:
    """Every derived row, column by column, as the database has it."""
    tables = {}
    for model in DERIVED:
        columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields if field.column)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns} FROM {model._meta.db_table} ORDER BY {columns}")
            tables[model.__name__] = cursor.fetchall()
    tables["absorbed"] = list(Player.objects.order_by("pk").values_list("pk", "absorbed_by", "is_active"))
    return tables


def rebuild() -> str:
    out = io.StringIO()
    call_command("rebuild", stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_rebuild_of_a_sound_database_changes_no_byte(played: None) -> None:
    before = dump()
    assert all(before.values())
    assert rebuild() == "Everything that is derived was made anew.\n"
    assert dump() == before


def test_counted_places_are_made_anew(played: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "COUNTED_FROM", 3)
    rebuild()
    counted = dump()
    assert {count.board.split()[0] for count in PlaceCount.objects.all()} >= {WON, "ever", "streaks"}
    PlaceCount.objects.all().delete()
    rebuild()
    assert dump() == counted


def test_whatever_is_wrong_or_missing_is_right_again(played: None, ben: Player) -> None:
    before = dump()
    BoardRow.objects.filter(board="moves").delete()
    BoardRow.objects.update(ranked=7)
    Result.objects.update(score=7, owner=ben)
    Game.objects.update(first=True)
    DealCount.objects.update(attempts=7)
    DealCount.objects.create(code="KL1-D1N-AAAAAAA")
    DeckWin.objects.all().delete()
    WinTally.objects.update(ranked=-7)
    WinStreak.objects.update(ranked=-7)
    PlaceCount.objects.update(number=7)
    OpenGame.objects.all().delete()
    Player.objects.exclude(absorbed_by=None).update(absorbed_by=ben.pk)
    rebuild()
    assert dump() == before


def test_rows_that_the_log_knows_nothing_of_are_gone(played: None) -> None:
    before = dump()
    game = Game.objects.filter(result__outcome="won").first()
    game.pk = "nevernever22"
    game.save(force_insert=True)
    OpenGame.objects.create(stream="game:nevernever22", lost=False)
    rebuild()
    assert dump() == before


def test_it_works_batch_by_batch(played: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from replays import rebuild as rebuilding
    from replays import refold

    monkeypatch.setattr(refold, "BATCH", 2)
    monkeypatch.setattr(rebuilding, "BATCH", 2)
    before = dump()
    rebuild()
    assert dump() == before


def test_it_refuses_where_the_log_is_not_sound_and_changes_nothing(played: None, database: Path) -> None:
    stream = f"game:{Game.objects.filter(result__outcome='won').first().pk}"
    with tamper.opened(database) as bare:
        bare.execute("UPDATE log_event SET data = '\"d\"' WHERE stream = ? AND version = 5", (stream,))
    Result.objects.update(score=7)
    before = dump()
    out = io.StringIO()
    with pytest.raises(CommandError, match="nothing was changed"):
        call_command("rebuild", stdout=out, stderr=io.StringIO())
    assert stream in out.getvalue()
    assert dump() == before


def test_an_audit_agrees_with_it(played: None) -> None:
    Result.objects.all().delete()
    rebuild()
    out = io.StringIO()
    call_command("audit", stdout=out, stderr=io.StringIO())
    assert out.getvalue() == "Everything agrees with the log.\n"
