"""The log: one JSON line an entry on standard error, without content of facts and secrets."""

import json
import logging
import secrets
import sys
import traceback
from datetime import UTC, datetime
from typing import Final, cast

LOGGER: Final = logging.getLogger("factledger")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.msg,
        }
        entry.update(cast("dict[str, object]", record.__dict__.get("details", {})))
        return json.dumps(entry, default=str)


def to_standard_error() -> None:
    """Send the log to standard error, a JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    LOGGER.handlers = [handler]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False


def entry(event: str, **details: object) -> None:
    """Write one entry; `event` is a fixed word or two, and details are ids, codes and counts."""
    LOGGER.info(event, extra={"details": details})


def fault(error: BaseException) -> str:
    """Log a fault by class, code and place, never by its message; returns the reference to it."""
    reference = secrets.token_hex(6)
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.name}:{frame.lineno}" for frame in frames[-6:]]
    LOGGER.error(
        "fault",
        extra={
            "details": {
                "reference": reference,
                "kind": type(error).__name__,
                "sqlstate": getattr(error, "sqlstate", None),
                "where": places,
            }
        },
    )
    return reference
