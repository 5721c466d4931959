"""`factledger doctor`: what is well here and what is not, with the mend beside it."""

import shutil
import stat
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from adapters.cli import output
from adapters.cli.ending import DONE, REFUSED
from adapters.cli.options import AsJson, Database, DataDir, examples
from adapters.cli.progress import progress
from adapters.cli.session import asked, granted, secret_of
from adapters.data_folder import ADMIN_FILE, AGENT_FILE
from adapters.documents import Document
from adapters.errors import FactledgerError
from adapters.postgres.administration import connected
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.examination import (
    Finding,
    Standing,
    examine,
    examine_builds,
    examine_heads,
    ok,
    problem,
)
from adapters.settings import Settings
from adapters.wiring import Told, service_url, services_at

EXAMPLES = examples("factledger doctor", "factledger doctor --database URL --json")

FREE_BYTES_MIN: Final = 1024**3
_GIB: Final = 1024**3


def doctor(*, data_dir: DataDir = None, database: Database = None, as_json: AsJson = False) -> int:
    """Look everything over, and say what is to be mended."""
    settings = asked(data_dir=data_dir, database=database)
    found: list[Finding] = []
    with progress() as shown:
        for each in findings(settings, progress=shown):
            shown.clear()
            found.append(each)
            if not as_json:
                _tell(each)
    if as_json:
        output.document({"checks": [_document(each) for each in found]})
    return REFUSED if any(each.standing is Standing.PROBLEM for each in found) else DONE


def findings(settings: Settings, *, progress: Told) -> Iterator[Finding]:
    """Everything that is looked at, in order; what can't be reached is a finding too."""
    yield ok("program", f"factledger {version('factledger')}, Python {sys.version.split()[0]}")
    try:
        if settings.database is None:
            yield from _folder(settings.data_dir)
        with service_url(settings, progress=progress) as url:
            yield from _database(settings, url)
    except FactledgerError as error:
        # What mends it is in the error's own words.
        yield Finding(check="database", standing=Standing.PROBLEM, detail=error.detail)


def _database(settings: Settings, url: str) -> Iterator[Finding]:
    with connected(url) as connection:
        yield ok("database", "reached")
        looked = list(examine(connection))
        yield from looked
    if not any(each.standing is Standing.PROBLEM and each.check == "schema" for each in looked):
        yield from _ledgers(settings, url)


def _ledgers(settings: Settings, url: str) -> Iterator[Finding]:
    with services_at(url, connections=1) as found:
        grant = found.tokens.authenticate(secret_of(settings))
        yield ok("token", f"{grant.actor.name}, {grant.role}")
        with connected(url) as connection:
            for examined in (examine_heads, examine_builds):
                said = [examined(connection, page.rows) for page in granted(found, grant)]
                yield from [each for each in said if each.standing is not Standing.OK] or said[:1]


def _folder(data_dir: Path) -> Iterator[Finding]:
    with in_one_line(data_dir):
        if not data_dir.exists():
            return
        free = shutil.disk_usage(data_dir).free
    room = f"{free / _GIB:.1f} GiB free"
    if free < FREE_BYTES_MIN:
        yield problem("disk", room, mend="make room: a full disk stops every write")
    else:
        yield ok("disk", room)
    secret = (data_dir / name for name in (ADMIN_FILE, AGENT_FILE, "secrets"))
    with in_one_line(data_dir):
        opened = [str(path) for path in secret if path.exists() and _others_may_use(path)]
    if opened:
        yield problem(
            "secrets",
            f"others may use {', '.join(opened)}",
            mend=f"chmod go= {' '.join(opened)}",
        )
    else:
        yield ok("secrets", "only the folder's owner may use them")


def _others_may_use(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def _document(finding: Finding) -> Document:
    return {
        "check": finding.check,
        "standing": finding.standing.value,
        "detail": finding.detail,
        "mend": finding.mend,
    }


def _tell(finding: Finding) -> None:
    mend = "" if finding.mend is None else f": {finding.mend}"
    output.line(f"{finding.standing:<8} {finding.check:<13} {output.plain(finding.detail)}{mend}")
