"""The real product, reached over loopback, and a Home Assistant that knows the integration."""

import os
from collections.abc import AsyncGenerator, Generator

import pytest
import pytest_socket
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.const import DOMAIN

URL = os.environ.get("HEXAWATT_URL", "")
API_KEY = os.environ.get("HEXAWATT_API_KEY", "")


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
def url() -> str:
    """Address of the product."""
    if not URL:
        pytest.skip("HEXAWATT_URL names no running product")
    return URL


@pytest.fixture
def api_key(url: str) -> str:
    """A key of the product."""
    return API_KEY


@pytest.fixture
def entry(url: str, api_key: str) -> MockConfigEntry:
    """A finished entry with a Tempo contract, not started yet."""
    return MockConfigEntry(
        domain=DOMAIN,
        title="Hexawatt",
        unique_id=url.partition("//")[2],
        data={CONF_URL: url, CONF_API_KEY: api_key},
        options={"tariff": "tempo", "subscribed_kva": 9},
    )


@pytest.fixture
async def started(hass: HomeAssistant, entry: MockConfigEntry) -> AsyncGenerator[MockConfigEntry]:
    """The entry in a running Home Assistant."""
    await hass.config.async_set_time_zone("Europe/Paris")
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    yield entry
    await hass.config_entries.async_unload(entry.entry_id)
