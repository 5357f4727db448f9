"""The forms by which a race is asked for; what is wrong is said beside its field, with what is allowed there."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solitaire.races.commands import Way
from solitaire.races.pairing import COMMON_WAY
from solitaire.races.race import FEWEST, LIMITS, MOST, Options
from solitaire.rules.deals import BadCode, Deal
from solitaire.wording import bad_code_text

FAMILIES = (("KL", gettext_lazy("Klondike")), ("TF", gettext_lazy("Thoughtful")))
DRAWS = (("1", gettext_lazy("One, easy")), ("3", gettext_lazy("Three, hard")))
RULE_SETS = (
    ("N", gettext_lazy("Normal")),
    ("V", gettext_lazy("Vegas")),
    ("S", gettext_lazy("Standard")),
    ("C", gettext_lazy("Classic")),
)
NO_LIMIT = "none"
MINUTES = {(NO_LIMIT if limit is None else str(limit // 60)): limit for limit in LIMITS}
"""Time limits as a form has them, and in seconds."""


class Choice(forms.ChoiceField):
    """One of a few; what is none of them is told what they are. An empty one stands for `initial`."""

    widget = forms.RadioSelect

    def __init__(self, *, choices: Sequence[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(choices=choices, **kwargs)
        self.keys = [key for key, _label in choices]

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is ticked when the form comes back: the choice that was made, where it was one."""
        return data if data in self.keys else initial

    def clean(self, value: Any) -> str:
        """The choice; raises `ValidationError`, which names all there are."""
        if value in self.empty_values:
            return str(self.initial)
        if value not in self.keys:
            words = {"found": str(value)[:20], "allowed": ", ".join(self.keys)}
            raise ValidationError(_('"%(found)s" is none of the choices: %(allowed)s.') % words, "invalid_choice")
        return str(value)


class WayForm(forms.Form):
    """How a deal is played; what is not said is as the house does it."""

    family = Choice(
        label=gettext_lazy("Game"),
        choices=FAMILIES,
        initial=COMMON_WAY.family,
        help_text=gettext_lazy(
            "Thoughtful shows every card of the columns from the start, and is played by the Normal rules."
        ),
    )
    draw = Choice(label=gettext_lazy("Draw"), choices=DRAWS, initial=str(COMMON_WAY.draw))
    ruleset = Choice(label=gettext_lazy("Rules and score"), choices=RULE_SETS, initial=COMMON_WAY.ruleset)

    def way(self) -> Way:
        """The way that a valid form asks for; Thoughtful has one rule set, whatever the form says."""
        family, draw, ruleset = (self.cleaned_data[name] for name in ("family", "draw", "ruleset"))
        return Way(family, int(draw), "N" if family == "TF" else ruleset)


class NewRaceForm(WayForm):
    """A friendly race: for how many, until when, and on which deck."""

    seats = forms.IntegerField(
        label=gettext_lazy("Seats"), min_value=FEWEST, max_value=MOST, initial=4, widget=forms.NumberInput
    )
    limit = Choice(
        label=gettext_lazy("Time limit"),
        initial="10",
        help_text=gettext_lazy("Every race ends after an hour."),
        choices=(
            ("3", gettext_lazy("3 minutes")),
            ("5", gettext_lazy("5 minutes")),
            ("10", gettext_lazy("10 minutes")),
            ("20", gettext_lazy("20 minutes")),
            (NO_LIMIT, gettext_lazy("None")),
        ),
    )
    public = forms.BooleanField(
        label=gettext_lazy("Anybody may join, from the lobby"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Without it, whoever has the link can join."),
    )
    undo = forms.BooleanField(label=gettext_lazy("Moves may be undone"), required=False, initial=True)
    hints = forms.BooleanField(label=gettext_lazy("Hints may be asked for"), required=False, initial=True)
    sealed = forms.BooleanField(
        label=gettext_lazy("Sealed deck"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Nobody knows the cards, and the code stays secret until the race is over. Rivals see of each other how"
            " many cards lie where. Such shapes let a clever rival infer a little; that is why rated races show totals."
        ),
    )
    winnable = forms.BooleanField(
        label=gettext_lazy("On a deck that can be won"),
        required=False,
        help_text=gettext_lazy("With a sealed deck: a program that sees all the cards has found a way to win it."),
    )
    code = forms.CharField(
        label=gettext_lazy("Or a deal code of your choice"),
        required=False,
        help_text=gettext_lazy("Everybody can know these cards then. The code also says game, draw and rules."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "maxlength": 200}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        allowed = _("A race has %(fewest)d to %(most)d seats.") % {"fewest": FEWEST, "most": MOST}
        seats = self.fields["seats"]
        seats.error_messages |= dict.fromkeys(("required", "invalid"), allowed)
        seats.validators = [MinValueValidator(FEWEST, allowed), MaxValueValidator(MOST, allowed)]

    def clean_code(self) -> Deal | None:
        """The deal of the code that was typed; none where the deck is to be drawn."""
        typed = self.cleaned_data["code"].strip()
        if not typed:
            return None
        try:
            return Deal.parse(typed)
        except BadCode as error:
            raise ValidationError(bad_code_text(error), "bad_code") from error

    def clean(self) -> dict[str, Any]:
        """A deck that can be won is drawn sealed, and by the site."""
        fields = self.cleaned_data
        if fields.get("winnable") and (fields.get("code") or not fields.get("sealed")):
            self.add_error("winnable", _("The site draws such a deck, and seals it: tick that too, and name no code."))
        return fields

    def options(self) -> Options:
        """How a valid form wants the race; a deck of one's choice is known, and so never sealed."""
        fields, deal = self.cleaned_data, self.deal
        family, draw, ruleset = (deal.family, deal.draw, deal.ruleset) if deal else self.way()
        return Options(
            family,
            draw,
            ruleset,
            seats=fields["seats"],
            public=fields["public"],
            limit_s=MINUTES[fields["limit"]],
            undo=fields["undo"],
            hints=fields["hints"],
            sealed=fields["sealed"] and deal is None,
            winnable=fields["winnable"],
        )

    @property
    def deal(self) -> Deal | None:
        """The deal somebody has chosen, or None."""
        return self.cleaned_data["code"]
