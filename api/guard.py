"""The guard: who may be addressed, and by pages of whom.

A page from elsewhere can make a browser call 127.0.0.1 under a name of its own (DNS rebinding), so
only names that the operator knows are answered to.
"""

import re
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

_HOST: Final = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]]+))(?::[0-9]{1,5})?")
_ORIGIN: Final = re.compile(r"https?://(?P<host>.+)")


def names_of(hosts: Iterable[str]) -> frozenset[str]:
    """The names that are answered to: these, without brackets around IPv6, and the loopback's."""
    return LOOPBACK | {host.lower().removeprefix("[").removesuffix("]") for host in hosts}


def check(headers: Headers, names: frozenset[str]) -> None:
    """Raise 421 where the request means another host, 403 where another host's page sent it."""
    hosts = headers.getlist("host")
    if len(hosts) != 1 or _name(hosts[0]) not in names:
        raise HTTPException(421, "this host is not served here: see `factledger serve --help`")
    for origin in headers.getlist("origin"):
        found = _ORIGIN.fullmatch(origin.lower())
        if found is None or _name(found["host"]) not in names:
            raise HTTPException(403, "a page of another origin may not call this service")


def _name(host: str) -> str | None:
    found = _HOST.fullmatch(host.lower())
    return None if found is None else found["v6"] or found["name"]
