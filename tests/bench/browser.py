"""What an input costs the browser through a whole recorded game, beside moving one bare element.

Chromium with its processor slowed four times plays a game by mouse on a real site, and makes each of its gestures in
the same second on a page that is one element and nothing else: in the hand it follows the pointer, let go it glides to
a place as cards do. Both are measured as the time of scripts, styles and layout from before a gesture until its move is
confirmed and whatever glides has long landed. All that comes of an input counts, the handling of the server's answer
too; the clock, which ticks whether or not anybody plays, is hidden meanwhile, as a player may have it.
"""

import json
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, WebSocket

from tests import databases
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.browser.table import STEPS, Table, recorded_moves
from tests.conftest import chromium, collect_static
from tests.server import Site

CODE = "KL1-D3S-MKMCCKT"
SLOWER = 4
SETTLED_MS = 350
GOAL = 1 / 4
"""An input costs at most four times that of the bare element, at the 95th percentile."""
WINDOW = {"width": 1280, "height": 800}

BARE = """<!doctype html><style>
body { margin: 0 }
div { position: absolute; width: 90px; height: 126px; background: #fff; will-change: transform }
div { transition: transform 160ms }
div.held { transition: none }
</style><div></div><script>
const box = document.querySelector("div");
let pressed = false, place = 0;
const put = (x, y) => (box.style.transform = `translate3d(${x}px, ${y}px, 0)`);
addEventListener("pointerdown", () => (pressed = true));
addEventListener("pointermove", (event) => {
  if (!pressed) return;
  box.classList.add("held");
  put(event.clientX, event.clientY);
});
addEventListener("pointerup", () => {
  pressed = false;
  box.classList.remove("held");
  place = 300 - place;
  put(place, place);
});
</script>"""

WATCH = """() => {
  window.shift = 0; window.blocked = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value)))
    .observe({type: "layout-shift", buffered: true});
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.blocked += entry.duration - 50)))
    .observe({type: "longtask", buffered: true});
}"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Spent(NamedTuple):
    """Milliseconds of script, style and layout, and how often the page was laid out."""

    ms: float
    layouts: float


class Gesture(NamedTuple):
    """A click, or a card dragged from one point to another."""

    at: tuple[float, float]
    to: tuple[float, float] | None = None

    def make(self, page: Page) -> None:
        """Make it with the mouse."""
        if self.to is None:
            page.mouse.click(*self.at)
        else:
            page.mouse.move(*self.at)
            page.mouse.down()
            page.mouse.move(*self.to, steps=STEPS)
            page.mouse.up()


class Meter:
    """Reads what the browser has spent on a page so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line: CDPSession = page.context.new_cdp_session(page)
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def read(self) -> Spent:
        """All that was spent until now."""
        metrics = {metric["name"]: metric["value"] for metric in self.line.send("Performance.getMetrics")["metrics"]}
        parts = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
        return Spent(1000 * sum(metrics[part] for part in parts), metrics["LayoutCount"])

    def of(self, deed: Callable[[], None]) -> Spent:
        """What a deed costs, with all that comes of it."""
        before = self.read()
        deed()
        self.page.wait_for_timeout(SETTLED_MS)
        after = self.read()
        return Spent(after.ms - before.ms, after.layouts - before.layouts)


