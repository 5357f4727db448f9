import threading
from queue import SimpleQueue
from typing import ClassVar

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from django.utils.translation import get_language

from solitaire.players.models import Player

from .conftest import PASSWORD, link_in

NEW = {"new_password1": "ten-of-spades", "new_password2": "ten-of-spades"}


def ask(browser: Client, address: str = "ana@example.com", **headers: str):
    return browser.post("/password/forgotten", {"email": address}, headers=headers)


def open_link(browser: Client, path: str):
    return browser.get(path, follow=True)


def test_the_letter_leads_to_a_new_password(account: Player, next_letter, player_of):
    browser = Client()
    assert ask(browser)["Location"] == "/password/sent"
    letter = next_letter()
    assert letter.to == ["ana@example.com"]
    assert letter.subject == "A new password for Samedeal"
    assert "Hello Ana," in letter.body
    page = open_link(browser, link_in(letter))
    answer = browser.post(page.request["PATH_INFO"], NEW)
    assert answer["Location"] == "/password/changed"
    browser.post("/login", {"username": "Ana", "password": NEW["new_password1"]})
    assert player_of(browser) == account.pk


def test_the_account_is_logged_out_everywhere(account: Player, account_browser: Client, next_letter):
    browser = Client()
    ask(browser)
    page = open_link(browser, link_in(next_letter()))
    browser.post(page.request["PATH_INFO"], NEW)
    assert not account_browser.get("/login").context["user"].is_authenticated


def test_a_link_works_once(account: Player, next_letter):
    browser = Client()
    ask(browser)
    link = link_in(next_letter())
    browser.post(open_link(browser, link).request["PATH_INFO"], NEW)
    page = open_link(Client(), link)
    assert "used already, or is too old" in page.content.decode()


@pytest.mark.parametrize("path", ["/password/new/x/y", "/password/new/MQ/abc-def", "/password/new/MQ/set-password"])
def test_a_made_up_link_is_answered_plainly(account: Player, path: str):
    page = open_link(Client(), path)
    assert page.status_code == 200
    assert "used already, or is too old" in page.content.decode()


def test_an_unknown_address_is_answered_the_same_and_gets_no_letter(account: Player, next_letter):
    browser = Client()
    unknown, known = ask(browser, "nobody@example.com"), ask(browser)
    assert (unknown.status_code, unknown["Location"]) == (known.status_code, known["Location"])
    assert next_letter().to == ["ana@example.com"]
    assert mail.outbox == []


def test_a_weak_new_password_is_refused(account: Player, next_letter):
    browser = Client()
    ask(browser)
    page = open_link(browser, link_in(next_letter()))
    answer = browser.post(page.request["PATH_INFO"], {"new_password1": "short", "new_password2": "short"})
    assert "too short" in answer.content.decode()
    account.refresh_from_db()
    assert account.check_password(PASSWORD)


class AttentiveBackend(BaseEmailBackend):
    """A mail server that notes the language it is spoken to in."""

    languages: ClassVar[SimpleQueue[str | None]] = SimpleQueue()

    def send_messages(self, email_messages):
        self.languages.put(get_language())
        return len(email_messages)


def test_the_letter_is_in_the_readers_language(account: Player, settings):
    settings.EMAIL_BACKEND = f"{__name__}.AttentiveBackend"
    ask(Client(), **{"accept-language": "lv"})
    assert AttentiveBackend.languages.get(timeout=10) == "lv"


class SlowBackend(BaseEmailBackend):
    """A mail server that takes its time."""

    asked = threading.Event()
    go_on = threading.Event()
    done = threading.Event()

    def send_messages(self, email_messages):
        self.asked.set()
        self.go_on.wait(10)
        self.done.set()
        return len(email_messages)


def test_a_slow_mail_server_holds_up_no_page(account: Player, settings):
    settings.EMAIL_BACKEND = f"{__name__}.SlowBackend"
    try:
        assert ask(Client())["Location"] == "/password/sent"
        assert SlowBackend.asked.wait(10)
        assert not SlowBackend.done.is_set()
    finally:
        SlowBackend.go_on.set()
