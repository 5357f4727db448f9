"""The yardstick of watching: what is sent to a group of stock consumers over Redis, under the site's own Daphne.

`python -m tests.bench.group PORT REDIS` serves it: what anybody says is sent to all.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import path


class Watcher(AsyncWebsocketConsumer):
    """Is sent whatever anybody in the group says."""

    groups = ["game"]  # noqa: RUF012 -- Channels' own way to say so

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send it to the group."""
        await self.channel_layer.group_send("game", {"type": "moved", "text": text_data})

    async def moved(self, event: dict[str, str]) -> None:
        """Send on what the group was sent."""
        await self.send(text_data=event["text"])


application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": URLRouter([path("ws/group", Watcher.as_asgi())])}
)

if __name__ == "__main__":
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [sys.argv[2]]}}
    }
    from solitaire.live.server import SiteServer  # Django has to be set up before

    SiteServer(application, endpoints=[f"tcp:{sys.argv[1]}:interface=127.0.0.1"]).run()
