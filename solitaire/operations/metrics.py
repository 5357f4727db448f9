"""This process's figures for Prometheus, at an address of their own (`METRICS`): they are no business of the public.

They are read off when they are asked for; until then they are numbers that the rest of the site counts up.
"""

from collections.abc import Iterable, Iterator, Mapping

from django.core.exceptions import ImproperlyConfigured
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from solitaire import redis_server
from solitaire.live.caretaker import caretaker
from solitaire.live.hints import hints
from solitaire.live.hub import hub
from solitaire.live.tables import tables
from solitaire.log import writer
from solitaire.tally import Spread, tally, writing

Metric = CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily


def serve(address: tuple[str, int]) -> None:
    """Answer `GET /metrics` at an address, on a thread; raises `ImproperlyConfigured` where it cannot be had."""
    host, port = address
    try:
        start_http_server(port, host, registry())
    except OSError as error:
        raise ImproperlyConfigured(f"METRICS: cannot listen at {host} port {port}: {error.strerror}.") from error


def registry() -> CollectorRegistry:
    """All figures: the site's own, and what the interpreter and the system say of the process."""
    collected = CollectorRegistry(auto_describe=False)
    collected.register(SiteCollector())
    ProcessCollector(registry=collected)
    PlatformCollector(registry=collected)
    GCCollector(registry=collected)
    return collected


class SiteCollector(Collector):
    """Reads the figures off."""

    def collect(self) -> Iterator[Metric]:
        """Every figure once."""
        yield from _of_the_log()
        yield from _of_sockets()
        yield from _of_hints()
        yield _by("samedeal_limited", "Requests that came too often", "limit", tally.limited)
        yield _gauge("samedeal_loop_lag_seconds", "The most the event loop was late, of late", tally.loop_lag)
        pages = HistogramMetricFamily("samedeal_page_seconds", "Time a page took", labels=["status"])
        for status, spread in list(tally.pages.items()):
            pages.add_metric([status], spread.upto(), spread.sum)
        yield pages


def _of_the_log() -> Iterator[Metric]:
    yield _counter("samedeal_moves", "Moves confirmed to players", tally.moves)
    yield _by("samedeal_refusals", "Moves refused, by rule", "rule", tally.refusals)
    yield _counter("samedeal_appends", "Appends answered by the log's writer", writing.appends)
    yield _spread(
        "samedeal_commit_seconds", "Time of a batch, from its first statement to its answers", writing.seconds
    )
    yield _spread("samedeal_commit_appends", "Appends of one batch", writing.sizes)
    yield _gauge("samedeal_appends_waiting", "Appends that wait for the next batch", writer.waiting())
    yield _gauge("samedeal_writer_lag_seconds", "Time the batch at hand has taken so far", writing.lag)


def _of_sockets() -> Iterator[Metric]:
    yield _by("samedeal_sockets", "Open sockets, by kind", "kind", caretaker.kinds(), GaugeMetricFamily)
    yield _by("samedeal_socket_errors", "Errors told to sockets, by code", "code", tally.complaints)
    yield _gauge("samedeal_streams_followed", "Streams that sockets of this process follow", hub.followed())
    kept = tables.kept()
    yield _gauge("samedeal_tables", "Games in memory", kept.tables)
    yield _gauge("samedeal_table_events", "Events of games in memory", kept.events)
    yield _spread("samedeal_feed_seconds", "Time until the last follower was sent what is new", tally.deliveries)


def _of_hints() -> Iterator[Metric]:
    yield _by("samedeal_hints", "Hints between processes: sent, unsent, heard, found without one", "fate", tally.hinted)
    yield _spread("samedeal_hint_seconds", "Time from a commit elsewhere until its hint was heard", tally.hints)
    if redis_server.configured():
        yield _gauge("samedeal_redis_listening", "1 while hints can be heard", float(hints.listening))


def _counter(name: str, help_: str, value: float) -> Metric:
    return CounterMetricFamily(name, help_, value=value)


def _gauge(name: str, help_: str, value: float) -> Metric:
    return GaugeMetricFamily(name, help_, value=value)


def _by(
    name: str,
    help_: str,
    label: str,
    counts: Mapping[str, float],
    family: type[CounterMetricFamily | GaugeMetricFamily] = CounterMetricFamily,
) -> Metric:
    metric = family(name, help_, labels=[label])
    for key, count in _items(counts):
        metric.add_metric([key], count)
    return metric


def _items(counts: Mapping[str, float]) -> Iterable[tuple[str, float]]:
    return sorted(dict(counts).items())  # of a copy: others count meanwhile


def _spread(name: str, help_: str, spread: Spread) -> Metric:
    return HistogramMetricFamily(name, help_, buckets=spread.upto(), sum_value=spread.sum)
