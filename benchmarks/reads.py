"""Ask for facts one after another, with 1,000,000 of them, or --size.

Promise: the p50 of asking the reader for the current fact of a subject's predicate is at most 1.8
of that of a bare SELECT of it by its key on the same pool; and as of both times, 1.5 of current.
An agent asks for the current fact too: what an agent is shown is noted, at most once a minute, and
of so many facts it is hardly ever shown the same again.
"""

from collections.abc import Sequence
from typing import Final

import psycopg

from benchmarks.asking import Choose, as_of, current, in_one, seen_by
from benchmarks.filling import fill, progressing
from benchmarks.ground import Ground, ground
from benchmarks.machine import described
from benchmarks.report import Multiple, Report, Size, magnitude, show, size_of, sized_parser
from benchmarks.timing import Timed, timed_in_turns
from benchmarks.workload import Call, claim
from domain.grants import Role
from domain.identity import IdentityMode
from domain.keys import predicate_digest, subject_digest
from domain.words import LedgerName

FACTS = 1_000_000
TINY_FACTS = 60
GOAL_CURRENT = 1.8
GOAL_AS_OF = 1.5

CURRENT, TO_AGENT = "current fact", "current fact, to an agent"
BARE, AS_OF = "bare SELECT", "as of both times"

# A view reads its table as the one who made it, who is above row-level security: the same rows by
# the same index, from the same pages.
_VIEW: Final = """
create schema floor;
create view floor.fact as select * from read.fact;
grant usage on schema floor to factledger_app;
grant select on floor.fact to factledger_app
"""

_BUILD: Final = "select build from ledger.head where ledger = %s"

_SELECT: Final = """
select
    fact, from_seq, from_at, status, contested, rivals, subject, predicate, object_kind,
    object_text, object_unit, claims, sources, valid, strength
from floor.fact
where ledger = %(ledger)s and build = %(build)s
    and subject_key = %(subject)s and predicate_key = %(predicate)s
"""


def measure(size: Size, *, facts: int) -> Report:
    """The figures of one run."""
    with ground(connections=4) as on:
        machine = described(on)
        ledger = on.open_ledger()
        with progressing(f"{facts:,} facts", facts) as told:
            fill(on, ledger, facts, told)
        choose = in_one(on, ledger, facts)
        reader, agent = (seen_by(role, on, ledger) for role in (Role.READER, Role.AGENT))
        calls = {
            CURRENT: current(reader, choose),
            BARE: selecting(on, ledger, choose),
            AS_OF: as_of(reader, choose),
            TO_AGENT: current(agent, choose),
        }
        times = timed_in_turns(
            [Timed(name=name, on=on, call=call) for name, call in calls.items()],
            windows=size.windows,
            seconds=size.seconds,
        )
    return Report(
        figures={
            **machine,
            "facts": facts,
            **{name: each.line() for name, each in times.items()},
        },
        ratios=tuple(
            Multiple(
                figure=f"p50 of {name} at {facts:,}",
                floor=floor,
                ratio=times[name].p50 / times[floor].p50,
                goal=goal,
            )
            for name, floor, goal in (
                (AS_OF, CURRENT, GOAL_AS_OF),
                (TO_AGENT, BARE, GOAL_CURRENT),
                (CURRENT, BARE, GOAL_CURRENT),
            )
        ),
    )


def selecting(on: Ground, ledger: LedgerName, choose: Choose) -> Call:
    """Selects what is asked for by its key, from the table itself: no scope, no head, no times."""
    with psycopg.connect(on.admin_url, autocommit=True) as connection:
        connection.execute(_VIEW)
        (build,) = connection.execute(_BUILD, [ledger]).fetchone() or (0,)

    def call() -> int:
        said = claim(choose().number)
        key = {
            "ledger": ledger,
            "build": build,
            "subject": subject_digest(said.subject, mode=IdentityMode.FOLDED),
            "predicate": predicate_digest(said.predicate, mode=IdentityMode.FOLDED),
        }
        with on.services.pool.connection() as connection:
            (_,) = connection.execute(_SELECT, key).fetchall()
        return 1

    return call


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last."""
    given = sized_parser(__doc__, of="how many facts", full=FACTS).parse_args(arguments)
    facts = magnitude(given, full=FACTS, tiny=TINY_FACTS)
    show(measure(size_of(given), facts=facts), given)


if __name__ == "__main__":
    main()
