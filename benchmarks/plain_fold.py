"""What statements must come to, worked out with nothing of ours: no key, no event, no table."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from unicodedata import category, normalize

from benchmarks.statements import Document

Topic = tuple[str, str]


@dataclass(kw_only=True, slots=True)
class PlainFold:
    """How often each value of each subject's predicate was said, by their folded spellings."""

    values: dict[Topic, Counter[str]] = field(default_factory=dict[Topic, Counter[str]])
    blank: int = 0
    """Statements whose value is nothing that can be seen: no claim can be made of them."""

    @property
    def facts(self) -> int:
        """How many different values there are."""
        return sum(map(len, self.values.values()))

    @property
    def claims(self) -> int:
        """How many times one was said."""
        return sum(values.total() for values in self.values.values())


def plain_fold(documents: Iterable[Document]) -> PlainFold:
    """The fold of what is sent."""
    fold = PlainFold()
    for each in documents:
        value = folded(each["object"])
        if value:
            topic = folded(each["subject"]), folded(each["predicate"])
            fold.values.setdefault(topic, Counter())[value] += 1
        else:
            fold.blank += 1
    return fold


def folded(text: str) -> str:
    """The text as spellings are compared: no case, no format characters, white space as one."""
    shown = "".join(each for each in text if category(each) != "Cf")
    return " ".join(normalize("NFKC", normalize("NFKC", shown).casefold()).split())
