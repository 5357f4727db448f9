"""The forms of signing up, logging in and one's own account."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    SetPasswordMixin,
)
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from solitaire.players.models import Player
from solitaire.players.names import RULE, clean_name, is_reserved, name_key, name_look
from solitaire.players.preferences import CHOICES, PLAIN, Preferences
from solitaire.players.sanctions import ban_at_the_door, is_taken_away

NAME_TAKEN = _("Somebody has that name already, or one that looks like it. Please choose another.")
NAME_RESERVED = _("This name would be taken for the site itself, or for a program. Please choose another.")
NAME_TAKEN_AWAY = _("An operator has taken this name out of use. Please choose another.")

_letters = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")


class NameField(forms.CharField):
    """A player's name: checked, and in the form in which it is shown."""

    def clean(self, value: Any) -> str:
        """The name as it is shown; raises `ValidationError`, which says what is allowed."""
        return clean_name(super().clean(value))


class DetailsForm(forms.ModelForm):
    """What others see of a player, and where to write to them."""

    name = NameField(label=_("Name"), help_text=RULE)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For a new password, should you forget yours. Nobody sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    class Meta:
        """What of the player is asked for."""

        model = Player
        fields = ("name", "email")

    def clean_name(self) -> str:
        """Refuse a name that somebody else has, or that looks like theirs; and one that nobody may have."""
        name: str = self.cleaned_data["name"]
        same = Q(name_key=name_key(name)) | Q(name_look=name_look(name))
        if Player.objects.exclude(pk=self.instance.pk).filter(same).exists():
            raise ValidationError(NAME_TAKEN, code="taken")
        if name != self.initial.get("name") and is_reserved(name):
            raise ValidationError(NAME_RESERVED, code="reserved")
        if is_taken_away(name):
            raise ValidationError(NAME_TAKEN_AWAY, code="taken-away")
        return name


class PlainPasswords(SetPasswordMixin):
    """A new password, asked for in plain words; what is wrong with it is said where it was typed first."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if name.endswith("password1"):
                field.help_text = _("At least 8 characters that others would not guess.")
            elif name.endswith("password2"):
                field.label = _("The same password again")
                field.help_text = ""

    def validate_password_for_user(self, user: Player, password_field_name: str = "password2") -> None:  # noqa: S107
        """Say what is wrong with the password under the first of its two fields."""
        super().validate_password_for_user(user, password_field_name.replace("2", "1"))


class SignUpForm(PlainPasswords, DetailsForm, BaseUserCreationForm):
    """A name, a password twice, and an e-mail address for those who like."""

    field_order = ("name", "password1", "password2", "email")

    class Meta(DetailsForm.Meta):
        """As for an account's details."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs |= {"autocomplete": "username", "autofocus": True, "spellcheck": "false"}
        for name in ("password1", "password2"):
            # A taken name is no reason to type everything again; the page is never stored.
            self.fields[name].widget.render_value = True


class LoginForm(AuthenticationForm):
    """A name and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")

    def get_invalid_login_error(self) -> ValidationError:
        """What is said of a wrong name and of a wrong password alike; who is banned, and knows both, is told so."""
        ban = ban_at_the_door(self.cleaned_data["username"], self.cleaned_data["password"])
        if ban:
            told = _("You are banned from this site. An operator has decided so, for this reason: %(reason)s")
            return ValidationError(told, code="banned", params={"reason": ban.ban_reason})
        message = _("That name and that password do not belong together. Capitals count in the password.")
        return ValidationError(message, code="invalid_login")


class NewPasswordForm(PlainPasswords, SetPasswordForm):
    """A new password, for who holds the letter."""


class ChangePasswordForm(PlainPasswords, PasswordChangeForm):
    """The old password, and a new one."""


class ForgottenPasswordForm(PasswordResetForm):
    """An e-mail address to send the way to a new password to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].widget.attrs["autofocus"] = True

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Write and send the letter in the reader's language, in the background.

        So a slow mail server holds up no page, and how long a page takes does not tell whose address is known.
        """
        _letters.submit(self._send_in, get_language(), *args, **kwargs)

    def _send_in(self, language: str | None, *args: Any, **kwargs: Any) -> None:
        with override(language):
            super().send_mail(*args, **kwargs)


def _chips(name: str, label: Any, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        help_text=help_text,
        choices=list(CHOICES[name].items()),
        initial=getattr(PLAIN, name),
        widget=forms.RadioSelect,
    )


class PreferencesForm(forms.Form):
    """How a player likes the site: the fields of `Preferences`."""

    theme = _chips("theme", _("Light or dark"))
    felt = _chips("felt", _("Table"))
    back = _chips("back", _("Backs of the cards"))
    suits = _chips("suits", _("Colours of the suits"), _("With four, diamonds are blue and clubs green."))
    index = _chips("index", _("Letters on the cards"))
    hand = _chips("hand", _("Hand you play with"), _("Puts the stock under that thumb on a phone."))
    tap = _chips("tap", _("What a tap on a card does"))
    motion = _chips("motion", _("Motion"))
    language = _chips("language", _("Language"))
    rules = forms.BooleanField(label=_("Say which rule sent a card back"), required=False)
    sounds = forms.BooleanField(label=_("Sounds"), required=False)
    score = forms.BooleanField(label=_("Show the score while playing"), required=False)
    clock = forms.BooleanField(label=_("Show the clock while playing"), required=False)

    def preferences(self, before: Preferences) -> Preferences:
        """What has been chosen, of a valid form; the rest as it was `before`."""
        return replace(before, **self.cleaned_data)
