"""The yardstick of the sockets: an empty Channels consumer that sends back what it gets, under the site's own Daphne.

`python -m tests.bench.echo PORT` serves it.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path


class Echo(AsyncWebsocketConsumer):
    """Answers every text with itself."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send it back."""
        await self.send(text_data=text_data)


application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": URLRouter([path("ws/echo", Echo.as_asgi())])}
)

if __name__ == "__main__":
    from solitaire.live.server import SiteServer  # Django has to be set up before

    SiteServer(application, endpoints=[f"tcp:{sys.argv[1]}:interface=127.0.0.1"]).run()
