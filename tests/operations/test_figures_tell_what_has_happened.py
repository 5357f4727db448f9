"""What Prometheus is told at `METRICS`."""

import time

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire.operations import metrics
from solitaire.tally import Spread
from tests.live.browsers import Browser
from tests.server import Site

from .conftest import Figures


def test_moves_refusals_and_sockets_are_counted(told_site: Site, figures: Figures):
    ana = Browser(told_site)
    game = ana.deal()
    before = figures()
    with ana.socket(game) as player, ana.socket(game) as watcher:
        player.hello()
        watcher.hello()
        assert player.play("41")["t"] == "done"
        assert player.play("41")["t"] == "refused"
        watcher.hear("events")
        player.say(t="shuffle")
        player.hear("error")
        after = figures()
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown["samedeal_moves_total"] == 1
    assert sum(count for name, count in grown.items() if name.startswith("samedeal_refusals_total")) == 1
    assert grown['samedeal_sockets{kind="GameSocket"}'] == 2
    assert grown['samedeal_socket_errors_total{code="unknown-type"}'] == 1
    assert grown["samedeal_commit_seconds_count"] >= 1
    assert grown['samedeal_commit_appends_bucket{le="+Inf"}'] == grown["samedeal_commit_seconds_count"]
    assert grown["samedeal_feed_seconds_count"] >= 1
    assert after["samedeal_tables"] >= 1
    assert after["process_resident_memory_bytes"] > 1e6


def test_pages_are_counted_by_how_they_ended(told_site: Site, figures: Figures):
    before = figures()
    Browser(told_site).get("/no-such-page")
    name = 'samedeal_page_seconds_count{status="4xx"}'
    assert figures()[name] - before.get(name, 0) == 1


def test_the_public_is_told_nothing(told_site: Site):
    assert Browser(told_site).get("/metrics").status == 404


def test_every_figure_has_a_name_of_the_sites_own_and_says_what_it_is(database):
    for metric in metrics.SiteCollector().collect():
        assert metric.name.startswith("samedeal_")
        assert metric.documentation


def test_an_address_somebody_else_listens_at_is_said_to_be_taken(told_site: Site):
    with pytest.raises(ImproperlyConfigured, match=f"port {told_site.port}: Address already in use"):
        metrics.serve(("127.0.0.1", told_site.port))


def test_counting_costs_next_to_nothing():
    spread, best = Spread(tuple(range(20))), 1.0
    for _ in range(50):  # the best of some: this machine may have other things to do
        begun = time.perf_counter()
        for _ in range(100):
            spread.add(11)
        best = min(best, (time.perf_counter() - begun) / 100)
    assert best < 20e-6
