"""Cursors: only what was given for a question goes on with it."""

from hypothesis import given
from hypothesis import strategies as st

from api.cursors import cursor, key_of

KEYS = st.text("0123456789abcdefghijklmnopqrstuvwxyz-_", min_size=1, max_size=63)


@given(st.text(), KEYS)
def test_a_cursor_leads_back_to_its_key(question: str, key: str) -> None:
    assert key_of(cursor(question, key), question) == key


@given(st.text(), st.text(), KEYS)
def test_a_cursor_of_another_question_is_none(question: str, other: str, key: str) -> None:
    assert (key_of(cursor(question, key), other) == key) == (question == other)


@given(st.text(), st.text())
def test_any_other_text_is_no_cursor(text: str, question: str) -> None:
    key = key_of(text, question)
    assert key is None or cursor(question, key) == text
