"""`manage.py serve`: the whole site in one Daphne process."""

import argparse
import socket
from pathlib import Path

from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from solitaire.live.certificate import self_made_certificate
from solitaire.live.server import SiteServer
from solitaire.operations import metrics


class Command(BaseCommand):
    """Serves pages and websockets, and prints the addresses they are reached at."""

    help = "Serve the site with Daphne: pages, websockets and static files in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--host`, `--port` and `--https`."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 for the whole network")
        parser.add_argument("--port", type=port_number, default=8000, help="TCP port, 0 for any that is free")
        parser.add_argument("--https", action="store_true", help="serve HTTPS with a certificate made on the spot")

    def handle(self, *, host: str, port: int, https: bool, **options: object) -> None:
        """Listen until told to stop."""
        port = free_port(host, port)
        scheme = "https" if https else "http"
        if settings.METRICS is not None:
            metrics.serve(settings.METRICS)
        SiteServer(
            application=import_string(settings.ASGI_APPLICATION),
            endpoints=[encrypted_endpoint(host, port)]
            if https
            else build_endpoint_description_strings(host=host, port=port),
            websocket_max_message_size=settings.LIVE["frame_bytes"],
            websocket_max_frame_size=settings.LIVE["frame_bytes"],
            ready_callable=lambda: self.say_where(scheme, host, port),
            server_name="samedeal",
        ).run()

    def say_where(self, scheme: str, host: str, port: int) -> None:
        """Print the address to open, and the one for others when the whole network may come."""
        shown = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 -- compared, not listened at
        self.stdout.write(f"Samedeal is at {scheme}://{shown}:{port}/  (stop with Ctrl+C)")
        if host == "0.0.0.0":  # noqa: S104
            self.stdout.write(f"Others on this network: {scheme}://{network_address()}:{port}/")
        self.stdout.flush()


def port_number(value: str) -> int:
    """A TCP port from the command line; argparse shows the error."""
    if not value.isdecimal() or int(value) > 65535:
        raise argparse.ArgumentTypeError(f"{value!r} is no port: a whole number from 0 to 65535 is")
    return int(value)


def free_port(host: str, port: int) -> int:
    """The port to listen at: `port`, or one that is free where it is 0.

    Raises `CommandError` where the address cannot be had.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"cannot listen at {host} port {port}: {error.strerror or error}") from error
        found: int = probe.getsockname()[1]
        return found


def network_address() -> str:
    """This machine's address as others on its network know it; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: the route is looked up, no packet leaves
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def encrypted_endpoint(host: str, port: int) -> str:
    """Twisted's description of a TLS endpoint with the self-made certificate."""
    key, certificate = self_made_certificate(Path(settings.VAR_DIR), [host, network_address(), socket.gethostname()])
    quoted = [str(value).replace(":", "\\:") for value in (host, key, certificate)]
    return f"ssl:{port}:interface={quoted[0]}:privateKey={quoted[1]}:certKey={quoted[2]}"
