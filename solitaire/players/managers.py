"""Making and finding players."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager

from solitaire.ids import could_be_id
from solitaire.players.names import clean_name, name_key

if TYPE_CHECKING:
    from solitaire.players.models import Player


class PlayerManager(BaseUserManager["Player"]):
    """Players are made here, each with the `joined` event that begins their stream."""

    def find(self, player_id: str) -> "Player | None":
        """The player of that id, whatever text it is, with the account that absorbed them; None where there is none."""
        return self.select_related("absorbed_by").filter(pk=player_id).first() if could_be_id(player_id) else None

    def get_by_natural_key(self, username: str | None) -> "Player":
        """The player of that name, whatever its case, or whose it was before an operator took it away.

        Raises `Player.DoesNotExist`.
        """
        key = name_key(username or "")
        return self.filter(name_key=key).first() or self.get(former_names__key=key)

    def create_account(self, name: str, password: str | None, email: str = "", **more: Any) -> "Player":
        """A new account with a clean `name`; raises `joining.NameTaken` where somebody has that name."""
        from solitaire.players import joining

        player = self.model(name=name, email=self.normalize_email(email), is_guest=False, **more)
        player.set_password(password)
        joining.join(player)
        return player

    def create_superuser(self, name_key: str, password: str | None = None, **more: Any) -> "Player":
        """An account that may do everything, for `manage.py createsuperuser`."""
        return self.create_account(clean_name(name_key), password, is_staff=True, is_superuser=True, **more)
