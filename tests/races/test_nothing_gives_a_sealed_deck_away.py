"""During a sealed race no byte that leaves the site gives its deck away: to racers, watchers, strangers, or anybody.

Every page, every call of the API, every socket, what forms and errors say, and the lines the server logs are looked
through for the code however it is written, for any digest but the published one, and for cards. The same look is shown
to find a leak planted in each of these ways.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pytest

from solitaire.rules.deals import Deal
from tests.live import browsers
from tests.live.browsers import Browser
from tests.races import leaks
from tests.races.leaks import Looker, Secret, look_everywhere, race_of
from tests.races.racers import (
    Racer,
    account,
    against_ghosts,
    at_their_tables,
    paired,
    play_all,
    seat_racers,
    status,
    win,
)
from tests.server import Site

pytestmark = pytest.mark.timeout(300)

LEAKY = {"DJANGO_SETTINGS_MODULE": "tests.races.leak_settings"}
PASSWORD = "a-long-password-for-tests"


@pytest.fixture
def leaks_file(tmp_path: Path) -> Path:
    path = tmp_path / "leaks"
    path.write_text("")
    return path


@pytest.fixture
def site(new_site: Callable[..., Site], leaks_file: Path) -> Site:
    """A site of one's own, sound until the file says otherwise."""
    return new_site(**LEAKY, LEAKS=str(leaks_file))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that came over any socket of this test."""
    texts: list[str] = []
    enter = browsers.Socket.__enter__

    def listening(socket: browsers.Socket) -> browsers.Socket:
        entered = enter(socket)
        receive = entered.connection.recv

        def recv(*args: object, **kwargs: object) -> object:
            text = receive(*args, **kwargs)
            texts.append(str(text))
            return text

        entered.connection.recv = recv
        return entered

    monkeypatch.setattr(browsers.Socket, "__enter__", listening)
    return texts


@contextmanager
def friendly(site: Site) -> Iterator[Sequence[Racer]]:
    racers = seat_racers(site, 3, sealed="on", public="on", undo="on", hints="on")
    with at_their_tables(racers):
        yield racers


@contextmanager
def rated(site: Site) -> Iterator[Sequence[Racer]]:
    with paired(site) as racers:
        assert racers[0].race.until(status("started"))["race"]["rated"]
        yield racers


KINDS = {"friendly": friendly, "rated": rated}


def play_a_while(racers: Sequence[Racer]) -> None:
    """The first plays and has finished, the second is in the middle of it, others have not begun."""
    first, second = racers[:2]
    play_all(first, ["d", "d", *(move for move in "hu" if move in first.table.hello()["legal"]), "x"])
    play_all(second, ["d"] * 24 + ["r", "d"])
    play_all(second, moves_of_cards(second))
    assert second.table.play("17x9")["t"] == "refused"


def moves_of_cards(racer: Racer) -> list[str]:
    """A card's move, if there is one."""
    return [move for move in racer.table.hello()["legal"] if move[0].isdigit()][:1]


def lookers(site: Site, racers: Sequence[Racer]) -> list[Looker]:
    """The racer who has finished, the one who has not, an account of somebody else, and a stranger."""
    first, second = racers[:2]
    return [
        Looker("a racer who has finished", first, first.game_id),
        Looker("a racer in mid-race", second, second.game_id),
        Looker("another account", account(site, "Somebody else")),
        Looker("a stranger", Browser(site)),
    ]


def secret_of(site: Site, racers: Sequence[Racer]) -> Secret:
    race = race_of(racers)
    return Secret.of(site, race.id, race.games)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_anywhere_until_the_race_has_settled(site: Site, told: list[str], kind: str):
    with KINDS[kind](site) as racers:
        play_a_while(racers)
        race, secret = race_of(racers), secret_of(site, racers)
        assert look_everywhere(site, secret, race, lookers(site, racers)) == []
        everybody = Looker("everybody", racers[0])
        unseen = set.intersection(*(secret.never_seen(site, game) for game in race.games))
        for text in list(told):
            assert not unseen & {card.upper() for card in leaks.FACE.findall(text)}, text
            assert list(leaks.look_at_text(secret, "sockets", everybody, "", text, seen=True)) == []
            if json.loads(text)["t"] in ("race", "lanes", "lobby"):
                assert list(leaks.look_at_message(secret, site, "sockets", everybody, "", text, None)) == []
        assert list(leaks.deck(site, secret, race, everybody)) == []
        for racer in racers[1:]:
            play_all(racer, ["x"])
        assert racers[0].race.until(status("settled"))["race"]["code"] == secret.deal.code
        found = look_everywhere(site, secret, race, [Looker("a stranger", Browser(site))])
        assert {finding.channel for finding in found} >= {"pages", "API", "game socket", "race sockets"}


