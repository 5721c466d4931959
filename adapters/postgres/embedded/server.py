"""Joining, starting and stopping the server. All of it is done by one process at a time."""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Literal

from adapters.errors import CannotStart
from adapters.postgres.embedded import creation, leftovers
from adapters.postgres.embedded.binaries import Binaries
from adapters.postgres.embedded.cluster import Cluster
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.locks import Hold, taken
from adapters.postgres.embedded.postmaster import Interrupt, interrupt
from adapters.postgres.embedded.programs import last_words, start
from adapters.postgres.embedded.recognise import NotUp, whoever_answers
from adapters.postgres.embedded.sockets import DEFAULT_PORT, socket_dir, socket_folder
from adapters.postgres.embedded.waiting import until
from adapters.postgres.embedded.within_reach import within_reach

_SILENCE_S_MAX = 60
_LOCK = "server"
_LOG = "postgres.log"
_LOG_BYTES_MAX = 8 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """How the server is to be started, should it have to be."""

    binaries: Binaries
    sql_port: int | None
    settings: Mapping[str, str]
    progress: Callable[[str], None]


def join_or_start(folder: Folder, wish: Wish, *, in_use: bool) -> Cluster:
    """The server, ready. Waits for a recovery without limit; CannotStart if it can't be had.

    One that nobody uses, since its users were killed, is restarted if it listens on another port.
    """
    _refuse_other_major(folder, wish.binaries)
    with socket_folder(folder), folder.file(_LOCK) as lock:
        found = _up_or_gone(folder, lock, wish)
        if isinstance(found, Cluster) and not in_use and not _fits(found, wish):
            stop(folder, progress=wish.progress)
            found = _up_or_gone(folder, lock, wish)
        if isinstance(found, Cluster):
            return _refuse_other_port(found, wish)
        leftovers.clear(folder)
        programs = within_reach(folder, wish.binaries, progress=wish.progress)
        if folder.major() is None:
            wish.progress(f"making a new database in {folder.path}")
            creation.create(folder, programs, major=wish.binaries.major, keep_open=lock)
        return _started(folder, lock, replace(wish, binaries=programs))


def stop(folder: Folder, *, progress: Callable[[str], None]) -> None:
    """Ends the server in good order, if there is one, and waits until it has ended."""
    with folder.file(_LOCK) as lock:
        if not _told_to_stop(folder, lock, progress):
            progress(f"the server of {folder.path} is out of our reach, and was left running")
            return
        until(
            lambda _: taken(lock, Hold.ALONE),
            reason="the database is writing everything down before it stops",
            progress=progress,
        )


def _up_or_gone(folder: Folder, lock: int, wish: Wish) -> Cluster | Literal[NotUp.SILENT]:
    """Our server; or silence, and then no process of a server lives and `lock` is ours alone."""

    def look(waited_s: float) -> Cluster | Literal[NotUp.SILENT] | None:
        found = whoever_answers(folder)
        if isinstance(found, Cluster):
            return found
        if found is NotUp.NOT_YET:
            return None
        if taken(lock, Hold.ALONE):
            return found
        if waited_s > _SILENCE_S_MAX:
            raise CannotStart(
                f"a server of {folder.path} is alive, but nothing answers in "
                f"{socket_dir(folder.path)}: end it"
            )
        return None

    return until(look, reason="an earlier server is recovering or stopping", progress=wish.progress)


def _started(folder: Folder, lock: int, wish: Wish) -> Cluster:
    taken(lock, Hold.SHARED)
    _turn_page(folder)
    with folder.file(_LOG) as log:
        said_before = os.fstat(log).st_size
        child = start(
            _command(folder, wish),
            owner=folder.owner,
            home=folder.path,
            output=log,
            keep_open=[lock],
        )

        def look(_: float) -> Cluster | None:
            if child.poll() is not None:
                said = os.pread(log, os.fstat(log).st_size - said_before, said_before)
                why = last_words(said.decode(errors="replace"))
                raise CannotStart(f"Postgres doesn't start in {folder.path}: {why}")
            found = whoever_answers(folder)
            return found if isinstance(found, Cluster) else None

        try:
            cluster = until(
                look, reason="the database is starting or recovering", progress=wish.progress
            )
        except BaseException:
            _end(child)
            raise
    # It may end before us, and the kernel keeps a dead child until somebody has asked for it.
    Thread(target=child.wait, name="reaps Postgres", daemon=True).start()
    return cluster


def _command(folder: Folder, wish: Wish) -> list[str | Path]:
    quoted = str(socket_dir(folder.path)).replace('"', '""')
    ours = {
        "unix_socket_directories": f'"{quoted}"',
        "unix_socket_permissions": "0700",
        "listen_addresses": "" if wish.sql_port is None else "127.0.0.1",
        "port": str(DEFAULT_PORT if wish.sql_port is None else wish.sql_port),
        "logging_collector": "off",
        "log_destination": "stderr",
        "log_line_prefix": "%m %b: ",
    }
    settings = (f"--{name}={value}" for name, value in {**wish.settings, **ours}.items())
    return [wish.binaries.postgres, "-D", folder.database, *settings]


def _turn_page(folder: Folder) -> None:
    """Keeps two logs at most: each start adds to one, and some start often."""
    with folder.file(_LOG) as log:
        if os.fstat(log).st_size > _LOG_BYTES_MAX:
            os.rename(_LOG, f"{_LOG}.1", src_dir_fd=folder.handle, dst_dir_fd=folder.handle)


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:  # so not waited for yet, and its number can't be another's
        child.send_signal(signal.SIGINT)
        child.wait()


def _told_to_stop(folder: Folder, lock: int, progress: Callable[[str], None]) -> bool:
    """Whether our server was told to stop, or has ended by itself."""

    def look(waited_s: float) -> Interrupt | None:
        found = whoever_answers(folder)
        if isinstance(found, Cluster):
            return interrupt(folder, found.sql_port or DEFAULT_PORT)
        if found is NotUp.NOT_YET:
            return None
        if taken(lock, Hold.ALONE):
            return Interrupt.SENT
        return Interrupt.OUT_OF_REACH if waited_s > _SILENCE_S_MAX else None

    reason = "the database has to be up before it can be stopped"
    return until(look, reason=reason, progress=progress) is Interrupt.SENT


def _refuse_other_major(folder: Folder, binaries: Binaries) -> None:
    major = folder.major()
    if major is not None and major != binaries.major:
        raise CannotStart(
            f"{folder.path} was made by Postgres {major} and this program brings {binaries.major}: "
            "run `factledger export` with the release that made it, then `factledger import` with "
            "this one into a new data folder"
        )


def _fits(found: Cluster, wish: Wish) -> bool:
    return wish.sql_port in {None, found.sql_port}


def _refuse_other_port(found: Cluster, wish: Wish) -> Cluster:
    if _fits(found, wish):
        return found
    now = f"on port {found.sql_port}" if found.sql_port else "on no port"
    raise CannotStart(
        f"the server of {found.data_dir} is running already and listens {now}: end the processes "
        f"that use it first, or do without port {wish.sql_port}"
    )
