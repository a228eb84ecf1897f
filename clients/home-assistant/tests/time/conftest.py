"""An entry with loads, in French, at the product's time."""

import pytest
from homeassistant.config_entries import ConfigSubentryData
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.const import DOMAIN

LOADS = {
    "Lave-vaisselle": {"duration_minutes": 120, "energy_kwh": 1.1, "objective": "cost"},
    "Voiture": {"energy_kwh": 20, "power_kw": 7.4, "objective": "carbon", "earliest": "21:00:00", "latest": "07:30:00"},
    "Ballon": {"duration_minutes": 180, "power_kw": 2.2, "objective": "score"},
}


@pytest.fixture
def entry(hass: HomeAssistant, url: str, api_key: str) -> MockConfigEntry:
    """An entry with three loads and no past, not started yet."""
    made = MockConfigEntry(
        domain=DOMAIN,
        title="Hexawatt",
        data={CONF_URL: url, CONF_API_KEY: api_key},
        options={"tariff": "tempo", "subscribed_kva": 9, "history_months": 0, "quiet": "12:00-13:30"},
        subentries_data=[
            ConfigSubentryData(data=data, subentry_type="load", title=title, unique_id=None)
            for title, data in LOADS.items()
        ],
    )
    made.add_to_hass(hass)
    return made


@pytest.fixture
async def started(hass: HomeAssistant, entry: MockConfigEntry) -> MockConfigEntry:
    """The entry in a running Home Assistant."""
    await hass.config.async_set_time_zone("Europe/Paris")
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    return entry


@pytest.fixture(autouse=True)
def _in_french(hass: HomeAssistant) -> None:
    """Texts of events and advice are in French."""
    hass.config.language = "fr"
