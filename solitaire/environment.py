"""Reading settings from the environment; a wrong one stops the start with a sentence."""

import os
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")

Network = IPv4Network | IPv6Network


def text(name: str, default: str) -> str:
    """The variable `name`, without surrounding white space, or `default` where it is not set."""
    return os.environ.get(name, default).strip()


def words(name: str) -> list[str]:
    """The variable `name` as a list of words separated by commas; empty where it is not set."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def flag(name: str) -> bool:
    """The variable `name` as yes or no; no where it is not set.

    Raises `ImproperlyConfigured` for anything that is neither.
    """
    value = os.environ.get(name, "").strip().lower()
    if value in YES:
        return True
    if value in NO:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} is neither yes ({', '.join(YES)}) nor no ({', '.join(NO[1:])}).")


def number(name: str, default: int, least: int, most: int) -> int:
    """The variable `name` as a whole number from `least` to `most`, or `default` where it is not set."""
    value = text(name, "") or str(default)
    if not (value.isascii() and value.isdecimal() and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name}={value!r} is no whole number from {least} to {most}.")
    return int(value)


def one_of(name: str, default: str, allowed: Collection[str]) -> str:
    """The variable `name`, which is one of those `allowed` in whatever case, or `default` where it is not set."""
    value = text(name, "") or default
    found = {word.lower(): word for word in allowed}.get(value.lower())
    if found is None:
        raise ImproperlyConfigured(f"{name}={value!r} is none of {', '.join(allowed)}.")
    return found


def service(name: str, default: str, schemes: Collection[str]) -> str:
    """The variable `name` as the address of a service, with one of those schemes, or `default` where it is not set.

    What is wrong is said without the address: there may be a password in it.
    """
    value = text(name, "") or default
    scheme, colon, rest = value.partition("://")
    if value and (not colon or scheme not in schemes or not rest):
        raise ImproperlyConfigured(f"{name} has to begin with {' or '.join(f'{known}://' for known in schemes)}.")
    try:
        urlsplit(value).port  # noqa: B018 -- raises where it is none
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} names no port from 0 to 65535 behind its host.") from error
    return value


def origins(name: str) -> list[str]:
    """The variable `name` as a list of origins such as `https://cards.example`."""
    found = words(name)
    for origin in found:
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or not host or "/" in host:
            raise ImproperlyConfigured(f"{name}: {origin!r} is no origin such as https://cards.example.")
    return found


def networks(name: str) -> list[Network]:
    """The variable `name` as a list of addresses and networks, such as `127.0.0.1, 10.0.0.0/8`."""
    found = []
    for word in words(name):
        try:
            found.append(ip_network(word))
        except ValueError as error:
            raise ImproperlyConfigured(f"{name}: {word!r} is no address or network such as 10.0.0.0/8.") from error
    return found


def listening(name: str) -> tuple[str, int] | None:
    """The variable `name` as an address to listen at, such as `127.0.0.1:9100`; None where it is not set."""
    value = text(name, "")
    if not value:
        return None
    host, _, port = value.rpartition(":")
    if not host or not (port.isascii() and port.isdecimal() and 0 < int(port) <= 65535):
        raise ImproperlyConfigured(f"{name}={value!r} is no address to listen at such as 127.0.0.1:9100.")
    return host.strip("[]"), int(port)
