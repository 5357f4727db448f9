"""What tests share: fresh databases, a running site, a real browser."""

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import hypothesis
import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils import translation

from tests import databases, redis_server
from tests.redis_server import RedisServer
from tests.server import Site, unused_port

# Servers are started a hundred times, and each worker reads every test: what has been compiled is kept, also where the
# environment would have it compiled anew each time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How long an example takes says more about the machine's other work than about the code.
hypothesis.settings.register_profile("no deadline", deadline=None)
hypothesis.settings.load_profile("no deadline")

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

WINDOWLESS = "/usr/bin/chromium-headless-shell"
"""The same Chromium without windows, which draws pages for a fifth less: taken where it is, and no other is named."""

UNUSED_FEATURES = [
    # Two pages of the address bar and a process for a site nobody may ever go to, with each window: more than half of
    # what an empty window costs.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"),
    # What Playwright does without: of two such lists the last one counts.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning", "AimEnabled"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
]
"""What Chromium leaves out in tests."""


@pytest.fixture(autouse=True)
def nobody_has_tried_yet() -> None:
    """Limits are the process's: each test starts with none used up."""
    from solitaire import limits

    limits.forget_all()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English: a request through Django's test client leaves its language behind."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], object]], Path]:
    """Has what takes seconds made by the worker that needs it first; the others wait for it, and find it there."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent

    def made(name: str, make: Callable[[Path], object]) -> Path:
        path, unfinished = folder / name, folder / f"unfinished-{name}"
        with (folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                make(unfinished)
                unfinished.rename(path)
        return path

    return made


@pytest.fixture(scope="session")
def sqlite_template(made_once: Callable[..., Path], django_db_blocker) -> Path:
    """A migrated SQLite file, to be copied and never used itself."""
    with django_db_blocker.unblock():
        return made_once("template.sqlite3", databases.migrate_sqlite)


@pytest.fixture
def database(sqlite_template: Path, tmp_path: Path, django_db_blocker) -> Iterator[Path]:
    """Django's default connection, and the log's writer, on a fresh migrated SQLite file; its path."""
    path = databases.copy_sqlite(sqlite_template, tmp_path / "samedeal.sqlite3")
    with django_db_blocker.unblock(), databases.django_on(NAME=str(path)), fresh_writer():
        yield path


@pytest.fixture(scope="session")
def postgresql_template(django_db_blocker) -> Iterator[str]:
    """The name of a migrated PostgreSQL database, to be copied and never used itself."""
    refusal = databases.postgresql_refusal()
    if refusal:
        pytest.skip(refusal)
    with databases.new_postgresql_database() as name, django_db_blocker.unblock():
        with databases.django_on(**databases.postgresql_settings(name)):
            call_command("migrate", verbosity=0)
        yield name


@pytest.fixture
def postgresql_database(postgresql_template: str, django_db_blocker) -> Iterator[str]:
    """Django's default connection, and the log's writer, on a fresh migrated PostgreSQL database; its name."""
    with (
        databases.new_postgresql_database(postgresql_template) as name,
        django_db_blocker.unblock(),
        databases.django_on(**databases.postgresql_settings(name)),
        fresh_writer(),
    ):
        yield name


def collect_static(root: Path) -> None:
    """Put the static files into a folder, hashed and compressed."""
    storages = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "solitaire.static_storage.HashedStorage"},
    }
    with override_settings(STATIC_ROOT=root, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(scope="session")
def static_root(made_once: Callable[..., Path]) -> Path:
    """The static files as production serves them: hashed and compressed."""
    return made_once("static", collect_static)


@pytest.fixture
def new_site(sqlite_template: Path, static_root: Path, tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Starts a site of one's own, with extra environment variables where wished; ended after the test."""
    started: list[Site] = []

    def start(*, https: bool = False, **environment: str) -> Site:
        folder = tmp_path / f"site-{len(started)}"
        folder.mkdir()
        path = databases.copy_sqlite(sqlite_template, folder / "samedeal.sqlite3")
        site = Site(folder, f"sqlite:///{path}", static_root, https=https, **environment)
        started.append(site)
        site.start()
        return site

    yield start
    for site in started:
        site.kill()


@pytest.fixture
def own_site(new_site: Callable[..., Site]) -> Site:
    """A site nobody else uses: it may be stopped, killed and looked into."""
    return new_site()


@pytest.fixture(scope="session")
def shared_site(
    sqlite_template: Path, static_root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., AbstractContextManager[Site]]:
    """Runs a site for many tests, on a database of its own or, as `beside` another, on that one's."""

    @contextmanager
    def run(beside: Site | None = None, **environment: str) -> Iterator[Site]:
        folder = tmp_path_factory.mktemp("site")
        if beside is None:
            path = databases.copy_sqlite(sqlite_template, folder / "samedeal.sqlite3")
        url = beside.database_url if beside else f"sqlite:///{path}"
        site = Site(folder, url, static_root, **environment)
        site.start()
        try:
            yield site
        finally:
            site.kill()

    return run


@pytest.fixture(scope="session")
def site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A site shared by all tests that only play their own games on it."""
    with shared_site() as shared:
        yield shared


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis nobody else uses: it may be stopped, started and emptied."""
    with redis_server.running(tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def chromium_address() -> Iterator[str]:
    """Where one Chromium listens for whoever drives it: started once, in a thread of its own, for all tests."""
    path = WINDOWLESS if "CHROMIUM" not in os.environ and Path(WINDOWLESS).exists() else CHROMIUM
    if not Path(path).exists():
        pytest.skip(f"no Chromium at {path} (CHROMIUM names another place)")
    port, started, over = unused_port(), Future[None](), Event()

    def keep() -> None:
        try:
            with chromium(f"--remote-debugging-port={port}", path=path):
                started.set_result(None)
                over.wait()
        except Exception as error:
            started.set_exception(error)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(keep)
        started.result()
        yield f"http://127.0.0.1:{port}"
        over.set()


@pytest.fixture
def browser(chromium_address: str) -> Iterator[Any]:
    """A real Chromium under Playwright, for one test: kept longer, its event loop would be in the way of others."""
    with driven(chromium_address) as started:
        yield started


@contextmanager
def driven(address: str) -> Iterator[Any]:
    """The Chromium that listens there under Playwright, whose event loop stands in others' way until it ends."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        connected = playwright.chromium.connect_over_cdp(address)
        yield connected
        connected.close()


@contextmanager
def chromium(*more: str, path: str = CHROMIUM) -> Iterator[Any]:
    """A Chromium of one's own under Playwright, started with `more` flags."""
    from playwright.sync_api import sync_playwright

    flags = [f"--disable-features={','.join(UNUSED_FEATURES)}", "--no-sandbox", "--disable-gpu"]
    flags += ["--disable-background-networking", "--disable-component-update", *more]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=flags)
        yield started
        started.close()


class fresh_writer:  # noqa: N801 -- reads as a statement
    """The log's writer starts anew inside, on the database of the moment, and is stopped at the end."""

    def __enter__(self) -> None:
        from solitaire.log import writer

        writer.stop()

    def __exit__(self, *error: object) -> None:
        from solitaire.log import writer

        writer.stop()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI every service has to be there: a test that was skipped fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", [])) if reporter else 0
    if os.environ.get("CI") and skipped and exitstatus == 0:
        reporter.write_line(f"CI: {skipped} tests were skipped, and none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
