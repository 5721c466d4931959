"""What is looked up beside claims: asked for in one statement, and told as things of many kinds.

To send a statement costs more than to carry it out, where little is asked for; and of most kinds
there is nothing.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from adapters.postgres import arrays
from adapters.postgres.lookup_rows import as_text, key_documents
from adapters.postgres.shown import session_reader, token_reader
from domain.duels.voices import Record, VoiceId
from domain.keys import TopicKey, line_digest
from domain.payloads import Wish
from domain.predicates import Declaration
from domain.reading import Doc, text, whole
from domain.wanting import Showing, Shown, Wanted
from domain.words import VISIBLE, Seq
from projections.predicates import declaration_of

STATUSES: Final = [each.value for each in VISIBLE]

_VISIBLE: Final = arrays.of_texts(STATUSES)

_WISHES: Final = frozenset(each.value for each in Wish)


class ThingRow(NamedTuple):
    """A row of load_beside: a thing, and of which kind it is."""

    kind: str
    thing: Doc


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """What there is beside claims; the names are those of `Found`.

    `declarations` are those that were made, `tombstones` the seqs of those under the refusal keys,
    and `counts` the running counts of the ledger.
    """

    declarations: Mapping[bytes, Declaration]
    tombstones: frozenset[int]
    totals: Mapping[VoiceId, Record]
    shown: Mapping[Showing, Shown]
    values: Mapping[TopicKey, int]
    references: frozenset[Seq]
    items: Mapping[Seq, Seq]
    counts: Mapping[str, int]


class Question:
    """What is asked for beside claims; topics and what was shown are told by their places in it."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._topics = tuple(wanted.topics)
        self._shown = tuple(
            {(reader, line_digest(each.line)) for each in wanted.shown for reader in _readers(each)}
        )

    def parameters(self) -> Mapping[str, object]:
        """The parameters of load_beside."""
        wanted = self._wanted
        predicates = wanted.declarations.union(each.predicate for each in wanted.lines)
        showings = [
            {"place": place, "reader": reader, "line": as_text(line)}
            for place, (reader, line) in enumerate(self._shown)
        ]
        return {
            "predicates": arrays.of_keys(sorted(predicates)),
            "claims": arrays.of_numbers(sorted(wanted.claims)),
            "refusals": arrays.of_keys(sorted(wanted.refusals)),
            "voices": arrays.of_texts(sorted(wanted.voices)),
            "showings": json.dumps(showings),
            "topics": json.dumps(key_documents(self._topics)),
            "statuses": _VISIBLE,
            "values_max": wanted.values_max,
            "references": arrays.of_numbers(sorted(wanted.references)),
            "wishes": arrays.of_numbers(sorted(wanted.items)),
        }

    def answer(self, rows: Iterable[ThingRow]) -> Beside:
        """What these rows tell."""
        of: defaultdict[str, list[Doc]] = defaultdict(list)
        for each in rows:
            of[each.kind].append(each.thing)
        return Beside(
            declarations=dict(map(_declared, of["declaration"])),
            tombstones=frozenset(whole(each, "tombstone") for each in of["refusal"]),
            totals=dict(map(_recorded, of["voice"])),
            shown=self._showings(of["shown"]),
            values={
                self._topics[whole(each, "place")]: whole(each, "visible") for each in of["topic"]
            },
            references=frozenset(Seq(whole(each, "seq")) for each in of["claim"]),
            items={
                Seq(whole(each, "seq")): Seq(whole(each, "fact"))
                for each in of["wish"]
                # What else waits for a person is how a fact stands, and nobody's wish.
                if text(each, "kind") in _WISHES
            },
            counts={text(each, "name"): whole(each, "value") for each in of["count"]},
        )

    def _showings(self, found: Iterable[Doc]) -> Mapping[Showing, Shown]:
        at = {
            self._shown[whole(each, "place")]: datetime.fromisoformat(text(each, "shown_at"))
            for each in found
        }
        return dict(_told(self._wanted.shown, at)) if at else {}


def _readers(showing: Showing) -> Iterator[str]:
    yield token_reader(showing.token)
    if showing.session is not None:
        yield session_reader(showing.session)


def _told(
    showings: Iterable[Showing], at: Mapping[tuple[str, bytes], datetime]
) -> Iterator[tuple[Showing, Shown]]:
    for each in showings:
        line = line_digest(each.line)
        to_token = at.get((token_reader(each.token), line))
        in_session = None
        if each.session is not None:
            in_session = at.get((session_reader(each.session), line))
        if to_token or in_session:
            yield each, Shown(to_token=to_token, in_session=in_session)


def _declared(thing: Doc) -> tuple[bytes, Declaration]:
    return bytes.fromhex(text(thing, "predicate_key").removeprefix(r"\x")), declaration_of(thing)


def _recorded(thing: Doc) -> tuple[VoiceId, Record]:
    record = Record(successes=whole(thing, "successes"), failures=whole(thing, "failures"))
    return VoiceId(text(thing, "voice")), record
