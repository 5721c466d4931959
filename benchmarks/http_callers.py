"""Assert over HTTP on 32 connections, against a handler of the same server that does nothing.

Promise: at least 0.45 of the empty handler, which lets the same token in and takes the same body.
The server is a process of its own; the load comes from this one.
"""

import itertools
import json
from collections.abc import Sequence
from http import HTTPStatus

from benchmarks import empty_handler
from benchmarks.client import Client, serving
from benchmarks.connections import Connections, connected
from benchmarks.machine import described
from benchmarks.report import Ratio, Report, Size, parser, show, size_of
from benchmarks.windows import Contender, alternate
from benchmarks.workload import Call, claim
from domain.values import to_wire
from domain.words import ActorKind

CONNECTIONS = 32
GOAL = 0.45

ASSERT, EMPTY = "assert over HTTP", "empty handler"


def measure(size: Size, *, connections: int) -> Report:
    """The figures of one run."""
    with serving(empty_handler.__name__) as served:
        machine = described(served.on)
        caller = served.caller(served.open_ledger("http"), "caller", ActorKind.AGENT)
        url = served.http.base_url
        with connected(url.host, url.port or 80, count=connections) as free:
            found = alternate(
                served.on,
                [
                    Contender(name=name, call=call, callers=connections)
                    for name, call in (
                        (ASSERT, posting(caller, free, "/facts", HTTPStatus.CREATED)),
                        (
                            EMPTY,
                            posting(
                                caller, free, f"/facts{empty_handler.PATH}", HTTPStatus.NO_CONTENT
                            ),
                        ),
                    )
                ],
                size=size,
                server=served.pid,
            )
    return Report(
        figures={**machine, **{name: each.line() for name, each in found.items()}},
        ratios=(
            Ratio(
                figure=f"assert over HTTP, connections {connections}",
                floor=EMPTY,
                ratio=found[ASSERT].median / found[EMPTY].median,
                goal=GOAL,
            ),
        ),
    )


def posting(caller: Client, free: Connections, path: str, wanted: HTTPStatus) -> Call:
    """Sends one new claim after another, each on a connection that is free, for this answer."""
    numbers = itertools.count()
    head = (
        f"POST {caller.path}{path} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: {caller.bearer}\r\nContent-Type: application/json\r\n"
    )

    def call() -> int:
        body = _document(next(numbers))
        connection = free.get()
        status = connection.send(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        if status != wanted:
            raise RuntimeError(f"{path} answered {status}")
        free.put(connection)
        return 1

    return call


def _document(number: int) -> str:
    """The claim of this number as it is sent."""
    said = claim(number)
    document = {
        "subject": said.subject,
        "predicate": said.predicate,
        "object": to_wire(said.object),
    }
    return json.dumps(document)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the promised ratio last."""
    made = parser(__doc__)
    made.add_argument(
        "--connections", type=int, default=CONNECTIONS, help="how many (default: %(default)s)"
    )
    given = made.parse_args(arguments)
    show(measure(size_of(given), connections=given.connections), given)


if __name__ == "__main__":
    main()
