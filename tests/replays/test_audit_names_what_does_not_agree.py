"""`manage.py audit` refolds everything and names each stream, player or deal that does not agree."""

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from replays import boards
from replays.models import BoardRow, DealCount, DeckWin, Game, PlaceCount, Result, WinStreak, WinTally
from solitaire.live.models import OpenGame
from solitaire.log import writer
from solitaire.log.event import Append, NewEvent
from solitaire.players import joining
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import seed, tamper
from tests.replays.seed import LOST, WON, WON_ONE, Clock, line


@pytest.fixture
def won(ana: Player, clock: Clock) -> str:
    """A won game, in a database with some of everything."""
    guest = joining.new_guest()
    seed.win(guest, WON, clock, 90, seed.with_take_back(WON))
    won = seed.win(ana, WON, clock, 60)
    seed.move(seed.deal(ana, WON_ONE), *line(WON_ONE)[:20], "x")
    seed.move(seed.deal(guest, LOST), *line(LOST))
    seed.move(seed.deal(ana, WON_ONE), *line(WON_ONE)[:10])
    absorb(guest, ana)
    return won


def audit() -> list[str]:
    """What the audit finds, a line each."""
    out = io.StringIO()
    try:
        call_command("audit", stdout=out, stderr=io.StringIO())
    except CommandError:
        return out.getvalue().splitlines()
    assert out.getvalue() == "Everything agrees with the log.\n"
    return []


def test_a_sound_database_has_nothing_to_name(won: str) -> None:
    assert audit() == []


def test_progress_is_shown_on_standard_error(won: str) -> None:
    errors = io.StringIO()
    call_command("audit", stdout=io.StringIO(), stderr=errors)
    assert "streams: 0 of 7" in errors.getvalue()
    assert "streams: 7 of 7" in errors.getvalue()


def test_findings_end_it_with_status_1(won: str) -> None:
    Result.objects.filter(pk=won).update(score=1)
    with pytest.raises(CommandError) as error:
        call_command("audit", stdout=io.StringIO(), stderr=io.StringIO())
    assert error.value.returncode == 1


def test_a_changed_event_is_named(won: str, database: Path) -> None:
    with tamper.opened(database) as connection:
        connection.execute("UPDATE log_event SET data = '\"x\"' WHERE stream = ? AND version = 40", (f"game:{won}",))
    assert all(finding.startswith(f"game:{won}: ") for finding in audit())
    assert any("40" in finding for finding in audit())


@pytest.mark.parametrize("data", ["'w3'", "CAST(x'ff' AS TEXT)"], ids=["no JSON", "no text"])
def test_an_event_that_cannot_be_read_is_named(won: str, database: Path, data: str) -> None:
    with tamper.opened(database) as connection:
        connection.execute(f"UPDATE log_event SET data = {data} WHERE stream = ? AND version = 40", (f"game:{won}",))
    assert any(finding.startswith(f"game:{won}: ") for finding in audit())


def test_an_event_of_a_player_that_cannot_be_read_is_named(won: str, ana: Player, database: Path) -> None:
    with tamper.opened(database) as connection:
        connection.execute("UPDATE log_event SET data = '{' WHERE stream = ? AND version = 2", (f"player:{ana.pk}",))
    assert any(finding.startswith(f"player:{ana.pk}: the data of version 2 is no JSON") for finding in audit())


def test_a_cut_at_the_end_is_named(won: str, database: Path) -> None:
    with tamper.opened(database) as connection:
        connection.execute("DELETE FROM log_event WHERE stream = ? AND version = 91", (f"game:{won}",))
    findings = audit()
    assert findings
    assert all(finding.startswith(f"game:{won}: ") for finding in findings)


def test_a_cut_in_the_middle_is_named(won: str, database: Path) -> None:
    with tamper.opened(database) as connection:
        connection.execute("DELETE FROM log_event WHERE stream = ? AND version = 30", (f"game:{won}",))
    assert {finding.partition(": ")[0] for finding in audit()} == {f"game:{won}"}