class Line:
    """The game's websocket as one may listen to it from outside: asking the page itself would cost it time."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.socket: WebSocket | None = None
        page.on("websocket", self.opened)

    def opened(self, socket: WebSocket) -> None:
        """A page has connected."""
        self.socket = socket

    def answered(self, deed: Callable[[], None]) -> None:
        """Do something that makes a move, and wait for its answer."""
        assert self.socket is not None
        with self.socket.expect_event("framereceived", lambda frame: json.loads(frame)["t"] == "done"):
            deed()


class BarePage:
    """A page where gestures move one bare element."""

    def __init__(self, browser: Browser) -> None:
        self.page = browser.new_context(viewport=WINDOW).new_page()
        self.page.set_content(BARE)
        # The tester's own listeners hear each event on the table's page: here they do too.
        self.page.wait_for_selector("div")
        self.meter = Meter(self.page)

    def spent(self, gesture: Gesture) -> Spent:
        """What a gesture costs here."""
        return self.meter.of(partial(gesture.make, self.page))


@contextmanager
def whole_site() -> Iterator[Site]:
    """A site on a fresh SQLite file, with the static files as in production."""
    django_ready()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        static, database = folder / "static", folder / "samedeal.sqlite3"
        databases.migrate_sqlite(database)
        collect_static(static)
        site = Site(folder, f"sqlite:///{database}", static)
        site.start()
        try:
            yield site
        finally:
            site.stop()


def figures() -> Iterator[Figure]:
    """The bare element's cost over ours; layouts while dragging; shifts of the page; what a first visit waits for."""
    with whole_site() as site, chromium() as browser:
        yield from on_the_site(browser, site)


def on_the_site(browser: Browser, site: Site) -> Iterator[Figure]:
    """Play the game, make its gestures on the bare page, and compare."""
    page = browser.new_context(viewport=WINDOW).new_page()
    page.add_init_script("localStorage.setItem('samedeal-toured', '1')")
    line = Line(page)
    hide_clock(page, site.url)
    table = Table(page, site.url, CODE).deal()
    page.evaluate(WATCH)
    meter = Meter(page)
    costs = list(compared(table, line, meter, BarePage(browser), recorded_moves(CODE)))
    page.get_by_role("heading", name="You won!").wait_for()
    shift, blocked = page.evaluate("() => [window.shift, window.blocked]")
    fresh = Table(page, site.url, CODE).deal()
    layouts = dragged(fresh, meter)
    painted = page.evaluate(PAINTED)
    ours, bare = (p95([spent.ms for spent in side]) for side in zip(*costs, strict=True))
    note = f"95th percentile {ours:.1f} ms an input, a bare element {bare:.1f} ms, processor slowed {SLOWER} times"
    yield Figure("browser: bare element over an input", bare / ours, GOAL, note)
    yield Figure("browser: page that stays in place", 1 - shift, 1, f"layout shift {shift:.6f} in a whole game")
    yield Figure("browser: drags without layout", 1 - layouts, 1, f"{layouts:.0f} layouts in 30 moves of a held card")
    yield Figure("browser: first paint", painted, None, f"{painted:.0f} ms; {blocked:.0f} ms blocked through the game")


def compared(table: Table, line: Line, meter: Meter, bare: BarePage, moves: list[str]) -> Iterator[tuple[Spent, Spent]]:
    """What each move costs when it is played, and what its gesture costs where one bare element is moved."""
    for move in moves:
        gesture = gesture_for(table, move)
        spent = meter.of(partial(line.answered, partial(gesture.make, table.page)))
        table.confirmed(move)
        yield spent, bare.spent(gesture)


def gesture_for(table: Table, move: str) -> Gesture:
    """What plays a move: a click for the stock, else a drag."""
    if move == "d" or move == "r":
        return Gesture(table.spot("s"))
    return Gesture(table.grip(table.lifted(move)[0]), table.spot("D" if move[1] == "f" else move[1]))


def hide_clock(page: Page, url: str) -> None:
    """Have no clock at the tables to come, as a player may: taken away from one, it shifts what stands beside it."""
    page.goto(f"{url}/settings")
    page.get_by_label("Show the clock while playing", exact=True).uncheck()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()


def dragged(table: Table, meter: Meter) -> float:
    """How often the page is laid out while a card is dragged about."""
    card = next(place["card"] for place in reversed(table.page.evaluate(PLACED)) if place["card"] != "??")
    x, y = table.grip(card)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 20, y + 20)
    return meter.of(lambda: table.page.mouse.move(x + 200, y + 100, steps=30)).layouts


PLACED = """() => [...document.querySelectorAll('.card[data-in]')].map((el) => ({card: el.dataset.card}))"""


def p95(values: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]
