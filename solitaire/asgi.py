"""The ASGI application Daphne serves: pages through Django, websockets through the live tables."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")

from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

if not settings.DEVELOPMENT and not settings.ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set: name the hosts the site is reached under, with commas between."
    )
settings.SECRET_KEY  # noqa: B018 -- Django raises here where it is missing: better now than at the first cookie

pages = get_asgi_application()

from solitaire.live.sockets import websocket_application  # noqa: E402 -- models need the application to be set up

application = ProtocolTypeRouter({"http": pages, "websocket": websocket_application})
