"""`factledger` with one more route, which does nothing: the floor under asserting over HTTP.

Run as `python -m benchmarks.empty_handler serve`, it is the program itself in all else. Who comes
in passes the same door, and what is sent is read and taken as a claim; no ledger hears of it.
"""

from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from adapters.wire.claims import Beside, fact_command
from adapters.wire.taking import taken
from api import bodies, facts
from api.calls import Admitted, Ledger
from api.main import main

PATH: Final = "/nothing"
"""Where it is, behind that of a ledger's facts."""


async def do_nothing(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Take a claim, and leave it at that."""
    del ledger
    taken(fact_command(await bodies.read(request), beside=Beside(session=call.session)))
    return Response(status_code=HTTPStatus.NO_CONTENT)


if __name__ == "__main__":
    # The router is this process's own: its application is made of it later, when it is served.
    facts.router.add_api_route(PATH, do_nothing, methods=["POST"])
    main()
