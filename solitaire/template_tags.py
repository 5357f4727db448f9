"""Template tags for every page."""

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from solitaire.rulebook.book import page_of

register = template.Library()


class Kept(template.Node):
    """What is between the tags, kept under a name instead of being shown."""

    def __init__(self, nodelist: NodeList, name: str) -> None:
        self.nodelist = nodelist
        self.name = name

    def render(self, context: Context) -> SafeString:
        """Keep it, and show nothing."""
        # Rendered by the template's own rules, so it is as safe as the page it is part of.
        context[self.name] = mark_safe(self.nodelist.render(context).strip())  # noqa: S308
        return SafeString("")


@register.tag
def keep(parser: Parser, token: Token) -> Kept:
    """`{% keep name %}…{% endkeep %}`: for what a page says in two places, a block included."""
    _, name = token.split_contents()
    nodelist = parser.parse(("endkeep",))
    parser.delete_first_token()
    return Kept(nodelist, name)


@register.simple_tag
def rules_page(family: str, ruleset: str) -> str:
    """The address of the rules that a game is played by."""
    return reverse("rules-page", args=page_of(family, ruleset).slugs)
