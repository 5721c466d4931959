"""What is taken as a ledger to be opened, and what is refused."""

import pytest

from adapters.wire.openings import LedgerOrder, ledger_command
from adapters.wire.taking import taken
from domain.commands import OpenLedger
from domain.identity import IdentityMode
from domain.words import LedgerName
from tests.adapters.wire.refusing import refused


def test_a_ledger_opens_under_the_usual_rules_unless_told_otherwise() -> None:
    usual = OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24)
    assert ledger_command({"ledger": "acme"}) == LedgerOrder(
        ledger=LedgerName("acme"), command=usual
    )
    told = {
        "ledger": "acme",
        "time_zone": "Europe/Dublin",
        "identity": "exact",
        "policy": {"flip_back_hours": 0},
    }
    assert taken(ledger_command(told)).command == OpenLedger(
        time_zone="Europe/Dublin", identity=IdentityMode.EXACT, flip_back_hours=0
    )


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"ledger": None}, "ledger", "required"),
        ({"ledger": "Acme"}, "ledger", "not_a_name"),
        ({"ledger": "*"}, "ledger", "not_a_name"),
        ({"ledger": "a" * 64}, "ledger", "not_a_name"),
        ({"ledger": "acme\n"}, "ledger", "not_a_name"),
        ({"ledger": 1}, "ledger", "wrong_type"),
        ({"time_zone": "Mars/Phobos"}, "time_zone", "unknown_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone", "unknown_zone"),
        ({"identity": "loose"}, "identity", "unknown_word"),
        ({"policy": {"flip_back_hours": -1}}, "policy.flip_back_hours", "out_of_range"),
        ({"policy": {"flip_back_hours": 1e3}}, "policy.flip_back_hours", "out_of_range"),
        ({"policy": {"flip": 1}}, "policy.flip", "unknown_field"),
        ({"name": "acme"}, "name", "unknown_field"),
    ],
)
def test_a_faulty_opening_is_refused(change: dict[str, object], field: str, code: str) -> None:
    assert refused(ledger_command({"ledger": "acme", **change})) == {field: code}
