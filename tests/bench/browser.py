"""What an input costs the browser through a whole recorded game, beside moving one bare element.

Chromium with its processor slowed four times plays a game by mouse on a real site; the bare page is one element that
follows the same pointer. Both are measured as the time of scripts, styles and layout from before an input until some
time after it, when on the site the move is long confirmed. Nothing else asks the page for anything meanwhile.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page

from tests import databases
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.browser.table import Table, recorded_moves
from tests.conftest import chromium, collect_static
from tests.server import Site

CODE = "KL1-D3S-MKMCCKT"
SLOWER = 4
SETTLED_S = 0.35
BARE_INPUTS = 50
GOAL = 1 / 4
"""An input costs at most four times that of the bare element, at the 95th percentile."""
WINDOW = {"width": 1280, "height": 800}

BARE = """<!doctype html><style>
body { margin: 0 }
div { position: absolute; width: 90px; height: 126px; background: #fff }
</style><div></div><script>
const box = document.querySelector("div");
const follow = (event) => (box.style.transform = `translate3d(${event.clientX}px, ${event.clientY}px, 0)`);
for (const kind of ["pointerdown", "pointermove", "pointerup"]) addEventListener(kind, follow);
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


class Meter:
    """Reads what the browser has spent on a page so far."""

    def __init__(self, page: Page) -> None:
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
        time.sleep(SETTLED_S)
        after = self.read()
        return Spent(after.ms - before.ms, after.layouts - before.layouts)


def figures() -> Iterator[Figure]:
    """The bare element's cost over ours; layouts while dragging; shifts of the page; what a first visit waits for."""
    django_ready()
    with tempfile.TemporaryDirectory() as folder:
        path, static = Path(folder) / "samedeal.sqlite3", Path(folder) / "static"
        databases.migrate_sqlite(path)
        collect_static(static)
        site = Site(Path(folder), f"sqlite:///{path}", static)
        site.start()
        try:
            with chromium() as browser:
                bare = p95([spent.ms for spent in bare_inputs(browser.new_page())])
                yield from on_the_site(browser.new_context(viewport=WINDOW).new_page(), site, bare)
        finally:
            site.stop()


def bare_inputs(page: Page) -> list[Spent]:
    """What moving one bare element costs, input by input."""
    page.set_content(BARE)
    meter = Meter(page)

    def drag() -> None:
        page.mouse.move(100, 100)
        page.mouse.down()
        page.mouse.move(400, 300, steps=3)
        page.mouse.up()

    return [meter.of(drag) for _ in range(BARE_INPUTS)]


def on_the_site(page: Page, site: Site, bare: float) -> Iterator[Figure]:
    """Play the game, and compare."""
    page.add_init_script("localStorage.setItem('samedeal-toured', '1')")
    table = Table(page, site.url, CODE).deal()
    page.evaluate(WATCH)
    meter = Meter(page)
    moves = recorded_moves(CODE)
    ours = p95([played(table, meter, move).ms for move in moves])
    page.get_by_role("heading", name="You won!").wait_for()
    note = f"95th percentile {ours:.1f} ms an input, a bare element {bare:.1f} ms, processor slowed {SLOWER} times"
    yield Figure("browser: bare element over an input", bare / ours, GOAL, note)
    shift, blocked = page.evaluate("() => [window.shift, window.blocked]")
    yield Figure("browser: page that stays in place", 1 - shift, 1, f"layout shift {shift:.6f} in a whole game")
    fresh = Table(page, site.url, CODE).deal()
    yield Figure("browser: drags without layout", *dragged(fresh, meter))
    painted = page.evaluate(PAINTED)
    yield Figure("browser: first paint", painted, None, f"{painted:.0f} ms; {blocked:.0f} ms blocked through the game")


def played(table: Table, meter: Meter, move: str) -> Spent:
    """What one move of the game costs: a click for the stock and for a card that goes home, else a drag."""
    mouse = table.page.mouse
    if move == "d" or move == "r":
        spot = table.spot("s")
        spent = meter.of(lambda: mouse.click(*spot))
    else:
        grip = table.grip(table.lifted(move)[0])
        to = table.spot("D" if move[1] == "f" else move[1])

        def drag() -> None:
            mouse.move(*grip)
            mouse.down()
            mouse.move(*to, steps=3)
            mouse.up()

        spent = meter.of(drag)
    table.confirmed(move)
    return spent


def dragged(table: Table, meter: Meter) -> tuple[float, float, str]:
    """Whether a card is dragged about without the page being laid out, and the goal."""
    card = next(place["card"] for place in reversed(table.page.evaluate(PLACED)) if place["card"] != "??")
    x, y = table.grip(card)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 20, y + 20)
    table.page.evaluate("() => (document.documentElement.dataset.clock = 'off')")  # it ticks, whatever is dragged
    spent = meter.of(lambda: table.page.mouse.move(x + 200, y + 100, steps=30))
    table.page.mouse.up()
    return 1 - spent.layouts, 1, f"{spent.layouts:.0f} layouts in 30 moves of a held card"


PLACED = """() => [...document.querySelectorAll('.card[data-in]')].map((el) => ({card: el.dataset.card}))"""


def p95(values: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]
