"""What a password has to be, where Django does not say it in all our languages."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnoughValidator(MinimumLengthValidator):
    """A password has at least so many characters; Django says so in no Malay."""

    def get_error_message(self) -> str:
        """What is said of a shorter one."""
        text = ngettext(
            "This password is too short. It must contain at least %(length)d character.",
            "This password is too short. It must contain at least %(length)d characters.",
            self.min_length,
        )
        return text % {"length": self.min_length}
