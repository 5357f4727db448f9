"""What the solver finds is written in our notation, and used only where our own rules fold it to a win."""

import fcntl
import json
import os
import resource
import string
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solitaire.races import solve
from solitaire.races.pace import AT_LEISURE
from solitaire.rules.deals import Deal
from solitaire.rules.game import fold, start
from tests.server import ROOT

NO_LIMITS = [("KL", "N"), ("KL", "S"), ("TF", "N")]
"""Where a recycle and a take-back are always allowed, as the solver takes for granted."""


def search(*arguments: str) -> subprocess.Popen[str]:
    """The program, started as the site starts it: with nothing of our environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "solitaire.races.solve", *arguments],
        cwd=ROOT, env={}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@given(st.text(string.ascii_uppercase, min_size=20, max_size=20), st.sampled_from((1, 3)))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_line_the_solver_finds_wins_where_nothing_is_limited(letters: str, draw: int):
    moves = solve.search(Deal("KL", "2", draw, "N", letters))
    if moves is None:
        return
    for family, ruleset in NO_LIMITS:
        deal = Deal(family, "2", draw, ruleset, letters)
        canonical = solve.won(deal, moves)
        assert canonical is not None
        assert fold(deal, canonical).status == "won"
        assert not any("x" in move for move in canonical)


@given(st.text(string.ascii_uppercase, min_size=20, max_size=20), st.sampled_from((1, 3)), st.sampled_from("VC"))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_where_passes_and_take_backs_are_limited_only_lines_within_the_limits_are_kept(letters, draw, ruleset):
    deal = Deal("KL", "2", draw, ruleset, letters)
    moves = solve.search(deal)
    kept = solve.won(deal, moves) if moves else None
    if kept:
        assert fold(deal, kept).status == "won"
    elif moves:
        passes = start(deal).rule_set.passes
        too_often = passes is not None and moves.count("r") >= passes
        taken_back = ruleset == "C" and any(move[0] in "SHDC" for move in moves)
        assert too_often or taken_back


@pytest.mark.parametrize("word", ["", "X", "DR", "DRx", "1", "18", "W", "WX", "F8", "S0"])
def test_a_word_that_is_none_of_the_solvers_is_no_move(word: str):
    if word:
        with pytest.raises(ValueError, match="no move of its notation"):
            solve.translate(word)
    else:
        assert solve.translate(word) == []


def test_the_program_stands_back_for_others_and_takes_little_memory():
    """As a job at leisure is started; it is looked at while it searches, in what the system says of it."""
    with search("KL", "1", "N", "1000", "20", str(AT_LEISURE)) as program:
        assert program.stdout
        program.stdout.readline()  # it has begun
        nice = os.getpriority(os.PRIO_PROCESS, program.pid)
        memory, _ = resource.prlimit(program.pid, resource.RLIMIT_AS)
        program.kill()
    assert nice - os.getpriority(os.PRIO_PROCESS, 0) == AT_LEISURE
    assert memory == solve.MEMORY_BYTES


@pytest.mark.parametrize(
    "way", [("KL", "1", "N"), ("KL", "3", "N"), ("KL", "1", "V"), ("KL", "3", "C"), ("TF", "1", "N")]
)
def test_the_program_prints_winning_lines_on_fresh_sealed_decks(way: tuple[str, str, str]):
    printed, complaints = search(*way, "2", "20", "0").communicate(timeout=30)
    assert complaints == ""
    found = [json.loads(line) for line in printed.splitlines()]
    deals = [Deal.parse(line["code"]) for line in found]
    assert len({deal.code for deal in deals}) == 2
    for deal, line in zip(deals, found, strict=True):
        assert (deal.family, deal.kind, str(deal.draw), deal.ruleset) == (way[0], "2", way[1], way[2])
        assert fold(deal, line["moves"]).status == "won"


def test_the_program_keeps_to_its_time_and_its_memory():
    begun = time.monotonic()
    program = search("KL", "3", "V", "1000", "1", "0")
    program.communicate(timeout=20)
    assert program.returncode == 0
    assert 1 <= time.monotonic() - begun < 10


def test_one_program_searches_at_a_time():
    with open(solve.__file__, "rb") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        waiting = search("KL", "1", "N", "1", "0.3", "0")
        assert (waiting.communicate(timeout=20)[0], waiting.returncode) == ("", 0)
        patient = search("KL", "1", "N", "1", "20", "0")
    assert patient.communicate(timeout=30)[0]
