"""Pages about what is one's own: who sees it, and leaving for good. For guests as well."""

from contextlib import suppress
from dataclasses import asdict
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from django.views.generic.edit import FormView

from solitaire.players import leaving, throttle
from solitaire.players.leaving import HasLeft
from solitaire.players.models import Player
from solitaire.players.names import name_key
from solitaire.players.own_forms import LeaveForm, PrivacyForm
from solitaire.players.privacy import privacy_of


@method_decorator(never_cache, name="dispatch")
class PrivacyPage(LoginRequiredMixin, FormView):
    """`/account/privacy`: what others see, and how it is narrowed."""

    form_class = PrivacyForm
    template_name = "players/privacy.html"
    success_url = reverse_lazy("privacy")

    def get_initial(self) -> dict[str, Any]:
        """What holds now."""
        return asdict(privacy_of(_player(self.request)))

    def form_valid(self, form: PrivacyForm) -> HttpResponse:
        """Keep what was chosen."""
        Player.objects.filter(pk=_player(self.request).pk, left_at=None).update(privacy=form.privacy().kept())
        messages.success(self.request, _("Saved."))
        return super().form_valid(form)


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class LeavePage(LoginRequiredMixin, FormView):
    """`/account/delete`: the account, or the guest, is deleted; an account's password is asked for once more."""

    form_class = LeaveForm
    template_name = "players/leave.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Whose it is."""
        return super().get_form_kwargs() | {"player": _player(self.request)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Judge the password, as seldom as at the door."""
        throttle.limits.spend("logins_of_a_name", name_key(_player(request).name))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: LeaveForm) -> HttpResponse:
        """Leave, and be nobody from here on."""
        with suppress(HasLeft):  # in another tab, a moment ago
            leaving.leave(_player(self.request))
        logout(self.request)
        return redirect("left")


@require_safe
def left(request: HttpRequest) -> HttpResponse:
    """What is said to who has just left."""
    return render(request, "players/left.html")


def _player(request: HttpRequest) -> Player:
    return cast(Player, request.user)  # the pages are for who is logged in
