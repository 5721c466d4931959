"""A program that follows a ledger over HTTP: `python -m tests.acceptance.follower FILE`.

It writes a line of each event, its position and its hash, and begins behind the last line that is
there. It uses nothing of ours, and ends when it is killed.
"""

import os
import sys
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx

PAUSE_S = 0.1
PATIENCE_S = 60

PASSING = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


def main(path: Path) -> None:
    """Follow the ledger `main` into a file, for ever."""
    after = _position(path)
    token = os.environ["FACTLEDGER_TOKEN"]
    with (
        path.open("ab", buffering=0) as file,
        httpx.Client(
            base_url=os.environ["FOLLOWED"],
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE_S,
        ) as client,
    ):
        while True:
            page = _page(client, after)
            # Unbuffered, a line is one call of the system: a kill falls before it or behind it.
            file.writelines(_line(event) for event in page["events"])
            after = page["next"] or max(after, page["as_of"]["seq"])


def _position(path: Path) -> int:
    lines = path.read_text().splitlines() if path.exists() else []
    return int(lines[-1].split()[0]) if lines else 0


def _line(event: dict[str, Any]) -> bytes:
    return f"{event['seq']} {event['leaf_hash']}\n".encode()


def _page(client: httpx.Client, after: int) -> dict[str, Any]:
    while True:
        try:
            answer = client.get(f"/v1/ledgers/main/events?after={after}&limit=50&wait=30")
        except httpx.TransportError:
            # The service was killed, and comes again.
            time.sleep(PAUSE_S)
            continue
        if answer.status_code not in PASSING:
            found: dict[str, Any] = answer.raise_for_status().json()
            return found
        time.sleep(PAUSE_S)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
