import pytest

from solitaire.limits import Bucket, Buckets, TooMany, network


class Clock:
    """Time that goes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_full_bucket_gives_its_burst_and_then_nothing(clock: Clock):
    bucket = Bucket(rate=2, burst=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_an_empty_bucket_fills_at_its_rate(clock: Clock):
    bucket = Bucket(rate=2, burst=3, clock=clock)
    while bucket.take():
        pass
    assert bucket.wait() == pytest.approx(0.5)
    clock.now += 0.5
    assert bucket.wait() == 0
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_bucket_never_holds_more_than_its_burst(clock: Clock):
    bucket = Bucket(rate=2, burst=3, clock=clock)
    clock.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_refusal_takes_nothing(clock: Clock):
    bucket = Bucket(rate=1, burst=1, clock=clock)
    bucket.take()
    for _ in range(50):
        bucket.take()
    clock.now += 1
    assert bucket.take()


def test_every_key_has_a_bucket_of_its_own(clock: Clock):
    buckets = Buckets(rate=0.1, burst=1, most=10, clock=clock)
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(TooMany) as refused:
        buckets.take("a")
    assert refused.value.wait == 10


def test_no_more_keys_are_remembered_than_said_and_the_one_used_longest_ago_goes_first(clock: Clock):
    buckets = Buckets(rate=0.1, burst=2, most=2, clock=clock)
    for key in ("a", "b", "a", "c"):
        buckets.take(key)
    assert len(buckets) == 2
    with pytest.raises(TooMany):
        buckets.take("a")
    buckets.take("b")
    buckets.take("b")


def test_waiting_is_told_in_whole_seconds_and_is_never_none():
    assert TooMany(0.2).wait == 1
    assert TooMany(1.2).wait == 2


@pytest.mark.parametrize(
    ("address", "behind"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_one_network_is_one_key(address: str, behind: str):
    assert network(address) == behind
