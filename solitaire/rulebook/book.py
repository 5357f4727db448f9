"""The pages of the rules: which there are, what rules each has, and where in recorded games these refused a move."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from solitaire.rulebook.examples import CLASSIC, KLONDIKE, THOUGHTFUL, VEGAS, Example
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, fold
from solitaire.rules.moves import Code, Refused
from solitaire.rules.rulesets import CURRENT_RULES, RuleSet, rules_of


@dataclass(frozen=True, eq=False)
class Page:
    """The rules of one family under one rule set; `slugs` are its place in addresses."""

    family: str
    ruleset: str
    slugs: tuple[str, str]
    family_name: Promise
    ruleset_name: Promise
    examples: Mapping[Code, Example]

    @property
    def name(self) -> str:
        """What is played: Klondike, Vegas."""
        return f"{self.family_name}, {self.ruleset_name}"

    def rule_set(self, draw: int) -> RuleSet:
        """The rules in numbers, for drawing one or three."""
        return rules_of(CURRENT_RULES).sets[self.ruleset, draw]


_KL, _TF = _("Klondike"), _("Thoughtful")
PAGES = (
    Page("KL", "N", ("klondike", "normal"), _KL, _("Normal"), KLONDIKE),
    Page("KL", "V", ("klondike", "vegas"), _KL, _("Vegas"), {**KLONDIKE, **VEGAS}),
    Page("KL", "S", ("klondike", "standard"), _KL, _("Standard"), KLONDIKE),
    Page("KL", "C", ("klondike", "classic"), _KL, _("Classic"), {**KLONDIKE, **CLASSIC}),
    Page("TF", "N", ("thoughtful", "normal"), _TF, _("Normal"), THOUGHTFUL),
)


def page_at(family: str, ruleset: str) -> Page | None:
    """The page with these slugs in its address, None where there is none."""
    return next((page for page in PAGES if page.slugs == (family, ruleset)), None)


def page_of(family: str, ruleset: str) -> Page:
    """The page of a family and rule set as deal codes name them."""
    return next(page for page in PAGES if (page.family, page.ruleset) == (family, ruleset))


@cache
def opening(page: Page, code: Code) -> Game:
    """The game of an example as it stands before the move that is refused."""
    example = page.examples[code]
    deal = replace(Deal.parse(example.deal), ruleset=page.ruleset)
    return fold(deal, example.moves.split())


@cache
def refusal(page: Page, code: Code) -> Refused:
    """What the rules say to the move of an example."""
    try:
        opening(page, code).play(page.examples[code].refused)
    except Refused as refused:
        return refused
    raise AssertionError(f"{page.name}: the rules allow the example of {code}")
