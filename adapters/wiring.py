"""How the parts come together: a database to work on, and what the faces need of it."""

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from adapters.data_folder import (
    ADMIN_FILE,
    AGENT_FILE,
    keep_service_password,
    keep_token,
    service_password,
    setting_up,
    token_in,
)
from adapters.errors import CannotStart, NotAuthenticated, NotFound
from adapters.postgres.administration import (
    DATABASE,
    accepts,
    admin_exists,
    administering,
    connected,
    ensure_database,
    login_url,
)
from adapters.postgres.embedded import Cluster, running
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.logins import SERVICE_LOGIN, ensure_service_login, fresh_password
from adapters.postgres.migrate import migrate, require_schema
from adapters.postgres.rebuild.renewal import renewing
from adapters.postgres.replica import require_primary
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services, serving
from adapters.settings import FIRST_LEDGER, Settings
from adapters.wire.openings import FLIP_BACK_HOURS
from domain.commands import OpenLedger
from domain.grants import Grant, Role
from domain.identity import IdentityMode
from domain.words import ActorKind

Told = Callable[[str], None]
"""Who is told a line at a time what is being waited for, or what was made."""

_FIRST_ADMIN: Final = TokenOrder(
    name="admin", kind=ActorKind.HUMAN, role=Role.ADMIN, ledgers=None, expires_at=None
)
_FIRST_AGENT: Final = TokenOrder(
    name="agent",
    kind=ActorKind.AGENT,
    role=Role.AGENT,
    ledgers=frozenset({FIRST_LEDGER}),
    expires_at=None,
)


@contextmanager
def services(settings: Settings, *, progress: Told, connections: int = 2) -> Generator[Services]:
    """The services on a database that was set up before; raises Unavailable where it was not."""
    with (
        service_url(settings, progress=progress) as url,
        services_at(url, connections=connections) as found,
    ):
        yield found


@contextmanager
def lasting_services(
    settings: Settings, *, progress: Told, made: Told, connections: int = 16
) -> Generator[Services]:
    """The same for a service that stays; in a data folder it sets up first what is missing.

    `made` is told where the tokens are that a first start makes.
    """
    if settings.database is not None:
        with connected(settings.database) as connection:
            require_primary(connection)
        with (
            services_at(
                settings.database, replica_url=settings.replica, connections=connections
            ) as found,
            renewing(found.pool),
        ):
            yield found
        return
    with (
        running(settings.data_dir, sql_port=settings.sql_port, progress=progress) as cluster,
        ExitStack() as stack,
    ):
        with setting_up(cluster.data_dir, progress=progress) as folder:
            url = _set_up(cluster, folder, progress=progress)
            found = stack.enter_context(services_at(url, connections=connections))
            first_start(found, folder, made=made)
        with renewing(found.pool):
            yield found


@contextmanager
def service_url(settings: Settings, *, progress: Told) -> Generator[str]:
    """The URL of the service's login, good for as long as the block lasts."""
    if settings.database is not None:
        yield settings.database
        return
    # Looked for first: a misspelt folder must not be made, nor a database started for nothing.
    password = service_password(settings.data_dir)
    if password is None:
        raise CannotStart(
            f"there is no ledger in {settings.data_dir.absolute()}: start one with `factledger "
            "serve`, or name its folder with --data-dir"
        )
    with running(settings.data_dir, progress=progress) as cluster:
        yield _url(cluster, password)


@contextmanager
def services_at(
    url: str, *, replica_url: str | None = None, connections: int
) -> Generator[Services]:
    """The services on the database at a URL; raises SchemaMismatch unless it has our schema."""
    with connected(url) as connection:
        require_schema(connection)
    with serving(
        url, replica_url=replica_url, connections=connections, writers=max(1, connections // 2)
    ) as found:
        yield found


def first_start(found: Services, folder: Folder, *, made: Told) -> None:
    """Open the first ledger and make the first two tokens, each unless it is there and good.

    The row of a token comes before its file: a kill between the two leaves a token whose secret
    nobody has, and the next start makes another.
    """
    admin = _granted(found, folder, ADMIN_FILE)
    if admin is None or admin.role is not Role.ADMIN:
        admin = _made(found, folder, ADMIN_FILE, _FIRST_ADMIN, made=made)
    try:
        found.ledger.opening(FIRST_LEDGER)
    except NotFound:
        command = OpenLedger(
            time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=FLIP_BACK_HOURS
        )
        found.ledger.open(admin, FIRST_LEDGER, command)
    if _granted(found, folder, AGENT_FILE) is None:
        _made(found, folder, AGENT_FILE, _FIRST_AGENT, made=made)


@dataclass(frozen=True, kw_only=True, slots=True)
class Installed:
    """A migrated database: what was applied now, and the URL for the service to come in with.

    The URL has a password only where it was set now; `token` is the first admin's, made now.
    """

    applied: tuple[str, ...]
    url: str
    password_set: bool
    token: str | None


def install(admin_url: str, *, renew_password: bool, progress: Told) -> Installed:
    """Migrate a Postgres of one's own and make the service's login; raises Unavailable.

    Where nobody can administer yet, a first admin token is made, if the password is at hand to
    come in with.
    """
    with administering(admin_url) as connection:
        applied = migrate(connection, embedded=False, progress=progress)
        password = ensure_service_login(
            connection, password=fresh_password() if renew_password else None
        )
        url = login_url(connection, url=admin_url, password=password)
        ownerless = not admin_exists(connection)
    token = None
    if ownerless and password is not None:
        with services_at(url, connections=1) as found:
            token = found.tokens.begin(_FIRST_ADMIN).secret
    return Installed(applied=applied, url=url, password_set=password is not None, token=token)


def _set_up(cluster: Cluster, folder: Folder, *, progress: Told) -> str:
    """Make the database, its schema and the service's login where they are missing."""
    with administering(cluster.admin_url()) as connection:
        ensure_database(connection)
    with administering(cluster.admin_url(database=DATABASE)) as connection:
        migrate(connection, embedded=True, progress=progress)
        password = service_password(cluster.data_dir)
        if password is None:
            # Kept before it is set: a kill in between leaves a password to set at the next start.
            password = fresh_password()
            keep_service_password(folder, password)
        url = _url(cluster, password)
        ensure_service_login(connection, password=None if accepts(url) else password)
    return url


def _url(cluster: Cluster, password: str) -> str:
    return cluster.url(user=SERVICE_LOGIN, password=password, database=DATABASE)


def _granted(found: Services, folder: Folder, name: str) -> Grant | None:
    secret = token_in(folder.path, name)
    if secret is None:
        return None
    try:
        return found.tokens.authenticate(secret)
    except NotAuthenticated:
        return None


def _made(found: Services, folder: Folder, name: str, order: TokenOrder, *, made: Told) -> Grant:
    secret = found.tokens.begin(order).secret
    path = keep_token(folder, name, secret)
    made(f"{order.role} token: {path}")
    return found.tokens.authenticate(secret)
