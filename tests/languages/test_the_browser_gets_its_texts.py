"""`/words.js` carries the texts that browser modules show, in the browser's language, with its plurals."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tests.languages.catalogues import LANGUAGES, forms, messages
from tests.server import Site


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_modules_is_there(database: Path, client: Client, language: str) -> None:
    words = client.get("/words.js", headers={"accept-language": language})
    assert words["Content-Type"].startswith("text/javascript")
    said = json.loads(re.search(r"const newcatalog = (\{.*?\});$", words.content.decode(), re.DOTALL | re.MULTILINE)[1])
    for message in messages(language, "djangojs"):
        name = forms(message.id)[0] if message.context is None else f"{message.context}\x04{message.id}"
        assert said[name] == (list(message.string) if message.pluralizable else message.string)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", ["0 cards", "1 card", "2 cards", "21 cards", "queen of hearts"]),
        ("ms-MY", ["0 kad", "1 kad", "2 kad", "21 kad", "ratu hati"]),
        ("id-ID", ["0 kartu", "1 kartu", "2 kartu", "21 kartu", "queen hati"]),
        ("lv-LV", ["0 kāršu", "1 kārts", "2 kārtis", "21 kārts", "ercena dāma"]),
        ("et-EE", ["0 cards", "1 card", "2 cards", "21 cards", "queen of hearts"]),
    ],
)
def test_a_browser_counts_and_names_cards(site: Site, browser: Browser, locale: str, said: list[str]) -> None:
    page = browser.new_context(locale=locale).new_page()
    page.goto(f"{site.url}/rules")
    page.add_script_tag(url="/words.js")
    spoken = page.evaluate(
        """() => [
            ...[0, 1, 2, 21].map((count) =>
                interpolate(ngettext("%(count)s card", "%(count)s cards", count), { count }, true)),
            interpolate(gettext("%(rank)s of %(suit)s"),
                { rank: pgettext("card rank", "queen"), suit: pgettext("card suit", "hearts") }, true),
        ]"""
    )
    assert spoken == said
