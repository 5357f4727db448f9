"""What is wrong with what the other side did."""


class Complaint(Exception):
    """What the other side did cannot be answered otherwise: an error message, and a close where the code has one."""

    def __init__(self, code: str, id: str | None = None, **words: str) -> None:  # noqa: A002 -- the message's field
        super().__init__(code)
        self.code, self.id, self.words = code, id, words


class Objection(Exception):
    """The site does not let a move be made, whatever the rules say of it; answered as a refusal with this `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
