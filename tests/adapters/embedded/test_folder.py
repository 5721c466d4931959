"""What can be a data folder, what can't, and what it looks like."""

import os
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.errors import CannotStart
from adapters.postgres.embedded import Binaries, running
from adapters.postgres.embedded.owner import owner_of
from adapters.postgres.embedded.sockets import socket_dir
from tests.adapters.embedded.visits import (
    IS_ROOT,
    answers,
    as_powerless,
    ask,
    give_to_powerless,
    postmaster,
    visit,
)
from tests.postgres import postgres_16


def refusal(folder: Path) -> str:
    """The one line that says why a folder isn't used."""
    with pytest.raises(CannotStart) as refused, running(folder):
        pass
    assert "\n" not in refused.value.detail
    return refused.value.detail


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def powerless(open_programs: Binaries) -> Sequence[str]:
    """How a visit is made by a user without powers."""
    return as_powerless(open_programs)


def test_a_new_folder_is_for_its_owner_alone_and_so_is_all_it_holds(
    new: Path, open_programs: Binaries
) -> None:
    with running(new, binaries=open_programs):
        assert mode(new) == 0o700
        assert {path.name: mode(path) for path in new.iterdir()} == {
            "postgres": 0o700,
            "run": 0o700,
            "secrets": 0o700,
            "postgres.log": 0o600,
            "lock": 0o600,
            "server": 0o600,
            "users": 0o600,
        }
        assert [mode(path) for path in (new / "secrets").iterdir()] == [0o600]
        owner = owner_of(new)
        assert {path.stat().st_uid for path in new.rglob("*")} == {owner.uid}
        assert owner.uid != 0


def test_an_existing_empty_folder_will_do_and_so_will_the_root_of_a_volume(place: Path) -> None:
    for name in ("empty", "volume"):
        (place / name).mkdir()
    (place / "volume" / "lost+found").mkdir()
    for name in ("empty", "volume"):
        with running(place / name) as cluster:
            assert answers(cluster.admin_url())


def test_nothing_outside_the_folder_changes(place: Path) -> None:
    (place / "beside").touch()
    (place / "beside").chmod(0o644)
    outside = [place, place / "beside"]
    before = [(path.stat().st_uid, path.stat().st_gid, mode(path)) for path in outside]
    with running(place / "data"):
        assert sorted(path.name for path in place.iterdir()) == ["beside", "data"]
    assert [(path.stat().st_uid, path.stat().st_gid, mode(path)) for path in outside] == before


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(new: Path) -> None:
    new.mkdir()
    (new / "thesis.txt").write_text("forty years of work")
    assert "thesis.txt" in refusal(new)
    assert [path.name for path in new.iterdir()] == ["thesis.txt"]


def test_a_file_is_refused_as_a_folder(new: Path) -> None:
    new.write_text("a file")
    assert f"{new} is a file" in refusal(new)
    assert new.read_text() == "a file"


def test_a_folder_in_a_place_that_takes_no_folders_is_refused(new: Path) -> None:
    assert "/proc/data" in refusal(Path("/proc/data"))
    assert not new.exists()


def test_a_folder_that_may_not_be_written_to_is_refused(
    new: Path, powerless: Sequence[str]
) -> None:
    new.mkdir()
    give_to_powerless(new)
    new.chmod(0o500)
    with visit(new, *powerless) as user:
        assert user.is_refused() == f"can't use {new}/users: Permission denied"
    new.chmod(0o700)
    with visit(new, *powerless) as user:
        user.comes_in()
        user.leaves()


def test_a_folder_that_is_open_to_its_user_will_do_whoever_owns_it(
    new: Path, powerless: Sequence[str]
) -> None:
    new.mkdir()
    new.chmod(0o777)
    with visit(new, *powerless) as user:
        assert answers(user.comes_in())
        user.leaves()
    with running(new) as cluster:
        assert answers(cluster.admin_url())


def test_a_folder_behind_a_closed_one_is_refused_and_the_closed_one_named(place: Path) -> None:
    closed = place / "closed"
    closed.mkdir()
    (closed / "open").mkdir()
    closed.chmod(0o700 if IS_ROOT else 0o600)
    try:
        why = refusal(closed / "open" / "data")
        assert f"can't enter {closed} " in why
        assert "--data-dir" in why
        assert f"chmod a+x {closed}" in why
        assert mode(closed) == (0o700 if IS_ROOT else 0o600)
    finally:
        subprocess.run(["chmod", "a+x", closed], check=True)
    with running(closed / "open" / "data") as cluster:
        assert answers(cluster.admin_url())


