"""What a sealed race must not give away, and a look through every byte that leaves a site for it."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import unquote

from websockets.exceptions import ConnectionClosed

from solitaire.rules.cards import NAMES
from solitaire.rules.deals import Deal
from solitaire.rules.game import start
from tests.live.browsers import Browser
from tests.races.racers import Racer, logged
from tests.rules.test_who_sees_what import hidden
from tests.server import Site

FACE = re.compile(r"""["']([A2-9TJQK][SHDC])["']""", re.IGNORECASE)
"""A card as it stands in JSON, or as an attribute."""
PRINTED = re.compile("(10|[A2-9JQK])([♠♥♦♣])")
"""A card as it stands in a text."""
SMALL_TABLE = re.compile(r'class="mini-card[^"]*" data-card="([^"]+)"')
QUIET_S = 0.5
"""A socket that has said nothing for so long has answered."""
IN_A_ROW = 4
"""So many cards one after the other as they lie in the deck are no chance."""


class Secret(NamedTuple):
    """A race's that keeps its deck to itself: its deal, and every digest of it that nobody should see."""

    deal: Deal
    digests: frozenset[str]
    runs: frozenset[tuple[str, ...]]
    """Cards as they lie in the deck one after the other, either way."""
    leads: frozenset[str] = frozenset()
    """What leads to a deck that is no secret by itself: which game a ghost is, whose, and of which day."""

    @classmethod
    def of(cls, site: Site, race_id: str, game_ids: Iterable[str]) -> "Secret":
        """Read it where nobody else can: in the log."""
        deal = Deal.parse(logged(site, f"race:{race_id}")[0][1]["code"])
        secret = cls.of_deal(deal)
        published = hashlib.sha256(deal.code.encode()).hexdigest()
        chained = _chained(site, [f"race:{race_id}", *(f"game:{game}" for game in game_ids)])
        return secret._replace(digests=secret.digests.union(chained) - {published})

    @classmethod
    def of_deal(cls, deal: Deal, leads: Iterable[str] = ()) -> "Secret":
        """That of a deal whose hash is not published either."""
        deck = [NAMES[card] for card in deal.deck]
        runs = {tuple(way[at : at + IN_A_ROW]) for way in (deck, deck[::-1]) for at in range(52 - IN_A_ROW + 1)}
        return cls(deal, frozenset(_digests(deal)), frozenset(runs), frozenset(lead.lower() for lead in leads))

    def in_text(self, text: str, *, seen: bool = False) -> Iterator[str]:
        """What of it is in a text; somebody who has `seen` cards one after the other may be told of them so."""
        plain = unquote(html.unescape(text)).lower()
        if self.deal.letters.lower() in re.sub(r"[\s-]", "", plain):
            yield "the code"
        yield from (f"a digest: {digest}" for digest in self.digests if digest in plain)
        yield from (f"what leads to it: {lead}" for lead in self.leads if lead in plain)
        cards = [card.upper() for card in FACE.findall(plain)]
        if not seen and any(tuple(cards[at : at + IN_A_ROW]) in self.runs for at in range(len(cards))):
            yield f"{IN_A_ROW} cards as they lie in the deck"

    def never_seen(self, site: Site, game_id: str) -> set[str]:
        """The cards that have never lain face up in a game so far."""
        game = start(self.deal)
        unseen = hidden(game.position)
        for kind, data in logged(site, f"game:{game_id}"):
            if kind == "move":
                game = game.play(data).game
                unseen &= hidden(game.position)
        return {NAMES[card] for card in unseen}


def _digests(deal: Deal) -> Iterator[str]:
    names = [NAMES[card] for card in deal.deck]
    texts = [deal.code, deal.letters, deal.code.replace("-", ""), "".join(names), " ".join(names), f"2:{deal.letters}"]
    for text in texts:
        for variant in {text, text.lower()}:
            for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s"):
                made = hashlib.new(name, variant.encode(), usedforsecurity=False)
                yield made.hexdigest()
                yield base64.b64encode(made.digest()).decode().rstrip("=").lower()
            yield base64.b64encode(variant.encode()).decode().rstrip("=").lower()
    yield deal.deck_key


def _chained(site: Site, streams: list[str]) -> Iterator[str]:
    """The log's own digests, which are made of what was written."""
    import sqlite3

    with sqlite3.connect(site.database_url.removeprefix("sqlite:///")) as connection:
        for stream in streams:
            for (digest,) in connection.execute("SELECT digest FROM log_event WHERE stream = ?", [stream]):
                yield bytes(digest).hex()


class Finding(NamedTuple):
    """Something that has got out."""

    channel: str
    who: str
    where: str
    what: str


class Looker(NamedTuple):
    """Somebody who looks at the site: a racer with a game, or somebody without."""

    name: str
    browser: Browser
    game: str | None = None


def look_at_text(
    secret: Secret, channel: str, who: Looker, where: str, text: str, *, seen: bool = False
) -> Iterator[Finding]:
    """What nobody may see, in anything."""
    for what in secret.in_text(text, seen=seen):
        yield Finding(channel, who.name, where, what)


def look_at_message(
    secret: Secret, site: Site, channel: str, who: Looker, where: str, text: str, game: str | None
) -> Iterator[Finding]:
    """As `look_at_text`; and no card at all, but those that a racer has seen, in JSON about their own game (`game`)."""
    own = game is not None and game == who.game
    yield from look_at_text(secret, channel, who, where, text, seen=own)
    named = {card.upper() for card in FACE.findall(text)}
    named |= {rank.replace("10", "T") + "SHDC"["♠♥♦♣".index(suit)] for rank, suit in PRINTED.findall(text)}
    wrong = named & secret.never_seen(site, game) if own and game else named
    if wrong:
        yield Finding(channel, who.name, where, f"cards: {sorted(wrong)}")


PATHS = (
    *("/", "/now", "/race", "/watch", "/rules", "/deal", "/ladder/1", "/ladder/3", "/signup", "/login", "/account"),
    *("/boards", "/boards/week", "/boards/month", "/boards/wins", "/boards/streaks", "/boards/wins/{player}"),
    *("/settings", "/words.js", "/api/docs", "/api/socket", "/api/openapi.json", "/race/{race}", "/race/{race}/qr.svg"),
    *("/game/{game}", "/replay/{game}", "/replay/{game}.kgr", "/replay/{game}.png", "/player/{player}"),
    *("/race/{race}?code=1", "/game/{race}", "/replay/{race}", "/race/{game}", "/player/{game}", "/nothing/{race}"),
)
"""Every page of the site, and some that are not there."""
API = (
    *("/api/deals", "/api/games", "/api/races", "/api/races/{race}", "/api/games/{game}", "/api/players/{player}"),
    *("/api/games/{game}/events", "/api/games/{game}/events?after=2", "/api/games/{game}/events?after=999999"),
    *("/api/boards/week", "/api/boards/streaks", "/api/boards/wins/players/{player}", "/api/ladder/1"),
    *("/api/games/{race}", "/api/races/{game}", "/api/players/{race}"),
)
POSTS = ("/race/{race}/join", "/race/{race}/rematch", "/race/{race}/nothing", "/race/ghosts", "/race/now", "/play")
"""Forms that are answered with a reason: none of them does anything for somebody who races or has no seat."""


class Race(NamedTuple):
    """A race to look at: its id, and the games and players in it."""

    id: str
    games: tuple[str, ...]
    players: tuple[str, ...]

    def fill(self, paths: Iterable[str]) -> Iterable[str]:
        """The addresses that `paths` stand for, each once."""
        seats = list(zip(self.games, self.players, strict=True))
        return dict.fromkeys(
            path.format(race=self.id, game=game, player=player) for path in paths for game, player in seats
        )


def pages(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """Every page, for somebody."""
    for path in race.fill(PATHS):
        answer = get(who.browser, path)
        yield from look_at_text(secret, "pages", who, path, answer)
        if path != "/rules" and (cards := SMALL_TABLE.findall(html.unescape(answer))):  # they show a table
            yield Finding("pages", who.name, path, f"cards on a small table: {cards}")
        if path.endswith(".png") and "front" not in answer.partition("\n")[0]:
            yield Finding("pages", who.name, path, "a picture of the cards")


def forms(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """What forms are answered, for somebody who races, or may not."""
    for path in race.fill(POSTS):
        answer = who.browser.post(path, code="KL3")
        yield from look_at_text(secret, "forms", who, path, answer.location + answer.body)


def api(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """Every call of the API, for somebody."""
    for path in race.fill(API):
        text = get(who.browser, path)
        whose = next((game for game in race.games if f"/games/{game}" in path), None)
        if path == "/api/games":
            yield from _playing(secret, site, race, who, text)
        else:
            yield from look_at_message(secret, site, "API", who, path, text, whose)


def _playing(secret: Secret, site: Site, race: Race, who: Looker, text: str) -> Iterator[Finding]:
    """In the list of games being played those of the race are as one may see them; any other has other cards."""
    body = json.loads(text.partition("\n")[2])
    for table in body.pop("playing"):
        game, shown = str(table["game"]["id"]), json.dumps(table)
        if game in race.games:
            yield from look_at_message(secret, site, "API", who, "/api/games", shown, game)
        else:
            yield from look_at_text(secret, "API", who, "/api/games", shown)
    yield from look_at_message(secret, site, "API", who, "/api/games", json.dumps(body), None)


def get(browser: Browser, path: str) -> str:
    """An answer as text: the address it leads to, then its body."""
    answer = browser.get(path)
    return f"{answer.location}\n{answer.body}"


def game_sockets(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """What the socket of every game says to a hello, to moves, and to what is wrong."""
    for game in race.games:
        for text in heard(who.browser, f"/ws/game/{game}", GAME_TALK):
            yield from look_at_message(secret, site, "game socket", who, game, text, game)


def race_sockets(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """What the race's socket and the lobby's say."""
    for path in (f"/ws/race/{race.id}", "/ws/lobby", "/ws/nothing", f"/ws/race/{race.games[0]}"):
        for text in heard(who.browser, path, RACE_TALK):
            yield from look_at_message(secret, site, "race sockets", who, path, text, None)


HEAD = -1
"""Stands for the version that the first answer has named."""
GAME_TALK = (
    {"t": "hello", "after": 0},
    {"t": "hello", "after": 1},
    {"t": "hello", "after": 9999},
    {"t": "move", "id": "not-a-move-1", "after": 1, "move": "??"},
    {"t": "move", "id": "not-a-move-2", "after": 9999, "move": "d"},
    {"t": "move", "id": "not-a-move-3", "move": "d"},
    {"t": "move", "id": "not-a-move-4", "after": HEAD, "move": "17x9"},
    {"t": "move", "id": "not-a-move-5", "after": HEAD, "move": "hello"},
    {"t": "nothing"},
    {"t": "ping", "v": 1},
)
RACE_TALK = (
    {"t": "hello", "after": 0},
    {"t": "act", "id": "what-is-this", "what": "start-over"},
    {"t": "act", "id": "what-is-that", "what": "ready"},
    {"t": "nothing"},
    {"t": "ping", "v": 1, "sent": 0},
)


def heard(browser: Browser, path: str, talk: Iterable[dict[str, Any]]) -> list[str]:
    """All that a socket says until it is quiet."""
    texts: list[str] = []
    with suppress(ConnectionClosed, TimeoutError), browser.open(path) as socket:
        first, *others = talk
        socket.say(**first)
        texts.append(str(socket.connection.recv(timeout=QUIET_S * 10)))
        head = json.loads(texts[0]).get("v", 0)
        for message in others:
            socket.say(**({**message, "after": head} if message.get("after") == HEAD else message))
        while True:
            texts.append(str(socket.connection.recv(timeout=QUIET_S)))
    return texts


def deck(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """Whoever guessed the code would find the page of a deal that nobody has ever played, and its empty boards."""
    code = secret.deal.code
    page, address = f"/deal/{code}", f"/api/deals/{code}"
    if "Nobody has been dealt these cards yet." not in get(who.browser, page):
        yield Finding("deck", who.name, page, "that somebody has been dealt them")
    counted = who.browser.get(address).json
    if (counted["attempts"], counted["wins"]) != (0, 0):
        yield Finding("deck", who.name, address, "a count")
    for path, listed in (("games", "games"), *((f"boards/{board}", "rows") for board in ("fastest", "moves", "score"))):
        if found := who.browser.get(f"{address}/{path}").json[listed]:
            yield Finding("deck", who.name, f"{address}/{path}", str(found))


def log_lines(site: Site, secret: Secret, race: Race, who: Looker) -> Iterator[Finding]:
    """What the server has written down."""
    yield from look_at_text(secret, "log lines", who, "server.log", site.log)


CHANNELS = (pages, forms, api, game_sockets, race_sockets, log_lines)


def look_everywhere(site: Site, secret: Secret, race: Race, lookers: Iterable[Looker]) -> list[Finding]:
    """Every channel, for everybody."""
    return [finding for who in lookers for channel in CHANNELS for finding in channel(site, secret, race, who)]


def race_of(racers: Iterable[Racer]) -> Race:
    """The race of some racers, in the order of their seats."""
    seats = next(iter(racers)).race.now["race"]["seats"]
    return Race(
        next(iter(racers)).race_id,
        tuple(seat["game"] for seat in seats),
        tuple(seat["player"] for seat in seats),
    )
