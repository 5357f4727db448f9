"""The screen stays awake while a race runs, where the browser can, and no longer; nor while the page is unseen."""

# A browser that keeps count of its locks, and lets go of them when the page is out of sight, as browsers do.
LOCKS = """
  window.locks = new Set();
  class Lock extends EventTarget {
    async release() { if (window.locks.delete(this)) this.dispatchEvent(new Event('release')); }
  }
  Object.defineProperty(navigator, 'wakeLock', {value: {
    request: async () => { const lock = new Lock(); window.locks.add(lock); return lock; },
  }});
  let sight = 'visible';
  Object.defineProperty(document, 'visibilityState', {get: () => sight});
  window.look = (to) => {
    sight = to;
    if (to === 'hidden') for (const lock of [...window.locks]) lock.release();
    document.dispatchEvent(new Event('visibilitychange'));
  };
"""

REFUSED = """Object.defineProperty(navigator, 'wakeLock', {value: {
  request: () => Promise.reject(new Error('low battery')),
}});"""


def held(racer, count):
    racer.page.wait_for_function("(count) => window.locks.size === count", arg=count)


def test_it_is_kept_from_the_countdown_to_the_end_and_taken_again_when_the_page_is_seen_again(windows):
    ana, ben = windows(), windows()
    ana.page.add_init_script(LOCKS)
    race = ana.open_room(2)
    held(ana, 0)
    ben.take_a_seat(race)
    ana.ready()
    ben.ready()
    ana.page.locator("#countdown").wait_for()
    held(ana, 1)
    ana.dealt()
    held(ana, 1)
    ana.page.evaluate("() => window.look('hidden')")
    held(ana, 0)
    ana.page.evaluate("() => window.look('visible')")
    held(ana, 1)
    ana.give_up()
    ben.dealt()
    ben.give_up()
    ana.page.get_by_role("link", name="Results and replays").wait_for()
    held(ana, 0)


def test_whoever_is_looked_for_a_rival_for_stays_awake_too_and_a_browser_that_refuses_does_no_harm(windows):
    ana, ben = windows(), windows()
    ana.page.add_init_script(LOCKS)
    ben.page.add_init_script(REFUSED)
    ana.race_now()
    held(ana, 1)
    ben.race_now()
    assert ana.dealt() == ben.dealt()
    ana.give_up()
    ben.give_up()
