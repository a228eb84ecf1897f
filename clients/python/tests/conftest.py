"""Fixtures: both clients, scripted servers, and the running product."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from .support.scripted_api import Script, ScriptedApi, start_scripted_api
from .support.side import Side

StartApi = Callable[..., ScriptedApi]


@pytest.fixture(params=["sync", "async"])
def side(request: pytest.FixtureRequest) -> Iterator[Side]:
    """Each test runs with both clients."""
    made = Side(is_async=request.param == "async")
    yield made
    made.close()


@pytest.fixture
def start_api() -> Iterator[StartApi]:
    """Start scripted servers, which end with the test."""
    started: list[ScriptedApi] = []

    def start(*scripts: Script) -> ScriptedApi:
        started.append(start_scripted_api(*scripts))
        return started[-1]

    yield start
    for api in started:
        api.server.server_close()
        api.server.shutdown()


@dataclass(frozen=True)
class Product:
    """Address and key of the running product."""

    url: str
    key: str


@pytest.fixture(scope="session")
def product() -> Product:
    """The running product, whose address and key the environment has."""
    url, key = os.environ.get("HEXAWATT_URL"), os.environ.get("HEXAWATT_API_KEY")
    if not url or not key:
        pytest.fail("Set HEXAWATT_URL and HEXAWATT_API_KEY to a running Hexawatt, such as `bun run up --demo`.")
    return Product(url, key)
