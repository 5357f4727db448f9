"""What it costs the browser to be scrubbed through a replay of two thousand events, beside a bare film.

Chromium with its processor slowed four times takes the scrubber of a recorded game through it on a real site, a frame
at a time. The bare film is a scrubber that moves 52 bare elements and writes a number, which is the least that any film
does. Both are measured as the time of scripts, styles and layout in a frame.
"""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests import databases
from tests.bench.browser import SLOWER, WINDOW, Meter, p95, whole_site
from tests.bench.figure import Figure
from tests.conftest import chromium, fresh_writer
from tests.rules.walks import random_steps
from tests.server import Site

CODE = "KL1-D1N-FQKQUOV"
EVENTS = 2000
STEPS = 60
LONG_MS = 50
"""What takes a slowed browser longer is a long task, and is felt: no more than every twentieth frame is one."""
STEP = """(to) => new Promise((painted) => {
  const scrub = document.getElementById("scrub");
  scrub.value = String(to);
  scrub.dispatchEvent(new Event("input", { bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(painted));
})"""

BARE = """<!doctype html><style>
body { margin: 0 }
input { position: absolute; top: 700px; left: 300px; width: 600px }
div { position: absolute; width: 90px; height: 126px; background: #fff }
</style><input id="scrub" type="range" max="2000" value="0"><output></output><script>
const boxes = Array.from({ length: 52 }, () => document.body.appendChild(document.createElement("div")));
const scrub = document.querySelector("input");
scrub.addEventListener("input", () => requestAnimationFrame(() => {
  boxes.forEach((box, i) => {
    box.style.transform = `translate3d(${(i * scrub.value) % 1200}px, ${(i * i * scrub.value) % 500}px, 0)`;
  });
  document.querySelector("output").textContent = scrub.value;
}));
</script>"""


def figures() -> Iterator[Figure]:
    """The limit of what is felt over what a frame takes."""
    with whole_site() as site:
        game = recorded(site)
        with chromium() as browser:
            bare_page = browser.new_page(viewport=WINDOW)
            bare_page.set_content(BARE)
            bare = p95(scrubbed(bare_page))
            page = browser.new_context(viewport=WINDOW).new_page()
            page.goto(f"{site.url}/replay/{game}")
            page.locator("#place", has_text=f"0 / {EVENTS}").wait_for()
            ours = p95(scrubbed(page))
    note = (
        f"95th percentile {ours:.1f} ms a frame of {EVENTS:,} events, felt from {LONG_MS} ms on; a bare film"
        f" {bare:.1f} ms, processor slowed {SLOWER} times"
    )
    yield Figure("browser: long task over a scrub", LONG_MS / ours, 1, note)


def recorded(site: Site) -> str:
    """A game of so many events, written into the site's database."""
    from solitaire.players import joining
    from solitaire.rules.deals import Deal
    from solitaire.rules.game import start
    from tests.replays import seed

    with databases.django_on(NAME=site.database_url.removeprefix("sqlite:///")), fresh_writer():
        game = seed.deal(joining.new_guest(), CODE)
        walk = random_steps(start(Deal.parse(CODE)), seed=5, length=EVENTS - 1)
        seed.move(game, *(step.move for step in walk), "x")
    return game


def scrubbed(page: Page) -> list[float]:
    """What each frame costs in milliseconds, over the whole film and back again by other moves."""
    meter, spent = Meter(page), []
    for step in range(1, STEPS + 1):
        there = 2 * step / STEPS
        before = meter.read().ms
        page.evaluate(STEP, round(EVENTS * (there if there <= 1 else 2.013 - there)))
        spent.append(meter.read().ms - before)
    return spent