def test_a_stream_taken_out_whole_is_named(won: str, database: Path) -> None:
    with tamper.opened(database) as connection:
        connection.execute("DELETE FROM log_event WHERE stream = ?", (f"game:{won}",))
        connection.execute("DELETE FROM log_head WHERE stream = ?", (f"game:{won}",))
    assert f"game:{won}: has a row, and is not in the log" in audit()


def test_a_well_chained_stream_against_the_rules_is_named(won: str, database: Path) -> None:
    with tamper.opened(database) as connection:
        connection.execute("UPDATE log_event SET data = '\"11\"' WHERE stream = ? AND version = 2", (f"game:{won}",))
        tamper.chain_again(connection, f"game:{won}")
    assert audit() == [
        f"game:{won}: version 2: same-pile",
    ]


@pytest.mark.parametrize(
    ("kind", "data"), [("dealt", {}), ("dealt", {"code": "KL1", "rules": 1}), ("dealt", 7), ("shuffled", {})]
)
def test_a_stream_that_is_no_game_is_named(won: str, kind: str, data: object) -> None:
    writer.current().submit(Append("game:nogame", 0, (NewEvent(kind, data),))).result()
    (finding,) = audit()
    assert finding.startswith("game:nogame: version 1: ")


def test_a_stream_of_no_known_kind_is_named(won: str) -> None:
    writer.current().submit(Append("fortune:1", 0, (NewEvent("told", {}),))).result()
    assert audit() == ["fortune:1: is no stream of a game, a race, a day, a player, ratings, a review or conduct"]


def test_a_player_with_an_event_that_is_none_of_theirs_is_named(ana: Player) -> None:
    writer.current().submit(Append(f"player:{ana.pk}", 1, (NewEvent("knighted", {}),))).result()
    assert audit() == [f"player:{ana.pk}: version 2: a player has no event of the kind 'knighted' there"]


def test_a_wrong_result_is_named_with_both_values(won: str) -> None:
    Result.objects.filter(pk=won).update(score=900, hinted=True)
    assert f"game:{won}: result: score is 900, and 570 by the log; hinted is True, and False by the log" in audit()


def test_a_missing_result_is_named(won: str) -> None:
    Result.objects.filter(pk=won).delete()
    assert f"game:{won}: has no row among the results" in audit()


def test_a_result_of_a_game_that_goes_on_is_named(won: str) -> None:
    going_on = Game.objects.filter(result=None).get()
    Result.objects.create(
        game=going_on, owner=going_on.owner, code=going_on.code, outcome="won", ended_at=1, time_ms=1, moves=1, score=1,
        home=52, take_back=False, hinted=False,
    )  # fmt: skip
    assert f"game:{going_on.pk}: has a result, and has not ended, or is hidden" in audit()


def test_a_wrong_and_a_missing_game_are_named(won: str, ben: Player) -> None:
    Game.objects.filter(pk=won).update(owner=ben)
    assert any(finding.startswith(f"game:{won}: game: owner_id is '{ben.pk}'") for finding in audit())
    BoardRow.objects.filter(game=won).delete()
    Game.objects.filter(pk=won).delete()
    assert f"game:{won}: has no row among the games" in audit()


def test_a_game_that_was_never_dealt_is_named(won: str) -> None:
    game = Game.objects.get(pk=won)
    game.pk = "nevernever22"
    game.save(force_insert=True)
    assert "game:nevernever22: has a row, and is not in the log" in audit()


def test_a_wrong_mark_of_a_first_attempt_is_named(won: str) -> None:
    first, later = Game.objects.filter(code=WON).order_by("dealt_at")
    Game.objects.filter(pk=first.pk).update(first=False)
    Game.objects.filter(pk=later.pk).update(first=True)
    assert f"game:{first.pk}: is the first attempt at its deck, and not marked as such" in audit()
    assert f"game:{later.pk}: is no first attempt at its deck, and marked as such" in audit()


def test_a_wrong_a_missing_and_an_extra_row_of_a_board_are_named(won: str, ben: Player) -> None:
    BoardRow.objects.filter(board="fastest", game=won).update(ranked=1)
    BoardRow.objects.filter(board="moves", game=won).delete()
    extra = BoardRow.objects.get(board="score", best=True)
    extra.pk = (WON, "score", ben.pk, won)
    extra.save(force_insert=True)
    findings = audit()
    assert f"game:{won}: board row: ranked is 1, and 60000 by the log" in findings
    assert f"game:{won}: has no row among the board rows" in findings
    assert f"game:{won}: stands on the board 'score' of {WON}, where {ben.pk} has no game" in findings
    assert len(findings) == 3


