"""Why something cannot be done in a race, in the language of the moment."""

from django.utils.translation import gettext as _

from solitaire.races.race import NotNow


def not_now_text(error: NotNow) -> str:
    """The reason, for people."""
    match error.code:
        case "race-full":
            return _("Every seat in this race is taken. You can watch it.")
        case "race-started":
            return _("This race has started already. You can watch it.")
        case "race-closed":
            return _("This room has closed.")
        case "already-in":
            return _("You have a seat in this race already.")
        case "not-in":
            return _("You have no seat in this race.")
        case "quick":
            return _("The site pairs the players of this race. Press Race now, and it finds a rival for you.")
        case "not-invited":
            return _("This is a rematch of people who have raced before. You can watch it.")
        case "apart":
            return _("Somebody in this room and you share no rooms, because one of you has blocked the other.")
        case "not-started":
            return _("The race is about to start. The cards have not been dealt yet.")
        case "not-settled":
            return _("A rematch can be asked for once this race is over.")
        case "alone":
            return _("There is nobody here to have a rematch with. Ask for another race against ghosts.")
        case "no-ghosts":
            return _("There is no recorded game to race against at the moment. Please try again a little later.")
        case "in-another":
            return _("You are in another race, and nobody can be in two at a time. Go on with it, or leave it first.")
        case "unready":
            return _("Not everybody is ready.")
        case _:
            return _("That is not possible as the race stands.")
