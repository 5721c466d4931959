"""Reading a README: the commands it shows, the output it shows for them, and what it names."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "
_WHOLE_LINE = re.compile(r"((?:.*\\\n)*.*)\n")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"[\w.][\w.-]*(?:/[\w.-]+)*/?")
_TABLE = re.compile(r"^\|[-|]+\|\n((?:\|.*\|\n)+)", re.MULTILINE)

_INSTANT = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::\d\d)?)", re.ASCII
)
_NAMED = re.compile(
    r"\bt[0-9a-f]{12}\b|(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])", re.ASCII
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A command as a README shows it; `output` is None where it shows none."""

    command: str
    output: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Shapes:
    """Outputs with all that differs from run to run replaced: instants by a word, ids and
    hashes by numbers, so that one that is shown twice must come twice.
    """

    _numbers: dict[str, int] = field(default_factory=dict[str, int])

    def of(self, output: str) -> list[str]:
        """The lines of the next output; tables are as wide as what stands in them."""
        text = _NAMED.sub(self._number, _INSTANT.sub("INSTANT", output))
        narrow = re.sub(r"-{3,}", "--", re.sub(r"[ \t]+", " ", text))
        return [line.strip() for line in narrow.strip().splitlines()]

    def _number(self, found: re.Match[str]) -> str:
        return f"#{self._numbers.setdefault(found[0], len(self._numbers) + 1)}"


def languages(text: str) -> set[str]:
    """What the blocks of a README are said to be written in."""
    return {language for language, _ in _BLOCK.findall(text)}


def shown(text: str) -> list[Shown]:
    """The commands of a README, in order: a line each in `sh`, with their output in `console`."""
    found: list[Shown] = []
    for language, content in _BLOCK.findall(text):
        if language == "sh":
            lines = filter(None, _WHOLE_LINE.findall(content))
            found += [Shown(command=each, output=None) for each in lines]
        elif language == "console":
            found += _with_output(content)
    return found


def _with_output(content: str) -> Iterator[Shown]:
    command: str | None = None
    output: list[str] = []
    for line in [*_WHOLE_LINE.findall(content), _PROMPT]:
        if not line.startswith(_PROMPT):
            output.append(line)
            continue
        if command is not None:
            yield Shown(command=command, output="\n".join(output))
        command, output = line.removeprefix(_PROMPT), []


def links(text: str) -> list[str]:
    """Where the links of a README lead that stay in the project, without their fragments."""
    targets = (each.partition("#")[0] for each in _LINK.findall(text))
    return [each for each in targets if each and "://" not in each]


def paths(text: str, tops: Sequence[str]) -> list[str]:
    """The paths that a README names in code and that begin with one of these names."""
    words = [word for code in _CODE.findall(_BLOCK.sub("", text)) for word in code.split()]
    return [word for word in words if _PATH.fullmatch(word) and word.partition("/")[0] in tops]


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    _, _, after = text.partition(f"\n## {heading}\n")
    section, _, _ = after.partition("\n## ")
    table = _TABLE.search(section)
    lines = [] if table is None else table[1].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
