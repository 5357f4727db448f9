import pytest
from django.test import Client

from solitaire.players.models import Player

from .conftest import PASSWORD

ABROAD = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "http:///evil.example",
    "javascript:alert(1)",
    "\\\\evil.example",
]


@pytest.mark.parametrize(
    "path", ["/login", "/signup", "/logout", "/account", "/account/password", "/password/forgotten"]
)
def test_a_form_posted_by_another_site_is_refused(account: Player, path: str, player_of):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account)
    typed = {"name": "Evil", "email": "evil@example.com", "username": "Ana", "password": PASSWORD}
    answer = browser.post(path, typed, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert player_of(browser) == account.pk
    account.refresh_from_db()
    assert (account.name, account.email) == ("Ana", "ana@example.com")


def test_another_site_is_refused_even_with_the_token(account: Player):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/login")
    token = browser.cookies["csrftoken"].value
    typed = {"username": "Ana", "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert browser.post("/login", typed, headers={"origin": "https://evil.example"}).status_code == 403
    assert browser.post("/login", typed, headers={"origin": "http://testserver"}).status_code == 302


@pytest.mark.parametrize("abroad", ABROAD)
def test_nobody_is_sent_to_another_site_after_login(account: Player, abroad: str):
    answer = Client().post("/login", {"username": "Ana", "password": PASSWORD, "next": abroad})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("abroad", ABROAD)
def test_nobody_is_sent_to_another_site_after_signing_up_or_out(account: Player, account_browser: Client, abroad: str):
    typed = {"name": "Budi", "password1": PASSWORD, "password2": PASSWORD, "next": abroad}
    assert Client().post("/signup", typed)["Location"] == "/"
    assert Client().get("/signup", {"next": abroad}).context["next"] == ""
    assert account_browser.get("/signup", {"next": abroad})["Location"] == "/"
    assert account_browser.post("/logout", {"next": abroad})["Location"] == "/"


def test_a_page_of_ours_is_gone_on_to(account: Player):
    browser = Client()
    assert (
        'name="next" value="/deal/KL1-D1N-AAAAAAG"' in browser.get("/login?next=/deal/KL1-D1N-AAAAAAG").content.decode()
    )
    typed = {"username": "Ana", "password": PASSWORD, "next": "/deal/KL1-D1N-AAAAAAG"}
    assert browser.post("/login", typed)["Location"] == "/deal/KL1-D1N-AAAAAAG"


def test_the_pages_keep_out_of_frames(account: Player):
    assert Client().get("/login")["X-Frame-Options"] == "DENY"
