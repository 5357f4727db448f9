"""Players in the admin: found, renamed, barred and given staff rights; made and deleted nowhere."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from solitaire.players.forms import DetailsForm
from solitaire.players.models import Player


class PlayerForm(DetailsForm, UserChangeForm):
    """The rules for names hold here too."""

    class Meta:
        """All that the page lists."""

        model = Player
        fields = "__all__"


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Players begin with an event and stay as long as their games, so none is added or deleted here."""

    form = PlayerForm
    list_display = ("name", "id", "is_guest", "is_active", "created_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "=id", "=email")
    ordering = ("-created_at",)
    readonly_fields = ("id", "is_guest", "absorbed_by", "created_at", "last_login")
    fieldsets = (
        (None, {"fields": ("id", "name", "email", "password")}),
        (_("Standing"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("History"), {"fields": ("is_guest", "absorbed_by", "created_at", "last_login")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players join by themselves, or by `manage.py createsuperuser`."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Nothing is left to be changed of somebody who has left."""
        return (obj is None or obj.left_at is None) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """The log knows them for ever; a bar ends their sessions."""
        return False
