"""Hexawatt: carbon intensity, score, price, Tempo and best windows of the French power grid."""

from homeassistant.const import CONF_API_KEY, CONF_URL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.event import async_track_utc_time_change
from homeassistant.helpers.typing import ConfigType

from .const import DOMAIN
from .coordinator import HexawattConfigEntry, HexawattCoordinator
from .forms.connection import make_client
from .issues import clear_issues
from .services import async_setup_services

PLATFORMS = [Platform.BINARY_SENSOR, Platform.CALENDAR, Platform.SENSOR]
CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)


async def async_setup(hass: HomeAssistant, _config: ConfigType) -> bool:
    """Registers the actions, which are there before the first entry is."""
    async_setup_services(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: HexawattConfigEntry) -> bool:
    """Asks the API once, and adds the entities."""
    # Before the first wait: a change of the options during the start takes effect too.
    entry.async_on_unload(entry.add_update_listener(_reload))
    client = make_client(hass, entry.data[CONF_URL], entry.data[CONF_API_KEY])
    coordinator = HexawattCoordinator(hass, entry, client)
    await coordinator.async_config_entry_first_refresh()
    entry.runtime_data = coordinator
    coordinator.async_start_windows()
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    entry.async_on_unload(async_track_utc_time_change(hass, coordinator.turn_quarter, minute=[0, 15, 30, 45], second=0))
    coordinator.history.async_start()
    return True


async def async_unload_entry(hass: HomeAssistant, entry: HexawattConfigEntry) -> bool:
    """Removes the entities; the client keeps no connection of its own."""
    clear_issues(hass, entry)
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)


async def _reload(hass: HomeAssistant, entry: HexawattConfigEntry) -> None:
    """A new contract or load takes effect at once."""
    await hass.config_entries.async_reload(entry.entry_id)
