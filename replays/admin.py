"""The queue of what an operator should look at: what the site has noticed, what players report, and what was found."""

from collections.abc import Callable
from datetime import UTC, datetime

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from replays import reports
from replays.models import Comment
from solitaire.players import sanctions
from solitaire.players.admin import ReasonForm, Unsaid, days_beside, reason_beside
from solitaire.races.models import Flag


@admin.register(Flag)
class FlagAdmin(admin.ModelAdmin):
    """Flags come from the log, and a verdict goes into it: nothing is written here by hand."""

    list_display = ("about", "player", "kind", "in_figures", "noticed_at", "verdict", "reason")
    list_display_links = None
    list_filter = ("verdict", "kind")
    list_select_related = ("player",)
    search_fields = ("=game", "=race", "=player__id", "player__name")
    ordering = ("verdict", "at", "id")  # what nobody has looked at comes first
    action_form = ReasonForm
    actions = ("looked_at_fine", "confirmed", "void", "take_the_name", "mute", "ban")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        """What there is nothing to be found about stays away."""
        return super().get_queryset(request).exclude(kind=Flag.Kind.CLOCK_STEPPED)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The site flags games by itself, and players report on their pages."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Flag | None = None) -> list[str]:
        """All of them: a verdict is given by an action, which writes it into the log."""
        return [field.name for field in Flag._meta.concrete_fields]

    def has_delete_permission(self, request: HttpRequest, obj: Flag | None = None) -> bool:
        """What was noticed stays in the log."""
        return False

    @admin.display(description=gettext_lazy("about"))
    def about(self, flag: Flag) -> str:
        """The game, the comment or the name, to be looked at."""
        if flag.kind == Flag.Kind.REPORTED_NAME:
            return format_html('<a href="{}">{}</a>', reverse("player", args=[flag.player_id]), flag.player.name)
        game = reverse("replay", args=[flag.game])
        if flag.kind != Flag.Kind.REPORTED_COMMENT:
            return format_html('<a href="{}">{}</a>', game, flag.game)
        comment = Comment.objects.filter(pk=reports.comment_of(flag)).first()
        if comment is None:
            return format_html('<a href="{}">{}</a>', game, _("a comment that its author has deleted"))
        return format_html('<a href="{}">{}</a>: “{}”', game, flag.game, comment.text)

    @admin.display(description=gettext_lazy("in figures"))
    def in_figures(self, flag: Flag) -> str:
        """What was noticed, in words."""
        detail = flag.detail
        if flag.kind in reports.KINDS.values():
            return "; ".join(f"{reports.WORDS[why]}: {count}" for why, count in detail.items())
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
        """Let results stand, and comments be read."""
        self._resolve(request, flags, "cleared")

    @admin.action(
        description=gettext_lazy("Confirmed: a result off the boards, a comment taken down"), permissions=["change"]
    )
    def confirmed(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Keep results off the boards, and comments from everybody, for good."""
        self._resolve(request, flags, "confirmed")

    @admin.action(description=gettext_lazy("Void the result: it counts nowhere"), permissions=["change"])
    def void(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Let results count nowhere, nor for ratings."""
        self._resolve(request, flags.exclude(kind__in=reports.OF_PLAYERS), "voided")

    @admin.action(description=gettext_lazy("Confirmed: take the name away"), permissions=["change"])
    def take_the_name(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Give those whose name was reported a guest's."""
        of_names = flags.filter(kind=Flag.Kind.REPORTED_NAME)
        self._resolve(request, of_names, "confirmed", sanctions.rename)

    @admin.action(description=gettext_lazy("Confirmed, and mute the player"), permissions=["change"])
    def mute(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Let the players write no comments, for so many days or for good."""

        def mute(player: str, reason: str, operator: str) -> None:
            sanctions.mute(player, reason, operator, days_beside(request))

        self._resolve(request, flags, "confirmed", mute)

    @admin.action(description=gettext_lazy("Confirmed, and ban the player"), permissions=["change"])
    def ban(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Keep the players out; nobody bans themselves."""
        self._resolve(request, flags.exclude(player=request.user.pk), "confirmed", sanctions.ban)

    def _resolve(
        self,
        request: HttpRequest,
        flags: QuerySet[Flag],
        verdict: str,
        decide: Callable[[str, str, str], object] | None = None,
    ) -> None:
        found, operator = list(flags), str(request.user.pk)
        try:
            reason = reason_beside(request)
            if decide is not None:
                for player in sorted({flag.player_id for flag in found}):
                    decide(player, reason, operator)
        except Unsaid as error:
            self.message_user(request, str(error), messages.ERROR)
            return
        for flag in found:
            if decide is None or not flag.verdict:  # what has been found already stands
                reports.resolve(flag, verdict, reason, operator)
        if not found:
            self.message_user(request, _("That is not for what you have chosen."), messages.WARNING)
            return
        said = ngettext("%(count)d flag has its verdict.", "%(count)d flags have their verdict.", len(found))
        self.message_user(request, said % {"count": len(found)})
