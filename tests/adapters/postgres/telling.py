"""A ledger that tests tell things to, each by whom it is said, and ask the reader about."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from adapters.postgres.orders import Written
from adapters.postgres.views import FactQuestion, FactView, KnownAt, ValidAt, When, Whenever
from adapters.services import Services
from domain.commands import AssertAll, AssertFact, Command, Dates, DeclarePredicate
from domain.events import Refused
from domain.grants import Grant
from domain.predicates import Cardinality, Declaration
from domain.values import Text, Value
from domain.words import VISIBLE, ActorKind, LedgerName, Seq
from tests.adapters.postgres.arguing import do, speaking_as

SUBJECT, PREDICATE = "Alice", "employer"
SINGLE = Declaration(cardinality=Cardinality.SINGLE)
ALWAYS = When(valid_at=Whenever.ANY)
ANYTHING = FactQuestion(statuses=VISIBLE)
OF_ALICE = replace(ANYTHING, subject=SUBJECT, predicate=PREDICATE)


def day(text: str) -> datetime:
    """The first instant of a day, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def said(
    value: str | Value,
    *,
    subject: str = SUBJECT,
    predicate: str = PREDICATE,
    since: str | None = None,
    until: str | None = None,
    source: str | None = None,
) -> AssertFact:
    """What is said of Alice's employer, unless it is told."""
    return AssertFact(
        subject=subject,
        predicate=predicate,
        object=Text(text=value) if isinstance(value, str) else value,
        dates=Dates(valid_from=since, valid_to=until),
        source=source,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A ledger, and the administrator's grant, who decides and asks."""

    services: Services
    admin: Grant
    ledger: LedgerName

    @property
    def head(self) -> Seq:
        """The last event so far."""
        return self.services.reader.ledger(self.admin, self.ledger).seq

    def does(self, command: Command) -> Written:
        """What the administrator decides."""
        return do(self.services, self.admin, self.ledger, command)

    def declares(self, predicate: str = PREDICATE, declaration: Declaration = SINGLE) -> None:
        """Say what a predicate is: a single state, unless it is told."""
        self.does(DeclarePredicate(predicate=predicate, declaration=declaration))

    def says(
        self,
        who: str,
        value: str | Value,
        kind: ActorKind = ActorKind.AGENT,
        *,
        subject: str = SUBJECT,
        predicate: str = PREDICATE,
        since: str | None = None,
        until: str | None = None,
        source: str | None = None,
    ) -> Seq:
        """A claim of somebody's, an agent unless it is told; its own seq."""
        claim = said(
            value, subject=subject, predicate=predicate, since=since, until=until, source=source
        )
        grant = speaking_as(self.admin, kind, who)
        return do(self.services, grant, self.ledger, claim).recorded[0].seq

    def says_all(self, who: str, *claims: AssertFact) -> Written:
        """Several claims of an agent as one act."""
        grant = speaking_as(self.admin, ActorKind.AGENT, who)
        return do(self.services, grant, self.ledger, AssertAll(claims=claims))

    def tries(self, who: str, value: str, *, subject: str = SUBJECT) -> None:
        """An agent says what was struck out, and is refused."""
        grant = speaking_as(self.admin, ActorKind.AGENT, who)
        events = do(self.services, grant, self.ledger, said(value, subject=subject)).recorded
        assert [type(each.event) for each in events] == [Refused]

    def wishes(self, who: str, command: Command) -> Written:
        """What an agent asks for."""
        grant = speaking_as(self.admin, ActorKind.AGENT, who)
        return do(self.services, grant, self.ledger, command)

    def facts(
        self,
        valid_at: ValidAt | None = None,
        known_at: KnownAt | None = None,
        *,
        asked: FactQuestion = OF_ALICE,
    ) -> tuple[FactView, ...]:
        """The visible facts of Alice's employer as of both times, unless otherwise is asked."""
        question = replace(asked, when=When(valid_at=valid_at, known_at=known_at))
        page = self.services.reader.facts(
            self.admin, self.ledger, question, after=Seq(0), limit=500
        )
        assert page.next is None
        return page.rows

    def values(
        self,
        valid_at: ValidAt | None = None,
        known_at: KnownAt | None = None,
        *,
        asked: FactQuestion = OF_ALICE,
    ) -> list[Value]:
        """Their values."""
        return [each.object for each in self.facts(valid_at, known_at, asked=asked)]


def texts(*values: str) -> list[Value]:
    """Values that are texts."""
    return [Text(text=each) for each in values]
