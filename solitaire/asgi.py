"""The ASGI application Daphne serves: pages through Django, websockets through the live tables."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")

from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from solitaire.proxies import behind
from solitaire.start import check_settings

check_settings()

pages = get_asgi_application()

# Models need the application to be set up.
from solitaire.live.sockets import websocket_application  # noqa: E402
from solitaire.operations.health import with_health  # noqa: E402
from solitaire.static_files import with_static_files  # noqa: E402

application = behind(
    settings.TRUSTED_PROXIES,
    ProtocolTypeRouter({"http": with_health(with_static_files(pages)), "websocket": websocket_application}),
)
