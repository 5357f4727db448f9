"""What a browser does, without its pages: cookies, the play form, and the game's socket."""

import http.client
import json
import secrets
from contextlib import closing, suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server import Site

HEAR_SECONDS = 10
"""A message that has not come by then does not come: long, for busy machines."""

ANSWER_SECONDS = 60
"""The same of a page; longer, since a site of these tests may search for a line for half a minute first."""


class Answer:
    """An HTTP response."""

    def __init__(self, status: int, location: str, body: str) -> None:
        self.status, self.location, self.body = status, location, body

    @property
    def json(self) -> Any:
        """The body, where it is JSON."""
        return json.loads(self.body)


class Hearing(ClientConnection):
    """The client's own would lose what it is sent, where it cannot answer the close any more that came right behind."""

    def send_data(self) -> None:
        with suppress(OSError):
            super().send_data()


class Browser:
    """One browser at one site, with cookies of its own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies = {"csrftoken": secrets.token_hex(16)}

    def request(self, method: str, path: str, fields: dict[str, str] | None = None) -> Answer:
        headers = {"Cookie": self.cookie_header, "X-CSRFToken": self.cookies["csrftoken"], "Origin": self.site.url}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=ANSWER_SECONDS)) as connection:
            connection.request(method, path, urlencode(fields) if fields is not None else None, headers)
            response = connection.getresponse()
            body = response.read().decode(errors="replace")  # a picture's too
        for value in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0].strip('"')
        return Answer(response.status, response.headers.get("Location", ""), body)

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> Answer:
        return self.request("GET", path)

    def post(self, path: str, **fields: str) -> Answer:
        return self.request("POST", path, fields)

    def deal(self, code: str = "KL1-D1N-AAAAAAG", **more: str) -> str:
        """Have a game dealt; its id."""
        answer = self.post("/play", code=code, **more)
        assert answer.status == 303, answer.body
        return urlsplit(answer.location).path.removeprefix("/game/")

    def socket(self, game: str, **options: Any) -> "Socket":
        """A socket to a game."""
        return self.open(f"/ws/game/{game}", **options)

    def open(self, path: str, origin: str | None = "ours", cookie: str | None = None, language: str = "en") -> "Socket":
        """A socket to any path; `origin` is the site itself, or what is given."""
        return Socket(
            connect(
                self.site.ws_url + path,
                origin=self.site.url if origin == "ours" else origin,
                additional_headers={"Cookie": cookie or self.cookie_header, "Accept-Language": language},
                ping_interval=None,
                compression=None,
                max_queue=None,  # a test may be busy elsewhere: a browser reads all the same
                proxy=None,
                create_connection=Hearing,
            )
        )


class Socket:
    """The browser's end of a socket; it is open inside `with`."""

    def __init__(self, opening: ClientConnection) -> None:
        self.opening = opening
        self.version = 0
        self.count = 0

    def __enter__(self) -> "Socket":
        self.connection = self.opening.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.opening.__exit__(*error)

    def send(self, frame: str | bytes) -> None:
        """Send anything."""
        self.connection.send(frame)

    def say(self, **message: Any) -> None:
        """Send a message of the protocol."""
        self.send(json.dumps(message))

    def hear(self, kind: str | None = None) -> dict[str, Any]:
        """The next message; it has to be of that kind, where one is named."""
        message = json.loads(self.connection.recv(timeout=HEAR_SECONDS))
        assert kind in (None, message["t"]), message
        if message["t"] in ("table", "events", "done", "stale"):
            self.version = message["v"]
        return message

    def hello(self, after: int = 0) -> dict[str, Any]:
        """Say hello, and hear the answer."""
        self.say(t="hello", after=after)
        return self.hear()

    def play(self, move: str, after: int | None = None, command: str | None = None) -> dict[str, Any]:
        """Send a move on the latest version heard of, and hear the answer: others may have told of it before."""
        self.count += 1
        command = command or f"{secrets.token_hex(8)}-{self.count}"
        self.say(t="move", id=command, after=self.version if after is None else after, move=move)
        while (answer := self.hear())["t"] == "events":
            pass
        return answer

    def closed(self) -> int:
        """The close code, once the server has closed; 1006 where it broke off without a word."""
        try:
            while True:
                self.connection.recv(timeout=HEAR_SECONDS)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
