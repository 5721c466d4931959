"""How much of everything is taken at once, and what a ledger may be called."""

import re
from typing import Final

LEDGER_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}", re.ASCII)
"""A ledger's whole name; to be used with `fullmatch`."""

LEDGER_NAME_SPELT: Final = "1 to 63 of a-z, 0-9, _ and -, the first of them no _ and no -"
"""The same for people."""

SUBJECT_CHARS_MAX: Final = 1_000
PREDICATE_CHARS_MAX: Final = 1_000
SOURCE_CHARS_MAX: Final = 1_000
SESSION_CHARS_MAX: Final = 1_000
OBJECT_CHARS_MAX: Final = 100_000
UNIT_CHARS_MAX: Final = 100
TOKEN_NAME_CHARS_MAX: Final = 200

IDEMPOTENCY_KEY_CHARS_MAX: Final = 255

NUMBER_CHARS_MAX: Final = 200
"""As written; a number that fits the next two can be written in less than half of it."""

NUMBER_DIGITS_MAX: Final = 40
"""Significant digits, zeros at either end not counted."""

NUMBER_EXPONENT_MAX: Final = 30
"""The last significant digit stands at most for 10^30, the first one at least for 10^-30."""

QUALIFIERS_MAX: Final = 32
QUALIFIER_NAME_CHARS_MAX: Final = 200
QUALIFIER_VALUE_CHARS_MAX: Final = 1_000

EVIDENCE_MAX: Final = 32
QUOTE_CHARS_MAX: Final = 10_000
URI_CHARS_MAX: Final = 2_000

DERIVED_FROM_MAX: Final = 100

DATE_CHARS_MAX: Final = 100
"""As written, an interval of two included; what a date can say is far shorter."""

REASON_CHARS_MAX: Final = 10_000

HALF_LIFE_DAYS_MAX: Final = 36_500
"""A hundred years, in which nothing fades that a person would see."""

FACT_SOURCES_MAX: Final = 10
"""Names of sources that an answer lists for a fact; its claims have them all."""

OBSERVED_AHEAD_S_MAX: Final = 5
"""How far a source's clock may be ahead of ours."""

BATCH_CLAIMS_MAX: Final = 1_000
PAGE_ROWS_MAX: Final = 500

REQUEST_BYTES_MAX: Final = 16 * 1024 * 1024

JSON_DEPTH_MAX: Final = 32
"""Objects and lists within one another, the outermost one counted."""

JSON_INTEGER_MAX: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly (RFC 7493, section 2.2)."""

BODY_BYTES_MAX: Final = 1024 * 1024
PART_BYTES_MAX: Final = 1024 * 1024
"""Above what the limits on text let through: a character takes at most six bytes."""

FOREIGN_EVENTS_MAX: Final = 1_000
FOREIGN_APPEND_BYTES_MAX: Final = 16 * 1024 * 1024
FOREIGN_TYPE_CHARS_MAX: Final = 250
FOREIGN_TAGS_MAX: Final = 100
FOREIGN_TAG_CHARS_MAX: Final = 250

FOREIGN_DATA_BYTES_MAX: Final = 512 * 1024
"""A foreign event is one part, in which its data takes a third more, as base64."""

FOREIGN_QUERY_TERMS_MAX: Final = 1_000
"""Items, types and tags together: a condition is looked up while nobody else can write."""
