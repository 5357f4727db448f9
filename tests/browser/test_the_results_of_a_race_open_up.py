"""The results of a race in a browser: its seal is checked before one's eyes, and all its games run on one clock."""

import re
import subprocess
import time
from hashlib import sha256

import pytest

from tests.races.racers import at_their_tables, play_all, seat_racers, status

NO_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined});"
"""As where a page came without HTTPS."""


@pytest.fixture(scope="module")
def race(race_site) -> str:
    """The id of a race on a sealed deck that has settled: one has played three moves, the other one."""
    racers = seat_racers(race_site, 2, sealed="on")
    with at_their_tables(racers):
        play_all(racers[1], ["d", "x"])
        for move in ("d", "d", "d", "x"):
            time.sleep(0.3)
            play_all(racers[0], [move])
        racers[0].race.until(status("settled"))
    return racers[0].race_id


def test_the_seal_is_checked_by_the_browser_and_by_hand(windows, race):
    ana = windows()
    ana.page.goto(f"{ana.url}/race/{race}")
    ana.page.locator("#seal-holds[data-holds=true]", has_text="the seal holds").wait_for()
    published = ana.text("#seal-hash")
    assert sha256(ana.text("#seal-code").encode()).hexdigest() == published
    line = ana.text("#seal-by-hand .code")
    by_hand = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=True)
    assert by_hand.stdout.split()[0] == published


def test_a_seal_that_does_not_hold_is_seen_to_be_broken(windows, race):
    ana = windows()

    def tampered(route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer, body=re.sub(r'(id="seal-hash">)[0-9a-f]{64}', rf"\g<1>{'0' * 64}", answer.text())
        )

    ana.page.route(f"**/race/{race}", tampered)
    ana.page.goto(f"{ana.url}/race/{race}")
    ana.page.locator("#seal-holds[data-holds=false]", has_text="does NOT hold").wait_for()


def test_without_web_crypto_there_is_the_line_to_check_it_by_hand(windows, race):
    ana = windows()
    ana.page.add_init_script(NO_CRYPTO)
    ana.page.goto(f"{ana.url}/race/{race}")
    ana.page.locator("#seal-holds", has_text="check it by hand").wait_for()
    assert ana.page.locator("#seal-holds").get_attribute("data-holds") is None
    assert ana.page.locator("#seal-by-hand .code").is_visible()
    assert ana.text("#seal-by-hand .code") == f"printf %s {ana.text('#seal-code')} | sha256sum"


def test_all_games_are_shown_as_they_were_at_one_moment(windows, race_site, race):
    ana = windows()
    ana.page.goto(f"{ana.url}/race/{race}")
    ana.page.locator(".reel-table").nth(1).wait_for()
    shown = ana.page.evaluate("() => JSON.parse(document.getElementById('race-data').textContent)")
    played = {
        seat["name"]: [event["at"] for event in ana.page.request.get(
            f"{ana.url}/api/games/{seat['game']}/events"
        ).json()["events"] if event.get("move") == "d"]
        for seat in shown["seats"]
    }  # fmt: skip
    assert sorted(map(len, played.values())) == [1, 3]
    scrub = ana.page.locator("#reel-scrub")
    moments = [0, *sorted(at + 100 for own in played.values() for at in own)]
    seen = set()
    for moment in moments:
        scrub.evaluate("(el, at) => { el.value = at; el.dispatchEvent(new Event('input')); }", moment)
        now = int(scrub.evaluate("(el) => el.value"))
        moves = {}
        for table in ana.page.locator(".reel-table").all():
            state = table.locator(".reel-state").inner_text()
            moves[table.locator(".reel-who").inner_text()] = int(re.search(r"(\d+) moves?$", state)[1])
        assert moves == {name: sum(at <= now for at in own) for name, own in played.items()}
        seen.add(tuple(moves.values()))
    assert len(seen) >= 4


def test_the_link_to_share_is_copied_and_leads_back_for_anybody(windows, race):
    ana, stranger = windows(permissions=["clipboard-read", "clipboard-write"]), windows()
    ana.page.goto(f"{ana.url}/race/{race}")
    ana.page.get_by_role("button", name="Copy the link").click()
    ana.page.locator("#copied", has_text=re.compile(".")).wait_for(state="attached")
    link = ana.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{ana.url}/race/{race}"
    stranger.page.goto(link)
    stranger.page.locator("#seal-holds[data-holds=true]").wait_for()