def test_a_link_that_leads_out_of_the_folder_is_not_followed(folder: Path, place: Path) -> None:
    (place / "outside").mkdir(mode=0o755)
    (folder / "run").rmdir()
    (folder / "run").symlink_to(place / "outside")
    assert f"{folder}/run" in refusal(folder)
    assert mode(place / "outside") == 0o755
    (folder / "run").unlink()
    with running(folder) as cluster:
        assert answers(cluster.admin_url())


def test_the_database_of_another_major_is_refused_and_left_alone(new: Path) -> None:
    with running(new, binaries=postgres_16()) as cluster:
        assert cluster.major == 16
        ask(cluster.admin_url(), "CREATE TABLE kept AS SELECT 7 AS value")
    why = refusal(new)
    assert "Postgres 16" in why
    assert "18" in why
    assert "factledger export" in why
    assert "factledger import" in why
    with running(new, binaries=postgres_16()) as cluster:
        assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"


def test_a_database_without_its_password_is_refused_and_not_made_anew(folder: Path) -> None:
    with running(folder) as cluster:
        ask(cluster.admin_url(), "CREATE TABLE kept AS SELECT 7 AS value")
    (password,) = (folder / "secrets").iterdir()
    password.rename(folder / "put aside")
    assert str(password) in refusal(folder)
    (folder / "put aside").rename(password)
    with running(folder) as cluster:
        assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"


@pytest.mark.parametrize("name", ["d" * 120, "a, comma", "a \"quoted\" 'name' with % and \\"])
def test_a_folder_of_any_name_will_do(place: Path, name: str, open_programs: Binaries) -> None:
    folder = place / name
    with running(folder, binaries=open_programs) as cluster:
        assert ask(cluster.admin_url(), "SHOW data_directory") == str(folder / "postgres")
        with running(folder, binaries=open_programs) as joined:
            assert joined == cluster
        assert mode(cluster.socket_dir) == 0o700
        assert cluster.socket_dir == socket_dir(folder)
    assert (cluster.socket_dir.parent == folder) == cluster.socket_dir.exists()


def test_a_place_for_the_socket_that_is_somebody_elses_is_refused(place: Path) -> None:
    folder = place / ("d" * 120)
    squatted = socket_dir(folder)
    squatted.symlink_to(place)
    try:
        assert str(squatted) in refusal(folder)
    finally:
        squatted.unlink()
    with running(folder) as cluster:
        assert cluster.socket_dir == squatted
        assert answers(cluster.admin_url())


def test_a_home_that_may_not_be_written_to_stays_empty(
    new: Path, place: Path, powerless: Sequence[str]
) -> None:
    home = place / "home"
    home.mkdir()
    give_to_powerless(home)
    home.chmod(0o500)
    new.mkdir()
    give_to_powerless(new)
    environment = {**os.environ, "HOME": str(home), "PGDATA": "/nowhere", "PGHOSTADDR": "192.0.2.1"}
    with visit(new, *powerless, environment=environment) as user:
        assert ask(user.comes_in(), "SELECT 1") == "1"
        user.leaves()
    assert [*home.iterdir()] == []
    assert [*new.iterdir()] != []


def test_no_home_at_all_is_needed(new: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    with visit(new, environment=environment) as user:
        assert ask(user.comes_in(), "SELECT 1") == "1"
        user.leaves()


def test_a_user_without_powers_runs_the_server_as_itself(
    new: Path, powerless: Sequence[str]
) -> None:
    new.mkdir()
    give_to_powerless(new)
    with visit(new, *powerless) as user:
        user.comes_in()
        assert Path(f"/proc/{postmaster(new)}").stat().st_uid == new.stat().st_uid != 0
        user.leaves()


def test_whoever_starts_it_the_server_runs_as_the_owner_of_the_folder(
    new: Path, powerless: Sequence[str]
) -> None:
    new.mkdir()
    give_to_powerless(new)
    with running(new) as cluster:
        assert answers(cluster.admin_url())
        assert Path(f"/proc/{postmaster(new)}").stat().st_uid == new.stat().st_uid != 0
        with visit(new, *powerless) as other:
            assert other.comes_in() == cluster.admin_url()
            other.leaves()
