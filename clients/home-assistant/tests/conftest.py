"""The real product, reached over loopback, and a Home Assistant that knows the integration."""

import itertools
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator

import pytest
import pytest_socket
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.const import DOMAIN

from .gate import Gate

PRODUCT = os.environ.get("HEXAWATT_URL", "")
# Each process of pytest uses keys of accounts that no other process uses: a test reads the requests left of its
# account, which requests of another process would lower.
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
API_KEYS = itertools.cycle(os.environ.get("HEXAWATT_API_KEY", "").split(",")[PROCESS::PROCESSES])

type Start = Callable[..., Awaitable[MockConfigEntry]]


@pytest.fixture(autouse=True)
def _custom_integrations(enable_custom_integrations: None) -> None:
    """Home Assistant loads `custom_components`."""


@pytest.fixture(autouse=True)
def _loopback_only(socket_enabled: None) -> Generator[None]:
    """The product is on loopback; nothing else may be reached."""
    pytest_socket.socket_allow_hosts(["127.0.0.1", "::1", "localhost"])
    yield
    pytest_socket.enable_socket()


@pytest.fixture
def api_key() -> str:
    """A key of the product."""
    if not PRODUCT:
        pytest.skip("HEXAWATT_URL names no running product")
    return next(API_KEYS)


@pytest.fixture
async def gate(api_key: str) -> AsyncGenerator[Gate]:
    """The product behind a gate that a test can close."""
    gate = Gate(PRODUCT)
    await gate.start()
    yield gate
    await gate.stop()


@pytest.fixture
async def other_url(api_key: str) -> AsyncGenerator[str]:
    """Another address of the product."""
    gate = Gate(PRODUCT)
    await gate.start()
    yield gate.url
    await gate.stop()


@pytest.fixture
def url(gate: Gate) -> str:
    """Address of the product."""
    return gate.url


@pytest.fixture
async def start(hass: HomeAssistant, gate: Gate, api_key: str) -> Start:
    """Starts an entry of the product behind the gate, with a Tempo contract unless other options are given."""

    async def start_entry(
        options: dict[str, object] | None = None, *, succeeds: bool = True, key: str = api_key
    ) -> MockConfigEntry:
        await hass.config.async_set_time_zone("Europe/Paris")
        entry = MockConfigEntry(
            domain=DOMAIN,
            title="Hexawatt",
            unique_id=gate.url.partition("//")[2],
            data={CONF_URL: gate.url, CONF_API_KEY: key},
            options={"tariff": "tempo", "subscribed_kva": 9} if options is None else options,
        )
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(entry.entry_id) is succeeds
        await hass.async_block_till_done(wait_background_tasks=True)
        return entry

    return start_entry
