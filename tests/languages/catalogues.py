"""The texts in the sources, and what the catalogues make of them."""

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("ms", "id", "lv")
DOMAINS = ("django", "djangojs")

Text: TypeAlias = tuple[str | None, str | tuple[str, ...]]
"""A context, or None, and a text; of one with a number its singular and plural."""

_CALLS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def catalogue_path(language: str, domain: str) -> Path:
    return ROOT / "frontend" / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def catalogue(language: str, domain: str) -> Catalog:
    with catalogue_path(language, domain).open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str, domain: str) -> list[Message]:
    """The entries of a catalogue, without its head."""
    return [message for message in catalogue(language, domain) if message.id]


def source_texts(domain: str) -> set[Text]:
    """Every text that Python modules and templates, or browser modules, ask to have translated."""
    if domain == "djangojs":
        return {text for path in files("frontend/static", ".js") for text in texts("javascript", path.read_text())}
    modules = [path for part in ("solitaire", "replays") for path in files(part, ".py")]
    found = {text for path in modules for text in texts("python", path.read_text())}
    for path in files("frontend/templates", ""):
        calls = templatize(path.read_text())
        found |= set(texts("python", "\n".join(line.strip() for line in calls.splitlines())))
    return found


def files(folder: str, suffix: str) -> list[Path]:
    return [path for path in (ROOT / folder).rglob(f"*{suffix}") if path.is_file()]


def texts(kind: str, source: str) -> Iterator[Text]:
    for _line, text, _comments, context in extract(kind, io.BytesIO(source.encode()), keywords=_CALLS):
        yield context, text


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """A text, or its singular and plurals, as a tuple."""
    return (text,) if isinstance(text, str) else tuple(text)


def fixed_parts(text: str) -> Counter[str]:
    """What a translation keeps as it is: placeholders and markup."""
    return Counter(re.findall(r"%(?:\(\w+\))?[sd]|</?[a-z][^>]*>", text))
