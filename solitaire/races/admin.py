"""The queue of what an operator should look at: games with a flag, what was noticed, and what was found."""

from datetime import UTC, datetime

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solitaire.races import conduct
from solitaire.races.models import Flag


class ReasonForm(ActionForm):
    """What an operator says beside an action."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=conduct.LONGEST_REASON, required=False, widget=forms.TextInput
    )


@admin.register(Flag)
class FlagAdmin(admin.ModelAdmin):
    """Flags come from the log, and a verdict goes into it: nothing is written here by hand."""

    list_display = ("replay", "player", "kind", "in_figures", "noticed_at", "verdict", "reason")
    list_display_links = None
    list_filter = ("verdict", "kind")
    list_select_related = ("player",)
    search_fields = ("=game", "=race", "=player__id", "player__name")
    ordering = ("verdict", "at", "id")  # what nobody has looked at comes first
    action_form = ReasonForm
    actions = ("looked_at_fine", "confirmed")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The site flags games by itself."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Flag | None = None) -> list[str]:
        """All of them: a verdict is given by an action, which writes it into the log."""
        return [field.name for field in Flag._meta.concrete_fields]

    def has_delete_permission(self, request: HttpRequest, obj: Flag | None = None) -> bool:
        """What was noticed stays in the log."""
        return False

    @admin.display(description=gettext_lazy("replay of the game"))
    def replay(self, flag: Flag) -> str:
        """The game, to be looked at."""
        return format_html('<a href="{}">{}</a>', reverse("replay", args=[flag.game]), flag.game)

    @admin.display(description=gettext_lazy("in figures"))
    def in_figures(self, flag: Flag) -> str:
        """What was noticed, in words."""
        detail = flag.detail
        if flag.kind != Flag.Kind.INHUMAN_PACE:
            return ", ".join(f"{name}: {value}" for name, value in detail.items())
        each = round(detail["time_ms"] / max(detail["moves"], 1))
        figures = [_("%(moves)d moves by hand, %(each)d ms each") % {"moves": detail["moves"], "each": each}]
        if "reactions" in detail:
            cards = {"unseen": detail["unseen"], "cards": detail["reactions"]}
            figures.append(_("%(unseen)d of %(cards)d new cards moved before they were seen") % cards)
        return "; ".join(figures)

    @admin.display(description=gettext_lazy("noticed"), ordering="at")
    def noticed_at(self, flag: Flag) -> datetime:
        """When."""
        return datetime.fromtimestamp(flag.at / 1000, UTC)

    @admin.action(description=gettext_lazy("Looked at, fine"), permissions=["change"])
    def looked_at_fine(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Let the results stand."""
        self._resolve(request, flags, "cleared")

    @admin.action(description=gettext_lazy("Confirmed"), permissions=["change"])
    def confirmed(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Keep the results off the boards for good."""
        self._resolve(request, flags, "confirmed")

    def _resolve(self, request: HttpRequest, flags: QuerySet[Flag], verdict: str) -> None:
        reason = request.POST.get("reason", "").strip()
        if not reason:
            self.message_user(request, _("Please write a reason beside the action."), messages.ERROR)
            return
        found = list(flags)
        for flag in found:
            conduct.resolve(flag.game, flag.kind, verdict, reason[: conduct.LONGEST_REASON], str(request.user.pk))
        said = ngettext("%(count)d flag has its verdict.", "%(count)d flags have their verdict.", len(found))
        self.message_user(request, said % {"count": len(found)})
