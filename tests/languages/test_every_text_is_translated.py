"""Whatever the site says is in the catalogues of all its languages, whole and with its placeholders."""

import re
from pathlib import Path

import django
import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from tests.languages.catalogues import (
    DOMAINS,
    LANGUAGES,
    catalogue,
    catalogue_path,
    fixed_parts,
    forms,
    messages,
    source_texts,
)

every_catalogue = pytest.mark.parametrize(
    ("language", "domain"), [(language, domain) for language in LANGUAGES for domain in DOMAINS]
)


def test_every_language_of_the_site_has_catalogues() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}


@every_catalogue
def test_the_catalogue_has_the_texts_of_the_sources_and_no_others(language: str, domain: str) -> None:
    known = {(message.context, message.id) for message in messages(language, domain)}
    texts = source_texts(domain)
    assert texts - known == set(), "run `make messages`, and translate these"
    assert known - texts == set(), "run `make messages`: these are said no more"


@every_catalogue
def test_no_text_is_left_untranslated_or_uncertain(language: str, domain: str) -> None:
    found = messages(language, domain)
    assert [message.id for message in found if not all(forms(message.string))] == []
    assert [message.id for message in found if message.fuzzy] == []


@every_catalogue
def test_placeholders_and_markup_are_kept(language: str, domain: str) -> None:
    wrong = [
        (message.id, form)
        for message in messages(language, domain)
        for form in forms(message.string)
        if fixed_parts(form) != fixed_parts(forms(message.id)[-1])
    ]
    assert wrong == []


@every_catalogue
def test_a_text_begins_and_ends_in_space_or_in_none_as_in_english(language: str, domain: str) -> None:
    def ends(text: str) -> tuple[bool, bool]:
        return text[0].isspace(), text[-1].isspace()

    found = messages(language, domain)
    wrong = [
        message.id
        for message in found
        for form in forms(message.string)
        if form and ends(form) != ends(forms(message.id)[-1])
    ]
    assert wrong == []


@every_catalogue
def test_numbers_have_the_forms_of_the_language(language: str, domain: str) -> None:
    # Django's rule, since its own texts are merged with ours for the browser.
    with (Path(django.__file__).parent / "conf/locale" / language / "LC_MESSAGES/django.po").open("rb") as file:
        django_rule = read_po(file, locale=language)
    rule = catalogue(language, domain)
    assert rule.plural_forms.replace(" ", "") == django_rule.plural_forms.replace(" ", "")
    numbered = [message for message in messages(language, domain) if len(forms(message.id)) == 2]
    assert numbered
    assert {len(forms(message.string)) for message in numbered} == {rule.num_plurals}


@every_catalogue
def test_the_head_says_nothing_that_changes_or_names_anybody(language: str, domain: str) -> None:
    head = catalogue_path(language, domain).read_text().split("\n\n", 1)[0]
    assert re.findall(r'^"([A-Za-z-]+):', head, re.MULTILINE) == [
        "Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Plural-Forms",
    ]
    assert not re.search("^#", head, re.MULTILINE)
