"""Players, whom they follow, and the sessions their browsers hold."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from solitaire.ids import LENGTH, new_id
from solitaire.players.fields import NameField
from solitaire.players.managers import PlayerManager
from solitaire.players.names import LONGEST, name_key, name_look
from solitaire.players.preferences import Preferences

NAME_KEY_LENGTH = 4 * LONGEST  # folding can make a character longer


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays: a guest, known by a session alone, or an account with a name and a password.

    The row holds what the log must not (name, e-mail, password); the log knows a player by `id`.
    """

    id = models.CharField(primary_key=True, max_length=LENGTH, default=new_id, editable=False)
    name = NameField(_("name"), max_length=LONGEST)
    name_key = models.CharField(_("name"), max_length=NAME_KEY_LENGTH, unique=True, editable=False)
    name_look = models.CharField(max_length=NAME_KEY_LENGTH, unique=True, editable=False)
    """What the name looks like, so that nobody can be mistaken for another."""
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    preferences = models.JSONField(default=dict, blank=True, editable=False)
    """What differs from `preferences.PLAIN`."""
    privacy = models.JSONField(default=dict, blank=True, editable=False)
    """What differs from `privacy.OPEN`."""
    left_at = models.BigIntegerField(null=True, blank=True, editable=False)
    """When they left for good (milliseconds since 1970), after which there is nothing here but ids: see `leaving`."""
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    absorbed_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="absorbed"
    )
    """The account that took this guest's games; derived from the account's `absorbed` event."""

    USERNAME_FIELD = "name_key"
    EMAIL_FIELD = "email"

    objects = PlayerManager()

    _password: str | None  # set by Django between `set_password` and `save`

    class Meta:
        """What players are called in the admin."""

        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Keep the e-mail address in its normal form."""
        self.email = PlayerManager.normalize_email(self.email)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; the name's key and look follow the name. A new password or a bar ends every session of the player."""
        ends_sessions = self._password is not None or not self.is_active
        if self.left_at is not None:
            self.name, look = "", Player.nameless(self.pk)
            self.name_key = self.name_look = look
        else:
            self.name_key, look = name_key(self.name), name_look(self.name)
        if self.name_look.partition("\n")[0] != look:  # older look-alikes are told apart behind a line's end
            self.name_look = look
        super().save(*args, **kwargs)
        if ends_sessions:
            Session.objects.filter(player_id=self.pk).delete()

    @staticmethod
    def nameless(player_id: str) -> str:
        """The key and the look of no name: one for each player, and none that a name could have."""
        return f"\n{player_id}"

    def keep(self, preferences: Preferences) -> None:
        """Keep how the player likes the site."""
        self.preferences = preferences.kept()
        self.save(update_fields=["preferences"])


class Follow(models.Model):
    """One player follows another: whose results they like to see apart. Not from the log, which is kept for ever.

    `follower` has an account. `followed` may be a guest: `following` says what becomes of it when that one is absorbed.
    """

    pk = models.CompositePrimaryKey("follower", "followed")
    follower = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="follows", db_constraint=False, db_index=False
    )
    followed = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="followed_by", db_constraint=False, db_index=False
    )
    since = models.BigIntegerField()
    """Milliseconds since 1970."""

    class Meta:
        """Listed both ways, the latest first."""

        indexes: ClassVar = [
            models.Index(fields=["follower", "-since", "-followed"], name="follow_of_follower"),
            models.Index(fields=["followed", "-since", "-follower"], name="follow_of_followed"),
        ]

    def __str__(self) -> str:
        """Who follows whom."""
        return f"{self.follower_id} follows {self.followed_id}"


class FormerName(models.Model):
    """A name that an operator has taken from a player: nobody gets it any more, and its player can still log in by it.

    Names are not in the log, so neither is this.
    """

    key = models.CharField(primary_key=True, max_length=NAME_KEY_LENGTH)
    look = models.CharField(max_length=NAME_KEY_LENGTH)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_names")

    class Meta:
        """Looked up by what it looks like, too."""

        indexes: ClassVar = [models.Index(fields=["look"], name="former_name_look")]

    def __str__(self) -> str:
        return self.key


class Block(models.Model):
    """`player` wants nothing to do with `blocked`: see `blocks`. It is not from the log."""

    pk = models.CompositePrimaryKey("player", "blocked")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.player_id} without {self.blocked_id}"


class Sanction(models.Model):
    """What operators have decided about a player, as it stands: see `sanctions`. From the log."""

    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, primary_key=True, related_name="sanction", db_constraint=False
    )
    muted = models.BooleanField(default=False)
    muted_until = models.BigIntegerField(null=True)
    """Milliseconds since 1970; null: until an operator lifts it."""
    mute_reason = models.CharField(max_length=500, blank=True)
    banned = models.BooleanField(default=False)
    ban_reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.player_id}{' muted' * self.muted}{' banned' * self.banned}"


class Session(AbstractBaseSession):
    """A browser's session that knows whose it is, so that all of one player's can be ended."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> type:
        """The store that reads and writes these rows."""
        from solitaire.players.sessions import SessionStore

        return SessionStore
