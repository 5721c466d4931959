"""Setting up a data folder: once, whoever comes first, and whatever a kill has left."""

from collections.abc import Generator
from pathlib import Path

import pytest

from adapters.data_folder import (
    ADMIN_FILE,
    AGENT_FILE,
    keep_service_password,
    keep_token,
    setting_up,
)
from adapters.errors import CannotStart, NotAuthenticated
from adapters.postgres.embedded import running
from adapters.services import Services
from adapters.settings import FIRST_LEDGER, Settings, settings
from adapters.wiring import lasting_services, services
from domain.grants import Grant, Role
from domain.words import ActorKind
from tests.postgres import FORGETFUL, open_folder


def _quietly(_: str) -> None:
    """For what nobody waits for here."""


@pytest.fixture(scope="module")
def folder() -> Generator[Settings]:
    """A folder that was set up, and whose server stays for the module."""
    with open_folder() as place:
        asked = settings({}, data_dir=str(place / "data"))
        with running(asked.data_dir, settings=FORGETFUL):
            with lasting_services(asked, progress=_quietly, made=_quietly):
                pass
            yield asked


def _grant(found: Services, data_dir: Path, name: str) -> Grant:
    return found.tokens.authenticate((data_dir / name).read_text().strip())


def _set_up_again(folder: Settings) -> list[str]:
    made: list[str] = []
    with lasting_services(folder, progress=_quietly, made=made.append) as found:
        admin = _grant(found, folder.data_dir, ADMIN_FILE)
        assert (admin.role, admin.actor.kind, admin.ledgers) == (Role.ADMIN, ActorKind.HUMAN, None)
        agent = _grant(found, folder.data_dir, AGENT_FILE)
        assert (agent.role, agent.actor.kind) == (Role.AGENT, ActorKind.AGENT)
        assert agent.ledgers == frozenset({FIRST_LEDGER})
        assert found.reader.ledger(agent, FIRST_LEDGER).seq >= 1
    return made


def test_a_second_start_makes_nothing(folder: Settings) -> None:
    before = {
        path: (path.stat().st_mtime_ns, path.read_text())
        for path in (folder.data_dir / ADMIN_FILE, folder.data_dir / AGENT_FILE)
    }
    assert _set_up_again(folder) == []
    assert before == {path: (path.stat().st_mtime_ns, path.read_text()) for path in before}
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in before)


@pytest.mark.parametrize("name", [ADMIN_FILE, AGENT_FILE])
@pytest.mark.parametrize("left", [None, "", "fl_torn", "no token at all\n"])
def test_a_token_that_is_lost_or_torn_is_made_anew(
    folder: Settings, name: str, left: str | None
) -> None:
    path = folder.data_dir / name
    old = path.read_text()
    if left is None:
        path.unlink()
    else:
        path.write_text(left)
    (made,) = _set_up_again(folder)
    assert made.endswith(f"token: {path}")
    assert path.read_text() != old
    assert path.read_text().strip() not in made


def test_what_a_kill_left_of_a_token_is_no_hindrance(folder: Settings) -> None:
    (folder.data_dir / f"{ADMIN_FILE}.new").write_text("fl_half of a much longer token " * 100)
    (folder.data_dir / ADMIN_FILE).unlink()
    assert len(_set_up_again(folder)) == 1


def test_a_revoked_token_stays_revoked(folder: Settings) -> None:
    secret = (folder.data_dir / AGENT_FILE).read_text().strip()
    with services(folder, progress=_quietly) as found:
        agent = found.tokens.authenticate(secret)
        found.tokens.revoke(_grant(found, folder.data_dir, ADMIN_FILE), agent.actor.token)
    assert len(_set_up_again(folder)) == 1
    with services(folder, progress=_quietly) as found, pytest.raises(NotAuthenticated):
        found.tokens.authenticate(secret)


def test_an_admin_token_that_is_none_is_not_taken_for_one(folder: Settings) -> None:
    agent = (folder.data_dir / AGENT_FILE).read_text()
    (folder.data_dir / ADMIN_FILE).write_text(agent)
    assert len(_set_up_again(folder)) == 1


def test_a_password_that_was_never_set_is_set_at_the_next_start(folder: Settings) -> None:
    with setting_up(folder.data_dir, progress=_quietly) as place:
        keep_service_password(place, "kept, and then came the kill")
    assert _set_up_again(folder) == []
    (folder.data_dir / "secrets" / "service.password").unlink()
    with pytest.raises(CannotStart), services(folder, progress=_quietly):
        pass
    assert _set_up_again(folder) == []


def test_what_is_kept_is_kept_whole_and_for_its_owner_only(folder: Settings) -> None:
    owner = folder.data_dir.stat().st_uid
    with setting_up(folder.data_dir, progress=_quietly) as place:
        for secret in ("a long one " * 1000, "short"):
            path = keep_token(place, "some.token", secret)
            assert path.read_text() == f"{secret}\n"
            assert (path.stat().st_mode & 0o777, path.stat().st_uid) == (0o600, owner)
            assert not path.with_name("some.token.new").exists()


def test_a_folder_that_never_was_set_up_is_not_made_by_looking(tmp_path: Path) -> None:
    asked = settings({}, data_dir=str(tmp_path / "empty"))
    with pytest.raises(CannotStart, match="factledger serve"), services(asked, progress=_quietly):
        pass
    assert list(tmp_path.iterdir()) == []
