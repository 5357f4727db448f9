"""The API is asked by schemathesis what its own OpenAPI allows and what it does not; nothing upsets it."""

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from schemathesis import GenerationMode

from replays import api_limits
from solitaire.daily import calendar, duties
from solitaire.limits import Buckets
from solitaire.log import writer
from solitaire.players.models import Player
from tests.replays import raced, seed
from tests.replays.seed import LOST, WON, Clock

CASES = 8
"""For each call: of each kind of question so many, and so many more about what there is on the site."""

Known = dict[str, list[Any]]
"""What each parameter of a path may be, so that there is something."""


@pytest.fixture
def known(database, monkeypatch: pytest.MonkeyPatch) -> Known:
    """A site on which something has happened, and what it can be asked about."""
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    monkeypatch.setitem(api_limits.limits._buckets, "api", Buckets(1e6, 1e6, 10))
    ana, ben = (Player.objects.create_account(name, "nine-of-spades") for name in ("Ana", "Ben"))
    won, lost = seed.win(ana, WON, clock, 90), seed.deal(ben, LOST)
    seed.move(lost, *seed.line(LOST))
    going_on = seed.deal(ana, WON)
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ana, 90)
    settled = raced.settle(clock, race)
    open_race = raced.begin(clock, [ana, ben])
    duties.draw_what_is_missing()
    return {
        "code": [WON, LOST, WON.lower(), settled.code],
        "game_id": [won, lost, going_on, raced.game_of(settled, ana), raced.game_of(open_race, ana)],
        "player_id": [ana.pk, ben.pk],
        "race_id": [settled.id, open_race.id],
        "key": ["g0", "g1"],
        "board": ["fastest", "moves", "score", "week", "streaks"],
        "draw": ["1", "3"],
        "on": [calendar.today().isoformat(), "1999-12-31"],
    }


def operations() -> Iterator[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())
    for found in schema.get_all_operations():
        yield found.ok()


def ask(operation: Any, cases: st.SearchStrategy[Any]) -> None:
    """Ask some cases; the answers have to be as they are described."""

    @hypothesis.settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=cases)
    def asked(case: Any) -> None:
        answer = case.call()
        assert answer.status_code < 500, case.as_curl_command()
        operation.validate_response(answer)
        assert answer.headers["content-type"][0].startswith("application/json")

    asked()


def test_nothing_that_is_described_or_is_not_upsets_it(known: Known):
    asked = 0
    for operation in operations():
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                ask(operation, operation.as_strategy(generation_mode=mode))
            except hypothesis.errors.Unsatisfiable:
                continue  # there is nothing wrong to ask where there is nothing to say
        about = {name: st.sampled_from(known[name]) for name in (part.name for part in operation.path_parameters)}

        def there_is(case: Any, values: dict[str, Any]) -> Any:
            case.path_parameters = values
            return case

        ask(operation, st.builds(there_is, operation.as_strategy(), st.fixed_dictionaries(about)))
        asked += 1
    assert asked == 18
