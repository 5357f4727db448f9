"""Pages about oneself: signing up, logging in and out, the account, passwords."""

from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, PasswordResetForm
from django.contrib.auth.mixins import AccessMixin
from django.db import IntegrityError
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic import UpdateView, View
from django.views.generic.base import ContextMixin
from django.views.generic.edit import FormView

from solitaire.players import throttle
from solitaire.players.absorb import NotAbsorbed, absorb
from solitaire.players.accounts import NoGuest, sign_up
from solitaire.players.forms import (
    NAME_TAKEN,
    ChangePasswordForm,
    DetailsForm,
    ForgottenPasswordForm,
    LoginForm,
    PreferencesForm,
    SignUpForm,
)
from solitaire.players.guests import guest_of, player_for
from solitaire.players.joining import NameTaken
from solitaire.players.models import Player
from solitaire.players.names import name_key
from solitaire.players.preferences import preferences_of
from solitaire.players.sanctions import told


class Strangers(views.RedirectURLMixin, ContextMixin, View):
    """Pages for guests and for people who have done nothing yet; who has an account is sent on."""

    next_page = "home"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send on whoever has an account."""
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Tell the page who the guest is, and where to go on to."""
        return super().get_context_data(guest=guest_of(self.request), next=self.get_redirect_url(), **kwargs)


@method_decorator([sensitive_post_parameters("password1", "password2"), never_cache], name="dispatch")
class SignUpPage(Strangers, FormView):
    """`/signup`: a name and a password turn a guest into an account."""

    form_class = SignUpForm
    template_name = "players/signup.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        """The guest's name is theirs to keep."""
        guest = guest_of(self.request)
        return super().get_form_kwargs() | {"instance": Player.objects.get(pk=guest.pk) if guest else None}

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Sign up and log in."""
        throttle.limits.spend("sign_ups", throttle.origin(self.request))
        typed = form.cleaned_data
        try:
            account = sign_up(guest_of(self.request), typed["name"], typed["password1"], typed["email"])
        except NameTaken:
            form.add_error("name", NAME_TAKEN)
            return self.form_invalid(form)
        except NoGuest:
            return redirect("login")
        login(self.request, account)
        messages.success(self.request, _("Welcome, %(name)s. Everything you play is kept.") % {"name": account.name})
        return redirect(self.get_success_url())


class LoginPage(Strangers, views.LoginView):
    """`/login`; a guest's games come along."""

    authentication_form = LoginForm
    template_name = "players/login.html"

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Bring the guest's games along, then log in: in this order, a failure in between loses nothing."""
        guest = guest_of(self.request)
        account = form.get_user()
        if guest:
            with suppress(NotAbsorbed):  # the guest has become an account, or part of one, in the meantime
                absorb(guest, account)
        if name_key(form.cleaned_data["username"]) != account.name_key:
            text = _("An operator has taken your name out of use. You are %(name)s now, and can choose another.")
            messages.warning(self.request, text % {"name": account.name})
        return super().form_valid(form)


class AccountsOnly(AccessMixin, View):
    """Pages for accounts: a guest is invited to sign up, others to log in."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send away whoever has no account."""
        if not request.user.is_authenticated:
            return self.handle_no_permission()
        if request.user.is_guest:
            return self.invite(request)
        return super().dispatch(request, *args, **kwargs)

    def invite(self, request: HttpRequest) -> HttpResponse:
        """What a guest gets instead of the page."""
        return redirect("signup")


@method_decorator(never_cache, name="dispatch")
class AccountPage(AccountsOnly, UpdateView):
    """`/account`: one's name and e-mail address, and the way to a new password."""

    form_class = DetailsForm
    template_name = "players/account.html"
    success_url = reverse_lazy("account")

    def invite(self, request: HttpRequest) -> HttpResponse:
        """A page about being a guest."""
        return render(request, "players/guest.html", {"told": told(str(request.user.pk))})

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Tell the page what operators have decided."""
        return super().get_context_data(told=told(str(self.request.user.pk)), **kwargs)

    def get_object(self, queryset: object = None) -> Player:
        """A copy of who asks, so that what they typed wrongly stays in the form alone."""
        return Player.objects.get(pk=self.request.user.pk)

    def form_valid(self, form: ModelForm) -> HttpResponse:
        """Keep the changes."""
        try:
            answer = super().form_valid(form)
        except IntegrityError:  # the name was free a moment ago
            form.add_error("name", NAME_TAKEN)
            return self.form_invalid(form)
        messages.success(self.request, _("Saved."))
        return answer


SAMPLE = ("QS", "KH", "9D", "JC")
"""A card of each suit, to look at while one chooses."""


@method_decorator(never_cache, name="dispatch")
class SettingsPage(views.RedirectURLMixin, FormView):
    """`/settings`: how one likes the site; choosing makes a guest of a newcomer, and leads back where one came from."""

    form_class = PreferencesForm
    template_name = "players/settings.html"
    next_page = "settings"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Give the page some cards to show, and the way back."""
        return super().get_context_data(sample=SAMPLE, next=self.get_redirect_url(), **kwargs)

    def get_initial(self) -> dict[str, Any]:
        """What holds now."""
        return asdict(preferences_of(self.request.user))

    def form_valid(self, form: PreferencesForm) -> HttpResponse:
        """Keep what was chosen."""
        player = player_for(self.request)
        player.keep(form.preferences(preferences_of(player)))
        if not self.get_redirect_url():  # whoever comes back to a table sees it there
            messages.success(self.request, gettext_lazy("Saved."))  # in the language of the page that comes
        return super().form_valid(form)


@require_POST
def toured(request: HttpRequest) -> HttpResponse:
    """The player has been shown around the table, and will not be again by itself."""
    if isinstance(request.user, Player):
        request.user.keep(replace(preferences_of(request.user), toured=True))
    return HttpResponse(status=204)


class PasswordPage(AccountsOnly, views.PasswordChangeView):
    """`/account/password`: a new password, which ends the account's other sessions."""

    form_class = ChangePasswordForm
    template_name = "players/password.html"
    success_url = reverse_lazy("account")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Judge the old password, as seldom as at the door."""
        throttle.limits.spend("logins_of_a_name", name_key(request.user.get_username()))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Set the password."""
        answer = super().form_valid(form)
        messages.success(self.request, _("Your password is changed. Everywhere else you have been logged out."))
        return answer


class ForgottenPasswordPage(views.PasswordResetView):
    """`/password/forgotten`: asks for the address the letter goes to."""

    form_class = ForgottenPasswordForm
    template_name = "players/forgotten.html"
    email_template_name = "players/forgotten_letter.txt"
    subject_template_name = "players/forgotten_subject.txt"
    success_url = reverse_lazy("password_reset_done")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """Send the letter, unless too many were asked for."""
        throttle.limits.spend("letters", throttle.origin(self.request))
        throttle.limits.spend("letters_to_one", form.cleaned_data["email"].casefold())
        return super().form_valid(form)


class NewPasswordPage(views.PasswordResetConfirmView):
    """`/password/new/…`: the address in the letter."""

    def get_user(self, uidb64: str) -> Player | None:
        """The player whose letter it is; None for an address that no letter ever had."""
        try:
            return Player.objects.find(urlsafe_base64_decode(uidb64).decode())
        except ValueError:
            return None
