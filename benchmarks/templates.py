"""Reads sentences and questions that were made from templates back into what they were made of.

The spellings are those of the data: "origianl", "univeristy".
"""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

_TEMPLATES: Final = """
author | The author of {s} is {o}. | Who is the author of {s}?
born_in | {s} was born in the city of {o}. | Which city was {s} born in?
broadcaster | The origianl broadcaster of {s} is {o}. | Who is the original broadcaster of {s}?
capital | The capital of {s} is {o}. | What is the capital of {s}?
chairperson | The chairperson of {s} is {o}. | Who is the chairperson of {s}?
chief_executive | The chief executive officer of {s} is {o}. \
| Who is the chief executive officer of {s}?
child | {s}'s child is {o}. | Who is {s}'s child?
citizenship | {s} is a citizen of {o}. | What is the country of citizenship of {s}?
coach | The head coach of {s} is {o}. | Who is the head coach of {s}?
continent | {s} is located in the continent of {o}. | Which continent is {s} located in?
created_in | {s} was created in the country of {o}. | Which country was {s} created in?
creator | {s} was created by {o}. | Who was {s} created by?
developer | {s} was developed by {o}. | Who is the developer of {s}?
died_in | {s} died in the city of {o}. | Which city did {s} die in?
director | The director of {s} is {o}. | Who is the director of {s}?
employer | {s} is employed by {o}. | Who is the employer of {s}?
famous_for | {s} is famous for {o}. | What is {s} famous for?
founded_in | {s} was founded in the city of {o}. | Where was {s} founded?
founder | {s} was founded by {o}. | Who founded {s}?
head_of_government | The name of the current head of the {s} government is {o}. \
| What is the name of the current head of the {s} government?
head_of_state | The name of the current head of state in {s} is {o}. \
| What is the name of the current head of state in {s}?
headquarters | The headquarters of {s} is located in the city of {o}. \
| Which city is the headquarter of {s} located in?
music | The type of music that {s} plays is {o}. | What type of music does {s} play?
official_language | The official language of {s} is {o}. | What is the official language of {s}?
original_language | The original language of {s} is {o}. | What is the original language of {s}?
performer | {s} was performed by {o}. | Who performed {s}?
position | {s} plays the position of {o}. | What position does {s} play?
producer | The company that produced {s} is {o}. | Which company is {s} produced by?
religion | {s} is affiliated with the religion of {o}. | Which religion is {s} affiliated with?
speaks | {s} speaks the language of {o}. | What language does {s} speak?
sport | {s} is associated with the sport of {o}. | Which sport is {s} associated with?
spouse | {s} is married to {o}. | Who is {s} married to?
university | The univeristy where {s} was educated is {o}. | Which university was {s} educated at?
work | {s} works in the field of {o}. | What kind of work does {s} do?
worked_in | {s} worked in the city of {o}. | Which city did {s} work in?
written_in | {s} was written in the language of {o}. | Which language was {s} written in?
office_holder | The {s} is {o}. | Who is the {s}?
"""
"""A predicate, its sentence and its question a line; the last one reads what no other does."""


class Told(NamedTuple):
    """What a sentence says."""

    subject: str
    predicate: str
    object: str


class Asked(NamedTuple):
    """What a question asks the object of."""

    subject: str
    predicate: str


@dataclass(frozen=True, kw_only=True, slots=True)
class _Template:
    predicate: str
    sentence: re.Pattern[str]
    question: re.Pattern[str]


def told(sentence: str) -> Told:
    """What a sentence says; raises ValueError where no template makes it."""
    for each in _READERS:
        found = each.sentence.fullmatch(sentence)
        if found is not None:
            return Told(found["s"], each.predicate, found["o"])
    raise ValueError(sentence)


def asked(question: str) -> Asked:
    """What a question asks; raises ValueError where no template makes it."""
    for each in _READERS:
        found = each.question.fullmatch(question)
        if found is not None:
            return Asked(found["s"], each.predicate)
    raise ValueError(question)


def _template(line: str) -> _Template:
    predicate, sentence, question = line.split(" | ")
    return _Template(predicate=predicate, sentence=_pattern(sentence), question=_pattern(question))


def _pattern(template: str) -> re.Pattern[str]:
    literal = re.escape(template)
    return re.compile(re.sub(r"\\\{([so])\\\}", r"(?P<\1>.+)", literal))


_READERS: Final = tuple(map(_template, _TEMPLATES.strip().splitlines()))

PREDICATES: Final = tuple(each.predicate for each in _READERS)
"""Of each of them a subject has one value at a time."""
