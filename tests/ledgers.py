"""The fifty events of `tests.chains`, written through the service into a real ledger."""

from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.services import Services
from domain.grants import Grant
from domain.words import LedgerName
from tests.chains import COMMANDS, OPENING

WAIT_S = 60


def write_fifty_events(services: Services, grant: Grant, ledger: LedgerName) -> None:
    """Open a ledger and write fifty events of every kind into it."""
    services.ledger.open(grant, ledger, OPENING)
    requests = [Request(command=command) for command in COMMANDS]
    outcomes = services.ledger.submit(grant, ledger, requests).result(WAIT_S)
    assert len(outcomes) == len(COMMANDS)
    for outcome in outcomes:
        assert isinstance(outcome, Written), outcome
