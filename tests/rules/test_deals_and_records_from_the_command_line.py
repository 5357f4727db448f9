import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from solitaire.rules.game import fold, start
from solitaire.rules.record import make, write
from solitaire.rules.views import View, show_position

from .tables import EXAMPLES
from .walks import recorded

MANAGE = Path(__file__).parents[2] / "manage.py"
DEALS = json.loads((EXAMPLES / "deals.json").read_text())
DEAL, MOVES = recorded()[0]


def run(*arguments: str | Path, stdin: bytes | None = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command where nothing is set up: no database, no key, nothing but a path to programs."""
    return subprocess.run(
        [sys.executable, "-W", "error", MANAGE, *arguments],
        input=stdin,
        capture_output=True,
        env={"PATH": os.environ["PATH"], **environment},
        check=False,
    )


def refusal(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The one line of a refusal."""
    ran = run(*arguments, stdin=stdin)
    assert (ran.returncode, ran.stdout) == (2, b"")
    (line,) = ran.stderr.decode().splitlines()
    return line


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.kgr"
    path.write_text(write(make(DEAL, MOVES, [125 * count for count in range(len(MOVES))], player="Āna")))
    return path


@pytest.mark.parametrize("code", ["KL1-D1N-AAAAAAG", "TF1-D1N-AAAAAAB"])
def test_a_code_is_printed_as_the_position_it_deals(code: str):
    ran = run("deal", code.lower())
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout) == DEALS[code]
    assert ran.stdout.count(b"\n") == 1


@pytest.mark.parametrize("code", ["KL1-D2N-AAAAAAG", "", "é", "x" * 10_000])
def test_a_text_that_is_no_code_is_refused_in_a_line(code: str):
    assert refusal("deal", code)


def test_a_record_is_printed_as_its_final_position(record_file: Path):
    ran = run("fold", record_file)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout) == show_position(fold(DEAL, MOVES), View.ALL)


def test_a_record_is_read_from_standard_input(record_file: Path):
    assert run("fold", "-", stdin=record_file.read_bytes()).stdout == run("fold", record_file).stdout


def test_each_move_is_a_line_of_its_own(record_file: Path):
    lines = run("fold", record_file, "--each").stdout.splitlines()
    game, expected = start(DEAL), []
    for move in MOVES:
        game = game.play(move).game
        expected.append(show_position(game, View.ALL))
    assert list(map(json.loads, lines)) == expected


def test_a_record_without_moves_has_the_dealt_position_and_no_line_for_each():
    record = b'[Deal "KL1-D1N-AAAAAAG"]\n'
    assert json.loads(run("fold", "-", stdin=record).stdout) == DEALS["KL1-D1N-AAAAAAG"]
    assert run("fold", "-", "--each", stdin=record).stdout == b""


def test_an_illegal_move_is_named_with_its_place_and_code():
    record = b'[Deal "KL1-D1N-AAAAAAG"]\n\n\n\n\n\n\n' + b"41 65 h h h  45"
    expected = 'line 8, column 14: move 6 "45" is refused: wrong-rank'
    assert refusal("fold", "-", stdin=record) == expected
    assert refusal("fold", "--each", "-", stdin=record) == expected


def test_what_cannot_be_read_is_refused_in_a_line(tmp_path: Path):
    assert refusal("fold", tmp_path / "none.kgr") == f"{tmp_path}/none.kgr cannot be read: No such file or directory"
    assert refusal("fold", tmp_path) == f"{tmp_path} cannot be read: Is a directory"
    assert (
        refusal("fold", f"{tmp_path}/two\nlines") == f"{tmp_path}/two?lines cannot be read: No such file or directory"
    )
    assert refusal("fold", "x" * 5_000).endswith("cannot be read: File name too long")
    assert refusal("fold", "") == " cannot be read: No such file or directory"


def test_a_file_of_other_bytes_is_refused_where_they_are(tmp_path: Path):
    path = tmp_path / "game.kgr"
    path.write_bytes(b'[Deal "KL1-D1N-AAAAAAG"]\n\nd \xe9')
    assert refusal("fold", path) == "line 3, column 3: the byte E9 is no UTF-8; a game record is a UTF-8 text"


def test_a_file_without_end_is_refused_at_once():
    assert "far too long for a game record" in refusal("fold", "/dev/zero")


def test_who_reads_only_the_beginning_hears_no_complaint(record_file: Path):
    text = '[Deal "KL1-D1N-AAAAAAG"]\n\n' + "h " * 5_000
    with subprocess.Popen(
        [sys.executable, MANAGE, "fold", "--each", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("arguments", [["deal"], ["fold"], ["deal", "a", "b"], ["fold", "--all", "-"]])
def test_what_is_missing_or_too_much_is_explained(arguments: list[str]):
    ran = run(*arguments)
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"usage: manage.py ")


def test_neither_needs_a_database_or_any_setting(record_file: Path):
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "VAR_DIR": "/dev/null/nowhere"}
    assert run("deal", "KL1-D1N-AAAAAAG", **nowhere).returncode == 0
    assert run("fold", record_file, **nowhere).returncode == 0


def test_both_also_run_from_within_the_site(record_file: Path, capsys: pytest.CaptureFixture[str]):
    call_command("deal", "KL1-D1N-AAAAAAG")
    call_command("fold", str(record_file), each=True)
    dealt, *positions = capsys.readouterr().out.splitlines()
    assert json.loads(dealt) == DEALS["KL1-D1N-AAAAAAG"]
    assert len(positions) == len(MOVES)


@pytest.mark.parametrize("arguments", [["deal", "KL1"], ["fold", "/none.kgr"]])
def test_a_refusal_within_the_site_is_the_same(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        call_command(*arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.rstrip("\n") == refusal(*arguments)


def test_both_start_well_within_a_second():
    def cpu_seconds() -> float:
        before = os.times()
        run("deal", "KL1-D1N-AAAAAAG")
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    run("deal", "KL1-D1N-AAAAAAG")
    assert min(cpu_seconds() for _ in range(3)) < 0.5
