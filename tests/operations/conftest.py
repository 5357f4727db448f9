"""A site that tells its figures."""

import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from tests.server import Site, unused_port

Figures = Callable[[], dict[str, float]]


@pytest.fixture(scope="session")
def told_site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A site with an address for its figures, that writes log lines for programs."""
    with shared_site(METRICS=f"127.0.0.1:{unused_port()}", LOG_FORMAT="json", LOG_LEVEL="INFO") as site:
        yield site


@pytest.fixture
def figures(told_site: Site) -> Figures:
    """Reads its figures, by name and labels as Prometheus writes them."""

    def read() -> dict[str, float]:
        with urllib.request.urlopen(f"http://{told_site.environment['METRICS']}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    return read
