"""A refused value is said again, by others and otherwise, until somebody would have let it in."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx

from tests.console import Service, served
from tests.postgres import open_folder

LEDGER = "/v1/ledgers/main"

Json = dict[str, Any]

EMPLOYER: Json = {"subject": "Alice", "predicate": "employer"}
EVIDENCE = [{"quote": "she works there", "uri": "https://pages.example/alice"}]

# Who says the refused value again, and how.
TRIES: tuple[tuple[str, Json], ...] = (
    ("c", {"object": "Xenon", "valid_from": "2021-05-05", "evidence": EVIDENCE}),
    ("d", {"object": "Xenon", "observed_at": "2024-01-01T00:00:00Z", "source": "a page"}),
    ("e", {"object": "XENON\u00a0", "valid_from": "2020-01-01"}),
    ("f", {"object": {"entity": "Xen\u043en"}}),
    ("g", {"object": "Xe\u200bnon", "subject": "alice "}),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Cast:
    """The service, and who comes in: each with a token of their own."""

    service: Service
    admin: httpx.Client

    def token(self, name: str, *, kind: str = "agent", role: str = "agent") -> httpx.Client:
        order = {"name": name, "kind": kind, "role": role, "ledgers": ["main"]}
        secret = _answer(self.admin.post("/v1/tokens", json=order), 201)["token"]
        return self.service.client(secret)


def laundered() -> str:
    """What came of it: one tombstone, every try counted, and nothing of the value to be seen."""
    with open_folder() as folder:
        data_dir = folder / "data"
        with (
            served("--data-dir", data_dir) as service,
            service.client(_admin(data_dir)) as admin,
        ):
            return _launder(_Cast(service=service, admin=admin))


def _launder(cast_: _Cast) -> str:
    declared = cast_.admin.put(f"{LEDGER}/predicates/employer", json={"cardinality": "single"})
    assert declared.is_success, declared.text
    refused = _say(cast_.token("a"), {"object": "Xenon", "valid_from": "2020-01-01"}, 201)["fact"]
    reviewer = cast_.token("reviewer", kind="human", role="reviewer")
    struck = reviewer.post(f"{LEDGER}/facts/{refused}/invalidate", json={"reason": "untrue"})
    _answer(struck, 200)
    stands = _say(cast_.token("b"), {"object": "Argon", "valid_from": "2020-01-01"}, 201)["fact"]
    for name, said in TRIES:
        answer = _say(cast_.token(name), said, 409)
        assert answer["tombstone"]["fact"] == refused, f"{name} met another tombstone: {answer}"
    shown = _answer(cast_.admin.get(f"{LEDGER}/facts", params={"valid_at": "any"}), 200)["facts"]
    assert [each["fact"] for each in shown] == [stands], f"shown is {shown}"
    (tombstone,) = _answer(cast_.admin.get(f"{LEDGER}/tombstones"), 200)["tombstones"]
    assert tombstone["tries"] == len(TRIES), f"counted are {tombstone['tries']} tries"
    return f"one tombstone with {tombstone['tries']} tries counted, and nothing of it visible"


def _say(client: httpx.Client, said: Json, status: int) -> Json:
    with client:
        return _answer(client.post(f"{LEDGER}/facts", json={**EMPLOYER, **said}), status)


def _answer(response: httpx.Response, status: int) -> Json:
    assert response.status_code == status, f"answered {response.status_code}: {response.text}"
    return cast("Json", response.json())


def _admin(data_dir: Path) -> str:
    return (data_dir / "admin.token").read_text().strip()
