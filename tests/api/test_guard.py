"""The guard: whom the service answers to, and whose pages may call it."""

import pytest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from api.guard import check, names_of

NAMES = names_of(["Ledger.Example", "[2001:DB8::1]", "10.0.0.5"])


def outcome(*headers: tuple[str, str]) -> int:
    raw = [(name.encode(), value.encode()) for name, value in headers]
    try:
        check(Headers(raw=raw), NAMES)
    except HTTPException as refused:
        return refused.status_code
    return 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8420", 200),
        ("127.0.0.1:8420", 200),
        ("[::1]", 200),
        ("[::1]:8420", 200),
        ("ledger.example", 200),
        ("Ledger.Example:443", 200),
        ("[2001:db8::1]:8420", 200),
        ("10.0.0.5", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("localhost.", 421),
        ("127.0.0.1.nip.io", 421),
        ("10.0.0.6", 421),
        ("", 421),
        ("localhost:", 421),
        ("localhost:x", 421),
        ("localhost:8420:1", 421),
        ("localhost@evil.example", 421),
        ("evil.example#localhost", 421),
        ("::1", 421),
        ("[::1", 421),
        ("localhost ", 421),
    ],
)
def test_a_host_is_known_or_refused(host: str, status: int) -> None:
    assert outcome(("host", host)) == status


def test_there_is_one_host() -> None:
    assert outcome() == 421
    assert outcome(("host", "localhost"), ("host", "localhost")) == 421
    assert outcome(("host", "localhost"), ("host", "evil.example")) == 421
    assert outcome(("host", "localhost")) == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:3000", 200),
        ("https://ledger.example", 200),
        ("HTTP://127.0.0.1:8420", 200),
        ("http://[::1]:8420", 200),
        ("http://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("http://localhost@evil.example", 403),
        ("null", 403),
        ("", 403),
        ("file://", 403),
        ("localhost", 403),
        ("chrome-extension://abc", 403),
    ],
)
def test_a_page_is_of_a_known_host_or_refused(origin: str, status: int) -> None:
    assert outcome(("host", "localhost"), ("origin", origin)) == status


def test_one_foreign_origin_among_two_is_refused() -> None:
    two = [("origin", "http://localhost"), ("origin", "http://evil.example")]
    assert outcome(("host", "localhost"), *two) == 403
