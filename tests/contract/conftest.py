"""The oldest Postgres that we promise to run on, beside the one that comes with us."""

from collections.abc import Generator

import pytest

from adapters.postgres.embedded import Cluster
from tests.database import make_template
from tests.postgres import cluster_for_tests, postgres_16


@pytest.fixture(scope="session")
def cluster_16() -> Generator[Cluster]:
    with cluster_for_tests(postgres_16()) as running:
        yield running


@pytest.fixture(scope="session")
def service_password_16(cluster_16: Cluster) -> str:
    return make_template(cluster_16)
