"""Who answers on our socket.

A server is ours if and only if it answers there, takes our superuser's password and says that it
serves our folder. No file is believed.
"""

from dataclasses import dataclass
from enum import Enum
from importlib.resources import files

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping
from psycopg.rows import class_row

from adapters.errors import CannotStart
from adapters.postgres.embedded.cluster import Cluster
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.secret import SUPERUSER, password_of
from adapters.postgres.embedded.sockets import ports_seen, socket_dir

_TIMEOUT_S = 10
_WHOSE_SERVER = files("sql").joinpath("queries", "whose_server.sql").read_bytes()


class NotUp(Enum):
    """Why there is nobody to talk to."""

    SILENT = "nothing listens"
    NOT_YET = "a server is there, but is starting, recovering or stopping"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Server:
    data_directory: str
    listen_addresses: str
    port: int
    major: int


def whoever_answers(folder: Folder) -> Cluster | NotUp:
    """Our server, or why there is none. CannotStart if one answers that isn't ours."""
    pings = {port: _ping(folder, port) for port in ports_seen(folder.path)}
    for port, ping in pings.items():
        if ping is Ping.OK:
            return _recognised(folder, port)
    return NotUp.NOT_YET if Ping.REJECT in pings.values() else NotUp.SILENT


def connect(folder: Folder, port: int) -> psycopg.Connection:
    """A session of the superuser, in which each statement commits itself."""
    return psycopg.connect(
        _where(folder, port),
        password=password_of(folder.path),
        # A server that can't prove that it knows the password too is none of ours.
        require_auth="scram-sha-256",
        autocommit=True,
    )


def _recognised(folder: Folder, port: int) -> Cluster | NotUp:
    try:
        with (
            connect(folder, port) as session,
            session.cursor(row_factory=class_row(_Server)) as rows,
        ):
            server = rows.execute(_WHOSE_SERVER).fetchone()
    except psycopg.OperationalError as error:
        if _ping(folder, port) is not Ping.OK:  # it was about to stop
            return NotUp.NOT_YET
        why = str(error).strip().splitlines()[0]
        raise CannotStart(f"the server of {folder.path} doesn't take us: {why}") from error
    if server is None or server.data_directory != str(folder.database):
        other = server.data_directory if server else "nothing"
        raise CannotStart(
            f"the server that answers in {socket_dir(folder.path)} serves {other}, "
            f"not {folder.database}: stop it first"
        )
    return Cluster(
        data_dir=folder.path,
        socket_dir=socket_dir(folder.path),
        sql_port=server.port if server.listen_addresses else None,
        superuser=SUPERUSER,
        major=server.major,
    )


def _ping(folder: Folder, port: int) -> Ping:
    return Ping(PGconn.ping(_where(folder, port).encode()))


def _where(folder: Folder, port: int) -> str:
    return make_conninfo(
        host=str(socket_dir(folder.path)),
        hostaddr="",  # said, or PGHOSTADDR would send us elsewhere
        port=port,
        user=SUPERUSER,
        dbname="postgres",
        connect_timeout=_TIMEOUT_S,
        application_name="factledger",
    )
