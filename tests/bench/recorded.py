"""The recorded games every group plays."""

import json
from pathlib import Path
from typing import NamedTuple

EXAMPLES = Path(__file__).resolve().parent.parent / "rules" / "examples" / "games.jsonl"


class RecordedGame(NamedTuple):
    """A deal's code and the moves made on it, in writing."""

    code: str
    moves: list[str]


def recorded_games() -> list[RecordedGame]:
    """All games of the specification's examples, in their order."""
    rows = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
    return [RecordedGame(row["deal"], row["moves"].split()) for row in rows]
