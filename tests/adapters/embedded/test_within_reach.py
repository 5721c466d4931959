"""Programs that the server's user can't reach are run from a copy, and all others where they are.

Only root has such programs: its server runs as another user. For whoever isn't root they are
programs like any, so these tests say where they are run from, and that nothing is copied.
"""

import os
import re
import shutil
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path

import pytest

from adapters.errors import CannotStart
from adapters.postgres.embedded import Binaries, running
from adapters.postgres.embedded.owner import owner_of
from tests.adapters.embedded.visits import IS_ROOT, answers, ask, postmaster, visit

_DEPTH = 3  # folders from the root of an installation to its programs, as in wheel/pginstall/bin


@pytest.fixture
def hidden(place: Path, open_programs: Binaries) -> Binaries:
    """Programs below a folder that only its owner can enter, and a file that no others have."""
    shutil.copytree(
        open_programs.folder.parents[_DEPTH - 1], place / "closed", copy_function=os.link
    )
    (place / "closed").chmod(0o700)
    programs = Binaries(folder=place / "closed" / Path(*open_programs.folder.parts[-_DEPTH:]))
    (share(programs) / "news").write_text("of today")
    return programs


def share(programs: Binaries) -> Path:
    """Where an installation has what isn't a program."""
    return programs.folder.parent / "share"


def run_from(folder: Path) -> Binaries:
    """The programs that the running server is one of."""
    return Binaries(folder=Path(f"/proc/{postmaster(folder)}/exe").readlink().parent)


def expected(folder: Path, hidden: Binaries) -> Binaries:
    """The programs that the server is to be run from if it is started with hidden ones."""
    if not IS_ROOT:
        return hidden
    return Binaries(folder=folder / "programs" / Path(*hidden.folder.parts[-_DEPTH:]))


def copies(folder: Path) -> list[str]:
    """What is in a data folder of copies, whole and half."""
    return [path.name for path in folder.glob("programs*")]


COPIES = ["programs"] if IS_ROOT else []


def refused_to_root(why: str) -> AbstractContextManager[object]:
    """Expects that nothing starts for root, and anything for others."""
    return pytest.raises(CannotStart, match=re.escape(why)) if IS_ROOT else nullcontext()


def test_hidden_programs_are_run_from_a_copy_which_has_all_they_need(
    new: Path, hidden: Binaries
) -> None:
    told: list[str] = []
    with running(new, binaries=hidden, progress=told.append) as cluster:
        assert run_from(new) == expected(new, hidden)
        ask(cluster.admin_url(), "CREATE EXTENSION vector", "CREATE EXTENSION postgres_fdw")
        assert ask(cluster.admin_url(), "SELECT '[3,4]'::vector <-> '[0,0]'") == "5.0"
        assert "Rome" in ask(
            cluster.admin_url(), "SELECT name FROM pg_timezone_names WHERE name = 'Europe/Rome'"
        )
    assert copies(new) == COPIES
    assert ["closed is closed to" in line for line in told if "copying" in line] == (
        [True] if IS_ROOT else []
    )


def test_a_copy_is_roots_and_everybody_elses_to_use_and_not_to_change(
    folder: Path, hidden: Binaries
) -> None:
    umask = os.umask(0o077)
    try:
        with running(folder, binaries=hidden) as cluster:
            assert answers(cluster.admin_url())
    finally:
        os.umask(umask)
    copy = folder / "programs"
    facts = [path.stat() for path in [*folder.glob("programs"), *copy.rglob("*")]]
    assert {(each.st_uid, stat.S_IMODE(each.st_mode)) for each in facts} == (
        {(0, 0o755), (0, 0o644)} if IS_ROOT else set()
    )


def test_a_copy_is_kept_from_one_start_to_the_next(folder: Path, hidden: Binaries) -> None:
    with running(folder, binaries=hidden):
        program = run_from(folder).postgres.stat().st_ino
    told: list[str] = []
    with running(folder, binaries=hidden, progress=told.append):
        assert run_from(folder).postgres.stat().st_ino == program
    assert [line for line in told if "copying" in line] == []


def test_programs_that_can_be_reached_are_not_copied_and_an_earlier_copy_goes(
    folder: Path, hidden: Binaries, open_programs: Binaries
) -> None:
    with running(folder, binaries=hidden):
        assert copies(folder) == COPIES
    with running(folder, binaries=open_programs):
        assert run_from(folder) == open_programs
        assert copies(folder) == []


def test_a_link_in_a_closed_folder_to_programs_that_can_be_reached_is_followed(
    folder: Path, place: Path, open_programs: Binaries
) -> None:
    (place / "closed").mkdir(mode=0o700)
    (place / "closed" / "bin").symlink_to(open_programs.folder)
    with running(folder, binaries=Binaries(folder=place / "closed" / "bin")):
        assert run_from(folder) == open_programs
        assert copies(folder) == []


