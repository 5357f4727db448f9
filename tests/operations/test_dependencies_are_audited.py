"""`make check` asks whether what we depend on has known vulnerabilities, and goes on where it cannot ask."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from tests import dependencies


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Sets what comes of asking: a report, or what is raised or complained of instead."""

    def set_answer(outcome: Any) -> None:
        def run(*arguments: Any, **options: Any) -> Any:
            if isinstance(outcome, Exception):
                raise outcome
            return subprocess.CompletedProcess(arguments, 1, outcome, "Traceback:\nno route to host")

        monkeypatch.setattr(subprocess, "run", run)

    return set_answer


def test_what_is_vulnerable_is_named_and_fails(answer, capsys):
    known = {"name": "django", "version": "5.2.0", "vulns": [{"id": "CVE-1", "fix_versions": ["5.2.19"]}]}
    answer(json.dumps({"dependencies": [known, {"name": "daphne", "version": "4.2.3", "vulns": []}]}))
    assert dependencies.main() == 1
    assert "django 5.2.0: CVE-1, mended in 5.2.19" in capsys.readouterr().out


@pytest.mark.parametrize("outcome", ["", subprocess.TimeoutExpired("pip_audit", 60)])
def test_without_a_network_that_is_said_and_nothing_fails(answer, capsys, outcome):
    answer(outcome)
    assert dependencies.main() == 0
    assert "not audited" in capsys.readouterr().out


def test_what_is_needed_by_what_we_need_is_audited_too():
    found = dependencies.installed()
    assert {"django", "daphne", "twisted", "asgiref", "pytest"} <= found.keys()
    assert all(found.values())
