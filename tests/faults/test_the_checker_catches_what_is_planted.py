"""The checker of what clients were told finds a planted loss, a planted repeat and a planted swap, and nothing else."""

from copy import deepcopy

import pytest

from tests.faults.checker import Heard, LogRow, Sent, Told, problems
from tests.faults.crowd import Crowd
from tests.faults.logged import rows_of
from tests.server import Site

GAME = "game:aaaaaaaaaaaa"


def row(version: int, move: str, command: str, at: int = 0) -> LogRow:
    return LogRow(GAME, version, "move", f'"{move}"', at or 1000 * version, command)


LOG = [
    LogRow(GAME, 1, "dealt", '{"code":"KL1-D1N-AAAAAAG","rules":1}', 1000, None),
    row(2, "d", "first"),
    row(3, "41", "second"),
    row(4, "d", "third"),
]
OTHER = LogRow("game:bbbbbbbbbbbb", 1, "dealt", "{}", 1, None)


def told() -> Told:
    sent = [Sent("first", "d", [2]), Sent("second", "41", [3, 3]), Sent("third", "d", [4])]
    return Told(sent, [Heard(2, "d"), Heard(3, "41")], [Heard(3, "41"), Heard(4, "d")])


def found(log: list[LogRow], told: Told) -> str:
    return "\n".join(problems({GAME: told}, log))


def test_nothing_is_said_of_a_log_that_agrees():
    assert found([*LOG, OTHER], told()) == ""


def test_what_was_never_confirmed_may_be_there_or_not():
    asked = told()
    asked.sent.append(Sent("fourth", "d"))
    assert found(LOG, asked) == ""
    assert found([*LOG, row(5, "d", "fourth")], asked) == ""
    assert "had its effect 2 times" in found([*LOG, row(5, "d", "fourth"), row(6, "d", "fourth")], asked)


def test_a_loss_is_found():
    assert "third was confirmed at version 4, and is missing" in found(LOG[:3], told())
    closed_up = [*LOG[:2], LOG[3]._replace(version=3)]
    assert "second was confirmed at version 3, and is missing" in found(closed_up, told())
    assert "the versions are not 1 to 3" in found([*LOG[:2], LOG[3]], told())


def test_a_repeat_is_found():
    again = [*LOG, row(5, "d", "third")]
    assert "third has had its effect 2 times: [4, 5]" in found(again, told())
    assert "nobody has sent another, which is at [5]" in found([*LOG, row(5, "d", "another")], told())
    assert "nobody has sent None, which is at [5]" in found([*LOG, row(5, "d", "")._replace(command=None)], told())
    assert "the versions are not 1 to 5" in found([*LOG, LOG[3]], told())


def test_a_swap_is_found():
    swapped = [LOG[0], LOG[1], LOG[3]._replace(version=3, at=3000), LOG[2]._replace(version=4, at=4000)]
    assert "second was confirmed at version 3, and is at 4" in found(swapped, told())
    unconfirmed = Told([Sent("first", "d", [2]), Sent("second", "41"), Sent("third", "d")])
    assert "third was sent after the command at version 4, and is at 3" in found(swapped, unconfirmed)


def test_a_move_under_another_ones_command_is_found():
    assert 'second was the move 41, and is "42"' in found([*LOG[:2], row(3, "42", "second"), LOG[3]], told())


def test_a_command_confirmed_at_two_versions_is_found():
    asked = told()
    asked.sent[1].confirmed.append(4)
    assert "second was confirmed at different versions: [3, 3, 4]" in found(LOG, asked)


def test_a_time_that_falls_is_found():
    assert "version 4 is earlier" in found([*LOG[:3], row(4, "d", "third", at=2999)], told())


def test_an_event_that_was_shown_and_is_not_so_is_found():
    for heard in (Heard(5, "d"), Heard(3, "d"), Heard(1, "d")):
        assert f"version {heard.version} was shown" in found(LOG, Told(told().sent, [heard]))


@pytest.mark.parametrize("versions", [(2, 4), (3, 3), (4, 3)])
def test_a_watcher_who_was_shown_too_little_or_too_much_is_found(versions: tuple[int, int]):
    shown = {2: "d", 3: "41", 4: "d"}
    followed = [Heard(version, shown[version]) for version in versions]
    assert "was shown to a watcher behind" in found(LOG, Told(told().sent, [], followed))


def test_all_of_it_is_found_among_moves_that_were_really_played(own_site: Site):
    with Crowd(own_site, players=3) as crowd:
        crowd.play_on(12)
    log = rows_of(own_site.database_url)
    assert problems(crowd.told, log) == []
    stream = f"game:{crowd.players[2].game}"
    place = next(index for index, row in enumerate(log) if (row.stream, row.version) == (stream, 6))
    here, next_one = log[place], log[place + 1]

    lost = [row for row in log if row is not here]
    repeated = [*log, here._replace(version=1 + sum(row.stream == stream for row in log), at=log[-1].at + 10**9)]
    swapped = deepcopy(log)
    swapped[place] = next_one._replace(version=6, at=here.at)
    swapped[place + 1] = here._replace(version=7, at=next_one.at)
    for planted in (lost, repeated, swapped):
        complaints = problems(crowd.told, planted)
        assert complaints
        assert all(complaint.startswith(stream) for complaint in complaints)
        assert any(here.command in complaint for complaint in complaints)
