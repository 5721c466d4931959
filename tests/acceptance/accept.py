"""The acceptance: a line an item, PASS or FAIL, and an exit code of 0 only if all pass."""

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.acceptance import items
from tests.acceptance.items import Terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """Something to be accepted, under the name by which it can be left out."""

    name: str
    run: Callable[[Terms], str]


ITEMS = (
    Item(name="clone", run=items.clone),
    Item(name="fact", run=items.one_fact),
    Item(name="input", run=items.real_input),
    Item(name="kill", run=items.killed),
    Item(name="laundering", run=items.laundering),
    Item(name="callers", run=items.callers),
    Item(name="batches", run=items.batches),
)


def accept(chosen: Sequence[Item], terms: Terms) -> int:
    """Run all of them, whatever the ones before came to; returns the exit code."""
    passed = [_passes(item, terms) for item in chosen]
    return 0 if passed and all(passed) else 1


def _passes(item: Item, terms: Terms) -> bool:
    try:
        seen = item.run(terms)
    except Exception as error:
        # Whatever it is, the item has failed; the rest is for who looks for the reason.
        traceback.print_exc()
        print(f"FAIL {item.name}: {type(error).__name__}: {error}", flush=True)
        return False
    print(f"PASS {item.name}: {seen}", flush=True)
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line chooses; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [item.name for item in ITEMS]
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("FACTLEDGER_DATA"),
        help="the folder of the real input (default: FACTLEDGER_DATA)",
    )
    parser.add_argument(
        "--skip", action="append", default=[], choices=names, help="leave one out; again for more"
    )
    parser.add_argument("--tiny", action="store_true", help="try it out: the sizes mean nothing")
    given = parser.parse_args(arguments)
    terms = Terms(data=given.data, is_tiny=given.tiny)
    return accept([item for item in ITEMS if item.name not in given.skip], terms)


if __name__ == "__main__":
    sys.exit(main())
