"""What it costs the browser to be scrubbed through a replay of two thousand events, beside a bare film.

Chromium with its processor slowed four times takes the scrubber of a recorded game through it on a real site, at a
hand's pace: an input every other frame, from within the page, for a tester who waits for each answer is slower than any
hand. The bare film is a scrubber that moves 52 bare elements and writes a number, the least that any film does. Both
are measured as the time of scripts, styles and layout from an input to the next, and from the last one until the film
is at rest.
"""

import json
import statistics
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests import databases
from tests.bench.browser import SLOWER, WINDOW, p95, whole_site
from tests.bench.figure import Figure
from tests.conftest import chromium, fresh_writer
from tests.rules.walks import random_steps
from tests.server import Site

CODE = "KL1-D1N-FQKQUOV"
EVENTS = 2000
STEPS = 60
TIMES = 3
LONG_MS = 50
"""What takes a slowed browser longer is a long task, and is felt: no more than every twentieth input is one."""
HAND = """(stops) => new Promise((atRest) => {
  const scrub = document.getElementById("scrub");
  const ticks = stops.flatMap((stop) => [stop, null]);
  const frame = () => {
    const stop = ticks.shift();
    if (stop === undefined) {
      performance.mark("input");
      return setTimeout(() => { performance.mark("input"); atRest(); }, 1000);
    }
    if (stop !== null) {
      performance.mark("input");
      scrub.value = String(stop);
      scrub.dispatchEvent(new Event("input", { bubbles: true }));
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
TRACED = ["devtools.timeline", "blink.user_timing"]
WORK = frozenset(("EventDispatch", "FireAnimationFrame", "FunctionCall", "TimerFire", "UpdateLayoutTree", "Layout"))
PAINTING = WORK | {"PrePaint", "Paint", "Layerize", "Commit"}

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


class Scrubbed(NamedTuple):
    """Milliseconds from each input to the next, and from the last until the film was at rest."""

    inputs: list[float]
    rest: float


def figures() -> Iterator[Figure]:
    """The limit of what is felt over what an input takes, and over what it takes to come to rest."""
    with whole_site() as site:
        game = recorded(site)
        with chromium() as browser:
            bare_page = browser.new_page(viewport=WINDOW)
            bare_page.set_content(BARE)
            page = browser.new_context(viewport=WINDOW).new_page()
            page.goto(f"{site.url}/replay/{game}")
            page.locator("#place", has_text=f"0 / {EVENTS}").wait_for()
            traces = [(trace(browser, page), trace(browser, bare_page)) for _ in range(TIMES)]
    ours, bare = ([spent(one, WORK) for one in side] for side in zip(*traces, strict=True))
    painted = [spent(one, PAINTING) for one, _ in traces]
    note = (
        f"95th percentile {felt(ours):.1f} ms an input to {EVENTS:,} events, {felt(painted):.1f} ms with painting, felt"
        f" from {LONG_MS} ms on; a bare film {felt(bare):.1f} ms, processor slowed {SLOWER} times"
    )
    yield Figure("browser: long task over a scrub", LONG_MS / felt(ours), 1, note)
    rest = statistics.median(one.rest for one in ours)
    yield Figure("browser: long task over its rest", LONG_MS / rest, 1, f"{rest:.1f} ms until the film is at rest")


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


def trace(browser: Browser, page: Page) -> list[dict[str, Any]]:
    """What the page's main thread does while it is scrubbed over the whole film and back again by other moves."""
    there_and_back = (2 * step / STEPS for step in range(1, STEPS + 1))
    stops = [round(EVENTS * (there if there <= 1 else 2.013 - there)) for there in there_and_back]
    page.bring_to_front()
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(HAND, stops)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    line.detach()
    thread = next((event["pid"], event["tid"]) for event in events if is_input(event))
    return sorted(
        (event for event in events if (event["pid"], event["tid"]) == thread),
        key=lambda event: (event["ts"], -event.get("dur", 0)),
    )


def is_input(event: dict[str, Any]) -> bool:
    """Whether this is where the scrubber was moved, or let alone at last."""
    return event["name"] == "input" and "blink.user_timing" in event["cat"]


def spent(events: list[dict[str, Any]], kinds: Collection[str]) -> Scrubbed:
    """What is spent on work of these kinds, each once though one may be part of another."""
    marks = [event["ts"] for event in events if is_input(event)]
    outermost, until = [], 0.0
    for event in events:
        if event["name"] in kinds and event["ts"] >= until and "tdur" in event:  # else the trace ended before it did
            outermost.append(event)
            until = event["ts"] + event["dur"]
    *inputs, rest = (
        sum(event["tdur"] for event in outermost if begin <= event["ts"] + event["dur"] < end) / 1000
        for begin, end in pairwise(marks)
    )
    return Scrubbed(inputs, rest)


def felt(films: list[Scrubbed]) -> float:
    """The 95th percentile of all inputs."""
    return p95([ms for film in films for ms in film.inputs])
