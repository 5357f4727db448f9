"""A process has a clock of its own, which runs evenly whatever becomes of the machine's."""

import time
from functools import partial

from solitaire.clock import Clock, clock

HOUR = 3600 * 10**9


class Machine:
    """A machine's clock, that is set, and its steady one, that is not; both in nanoseconds."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_700_000_000 * 10**9, 5 * 10**9

    def go_on(self, seconds: float) -> None:
        self.wall += int(seconds * 10**9)
        self.steady += int(seconds * 10**9)

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.steady)


def test_it_shows_what_the_machines_clock_shows():
    assert abs(clock.now_ms() - time.time() * 1000) < 60_000
    machine = Machine()
    own = machine.clock()
    machine.go_on(1.5)
    assert own.now_ms() == 1_700_000_001_500
    assert own.off_by_ms(own.machine()) == 0


def test_it_goes_on_evenly_where_that_one_is_set_until_it_follows():
    machine = Machine()
    own = machine.clock()
    for step, off_by in ((HOUR, 3_600_000), (-2 * HOUR, -3_600_000)):
        machine.wall += step
        machine.go_on(1)
        assert own.off_by_ms(own.machine()) == off_by
    assert own.now_ms() == 1_700_000_002_000
    own.follow(own.machine())
    assert (own.now_ms(), own.off_by_ms(own.machine())) == (machine.wall // 10**6, 0)


def test_what_another_clock_shows_is_worth_what_it_took_to_answer():
    machine = Machine()
    own = machine.clock()

    def shown(shift: int) -> int:
        machine.go_on(2)
        return machine.wall + shift

    for shift, off_by in ((0, 0), (-(10**9), 0), (-2 * 10**9, 0), (HOUR, 3_601_000)):
        assert own.off_by_ms(own.read(partial(shown, shift))) == off_by
