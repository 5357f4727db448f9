"""What stands between the site and those who mean it harm, as far as settings go."""

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from solitaire import settings as real
from solitaire.players.models import Player
from tests.server import Site

PASSWORD = "nine-of-spades"
ANYBODYS = ("'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:")


@pytest.fixture
def over_https(settings) -> None:
    """As `HTTPS=1` sets it in production."""
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


@pytest.fixture
def ana(database, settings) -> Player:
    """An account whose password was kept as it was before."""
    settings.PASSWORD_HASHERS = real.PASSWORD_HASHERS
    player = Player.objects.create_account("Ana", PASSWORD, "ana@example.com")
    player.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=10)
    player.save()
    return player


def log_in(browser: Client) -> None:
    browser.get("/login", secure=True)
    assert browser.post("/login", {"username": "Ana", "password": PASSWORD}, secure=True).status_code == 302


def test_djangos_own_check_finds_nothing(tmp_path):
    site = Site(tmp_path, f"sqlite:///{tmp_path}/new.sqlite3", tmp_path, HTTPS="1", HSTS_SUBDOMAINS="1")
    checked = site.manage("check", "--deploy", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_a_password_is_kept_by_argon2_from_the_next_login_on(ana: Player):
    log_in(Client())
    ana.refresh_from_db()
    assert ana.password.startswith("argon2$argon2id$")
    assert ana.check_password(PASSWORD)


def test_pages_are_left_for_https_and_stay_there(over_https, database):
    answer = Client().get("/login?next=/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/login?next=/")
    assert Client().get("/login", secure=True)["Strict-Transport-Security"] == "max-age=3600"


def test_cookies_are_for_https_and_for_no_script(over_https, ana: Player):
    browser = Client()
    log_in(browser)
    for name in ("sessionid", "csrftoken"):
        cookie = browser.cookies[name]
        assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax"), name


@pytest.mark.parametrize("path", ["/", "/login", "/api/docs", "/admin/login/", "/no-such-page", "/api/deals"])
def test_no_page_lets_a_script_or_style_in_that_is_not_its_own(path: str, database):
    answer = Client().get(path)
    policy = dict(line.strip().split(" ", 1) for line in answer["Content-Security-Policy"].split(";"))
    for what in ("default-src", "script-src", "style-src"):
        assert not set(policy[what].split()) & set(ANYBODYS), policy
    assert policy["frame-ancestors"] == "'none'"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
