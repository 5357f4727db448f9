"""Before a day is over no byte that leaves the site gives its deck away: to players, accounts, strangers, anybody.

Every page, every call of the API, pictures and records are looked through for the code however it is written, for any
digest but the published one, and for cards that whoever asks may not see. The same look finds a leak that is planted.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.test import Client

from replays import daily, own_data, tables
from solitaire.daily import attempts
from solitaire.daily.day import Day
from solitaire.daily.models import DayRow
from solitaire.live import admission
from solitaire.live.admission import Sealed, admit
from solitaire.live.sight import NO_RACE, Part, Role, facts_of
from solitaire.live.table import fold, read_game
from solitaire.live.tables import PLAYER, Table
from solitaire.log import store
from solitaire.players.models import Player
from solitaire.rules.cards import NAMES
from solitaire.rules.views import View
from tests.daily import seed
from tests.daily.clocks import Clock
from tests.races.leaks import FACE, Secret, _digests
from tests.races.people import browser_of

PAGES = (
    *("/", "/now", "/race", "/watch", "/rules", "/deal", "/ladder/1", "/daily", "/daily/2030/3", "/words.js"),
    *("/daily/2030-03-09/1", "/daily/2030-03-09/1?board=guests", "/daily/2030-03-09/3", "/daily/2030-03-10/1"),
    *("/game/{game}", "/replay/{game}", "/replay/{game}.kgr", "/replay/{game}.png", "/player/{player}"),
    *("/api/deals", "/api/games", "/api/races", "/api/games/{game}", "/api/games/{game}/events", "/api/daily"),
    *("/api/players/{player}", "/api/daily/2030-03-09/1", "/api/daily/2030-03-09/1/board"),
    *("/api/daily/2030-03-09/1/board?guests=true", "/api/openapi.json", "/api/docs", "/api/socket"),
)
"""Every page and call that could tell of a day, and of its games."""
OF_THE_TABLE = ("/game/", "/replay/", "/api/games/")


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def secret_of(day: Day) -> Secret:
    """What of a day nobody should see; the published hash is none of it."""
    deck = [NAMES[card] for card in day.deal.deck]
    runs = {tuple(way[at : at + 4]) for way in (deck, deck[::-1]) for at in range(49)}
    chained = {event.digest.hex() for event in store.read(f"daily:{day.key}")}
    return Secret(day.deal, frozenset((set(_digests(day.deal)) | chained) - {day.hash}), frozenset(runs))


def answers(browser: Client, games: Iterable[str], players: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Everything that somebody is answered: the address, and the text, where a redirection leads to included."""
    for path in dict.fromkeys(
        path.format(game=game, player=player) for path in PAGES for game, player in zip(games, players, strict=True)
    ):
        answer = browser.get(path)
        body = answer.getvalue().decode(errors="replace")
        yield path, f"{answer.get('Location', '')}\n{body}"


def findings(day: Day, browser: Client, own: str, games: dict[str, str]) -> list[tuple[str, str]]:
    """What somebody whose own game is `own` is told and should not be; `games` are all, each with its player."""
    secret = secret_of(day)
    found = []
    for path, text in answers(browser, games.keys(), games.values()):
        table = own and path.startswith(OF_THE_TABLE)
        found += [(path, what) for what in secret.in_text(text, seen=bool(table))]
        if "PNG" in text[:100]:
            found.append((path, "a picture of the cards"))
        named = {card.upper() for card in FACE.findall(text)} if "/api/games" in path else set()
        if named and not (own and (own in path or path == "/api/games")):
            found.append((path, f"cards: {sorted(named)}"))
    return found


def test_nobody_is_told_of_the_deck_before_the_day_is_over(
    ana: Player, ben: Player, guest: Player, clock: Clock, winnable: None
):
    day = seed.today()
    games = {seed.win(guest, clock): guest.pk, seed.begin(ana): ana.pk}
    practice = attempts.practise(guest, day)
    games[practice] = guest.pk
    for browser, own in ((Client(), ""), (browser_of(ben.pk), "")):
        assert findings(day, browser, own, games) == []
    for player, mine in ((guest, next(iter(games))), (ana, list(games)[1])):
        secret = secret_of(day)
        for path, text in answers(browser_of(player.pk), games.keys(), games.values()):
            assert list(secret.in_text(text, seen=path.startswith(OF_THE_TABLE))) == [], path
        others = [game for game in games if games[game] != player.pk]
        for game in others:
            assert FACE.findall(browser_of(player.pk).get(f"/api/games/{game}/events").content.decode()) == []
        assert mine in games
    seed.next_day(clock)
    told = dict(answers(Client(), games.keys(), games.values()))
    assert seed.WINNABLE in told["/daily/2030-03-09/1"]
    assert seed.WINNABLE in told["/api/daily/2030-03-09/1"]
    assert practice not in "".join(text for path, text in told.items() if practice not in path)


