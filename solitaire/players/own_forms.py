"""The forms of what is one's own: who sees it, and leaving."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from solitaire.players.models import Player
from solitaire.players.privacy import AUDIENCES, OPEN, Privacy


def _audience(name: str, label: Any, help_text: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        help_text=help_text,
        choices=[(str(audience), text) for audience, text in AUDIENCES.items()],
        initial=str(getattr(OPEN, name)),
        widget=forms.RadioSelect,
    )


class PrivacyForm(forms.Form):
    """Who may see what of a player's page: the fields of `Privacy`."""

    games = _audience(
        "games", _("Who sees your games"), _("The lists of your games, wins and races, and the deals you play most.")
    )
    figures = _audience(
        "figures",
        _("Who sees your figures"),
        _("How much you have played and won, best times, wins and days in a row, and how your ratings have changed."),
    )
    follows = _audience("follows", _("Who sees whom you follow"), _("And who follows you."))

    def privacy(self) -> Privacy:
        """What has been chosen, of a valid form."""
        return Privacy(**self.cleaned_data)


class LeaveForm(forms.Form):
    """An account's password once more; a guest has none, and says that it is meant."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(
        label=_("Delete everything that says who I am."),
        error_messages={"required": _("Tick this first: what is deleted cannot be brought back.")},
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._player = player
        if player.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        """Refuse a password that is another."""
        password: str = self.cleaned_data["password"]
        if not self._player.check_password(password):
            raise ValidationError(_("That is not your password. Capitals count in it."), code="wrong")
        return password