WINNER = "Grietiņa Kārkliņa"
"""Who has won the game that is raced against."""
LOOKS = (leaks.pages, leaks.api, leaks.game_sockets, leaks.race_sockets, leaks.log_lines)
"""What is looked through for everybody. Forms would seat those who have no seat in a race of their own."""


def test_nothing_leads_to_the_deck_of_a_race_against_a_ghost(
    site: Site, leaks_file: Path, told: list[str], won_game: dict[str, str]
):
    """Its game is public, under its player's name and among the latest wins: nothing may say that it is this one."""
    game = win(account(site, WINNER), won_game)
    winner = Browser(site).get(f"/api/games/{game}").json["game"]["player"]["id"]
    today = int(time.time() * 1000) // 86_400_000 * 86_400_000
    leads = [WINNER, game, winner, f": {today}", f":{today}", "recorded game, "]
    secret = Secret.of_deal(Deal.parse(won_game["deal"]), leads)
    racer = Racer(site)
    racer.get("/")
    stranger = Looker("a stranger", Browser(site))
    elsewhere = leaks.Race("nosuchrace22", ("nosuchgame22",), ("nosuchplay22",))
    looks = (look(site, secret, elsewhere, stranger) for look in (leaks.pages, leaks.api))
    before = {finding._replace(who="") for finding in chain.from_iterable(looks)}
    assert {finding.where for finding in before} >= {"/", "/api/games"}
    with against_ghosts(racer, family="KL", draw="3", ruleset="S"):
        mine = Looker("the racer", racer, racer.game_id)
        told.clear()
        racer.race.until(lambda race: (race["lanes"][0]["lane"] or {}).get("moves", 0) >= 3)
        play_all(racer, ["d", "d"])
        race = race_of([racer])
        during = [finding for one in (mine, stranger) for look in LOOKS for finding in look(site, secret, race, one)]
        during += leaks.forms(site, secret, race, mine)
        assert [finding for finding in during if finding._replace(who="") not in before] == []
        for text in [*told, json.dumps(racer.race.now)]:
            assert list(leaks.look_at_text(secret, "sockets", mine, "", text, seen=True)) == []
        leaks_file.write_text(f"ghost\n{WINNER}")
        play_all(racer, ["d"])
        assert next(leaks.race_sockets(site, secret, race, mine), None) is not None
        leaks_file.write_text("")
        play_all(racer, ["x"])
        (lane,) = racer.race.until(status("settled"))["race"]["lanes"]
        assert (lane["name"], lane["player"], lane["game"]) == (WINNER, winner, game)


PLANTED = [
    ("page", "pages", "/race/"),
    ("replay", "pages", "/replay/"),
    ("replay", "pages", ".kgr"),
    ("picture", "pages", ".png"),
    ("latest wins", "pages", "/"),
    ("count", "pages", "/"),
    ("count", "pages", "/boards"),
    ("form", "forms", "/rematch"),
    ("API of races", "API", "/api/races"),
    ("API of games", "API", "/api/games"),
    ("digest", "API", "/api/players"),
    ("board", "deck", "/boards/fastest"),
    ("game socket", "game socket", ""),
    ("hidden card", "game socket", ""),
    ("error", "game socket", ""),
    ("refusal", "game socket", ""),
    ("race socket", "race sockets", ""),
    ("lobby", "race sockets", "/ws/lobby"),
    ("another account", "race sockets", ""),
    ("log line", "log lines", ""),
]
"""Each leak of `leaky`, the channel in which it has to be found, and what its address holds there."""


def test_a_leak_planted_in_any_of_these_ways_is_found(site: Site, leaks_file: Path):
    with friendly(site) as racers:
        play_a_while(racers)
        secret, race = secret_of(site, racers), race_of(racers)
        stranger, racer = Looker("a stranger", Browser(site)), Looker("a racer", racers[1], racers[1].game_id)
        other = Looker("another account", account(site, "Somebody else"))
        channels = {"pages": leaks.pages, "forms": leaks.forms, "API": leaks.api, "deck": leaks.deck}
        channels |= {"game socket": leaks.game_sockets, "race sockets": leaks.race_sockets}
        channels |= {"log lines": leaks.log_lines}
        missed = []
        for leak, channel, address in PLANTED:
            leaks_file.write_text(f"{leak}\n{secret.deal.code}")
            if leak == "log line":
                stranger.browser.get("/")
            if leak == "race socket":
                play_all(racers[2], ["d"])
            lookers = [other] if leak == "another account" else [racer, stranger]
            looks = chain.from_iterable(channels[channel](site, secret, race, who) for who in lookers)
            if not any(address in finding.where for finding in looks):
                missed.append((leak, address))
            leaks_file.write_text("")
        assert missed == []
