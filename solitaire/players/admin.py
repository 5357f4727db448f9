"""Players in the admin: found, judged and given staff rights; made and deleted nowhere."""

from collections.abc import Callable

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solitaire.players import sanctions
from solitaire.players.forms import DetailsForm
from solitaire.players.models import Player


class PlayerForm(DetailsForm, UserChangeForm):
    """The rules for e-mail addresses hold here too."""

    class Meta:
        """All that the page lists."""

        model = Player
        fields = "__all__"


class ReasonForm(ActionForm):
    """What an operator says beside an action; the log keeps it for ever, and whom it is about is told."""

    reason = forms.CharField(
        label=gettext_lazy("Reason (no names)"),
        max_length=sanctions.LONGEST_REASON,
        required=False,
        widget=forms.TextInput,
    )
    days = forms.CharField(
        label=gettext_lazy("Days (of silence)"),
        required=False,
        widget=forms.NumberInput(attrs={"min": 1, "max": sanctions.LONGEST_MUTE_DAYS}),
    )
    """Judged by `days_beside`: the admin says nothing of what is wrong with this form."""


class Unsaid(ValueError):
    """What stands beside an action will not do; the message says what will."""


def reason_beside(request: HttpRequest) -> str:
    """The reason an operator has written beside an action; raises `Unsaid` where there is none."""
    reason = request.POST.get("reason", "").strip()[: sanctions.LONGEST_REASON]
    if not reason:
        raise Unsaid(_("Please write a reason beside the action."))
    return reason


def days_beside(request: HttpRequest) -> int | None:
    """For how many days, as written beside an action; None for good. Raises `Unsaid`."""
    typed = request.POST.get("days", "").strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= sanctions.LONGEST_MUTE_DAYS):
        raise Unsaid(_("Days are a number from 1 to %(most)d.") % {"most": sanctions.LONGEST_MUTE_DAYS})
    return int(typed)


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Players begin with an event and stay as long as their games, so none is added or deleted here.

    What is decided about them is an event too, so it is done by the actions of the list, which ask for a reason.
    """

    form = PlayerForm
    list_display = ("name", "id", "is_guest", "standing", "created_at")
    list_filter = ("is_guest", "is_active", "sanction__muted", "sanction__banned", "is_staff")
    list_select_related = ("sanction",)
    search_fields = ("name", "=id", "=email")
    ordering = ("-created_at",)
    readonly_fields = ("id", "name", "is_active", "is_guest", "absorbed_by", "created_at", "last_login")
    fieldsets = (
        (None, {"fields": ("id", "name", "email", "password")}),
        (gettext_lazy("Standing"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (gettext_lazy("History"), {"fields": ("is_guest", "absorbed_by", "created_at", "last_login")}),
    )
    action_form = ReasonForm
    actions = ("take_the_name", "mute", "unmute", "ban", "unban")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players join by themselves, or by `manage.py createsuperuser`."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Nothing is left to be changed of somebody who has left."""
        return (obj is None or obj.left_at is None) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """The log knows them for ever; a ban keeps them out."""
        return False

    @admin.display(description=gettext_lazy("standing"))
    def standing(self, player: Player) -> str:
        """What operators have decided, in words."""
        sanction = getattr(player, "sanction", None)
        if sanction and sanction.banned:
            return _("banned: %(reason)s") % {"reason": sanction.ban_reason}
        if sanction and sanction.muted:
            return _("muted: %(reason)s") % {"reason": sanction.mute_reason}
        return "" if player.is_active else _("not active")

    @admin.action(description=gettext_lazy("Take the name away"), permissions=["change"])
    def take_the_name(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Give each a guest's name."""
        self._decide(request, players, sanctions.rename)

    @admin.action(description=gettext_lazy("Mute: no comments"), permissions=["change"])
    def mute(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Let them write no comments, for so many days or for good."""

        def decide(player: str, reason: str, operator: str) -> None:
            sanctions.mute(player, reason, operator, days_beside(request))

        self._decide(request, players, decide)

    @admin.action(description=gettext_lazy("Let write again"), permissions=["change"])
    def unmute(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Lift a mute."""
        self._decide(request, players, sanctions.unmute)

    @admin.action(description=gettext_lazy("Ban"), permissions=["change"])
    def ban(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Keep them out; nobody bans themselves."""
        self._decide(request, players.exclude(pk=request.user.pk), sanctions.ban)

    @admin.action(description=gettext_lazy("Lift the ban"), permissions=["change"])
    def unban(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Let them in again."""
        self._decide(request, players, sanctions.unban)

    def _decide(
        self, request: HttpRequest, players: QuerySet[Player], decide: Callable[[str, str, str], object]
    ) -> None:
        found = list(players.values_list("pk", flat=True))
        try:
            for player in found:
                decide(player, reason_beside(request), str(request.user.pk))
        except Unsaid as error:
            self.message_user(request, str(error), messages.ERROR)
            return
        said = ngettext("Done for %(count)d player.", "Done for %(count)d players.", len(found))
        self.message_user(request, said % {"count": len(found)})
