"""`deploy/README.md` speaks of every file beside it, every setting and figure it uses, and of nothing else."""

import re
from pathlib import Path

import pytest

from solitaire.operations.metrics import registry

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def page() -> str:
    return (DEPLOY / "README.md").read_text()


@pytest.fixture
def figures(database) -> set[str]:
    return {metric.name for metric in registry().collect()}


def used_in(text: str) -> set[str]:
    """The site's figures that a text names, without what Prometheus puts at their end."""
    return {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in re.findall(r"\bsamedeal_[a-z_]+[a-z]\b", text)}


def test_every_file_has_its_place(page: str):
    for path in DEPLOY.iterdir():
        if path.name not in ("README.md", "cluster.py", "__pycache__"):
            assert f"`{path.name}`" in page, path.name


def test_every_setting_is_one_of_the_sites_and_is_explained(page: str):
    described = (ROOT / "README.md").read_text()
    lines = (DEPLOY / "samedeal.env").read_text().splitlines()
    for name in [line.partition("=")[0] for line in lines if line and line[0] != "#"]:
        assert f"`{name}" in described, name
        assert f"`{name}" in page or name == "DEFAULT_FROM_EMAIL", name


def test_every_figure_that_is_spoken_of_is_told(page: str, figures: set[str]):
    alerts = (DEPLOY / "alerts.yml").read_text()
    told_with_redis = {"samedeal_redis_listening"}
    assert used_in(alerts) <= figures | told_with_redis
    assert used_in(page) <= figures | told_with_redis
    assert {name for name in figures if name.startswith("samedeal_")} <= used_in(page)


def test_every_alert_says_what_to_do(page: str):
    alerts = re.findall(r"alert: (\w+)", (DEPLOY / "alerts.yml").read_text())
    assert len(alerts) == len(set(alerts)) > 10
    for alert in alerts:
        assert f"`{alert}`" in page, alert


def test_every_line_of_the_unit_and_of_nginx_that_is_explained_is_there(page: str):
    unit, nginx = (DEPLOY / "samedeal@.service").read_text(), (DEPLOY / "nginx.conf").read_text()
    for line in ("Environment=METRICS=127.0.0.1:1%i", "KillMode=mixed", "TimeoutStopSec=15", "ProtectSystem=strict"):
        assert line in unit, line
        assert line in page, line
    for line in ("least_conn", "max_fails=1 fail_timeout=2s", "Host $http_host", "proxy_next_upstream", "gzip_static"):
        assert line in nginx, line
        assert line in page, line
