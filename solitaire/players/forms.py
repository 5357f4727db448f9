"""The forms of signing up, logging in and one's own account."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, PasswordResetForm
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from solitaire.players.models import Player
from solitaire.players.names import RULE, clean_name, name_key

NAME_TAKEN = _("Somebody has that name already. Please choose another.")

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
        """Refuse a name that somebody else has."""
        name: str = self.cleaned_data["name"]
        if Player.objects.exclude(pk=self.instance.pk).filter(name_key=name_key(name)).exists():
            raise ValidationError(NAME_TAKEN, code="taken")
        return name


class SignUpForm(DetailsForm, BaseUserCreationForm):
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
        """What is said of a wrong name and of a wrong password alike."""
        message = _("That name and that password do not belong together. Capitals count in the password.")
        return ValidationError(message, code="invalid_login")


class ForgottenPasswordForm(PasswordResetForm):
    """An e-mail address to send the way to a new password to."""

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Write and send the letter in the reader's language, in the background.

        So a slow mail server holds up no page, and how long a page takes does not tell whose address is known.
        """
        _letters.submit(self._send_in, get_language(), *args, **kwargs)

    def _send_in(self, language: str | None, *args: Any, **kwargs: Any) -> None:
        with override(language):
            super().send_mail(*args, **kwargs)
