"""What is limited stands in one table in the code and in one on a page, and both say the same."""

from pathlib import Path

from django.test import Client

from solitaire import limit_table, page_limit
from solitaire.limits import Buckets

PAGE = Path(__file__).resolve().parents[2] / "deploy" / "limits.md"


def test_every_limit_of_the_settings_is_in_the_table(settings):
    assert limit_table.unknown() == {}, "describe them in RATES, and print deploy/limits.md anew: manage.py limits"
    settings.ROOMS = {**settings.ROOMS, "new": {"per_s": 1, "burst": 1}}
    settings.NEWS = {"asked": {"per_s": 1, "burst": 1}}
    assert limit_table.unknown() == {"ROOMS": {"new"}, "NEWS": {"asked"}}


def test_the_page_is_what_the_table_says():
    assert PAGE.read_text() == limit_table.markdown(), "manage.py limits > deploy/limits.md"


def test_more_pages_than_a_person_reads_are_refused(database, monkeypatch):
    limits = page_limit.limits
    monkeypatch.setitem(limits._buckets, "pages", Buckets(0.1, 3, 10, clock=lambda: 0.0))
    browser = Client()
    answers = [browser.get("/login") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "10"
    assert "Samedeal" in answers[-1].text
    assert browser.get("/api/deals").status_code == 200  # which has a limit of its own
