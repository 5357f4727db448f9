"""Every browser is told the same start instant, and not one card comes before it."""

import json
import time
from typing import Any

from solitaire.rules.cards import NAMES
from tests.races.racers import Racer, hear_cards, in_their_room, seat_racers, status


def frames(socket: Any, until: float) -> list[tuple[float, str]]:
    """Everything a socket is sent until then, and when it came."""
    heard = []
    while time.time() < until:
        try:
            heard.append((time.time(), socket.connection.recv(timeout=max(0.01, until - time.time()))))
        except TimeoutError:
            break
    return heard


def cards_in(text: str) -> set[str]:
    """The names of cards that stand in a message as values."""
    return {f'"{card}"' for card in NAMES if f'"{card}"' in text or f'"{card.lower()}"' in text}


def test_the_instant_is_the_same_for_all_and_no_card_is_sent_before_it(race_site):
    racers = seat_racers(race_site, 3, sealed="on")
    watcher = Racer(race_site)
    with in_their_room(racers), watcher.look(racers[0].race_id) as watching:
        watching.hello()
        tables = []
        for racer in racers:
            table = racer.socket(racer.game_id)
            racer.table = table.__enter__()
            tables.append(table)
            racer.table.say(t="hello", after=0)
        for racer in racers:
            racer.race.act("ready")
        instants = {racer.race.until(status("countdown"))["race"]["countdown_at"] for racer in racers}
        instants.add(watching.until(status("countdown"))["race"]["countdown_at"])
        assert len(instants) == 1
        instant = instants.pop()
        assert instant > time.time() * 1000
        refused = racers[0].table.play("d", after=0)
        while refused["t"] == "wait":
            refused = racers[0].table.hear()
        assert (refused["t"], refused["code"]) == ("refused", "not-started")
        early = []
        for socket in (*(racer.table for racer in racers), *(racer.race for racer in racers), watching):
            early += frames(socket, min(instant / 1000 - 0.05, time.time() + 0.1))
        for racer in racers:
            early += frames(racer.table, instant / 1000 - 0.02)
        assert early
        for _, text in early:
            assert json.loads(text)["t"] in ("wait", "race", "lanes")
            assert not cards_in(text)
        snapshots = [hear_cards(racer) for racer in racers]
        assert time.time() * 1000 >= instant
        assert len({json.dumps(table["position"]) for table in snapshots}) == 1
        assert all(cards_in(json.dumps(table)) for table in snapshots)
        starts = {racer.race.until(status("started"))["race"]["started_at"] for racer in racers}
        assert starts == {instant}
        for table in tables:
            table.__exit__(None, None, None)
