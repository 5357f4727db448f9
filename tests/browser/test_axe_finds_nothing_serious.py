"""axe, which knows what makes pages hard to use for people with disabilities, finds nothing serious on any page.

On the same visit it is seen that a finger hits everything.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.targets import too_small

CODE = "KL1-D3N-IMSMFTC"
GRAVE = ("serious", "critical")
PAGES = [
    "/",
    "/deal",
    "/deal/nonsense",
    f"/deal/{CODE}",
    "/rules",
    "/rules/klondike/classic",
    "/offline",
    "/settings",
    "/signup",
    "/login",
    "/password/forgotten",
    "/account",
    "/account/privacy",
    "/account/delete",
    "/compare-players",
    "/blocked",
    "/race",
    "/watch",
    "/ladder/1",
    "/boards",
    "/boards/week",
    "/boards/streaks",
    "/daily",
    "/api/docs",
    "/api/socket",
    "/nothing/here",
]

# Colours that pass into each other, however quickly, have done so when a busy machine has drawn the page anew.
PAINTED = """() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => {
  Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))).then(() => painted());
})))"""


def complaints(page):
    """What axe says and still says a moment later: while day turns to night, some colours are ahead of others."""
    found = complaints_now(page)
    for _ in range(3):
        if not found:
            break
        page.wait_for_timeout(500)
        found = complaints_now(page)
    return found


def complaints_now(page):
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {rule['help']} ({node['target']}: {node['failureSummary']})"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"][:3]
    ]


@pytest.fixture(scope="module")
def visitor(site, browser):
    """Opens pages as a guest who has been dealt a game."""
    screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(reduced_motion="reduce", **screen)
    page = context.new_page()
    page.goto(f"{site.url}/deal/{CODE}")
    page.locator(f'button[name=code][value="{CODE}"]').click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector('#table[data-version="1"]')
    page.game = page.url.rsplit("/", 1)[1]
    page.player = page.request.get(f"{site.url}/api/games/{page.game}").json()["game"]["player"]["id"]
    yield page
    context.close()


@pytest.mark.parametrize(
    "path", [*PAGES, "/game/{game}", "/replay/{game}", "/player/{player}", "/report/name/{player}"]
)
def test_nothing_serious_is_wrong_by_day_or_night_and_a_finger_hits_everything(site, visitor, path):
    visitor.goto(site.url + path.format(game=visitor.game, player=visitor.player))
    visitor.wait_for_load_state("networkidle")
    for scheme in ("light", "dark"):
        visitor.emulate_media(color_scheme=scheme)
        visitor.evaluate(PAINTED)
        assert complaints(visitor) == []
    assert too_small(visitor) == []


@pytest.mark.parametrize("felt", ["Midnight", "Burgundy", "Slate"])
def test_no_table_is_hard_to_read(sit_down, choose, felt):
    table = sit_down(CODE, prepare=choose(felt))
    assert complaints(table.page) == []


def test_what_a_finger_misses_is_complained_of(site, visitor):
    visitor.goto(f"{site.url}/offline")
    small = "<p><button style='width: 30px; height: 50px'>a</button><a href='#b'>b</a></p>"
    visitor.evaluate("(small) => document.querySelector('main').innerHTML += small", small)
    assert [text.split(".")[0] for text in too_small(visitor)] == ["button", "a"]


def test_a_page_that_is_hard_to_use_is_complained_of(site, visitor):
    visitor.goto(f"{site.url}/rules")
    visitor.evaluate("document.querySelector('main').innerHTML += '<button></button><img src=x>'")
    assert {text.split(":")[0] for text in complaints(visitor)} >= {"button-name", "image-alt"}