def test_an_upgrade_replaces_the_copy_once_no_server_runs_from_it(
    folder: Path, hidden: Binaries
) -> None:
    (share(hidden) / "to go").touch()
    with running(folder, binaries=hidden):
        (share(hidden) / "to go").unlink()
        (share(hidden) / "news").write_text("of tomorrow")
        with running(folder, binaries=hidden):
            assert (share(run_from(folder)) / "news").read_text() == (
                "of today" if IS_ROOT else "of tomorrow"
            )
    with running(folder, binaries=hidden):
        assert (share(run_from(folder)) / "news").read_text() == "of tomorrow"
        assert not (share(run_from(folder)) / "to go").exists()
        assert copies(folder) == COPIES


def test_an_upgrade_that_keeps_every_size_is_seen(folder: Path, hidden: Binaries) -> None:
    with running(folder, binaries=hidden):
        assert (share(run_from(folder)) / "news").read_text() == "of today"
    (share(hidden) / "news").write_text("of later")
    os.utime(share(hidden) / "news", (0, 0))
    with running(folder, binaries=hidden):
        assert (share(run_from(folder)) / "news").read_text() == "of later"


def test_a_copy_whose_maker_was_killed_is_made_again(new: Path, hidden: Binaries) -> None:
    with visit(new, f"--programs={hidden.folder}") as first:
        while IS_ROOT and not copies(new):
            assert first.process.poll() is None
        first.is_killed()
    for name in COPIES:
        (new / f"{name}.new" / "half").mkdir(parents=True, exist_ok=True)
    with running(new, binaries=hidden):
        assert run_from(new) == expected(new, hidden)
        assert (share(run_from(new)) / "news").read_text() == "of today"
        assert copies(new) == COPIES


def test_processes_that_arrive_at_once_make_one_copy(folder: Path, hidden: Binaries) -> None:
    with ExitStack() as visits:
        everybody = [
            visits.enter_context(visit(folder, f"--programs={hidden.folder}")) for _ in range(3)
        ]
        assert len({each.comes_in() for each in everybody}) == 1
        assert run_from(folder) == expected(folder, hidden)
        told = [line for each in everybody for line in each.waits if "copying" in line]
        assert len(told) == len(COPIES)


def given_away(copy: Path, folder: Path) -> None:
    """What an administrator's `chown -R` does."""
    for path in [copy, *copy.rglob("*")]:
        os.chown(path, owner_of(folder).uid, -1)


def opened_to_all(copy: Path, _folder: Path) -> None:
    copy.chmod(0o777)


def half_gone(copy: Path, _folder: Path) -> None:
    shutil.rmtree(next(copy.glob("*/*/share")))


def put_in_its_place(copy: Path, folder: Path) -> None:
    """What the server's user can do, since the folder around the copy is its own."""
    copy.rename(folder / "put aside")
    shutil.copytree(folder / "put aside", copy)
    given_away(copy, folder)


@pytest.mark.parametrize("happened", [given_away, opened_to_all, half_gone, put_in_its_place])
def test_a_copy_that_is_not_as_root_made_it_is_made_again(
    folder: Path, hidden: Binaries, happened: Callable[[Path, Path], None]
) -> None:
    with running(folder, binaries=hidden):
        assert copies(folder) == COPIES
    for name in COPIES:
        happened(folder / name, folder)
    with running(folder, binaries=hidden):
        assert run_from(folder) == expected(folder, hidden)
        for name in COPIES:
            facts = (folder / name).stat()
            assert (facts.st_uid, stat.S_IMODE(facts.st_mode)) == (0, 0o755)
            assert run_from(folder).postgres.stat().st_uid == 0
        assert (share(run_from(folder)) / "news").read_text() == "of today"


@pytest.mark.parametrize("name", ["programs", "programs.new"])
def test_a_link_in_place_of_the_copy_is_not_followed(
    folder: Path, place: Path, hidden: Binaries, name: str
) -> None:
    shutil.rmtree(folder / "programs", ignore_errors=True)
    (place / "outside").mkdir()
    (place / "outside" / "kept").touch()
    (folder / name).symlink_to(place / "outside")
    with refused_to_root(f"can't use {folder}/{name}: "), running(folder, binaries=hidden):
        assert run_from(folder) == expected(folder, hidden)
    assert [path.name for path in (place / "outside").iterdir()] == ["kept"]
    (folder / name).unlink()
    with running(folder, binaries=hidden):
        assert run_from(folder) == expected(folder, hidden)


@pytest.mark.parametrize("letter", '"$`\\\n')
def test_a_folder_from_which_initdb_finds_no_server_is_refused_for_a_copy(
    place: Path, hidden: Binaries, open_programs: Binaries, letter: str
) -> None:
    folder = place / f"a{letter}b"
    with refused_to_root("choose another data folder"), running(folder, binaries=hidden):
        assert run_from(folder) == expected(folder, hidden)
    assert copies(folder) == []
    with running(folder, binaries=open_programs):
        assert run_from(folder) == open_programs
