"""`python -m tests.dependencies`: are there known vulnerabilities in what is installed of what we depend on?

Exit status 1 where there are. Where the data cannot be reached in time, that is said, and is no failure: the check has
to work without a network, too.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

SECONDS = 60
OURS = "samedeal"


class Unreachable(Exception):
    """The data could not be had."""


def installed(name: str = OURS, extras: frozenset[str] = frozenset({"dev"})) -> dict[str, str]:
    """Every package that ours needs, itself or through others, with the version that is installed."""
    found: dict[str, str] = {}
    waiting = [(name, extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        if wanted in seen:
            continue
        seen.add(wanted)
        for needed in _needed_by(*wanted):
            key = re.sub(r"[-_.]+", "-", needed.name).lower()
            try:
                found[key] = version(key)
            except PackageNotFoundError:
                continue  # wanted on other systems alone
            waiting.append((key, frozenset(needed.extras)))
    return found


def _needed_by(name: str, extras: frozenset[str]) -> Iterator[Requirement]:
    for line in requires(name) or ():
        needed = Requirement(line)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras | {""}):
            yield needed


def audit(packages: dict[str, str]) -> list[str]:
    """The known vulnerabilities, each in a line; raises `Unreachable`."""
    with tempfile.TemporaryDirectory() as folder:
        pinned = Path(folder) / "pinned.txt"
        pinned.write_text("".join(f"{name}=={known}\n" for name, known in sorted(packages.items())))
        command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
        command += ["--no-deps", "--disable-pip", "--timeout", "10", "--requirement", str(pinned)]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Unreachable(f"no answer within {SECONDS} s") from error
    try:
        report = json.loads(ended.stdout)
    except ValueError as error:
        complaint = ended.stderr.strip().splitlines() or ["no report"]
        raise Unreachable(complaint[-1][:200]) from error
    return list(_lines(report))


def _lines(report: dict[str, Any]) -> Iterator[str]:
    for package in report["dependencies"]:
        for known in package.get("vulns", ()):
            fixed = ", ".join(known["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {known['id']}, mended in {fixed}"


def main() -> int:
    packages = installed()
    try:
        found = audit(packages)
    except Unreachable as error:
        print(f"Dependencies were not audited: {error}")
        return 0
    for line in found:
        print(line)
    print(f"{len(packages)} dependencies audited, {len(found)} known vulnerabilities.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
