"""From a guest to an account."""

from django.db import IntegrityError, transaction

from solitaire.players.joining import NameTaken
from solitaire.players.models import Player


class NoGuest(Exception):
    """The guest has become an account, or part of one, in the meantime."""


def sign_up(guest: Player | None, name: str, password: str, email: str) -> Player:
    """The account a guest becomes, with the same id and all their games; a new one where there is no guest.

    `name` is clean and `password` has been judged. The guest's sessions end. Raises `NameTaken` where somebody has
    that name and `NoGuest` where the guest is none any more; nothing is changed then.
    """
    if guest is None:
        return Player.objects.create_account(name, password, email)
    account = Player.objects.get(pk=guest.pk)
    account.name, account.email, account.is_guest = name, email, False
    account.set_password(password)  # slow on purpose, so before the transaction
    try:
        with transaction.atomic():
            if not Player.objects.select_for_update().filter(pk=guest.pk, is_guest=True, is_active=True).exists():
                raise NoGuest(guest.pk)
            account.save()
    except IntegrityError as error:
        raise NameTaken(name) from error
    return account
