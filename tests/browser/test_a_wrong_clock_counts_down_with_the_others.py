"""The countdown goes by the server's clock, whatever the device believes the time to be."""

import pytest

HOUR_MS = 3_600_000
# What the countdown showed from its beginning to its end, as far as it was painted.
NOTE_NUMBERS = """() => {
  window.numbers = [];
  const el = document.getElementById('countdown-number');
  const note = () => window.numbers.push(el.textContent);
  new MutationObserver(note).observe(el, {childList: true, characterData: true, subtree: true});
}"""


@pytest.mark.parametrize("wrong_ms", [-HOUR_MS, HOUR_MS], ids=["an hour behind", "an hour ahead"])
def test_a_device_with_a_wrong_clock_counts_the_same_seconds(windows, wrong_ms):
    ana, ben = windows(), windows()
    ana.page.add_init_script(f"const right = Date.now; Date.now = () => right() + {wrong_ms};")
    race = ana.open_room(2)
    ben.take_a_seat(race)
    ana.page.evaluate(NOTE_NUMBERS)
    ben.ready()
    ana.ready()
    assert ana.dealt() == ben.dealt()
    ana.page.locator("#countdown").wait_for(state="hidden")
    numbers = ana.page.evaluate("() => window.numbers")
    assert numbers
    assert set(numbers) <= {"3", "2", "1", "Go!"}
    assert numbers == sorted(numbers, key=["3", "2", "1", "Go!"].index)
