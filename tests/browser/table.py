"""A person at a table in a real browser: plays moves with mouse, finger or keys, and reads what the page shows."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page

from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, start

EXAMPLES = Path(__file__).parents[1] / "rules" / "examples" / "games.jsonl"
STEPS = 3  # pointer events on the way of a dragged card

# Where cards are going to lie, whatever still glides: the middle of the strip of a card that others leave free.
PLACES = """() => {
  const felt = document.querySelector('.felt');
  const box = felt.getBoundingClientRect();
  const size = getComputedStyle(felt);
  const w = parseFloat(size.getPropertyValue('--card-w')), h = parseFloat(size.getPropertyValue('--card-h'));
  const at = (el) => { const m = new DOMMatrix(el.style.transform); return [box.x + m.e, box.y + m.f]; };
  const cards = [...felt.querySelectorAll('.card[data-in]')].map((el) => ({
    card: el.dataset.card, pile: el.dataset.in, place: Number(el.dataset.at), at: at(el)}));
  const piles = Object.fromEntries([...felt.querySelectorAll('.pile')].map((el) => [el.dataset.pile, at(el)]));
  return {w, h, cards, piles};
}"""


# A second browser window of the same player, that plays moves as fast as they are confirmed.
RUSH = """async ({moves, after}) => {
  const {game} = document.getElementById('table').dataset;
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/game/${game}`);
  const heard = () => new Promise((take) =>
    socket.addEventListener('message', (event) => take(JSON.parse(event.data)), {once: true}));
  await new Promise((opened) => socket.addEventListener('open', opened));
  for (const [i, move] of moves.entries()) {
    const id = `rush-${after + i}-${crypto.getRandomValues(new Uint32Array(1))}`;
    socket.send(JSON.stringify({t: 'move', id, after: after + i, move}));
    const {t, text} = await heard();
    if (t !== 'done') throw new Error(`${move}: ${t} ${text}`);
  }
  socket.close();
}"""


def recorded_moves(code: str) -> list[str]:
    """The moves of one of the spec's recorded games."""
    games = (json.loads(line) for line in EXAMPLES.read_text().splitlines())
    return next(game["moves"].split() for game in games if game["deal"] == code)


class Table:
    """A game page, and beside it the rules' own game, which says which cards a move is about."""

    def __init__(self, page: Page, url: str, code: str) -> None:
        self.page = page
        self.url = url
        self.game: Game = start(Deal.parse(code))
        self.code = code
        self.clicked = ""  # the pile clicked last: another click there would make a pair
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self.heard)

    def heard(self, line: ConsoleMessage) -> None:
        """Note what the browser complains of, other than that there is no connection."""
        if line.type == "error" and not re.search(
            r"^WebSocket connection to|net::ERR_|Failed to load resource", line.text
        ):
            self.problems.append(line.text)

    def deal(self) -> "Table":
        """Go to the deal's page, and be dealt its cards."""
        self.page.goto(f"{self.url}/deal/{self.code}")
        self.page.locator(f'button[name=code][value="{self.code}"]').click()
        self.page.wait_for_url("**/game/*")
        self.at_version(1)
        return self

    def record(self) -> list[str]:
        """The game's moves, as the server has them."""
        return moves_in(self.page.request.get(f"{self.url}/replay/{self.id}.kgr").text())

    @property
    def id(self) -> str:
        """The game's id."""
        return self.page.url.rsplit("/", 1)[1]

    def at_version(self, version: int) -> None:
        """Wait until the page stands at a version, and nothing is under way."""
        self.page.wait_for_selector(f'#table[data-version="{version}"][data-waiting="0"]')

    def shown(self) -> dict[str, Any]:
        """The columns, waste and foundations as the page shows them, and the figures."""
        cards = self.page.evaluate(PLACES)["cards"]
        piles: dict[str, list[str]] = {pile: [] for pile in "sw1234567SHDC"}
        for card in sorted(cards, key=lambda card: card["place"]):
            piles[card["pile"]].append(card["card"])
        return {
            "columns": [piles[column] for column in "1234567"],
            "stock": len(piles["s"]),
            "waste": piles["w"],
            "foundations": {suit: len(piles[suit]) for suit in "SHDC"},
            "moves": int(self.text("#moves")),
        }

    def text(self, selector: str) -> str:
        """What an element says."""
        return self.page.locator(selector).inner_text()

    # --- the rules' side

    def follow(self, move: str) -> None:
        """Take a move as played."""
        self.game = self.game.play(move).game

    @property
    def version(self) -> int:
        """The version the game is at when all moves that were followed are in the log."""
        return self.game.written + 1

    def lifted(self, move: str) -> list[str]:
        """The cards a move carries, deepest first."""
        from solitaire.rules.cards import name

        return [card if isinstance(card, str) else name(card) for card in self.game.play(move).change.carries[0].cards]

    # --- hands

    def grip(self, card: str) -> tuple[float, float]:
        """A point of a card that no other covers."""
        places = self.page.evaluate(PLACES)
        x, y = next(place["at"] for place in places["cards"] if place["card"] == card)
        return x + places["w"] * 0.5, y + places["h"] * 0.06

    def spot(self, pile: str) -> tuple[float, float]:
        """A point of a pile's last card, or of its empty place."""
        places = self.page.evaluate(PLACES)
        cards = sorted((card for card in places["cards"] if card["pile"] == pile), key=lambda card: card["place"])
        x, y = cards[-1]["at"] if cards else places["piles"][pile]
        return x + places["w"] * 0.5, y + places["h"] * 0.06

    def click(self, pile: str) -> None:
        """Click a pile's last card."""
        self.press(*self.spot(pile))

    def press(self, x: float, y: float) -> None:
        """Click a point."""
        self.page.mouse.click(x, y)

    def drag(self, card: str, pile: str) -> None:
        """Drag a card, and what lies on it, to a pile."""
        self.drag_to(card, *self.spot(pile))

    def drag_to(self, card: str, x: float, y: float) -> None:
        """Drag a card to a point."""
        self.page.mouse.move(*self.grip(card))
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=STEPS)
        self.page.mouse.up()

    def play(self, move: str) -> None:
        """Play a move with the mouse, and wait until it is confirmed.

        What goes home is clicked, or dragged to whatever foundation where it was the same pile a moment ago.
        """
        clicked, self.clicked = self.clicked, ""
        if move in ("d", "r"):
            self.click("s")
        elif move == "u":
            self.control("Undo").click()
        elif move == "y":
            self.control("Redo").click()
        elif move[1] == "f" and clicked == move[0]:
            self.drag(self.lifted(move)[0], "D")
        elif move[1] == "f":
            self.click(move[0])
            self.clicked = move[0]
        else:
            self.drag(self.lifted(move)[0], move[1])
        self.confirmed(move)

    def confirmed(self, move: str) -> None:
        """Wait until a move just played is confirmed."""
        self.follow(move)
        self.at_version(self.version)

    def rush(self, moves: list[str]) -> None:
        """Have moves played elsewhere, and wait until this page has followed."""
        self.page.evaluate(RUSH, {"moves": moves, "after": self.version})
        for move in moves:
            self.follow(move)
        self.at_version(self.version)

    def control(self, name: str) -> Locator:
        """A button of the game."""
        return self.page.locator(".table-controls").get_by_role("button", name=name)


class PhoneTable(Table):
    """A table played with a finger."""

    def press(self, x: float, y: float) -> None:
        """Tap a point."""
        self.page.touchscreen.tap(x, y)

    def drag_to(self, card: str, x: float, y: float) -> None:
        """Drag a card to a point."""
        from_x, from_y = self.grip(card)
        touch = self.page.context.new_cdp_session(self.page)
        send = lambda kind, *points: touch.send(  # noqa: E731
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]}
        )
        send("touchStart", (from_x, from_y))
        for step in range(1, STEPS + 1):
            part = step / STEPS
            send("touchMove", (from_x + (x - from_x) * part, from_y + (y - from_y) * part))
        send("touchEnd")
        touch.detach()


def moves_in(record: str) -> list[str]:
    """The moves of a game record, without their times."""
    body = record.split("\n\n", 1)[1]
    return re.sub(r"\{[^}]*\}", "", body).split()
