"""Static files are answered on the event loop, by the very middleware that Django's own way to them goes through.

That way takes a thread of its own for each request and half a dozen changes between it and the loop, for a file of
some kilobytes: five milliseconds each, of which a page asks for forty.
"""

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponseBase
from django.utils.module_loading import import_string
from whitenoise.middleware import WhiteNoiseMiddleware

WHITENOISE = "whitenoise.middleware.WhiteNoiseMiddleware"

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]
Answer = Callable[[HttpRequest], HttpResponseBase]


def with_static_files(pages: Application) -> Application:
    """The application `pages`, with collected static files answered before it.

    In development, where files change and lie about in many places, it does so itself.
    """
    if settings.WHITENOISE_USE_FINDERS:
        return pages
    files = WhiteNoiseMiddleware(_nothing_else)
    answer: Answer = files
    for name in reversed(settings.MIDDLEWARE[: settings.MIDDLEWARE.index(WHITENOISE)]):
        answer = import_string(name)(answer)

    async def answered(scope: Scope, receive: Any, send: Any) -> None:
        if scope["path"] not in files.files or scope["query_string"]:
            await pages(scope, receive, send)
            return
        response = answer(ASGIRequest(scope, BytesIO()))
        headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": _body(response)})

    return answered


def _nothing_else(request: HttpRequest) -> HttpResponseBase:
    raise LookupError(f"{request.path} is no static file")


def _body(response: Any) -> bytes:
    if not response.streaming:
        return bytes(response.content)
    body = b"".join(response.streaming_content)
    if response.file_to_stream:
        response.file_to_stream.close()
    return body