def test_what_players_take_along_has_no_code_of_today_not_even_of_practice(
    ana: Player, guest: Player, clock: Clock, winnable: None
):
    day = seed.today()
    for player in (ana, guest):
        seed.win(player, clock)
        attempts.practise(player, day)
        own_data.limits.forget()
        with ZipFile(BytesIO(browser_of(player.pk).post("/account/data").content)) as archive:
            for name in archive.namelist():
                assert list(secret_of(day).in_text(archive.read(name).decode(), seen=False)) == [], name


def test_accounts_watch_others_once_their_own_attempt_is_over_and_nobody_else(
    ana: Player, ben: Player, guest: Player, clock: Clock, winnable: None
):
    game = seed.win(ana, clock)
    replay, faces = f"/replay/{game}", f"/api/games/{game}/events"

    def sees(player: Player | None) -> tuple[int, bool]:
        browser = browser_of(player.pk) if player else Client()
        return browser.get(replay).status_code, bool(FACE.findall(browser.get(faces).content.decode()))

    seed.begin(ben)
    seed.give_up(guest, clock)
    assert sees(None) == sees(ben) == sees(guest) == (302, False)
    assert sees(ana) == (200, True)
    seed.give_up(ben, clock)
    assert sees(ben) == (200, True)
    page = browser_of(ben.pk).get(replay).content.decode()
    assert seed.WINNABLE not in page
    assert 'id="comments"' not in page  # there are none yet
    assert 'href="/deal/' not in page
    assert browser_of(ben.pk).get(f"/replay/{game}.kgr").status_code == 403
    assert browser_of(ben.pk).post(f"/game/{game}/play-on", {"move": "3"}).status_code == 404
    shown = browser_of(ben.pk).get(faces).json()
    assert shown["view"] == "owner"
    seed.next_day(clock)
    assert sees(None) == (200, True)
    assert 'id="comments"' in Client().get(replay).content.decode()
    assert browser_of(ben.pk).get(f"/replay/{game}.kgr").status_code == 200


def test_the_socket_of_a_game_of_a_day_lets_in_who_may_watch(
    ana: Player, ben: Player, guest: Player, clock: Clock, winnable: None
):
    game = seed.begin(ana)
    state = fold(game, read_game(game))
    race = facts_of(state.part)
    table = Table(game, read_game(game), admission.owner_of(ana.pk), race)
    assert '"code":null' in table.snapshot(PLAYER).replace(" ", "")
    assert race.sight(state.game, Role.PLAYER) == (View.OWNER, False)
    assert [admission.may_sit(table, race, [player.pk]) for player in (ana, ben, guest)] == [True, False, False]
    seed.give_up(guest, clock)
    seed.give_up(ben, clock)
    assert [admission.may_sit(table, race, [player.pk]) for player in (ana, ben, guest)] == [True, True, False]
    with pytest.raises(Sealed) as sealed:
        admit(game, {}, None)
    assert sealed.value.code == "sealed-day"


@pytest.mark.parametrize("planted", ["facts", "board", "row"])
def test_a_leak_that_is_planted_is_found(ana: Player, clock: Clock, winnable: None, planted: str, monkeypatch):
    day, game = seed.today(), seed.win(ana, clock)
    match planted:
        case "facts":
            monkeypatch.setattr(tables, "facts_of", lambda _part: NO_RACE)
        case "board":
            monkeypatch.setattr(daily, "telling", lambda *_: day.code)
            monkeypatch.setattr(daily, "streaks_of", lambda *_: None)
            shown = daily.shown
            monkeypatch.setattr(daily, "shown", lambda row, me: setattr(row, "code", day.code) or shown(row, me))
        case "row":
            DayRow.objects.filter(pk=day.key).update(code=day.code)
    assert findings(day, Client(), "", {game: ana.pk}) != []


def test_a_part_that_nobody_knows_keeps_its_secret(database):
    facts = facts_of(Part(day="2030-03-09:D1"))
    assert (facts.hidden, facts.settled) == (True, False)