def test_wrong_missing_and_extra_decks_won_are_named(won: str, ana: Player, ben: Player) -> None:
    first = DeckWin.objects.get()
    DeckWin.objects.update(game=won, ended_at=first.ended_at + 60_000)
    assert f"game:{first.game_id}: deck win: game_id is '{won}', and '{first.game_id}' by the log; " in audit()[0]
    first.pk = (ben.pk, first.deck_key)
    first.save(force_insert=True)
    assert f"game:{first.game_id}: counts as a deck that {ben.pk} has won, and does not count" in audit()
    DeckWin.objects.all().delete()
    assert f"game:{first.game_id}: has no row among the deck wins" in audit()


def test_wrong_tallies_and_streaks_are_named(won: str, ana: Player, ben: Player) -> None:
    WinTally.objects.filter(period="ever").update(ranked=-7)
    WinStreak.objects.update(run=7)
    WinTally.objects.create(period="2020-01", owner=ben, ranked=-1, reached_at=1)
    WinStreak.objects.create(owner=ben, ranked=-1, until=1, run=1, run_until=1)
    findings = audit()
    assert f"player:{ana.pk}: win tally: ranked is -7, and -1 by the log" in findings
    assert f"player:{ana.pk}: win streak: run is 7, and 1 by the log" in findings
    assert f"player:{ben.pk}: has won decks in 2020-01, and has not by the log" in findings
    assert f"player:{ben.pk}: has won decks on some days, and has not by the log" in findings


def test_wrong_counts_of_places_are_named(won: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PlaceCount.objects.filter(board="ever").update(number=7)
    PlaceCount.objects.create(board="ever", bucket=-9, number=1)
    assert audit() == [
        "board ever: place count: number is 7, and 1 by the log",
        "board ever: has 1 in the bucket -9, where there are none",
    ]
    monkeypatch.setattr(boards, "COUNTED_FROM", 2)
    assert f"board {WON} fastest: has no row among the place counts" in audit()


def test_wrong_counts_are_named(won: str) -> None:
    DealCount.objects.filter(code=WON).update(wins=9)
    DealCount.objects.filter(code=WON_ONE).delete()
    DealCount.objects.create(code="KL1-D1N-AAAAAAA", attempts=1)
    assert audit() == [
        f"deal {WON_ONE}: has no row among the deal counts",
        f"deal {WON}: deal count: wins is 9, and 2 by the log",
        "deal KL1-D1N-AAAAAAA: is counted, and has not been played",
    ]


def test_a_wrong_list_of_open_games_is_named(won: str) -> None:
    lost = OpenGame.objects.get(lost=True)
    OpenGame.objects.filter(pk=lost.pk).update(lost=False)
    OpenGame.objects.exclude(pk=lost.pk).delete()
    OpenGame.objects.create(stream=f"game:{won}", lost=False)
    going_on = Game.objects.filter(result=None).get()
    assert set(audit()) == {
        f"{lost.pk}: open game: lost is False, and True by the log",
        f"game:{going_on.pk}: has no row among the open games",
        f"game:{won}: is listed as open, and is over",
    }


def test_a_guest_absorbed_by_nobody_is_named(won: str) -> None:
    guest = Player.objects.exclude(absorbed_by=None).get()
    Player.objects.filter(pk=guest.pk).update(absorbed_by=None)
    assert any(guest.pk in finding for finding in audit())


def test_games_played_while_it_runs_are_no_finding(won: str, ana: Player, clock: Clock) -> None:
    """The audit sees the database as it was when it began."""
    from replays.audit import audit as found
    from replays.snapshot import snapshot

    with snapshot():
        findings = found(lambda done: None)
        begun = next(findings, None)
        with ThreadPoolExecutor() as meanwhile:
            meanwhile.submit(seed.win, ana, WON_ONE, clock, 60).result()
        assert [begun, *findings] == [None]
